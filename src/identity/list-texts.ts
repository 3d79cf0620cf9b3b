/** Values of JSON that should be lists of texts. */

/** The texts of a list; none for anything else. */
export const listTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
