/** What modifiers may stand for that only terminology knows. R4 search.html#modifiers. */

export type RelatedCode = { readonly system: string; readonly code: string }

/** By modifier and value; what is not there is not known. */
export type RelatedCodes = (modifier: 'in' | 'above' | 'below', value: string) => readonly RelatedCode[] | undefined

/** More are too costly to look for: one is over that. */
export const maxRelated = 1000
export const maxMembers = 10_000
