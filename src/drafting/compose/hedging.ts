/** Hedges words that the transcriber was unsure of, so that they are never stated as certain. */

/** In somebody's own words. */
const isWorded = (text: string): boolean => /^(?:Advised|Plan|Done|Examination|Reports):/.test(text)
const proper = /^(?:[A-Z]{2,}|[A-Z][a-z]+'s|Ross|Lyme|I )/

/** The first letter in lower case, unless the word is a name. */
export const lowerStart = (text: string): string =>
  proper.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

export const unclear = ' (recording unclear)'

export function hedge(text: string): string {
  if (isWorded(text)) return text.replace(':', `${unclear}:`)
  const plain = text.replace(/\.$/, '').replace(/^Likely /, '')
  return /^(?:Possibl[ey]|Reports:|Plan:) ?/.test(plain)
    ? `${plain}${unclear}.`
    : `Possibly ${lowerStart(plain)}${unclear}.`
}
