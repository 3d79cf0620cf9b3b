/** Whether a condition is met, with a value for "unsure". */
export type Match = 'yes' | 'unsure' | 'no'

export const allOf = (matches: readonly Match[]): Match =>
  matches.includes('no') ? 'no' : matches.includes('unsure') ? 'unsure' : 'yes'

export const anyOf = (matches: readonly Match[]): Match =>
  matches.includes('yes') ? 'yes' : matches.includes('unsure') ? 'unsure' : 'no'
