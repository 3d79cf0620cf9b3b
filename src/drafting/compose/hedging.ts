/** Hedges words that the transcriber was unsure of, so that they are never stated as certain. */
import type { ClaimKind } from '../../core/clinical-note.ts'

/** In somebody's own words. */
export const isWorded = (text: string): boolean =>
  /^(?:Also said|Done|Examination|Reports):|^[A-Z][a-z, ]+: "/.test(text)
const proper = /^(?:[A-Z]{2,}|[A-Z][a-z]+'s|Ross|Lyme|I )/

/** The first letter in lower case, unless the word is a name. */
export const lowerStart = (text: string): string =>
  proper.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

export const unclear = ' (recording unclear)'

/** Kinds whose "Possibly" says how sure the diagnosis or the allergy is. */
export const graded: ReadonlySet<ClaimKind> = new Set(['impression', 'allergy'])

/** Marks the sentence as unclear. The mark alone says the doubt: "possibly" would make a complaint that was heard badly a supposed one. */
export function hedge(text: string, kind?: ClaimKind): string {
  if (isWorded(text)) return text.replace(':', `${unclear}:`)
  const plain = text.replace(/\.$/, '')
  if (kind === undefined || !graded.has(kind)) return `${plain}${unclear}.`
  const supposed = plain.replace(/^Likely /, '')
  return /^Possibl[ey] ?/.test(supposed) ? `${supposed}${unclear}.` : `Possibly ${lowerStart(supposed)}${unclear}.`
}
