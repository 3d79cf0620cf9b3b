/** If the verifier doubts a sentence with several facts, each fact is judged alone, and the supported ones stay. D368. */
import type { Evidence, Note, Statement, StatementPart, Verification } from '../../core/clinical-note.ts'
import { joinTexts } from './packing.ts'

type Findings = Pick<Verification, 'findings'>
type Packed = Statement & { readonly parts: readonly StatementPart[] }

const idOfPart = ({ id }: Statement, at: number): string => `${id}.${at + 1}`

/** The part as a sentence of its own: the claims and the evidence that it points to. */
function asStatement(packed: Packed, part: StatementPart, at: number): Statement {
  const { parts: _parts, ...statement } = packed
  return {
    ...statement,
    id: idOfPart(packed, at),
    text: part.text,
    claims: part.claims.flatMap((index) => packed.claims[index] ?? []),
    evidence: part.evidence.flatMap((index) => packed.evidence[index] ?? []),
  }
}

/** A voice, or a mark of an unclear recording, has changed the sentence: its parts no longer make it up. */
const isJoined = ({ text, parts }: Packed): boolean => text === joinTexts(parts.map((part) => part.text))

const isPacked = (statement: Statement): statement is Packed => statement.parts !== undefined

/** The note with each doubted sentence in its parts; the note itself if no doubted sentence has any. */
export function unpackDoubted(note: Note, { findings }: Findings): Note {
  const doubted = new Set(findings.map(({ statementId }) => statementId))
  const isOpened = (statement: Statement): statement is Packed => doubted.has(statement.id) && isPacked(statement)
  if (!note.sections.some(({ statements }) => statements.some(isOpened))) return note
  const sections = note.sections.map((section) => ({
    ...section,
    statements: section.statements.flatMap((statement) =>
      isOpened(statement) ? statement.parts.map((part, at) => asStatement(statement, part, at)) : [statement],
    ),
  }))
  return { ...note, sections }
}

/** Joins the parts that are left of each sentence of `packed` again, under its identifier. If all are left, the fault is in the joined sentence, and they stay apart. */
export function packAgain(note: Note, packed: Note): Note {
  const originals = packed.sections
    .flatMap(({ statements }) => statements)
    .filter(isPacked)
    .filter(isJoined)
  const originalOf = new Map(originals.flatMap((own) => own.parts.map((_, at) => [idOfPart(own, at), own] as const)))
  const sections = note.sections.map((section) => ({
    ...section,
    statements: [...Map.groupBy(section.statements, ({ id }) => originalOf.get(id)?.id ?? id)].flatMap(([id, left]) =>
      left.length === originals.find((own) => own.id === id)?.parts.length ? left : [joinStatements(id, left)],
    ),
  }))
  return { ...note, sections }
}

function joinStatements(id: string, statements: readonly Statement[]): Statement {
  const [first, ...others] = statements
  if (first === undefined) throw new Error('a group has at least one statement')
  if (others.length === 0) return { ...first, id }
  const keyOf = (item: Evidence): string => JSON.stringify(item)
  const evidence = [...new Map(statements.flatMap((own) => own.evidence.map((item) => [keyOf(item), item]))).values()]
  const places = new Map(evidence.map((item, at) => [keyOf(item), at]))
  const claims = statements.flatMap((own) => own.claims)
  const parts = statements.map((own) => ({
    text: own.text,
    claims: own.claims.map((claim) => claims.indexOf(claim)),
    evidence: own.evidence.map((item) => places.get(keyOf(item)) ?? 0),
  }))
  return { ...first, id, text: joinTexts(statements.map(({ text }) => text)), claims, evidence, parts }
}
