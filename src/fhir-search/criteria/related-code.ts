/** Codes of modifiers that only terminology knows. R4 search.html#modifiers. */

export type RelatedCode = { readonly system: string; readonly code: string }

/** By modifier and value; undefined for others. */
export type RelatedCodes = (modifier: 'in' | 'above' | 'below', value: string) => readonly RelatedCode[] | undefined

/** Looking for more is too costly; one more shows that. */
export const maxRelated = 1000
export const maxMembers = 10_000
