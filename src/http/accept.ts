/** What a client takes, and what it has already. RFC 9110 12.5.1, 13.1.2. */

/** Whether a representation of one of `types` is acceptable. Of the ranges that fit a type the most specific one counts. */
export function isAcceptable(accept: string, types: readonly string[]): boolean {
  const ranges = accept.split(',').flatMap(parseRange)
  if (ranges.length === 0) return true
  return types.some((type) => {
    const fitting = ranges.filter(({ range }) => fits(range, type))
    const best = fitting.reduce((most, { range }) => Math.max(most, precision(range)), 0)
    return fitting.some(({ range, quality }) => precision(range) === best && quality > 0)
  })
}

type Range = { readonly range: string; readonly quality: number }

/** Of its parameters the quality alone counts: there is one version, and one charset, of everything. */
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

/** Whether one of the tags of `If-None-Match` is this one, weakly compared. */
export const isHeld = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((held) => held.trim() === '*' || opaque(held.trim()) === opaque(etag))

const opaque = (tag: string): string => tag.replace(/^W\//, '')
