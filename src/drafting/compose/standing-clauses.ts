/** If the verifier refuses a sentence of an outside drafter that has several clauses, each clause is judged alone, and those that it supports stay. D543. */
import type { Claim, Note, Statement, Verification } from '../../core/clinical-note.ts'
import { isRefusing } from './settle.ts'
import { leftOut } from './withhold.ts'

type Verify = (note: Note) => Promise<Pick<Verification, 'outcome' | 'findings'>>

/** A semicolon, or a full stop with a new sentence after it. */
const between = /\s*;\s+|(?<=[a-z\d)%]{2})\.\s+(?=["(]?[A-Z])/

/** A clause that says something only with the one before it: its subject, its denial or its condition stands there. */
const leans =
  /^(?:(?:and|but|or|nor|then|so|otherwise|unless|except|if|when|with|without|which|who|that|this|these|those|it|they|both|same|also|either|neither|he|she|his|her|their|its|after|before|because|due|as|only|not|never|none)\b|[a-z]+ing\b)/i
/** Words at the beginning of a sentence that hold for all its clauses. */
const leads = /^(?:no|denies|nil|without|never|possibl[ey]|likely|probabl[ey]|history of|family history|previous|past|return|review|call|seek|safety)\b|^[^;]{1,40}:|\b(?:if|unless|until)\b/i // biome-ignore format: one row
const ofRelative =
  /\b(?:mother|father|brother|sister|aunt|uncle|grand\w+|son|daughter|wife|husband|partner|cousin|parents?|family|relatives?|mate|friend|neighbour)\b/i

const finish = (piece: string): string => `${piece.charAt(0).toUpperCase()}${piece.slice(1).replace(/\.$/, '')}.`

/** The clauses that can stand alone; undefined if there are none. */
function clausesOf({ text }: Statement): readonly string[] | undefined {
  if (text.includes('"') || text.includes('[')) return undefined
  const pieces = text.split(between).filter((piece) => /[a-z]{2}/i.test(piece))
  const [first = '', ...others] = pieces
  if (others.length === 0 || others.some((piece) => leans.test(piece))) return undefined
  if (leads.test(first) || (ofRelative.test(first) && others.some((piece) => !ofRelative.test(piece)))) return undefined
  return pieces.slice(1, -1).some((piece) => /\b(?:if|unless|until)\b/i.test(piece)) ? undefined : pieces.map(finish)
}

const small = /^(?:the|and|for|with|from|not|has|had|was|were|are|per|day|week|left|right|start|stop|continue)$/

const wordsOf = (text: string): readonly string[] => (text.toLowerCase().match(/[a-z]{3,}|\d+(?:\.\d+)?/g) ?? []).filter((word) => !small.test(word)) // biome-ignore format: short

/** The place of the clause that names most words of the claim; -1 if none does. */
function homeOf({ display }: Claim, clauses: readonly string[]): number {
  const counts = clauses.map((clause) => {
    const own = new Set(wordsOf(clause))
    return wordsOf(display).filter((word) => own.has(word)).length
  })
  const most = Math.max(...counts)
  return most === 0 ? -1 : counts.indexOf(most)
}

const idOfClause = ({ id }: Statement, at: number): string => `${id}.clause${at + 1}`

/** Each clause with its claims as a statement of its own; one without a claim states nothing that could be judged. */
function apart(statement: Statement): readonly Statement[] {
  const clauses = clausesOf(statement)
  if (clauses === undefined) return []
  const { parts: _parts, ...whole } = statement
  const homes = statement.claims.map((claim) => homeOf(claim, clauses))
  return clauses.flatMap((text, at) => {
    const claims = statement.claims.filter((_, index) => homes[index] === at)
    return claims.length === 0 ? [] : [{ ...whole, id: idOfClause(statement, at), text, claims }]
  })
}

/** The note with the clauses of each sentence of the draft that was left out of it. */
function insertClauses(note: Note, drafted: Note, opened: ReadonlyMap<string, readonly Statement[]>): Note {
  const sections = note.sections.map((section) => {
    const order = (drafted.sections.find(({ key }) => key === section.key)?.statements ?? []).map(({ id }) => id)
    const stands = new Set(section.statements.map(({ id }) => id))
    const statements = [...section.statements]
    for (const id of order.toReversed()) {
      const last = order.slice(0, order.indexOf(id)).findLast((own) => stands.has(own))
      const at = last === undefined ? 0 : statements.findIndex((one) => one.id === last) + 1
      statements.splice(at, 0, ...(opened.get(id) ?? []))
    }
    return { ...section, statements }
  })
  return { ...note, sections }
}

/** `note` is what was settled of `drafted`. If the clauses bring a finding about the whole note, or are not judged, it holds as it is. */
export async function keepClauses(note: Note, drafted: Note, verify: Verify): Promise<Note> {
  const left = drafted.sections.flatMap(({ statements }) => statements).filter(({ text }) => note.openQuestions.includes(leftOut(text))) // biome-ignore format: short
  const opened = new Map(left.map((statement) => [statement.id, apart(statement)] as const).filter(([, own]) => own.length > 0)) // biome-ignore format: short
  if (opened.size === 0) return note
  const tried = insertClauses(note, drafted, opened)
  const { outcome, findings } = await verify(tried)
  const refusing = findings.filter(isRefusing)
  const clauses = new Map([...opened.values()].flat().map((own) => [own.id, own]))
  const doubted = new Set(refusing.flatMap(({ statementId }) => (statementId === undefined ? [] : [statementId])))
  const isContradicted = refusing.some(({ rule, statementId }) => statementId === undefined && rule === 'allergy-contradicted') // biome-ignore format: short
  if (outcome === 'not_run' || isContradicted || [...doubted].some((id) => !clauses.has(id))) return note
  const standing = new Set([...clauses.keys()].filter((id) => !doubted.has(id)))
  if (standing.size === 0) return note
  const sections = tried.sections.map((section) => ({
    ...section,
    statements: section.statements.filter(({ id }) => !clauses.has(id) || standing.has(id)),
  }))
  return { ...note, sections, openQuestions: note.openQuestions.flatMap((line) => tellLeft(line, left, standing)) }
}

/** The reviewer sees the clauses that are still left out. */
function tellLeft(line: string, left: readonly Statement[], standing: ReadonlySet<string>): readonly string[] {
  const whole = left.find(({ text }) => leftOut(text) === line)
  const clauses = whole === undefined ? undefined : clausesOf(whole)
  if (whole === undefined || clauses === undefined) return [line]
  const missing = clauses.filter((_, at) => !standing.has(idOfClause(whole, at)))
  return missing.length === clauses.length ? [line] : missing.map((text) => leftOut(text))
}
