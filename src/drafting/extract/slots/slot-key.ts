/** The end of the key of a claim that tells a slot of a trouble: what makes it worse, where it goes. D419. */
export const slotKey = '-slot'
