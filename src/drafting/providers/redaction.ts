/** Replaces texts that name a person before a text is sent, and restores them after; offsets lead to the original text. D55. */

/** Known texts about the people of an encounter. */
export type Identifying = { readonly kind: 'NAME' | 'IDENTIFIER' | 'ADDRESS' | 'BIRTHDATE'; readonly value: string }

export type Redacted = {
  readonly text: string
  /** The span in the original text for one of the redacted text; a placeholder counts whole. */
  readonly span: (start: number, end: number) => { readonly start: number; readonly end: number }
}

export type Redaction = {
  readonly redact: (text: string) => Redacted
  /** With placeholders restored; undefined if one is unknown. */
  readonly restore: (text: string) => string | undefined
}

type Piece = { readonly at: number; readonly length: number; readonly from: number; readonly taken: number }

const mail = String.raw`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}`
/** A number that may identify, in any grouping. */
const longNumber = String.raw`\+?\d(?:[ ()-]?\d){6,}`

const placeholder = /\[(?:NAME|IDENTIFIER|ADDRESS|BIRTHDATE)-\d+\]/g

export function openRedaction(identifying: readonly Identifying[]): Redaction {
  const kinds = new Map(identifying.map(({ kind, value }) => [folded(value), kind]))
  const pattern = buildPattern(identifying.map(({ value }) => value))
  const known = new Map<string, string>()
  const originals = new Map<string, string>()
  const placeholderFor = (value: string): string => {
    const existing = known.get(value)
    if (existing !== undefined) return existing
    const made = `[${kinds.get(folded(value)) ?? 'IDENTIFIER'}-${known.size + 1}]`
    known.set(value, made)
    originals.set(made, value)
    return made
  }
  return {
    redact(text) {
      const pieces: Piece[] = []
      let shift = 0
      const replaced = text.replace(pattern, (value: string, ...rest: unknown[]) => {
        const from = rest.find((item) => typeof item === 'number') as number
        const made = placeholderFor(value)
        pieces.push({ at: from + shift, length: made.length, from, taken: value.length })
        shift += made.length - value.length
        return made
      })
      return {
        text: replaced,
        span: (start, end) => ({ start: back(pieces, start, 'start'), end: back(pieces, end, 'end') }),
      }
    },
    restore(text) {
      let isKnown = true
      const restored = text.replace(placeholder, (made) => {
        const value = originals.get(made)
        if (value === undefined) isKnown = false
        return value ?? made
      })
      return isKnown ? restored : undefined
    },
  }
}

/** Case and spacing do not distinguish names. */
const folded = (value: string): string => value.toLowerCase().replace(/[\s-]+/g, '')

/** The longest first; digits in any grouping; never a part of a longer word. */
function buildPattern(values: readonly string[]): RegExp {
  const known = [...new Set(values.map((value) => value.trim()))]
    .filter((value) => folded(value).length > 1)
    .sort((a, b) => b.length - a.length)
    .map(alternative)
  const any = [mail, ...known, longNumber].join('|')
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${any})(?![\p{L}\p{N}])`, 'giu')
}

const alternative = (value: string): string =>
  /^[\d\s-]+$/.test(value)
    ? [...value.replace(/\D/g, '')].join('[ -]?')
    : value
        .split(/\s+/)
        .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
        .join(String.raw`\s+`)

/** Inside a placeholder, its edge. */
function back(pieces: readonly Piece[], offset: number, edge: 'start' | 'end'): number {
  let shift = 0
  for (const { at, length, from, taken } of pieces) {
    if (offset < at || (offset === at && edge === 'start')) break
    if (offset < at + length) return edge === 'start' ? from : from + taken
    shift += taken - length
  }
  return offset + shift
}
