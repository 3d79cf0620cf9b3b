/** If the verifier doubts a sentence with several facts, each fact is judged alone, and the supported ones stay. D368. */
import type { Note, Statement, StatementPart, Verification } from '../../core/clinical-note.ts'
import { findBare } from './bare-facts.ts'
import { joinParts } from './joined-parts.ts'
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

/** The note with each doubted sentence in its parts, or without its detail; the note itself if no doubted sentence has either. */
export function unpackDoubted(note: Note, { findings }: Findings): Note {
  const doubted = new Set(findings.map(({ statementId }) => statementId))
  const open = (statement: Statement): readonly Statement[] => {
    if (!doubted.has(statement.id)) return [statement]
    return isPacked(statement)
      ? statement.parts.map((part, at) => asStatement(statement, part, at))
      : [findBare(statement) ?? statement]
  }
  if (note.sections.every(({ statements }) => statements.every((own) => open(own)[0] === own))) return note
  const sections = note.sections.map((section) => ({
    ...section,
    statements: section.statements.flatMap(open),
  }))
  return { ...note, sections }
}

/** Joins the parts that are left of each sentence of `packed` again, under its identifier. If all are left, the fault is in the joined sentence, and they stay apart. */
export function packAgain(note: Note, packed: Note): Note {
  const originals = new Map(packed.sections.flatMap(({ statements }) => statements).filter(isPacked).filter(isJoined).map((own) => [own.id, own])) // biome-ignore format: short
  const idOf = new Map([...originals.values()].flatMap((own) => own.parts.map((_, at) => [idOfPart(own, at), own.id]))) // biome-ignore format: short
  const sections = note.sections.map((section) => ({
    ...section,
    statements: [...Map.groupBy(section.statements, ({ id }) => idOf.get(id) ?? id)].flatMap(
      ([id, left]) =>
      idOf.has(left[0]?.id ?? '') && left.length < (originals.get(id)?.parts.length ?? 0) ? [joinStatements(id, left)] : left, // biome-ignore format: short
    ),
  }))
  return { ...note, sections }
}

function joinStatements(id: string, statements: readonly Statement[]): Statement {
  const [first] = statements
  if (first === undefined) throw new Error('a group has at least one statement')
  return { ...first, id, text: joinTexts(statements.map(({ text }) => text)), ...joinParts(statements) }
}
