/** A frame turns the words of a note into a whole sentence: "Nausea." is "The patient also reports nausea." Every word of the note stays. D267. */
import type { Claim, ClaimKind, StatementPart } from '../../core/clinical-note.ts'
import { graded, lowerStart, unclear } from '../compose/hedging.ts'
import { joinWords, sentenceCase } from '../extract/candidates.ts'

export type Frame = {
  /** Of the leading claim. */
  readonly kinds: readonly ClaimKind[]
  /** The beginning of the note's sentence; what it matches is replaced by the lead. */
  readonly begins: RegExp
  readonly lead: string
  /** For the first statement of a section. */
  readonly first?: string
}

/** A reply in quotes under the matter of its question: `Mood: "Flat".` D521. */
export const titled = /^(?!Reports\b)(?=[A-Z][a-z, ]+(?: \(recording unclear\))?: ")/

/** A sentence of a note without its full stop, its mark of an unclear recording and the doubt of that mark. */
type Core = { readonly body: string; readonly mark: string }

const recorded = ' (from the record)'

function coreOf(text: string, kind: ClaimKind): Core {
  const plain = text.replace(/\.$/, '')
  const mark = [unclear, recorded].find((one) => plain.endsWith(one)) ?? ''
  const body = plain.slice(0, plain.length - mark.length)
  return { body: mark === unclear && !graded.has(kind) ? sentenceCase(body.replace(/^Possibly /, '')) : body, mark }
}

type Framed = { readonly lead: string; readonly rest: string; readonly mark: string }

export type Fact = { readonly text: string; readonly claims: readonly Claim[] }

/** Undefined if no frame fits: the sentence then stays as it is. */
export function findFramed(
  frames: readonly Frame[],
  { text, claims: [claim] }: Fact,
  isFirst: boolean,
): Framed | undefined {
  if (claim === undefined) return undefined
  const { body, mark } = coreOf(text, claim.kind)
  const frame = frames.find(({ kinds, begins }) => kinds.includes(claim.kind) && begins.test(body))
  if (frame === undefined) return undefined
  const lead = isFirst ? (frame.first ?? frame.lead) : frame.lead
  const rest = body.replace(frame.begins, '')
  // A name after the words that were replaced keeps its capital letter.
  return { lead, rest: rest === body ? lowerStart(rest) : rest, mark }
}

export const tell = ({ lead, rest, mark }: Framed): string => sentenceCase(`${lead}${rest}${mark}.`)

/** "a, b and c"; with semicolons where a part has a comma or an "and" of its own. */
export const joinProse = (parts: readonly string[]): string =>
  parts.some((part) => /,| and /.test(part)) ? parts.join('; ') : joinWords(parts, 'and')

export type Voiced = { readonly text: string; readonly parts: readonly StatementPart[] }

/** A sentence of several facts keeps its parts; undefined if they do not share one frame. */
export function tellParts(
  text: string,
  parts: readonly StatementPart[],
  framed: readonly (Framed | undefined)[],
): Voiced | undefined {
  const all = framed.filter((one) => one !== undefined)
  const [first] = all
  if (first === undefined || all.length < parts.length || all.some(({ lead }) => lead !== first.lead)) return undefined
  const isList = text
    .replace(/^Possibly /, '')
    .toLowerCase()
    .startsWith('no ')
  const rests = all.map(({ rest }) => rest)
  const rest = isList ? `no ${joinWords(rests.map((one) => one.replace(/^no /, '')), 'or')}` : joinProse(rests) // biome-ignore format: short
  return {
    text: tell({ ...first, rest }),
    parts: parts.map((part, at) => ({ ...part, text: tell(all[at] ?? first) })),
  }
}
