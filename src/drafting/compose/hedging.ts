/** Hedges words that the transcriber was unsure of, so that they are never stated as certain. */

/** In somebody's own words. */
export const isWorded = (text: string): boolean => /^(?:Also said|Done|Examination|Reports):/.test(text)
const proper = /^(?:[A-Z]{2,}|[A-Z][a-z]+'s|Ross|Lyme|I )/

/** The first letter in lower case, unless the word is a name. */
export const lowerStart = (text: string): string =>
  proper.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

export const unclear = ' (recording unclear)'

/** An order in the imperative: "possibly" does not fit an order. */
export const hedgeOrder = (text: string): string =>
  isWorded(text) ? hedge(text) : `${text.replace(/\.$/, '')}${unclear}.`

export function hedge(text: string): string {
  if (isWorded(text)) return text.replace(':', `${unclear}:`)
  const plain = text.replace(/\.$/, '').replace(/^Likely /, '')
  return /^Possibl[ey] ?/.test(plain) ? `${plain}${unclear}.` : `Possibly ${lowerStart(plain)}${unclear}.`
}
