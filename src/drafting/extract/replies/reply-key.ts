/** The end of the key of a claim that tells a reply in its own words. D468. */
export const replyKey = '-reply'
