/** If the verifier doubts a symptom with a detail ("Ear pain for 2 days, left side."), the symptom is judged without it, by the words that name it. D452. */
import type { Claim, Evidence, Note, Statement } from '../../core/clinical-note.ts'
import { leftOut } from './withhold.ts'

const idOfBare = ({ id }: Statement): string => `${id}.bare`

const named: ReadonlySet<Claim['kind']> = new Set(['complaint', 'symptom'])

/** The first words that are cited: a question with its answers, or one statement. */
function leadOf(evidence: readonly Evidence[]): readonly Evidence[] {
  const isAsking = (item: Evidence | undefined): boolean => item?.kind === 'segment' && item.role === 'question'
  const next = evidence.findIndex((item, at) => at > 0 && (isAsking(item) || !isAsking(evidence[0])))
  return evidence.slice(0, next < 0 ? evidence.length : next)
}

/** The fact alone; undefined if the sentence is no name with a detail. */
export function findBare(statement: Statement): Statement | undefined {
  const [claim, ...others] = statement.claims
  if (
    claim === undefined ||
    others.length > 0 ||
    statement.parts !== undefined ||
    !named.has(claim.kind) ||
    claim.time === 'past'
  )
    return undefined
  const name = statement.text.slice(0, claim.display.length)
  const detail = statement.text.slice(claim.display.length)
  if (claim.polarity !== 'present' || name.toLowerCase() !== claim.display.toLowerCase() || !/^(?:,| for | since )/.test(detail)) return undefined // biome-ignore format: short
  const { kind, concept, display, polarity, certainty, person, code } = claim
  const bare: Claim = { kind, concept, display, polarity, certainty, person, time: 'current', ...(code === undefined ? {} : { code }) } // biome-ignore format: short
  return {
    ...statement,
    id: idOfBare(statement),
    text: `${name}.`,
    claims: [bare],
    evidence: leadOf(statement.evidence),
  }
}

/** Gives each fact that stayed alone the identifier of its sentence, and shows the reviewer the sentence that was left out. */
export function tellBare(note: Note, draft: Note): Note {
  const statements = draft.sections.flatMap((section) => section.statements)
  const tried = new Map(
    statements.flatMap((own) => (findBare(own) === undefined ? [] : [[idOfBare(own), own] as const])),
  )
  const kept = note.sections.flatMap((section) => section.statements).flatMap(({ id }) => tried.get(id) ?? [])
  const names = new Map([...tried.values()].map((own) => [leftOut(findBare(own)?.text ?? ''), own.text]))
  const has = new Set(statements.map(({ text }) => leftOut(text)))
  const sections = note.sections.map((section) => ({
    ...section,
    statements: section.statements.map((own) => ({ ...own, id: tried.get(own.id)?.id ?? own.id })),
  }))
  const told = note.openQuestions.map((line) => (has.has(line) ? line : names.has(line) ? leftOut(names.get(line) ?? '') : line)) // biome-ignore format: short
  return { ...note, sections, openQuestions: [...told, ...kept.map(({ text }) => leftOut(text, 'the recording supports no more than its first words'))] } // biome-ignore format: short
}
