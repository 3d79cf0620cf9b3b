/** The form of a resource's id, on any server. R4 datatypes.html#id. */

/** Part of a pattern. */
export const idText = '[A-Za-z0-9\\-.]{1,64}'

export const idPattern = new RegExp(`^${idText}$`)

export const isId = (text: string): boolean => idPattern.test(text)
