/** Sends a draft to the verifier, and removes the statements that the verifier refuses. A statement in other words stays; the embedded drafter must use the words that were said. docs/design/drafting.md#verification; D13, D257. */
import type { Finding, Note, Statement, Verification } from '../../core/clinical-note.ts'
import { tellBare } from './bare-facts.ts'
import { packAgain, unpackDoubted } from './doubted-parts.ts'
import { unclear } from './hedging.ts'
import { withholdUnsupported } from './withhold.ts'

/** A statement that is not in the note, with the rules that refused it. */
export type Refused = { readonly statement: Statement; readonly rules: readonly string[] }
export type Settled = {
  readonly note: Note
  readonly refused: readonly Refused[]
  /** The number of findings about a section or the whole note, which no statement answers for. */
  readonly wholeFindings: number
}

type Verify = (note: Note) => Promise<Pick<Verification, 'outcome' | 'findings'>>

/** The embedded drafter adds no words of its own and never forgets the mark of an unclear recording. A fact that shares its sentence with a doubted one is judged alone. D368. */
export async function settleEmbedded(draft: Note, verify: Verify): Promise<Note> {
  const first = await verify(draft)
  const unpacked = unpackDoubted(draft, first)
  return settleParts({ draft, first, unpacked, second: unpacked === draft ? first : await verify(unpacked) })
}

type Parted = {
  readonly draft: Note
  readonly first: Pick<Verification, 'findings'>
  readonly unpacked: Note
  readonly second: Pick<Verification, 'outcome' | 'findings'>
}

/** If the second verdict is missing, the first one holds. */
export function settleParts({ draft, first, unpacked, second }: Parted): Note {
  if (second.outcome === 'not_run') return withholdUnsupported(draft, first)
  return tellBare(packAgain(withholdUnsupported(unpacked, second), draft), draft)
}

/** D257: if the only fault of a statement is that it hides an unclear recording, it is marked as unclear and judged again. */
export async function settleDraft(draft: Note, verify: Verify): Promise<Settled> {
  const first = await verify(draft)
  const marked = markUnclear(draft, first.findings.filter(isRefusing))
  const second = marked === draft ? first : await verify(marked)
  // If the second verdict is missing, the first one holds.
  const [note, { findings }] = second.outcome === 'not_run' ? [draft, first] : [marked, second]
  const refusing = findings.filter(isRefusing)
  return {
    note: withholdUnsupported(note, { findings: refusing }),
    refused: listRefused(note, refusing),
    wholeFindings: refusing.filter(({ statementId }) => statementId === undefined).length,
  }
}

/** D258: a statement in other words stays for the reviewer, who attests or changes it. */
export const isRefusing = ({ rule }: Finding): boolean => rule !== 'said-in-other-words'

const rulesOf = (findings: readonly Finding[], { id }: Statement): readonly string[] =>
  findings.filter(({ statementId }) => statementId === id).map(({ rule }) => rule)

const listRefused = (note: Note, findings: readonly Finding[]): readonly Refused[] =>
  note.sections
    .flatMap(({ statements }) => statements)
    .map((statement) => ({ statement, rules: rulesOf(findings, statement) }))
    .filter(({ rules }) => rules.length > 0)

function markUnclear(note: Note, findings: readonly Finding[]): Note {
  const isHidden = (statement: Statement): boolean => {
    const rules = rulesOf(findings, statement)
    return rules.length > 0 && rules.every((rule) => rule === 'uncertain-as-certain')
  }
  if (!note.sections.some(({ statements }) => statements.some(isHidden))) return note
  const sections = note.sections.map((section) => ({
    ...section,
    statements: section.statements.map((statement) => (isHidden(statement) ? asUnclear(statement) : statement)),
  }))
  return { ...note, sections }
}

/** Adds the mark in brackets at the end, and makes the claims uncertain. */
function asUnclear({ parts: _parts, ...statement }: Statement): Statement {
  return {
    ...statement,
    text: `${statement.text.replace(/\.$/, '')}${unclear}.`,
    claims: statement.claims.map((claim) => ({ ...claim, certainty: 'uncertain' as const })),
  }
}
