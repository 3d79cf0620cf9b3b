/** Joins the drafts of the overlapping parts of a talk: in the order of the talk, without what two parts state alike. D294. */
import type { Claim, Section, Statement } from '../../core/clinical-note.ts'
import { leftOut } from '../compose/withhold.ts'
import type { BuiltDraft } from './draft-answer.ts'
import { isSame, sharesSegment } from './same-statement.ts'

/** The parts were read one by one, so nobody has compared what they say. */
const readInParts = (parts: number): string =>
  `The consultation is long and was drafted in ${parts} parts: look for statements that a later part corrects.`

const correctedLater = 'a later part of the talk states it otherwise'

export function mergeParts(parts: readonly BuiltDraft[]): BuiltDraft {
  const [first] = parts
  if (first === undefined || parts.length === 1) return first ?? { sections: [], questions: [], refusals: [], written: new Map() } // biome-ignore format: short
  const merged = first.sections.map((section) => mergeSection(section, parts))
  return {
    sections: merged.map(({ section }) => section),
    questions: [
      readInParts(parts.length),
      ...parts.flatMap(({ questions }) => questions),
      ...merged.flatMap(({ corrected }) => corrected.map(({ text }) => leftOut(text, correctedLater))),
    ],
    refusals: parts.flatMap(({ refusals }) => refusals),
    written: new Map(parts.flatMap(({ written }) => [...written])),
  }
}

type Merged = { readonly section: Section; readonly corrected: readonly Statement[] }

function mergeSection(section: Section, parts: readonly BuiltDraft[]): Merged {
  const kept: Statement[] = []
  const corrected: Statement[] = []
  for (const { sections } of parts) {
    const own = sections.find(({ key }) => key === section.key)?.statements ?? []
    // Only statements of other parts are compared: inside a part the model saw all of it at once.
    const before = [...kept]
    for (const statement of own) {
      if (before.some((other) => isSame(other, statement))) continue
      for (const other of before.filter((one) => isCorrected(one, statement))) {
        kept.splice(kept.indexOf(other), 1)
        before.splice(before.indexOf(other), 1)
        corrected.push(other)
      }
      kept.push(statement)
    }
  }
  return { section: { ...section, statements: kept }, corrected }
}

/** Both cite the same words about the same thing, and say the opposite of each other. The later part has heard what came after them. */
const isCorrected = (one: Statement, later: Statement): boolean =>
  sharesSegment(one, later) && one.claims.some((claim) => later.claims.some((other) => contradicts(claim, other)))

const slots = ['side', 'value', 'unit', 'frequency', 'duration'] as const

function contradicts(one: Claim, other: Claim): boolean {
  if (one.kind !== other.kind || one.concept !== other.concept || one.person !== other.person) return false
  if (one.polarity !== other.polarity || one.time !== other.time) return true
  return slots.some((slot) => one[slot] !== undefined && other[slot] !== undefined && one[slot] !== other[slot])
}
