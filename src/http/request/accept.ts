/** Media types that a client accepts, and versions that it has. RFC 9110 12.5.1, 13.1.2. */

/** Clients send few different headers; beyond that all are forgotten. */
const maxKnown = 200
/** A client may send a header of any length; a long one is not kept. */
const maxKnownLength = 200

/** Answers whether a client with this header accepts one of `types`; every client accepts an answer without a body. */
export function openAcceptable(types: readonly string[]): (accept: string | undefined) => boolean {
  const known = new Map<string, boolean>()
  return (accept) => {
    if (accept === undefined || types.length === 0) return true
    const before = known.get(accept)
    if (before !== undefined) return before
    const found = isAcceptable(accept, types)
    if (known.size === maxKnown) known.clear()
    if (accept.length <= maxKnownLength) known.set(accept, found)
    return found
  }
}

/** True if a representation of one of `types` is acceptable. The most specific range that matches counts. */
function isAcceptable(accept: string, types: readonly string[]): boolean {
  const ranges = accept.split(',').flatMap(parseRange)
  if (ranges.length === 0) return true
  return types.some((type) => {
    const fitting = ranges.filter(({ range }) => fits(range, type))
    const best = fitting.reduce((most, { range }) => Math.max(most, precision(range)), 0)
    return fitting.some(({ range, quality }) => precision(range) === best && quality > 0)
  })
}

type Range = { readonly range: string; readonly quality: number }

/** Only the quality of its parameters counts: everything has one version and one charset. */
function parseRange(text: string): readonly Range[] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  if (range === '') return []
  const given = parameters.find((parameter) => /^q\s*=/.test(parameter))
  const quality = given === undefined ? 1 : Number(given.replace(/^q\s*=\s*/, ''))
  return [{ range, quality: Number.isNaN(quality) ? 1 : quality }]
}

const fits = (range: string, type: string): boolean =>
  range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))

/** 3 for a type, 2 for its kind, 1 for anything. */
const precision = (range: string): number => (range === '*/*' ? 1 : range.endsWith('/*') ? 2 : 3)

/** True if one tag of `If-None-Match` equals this one, in a weak comparison. */
export const isHeld = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((held) => held.trim() === '*' || opaque(held.trim()) === opaque(etag))

const opaque = (tag: string): string => tag.replace(/^W\//, '')
