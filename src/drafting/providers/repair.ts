/** Asks once more for the statements of a draft that were refused, with the reason for each. One round, and no more than it was asked for. D295. */
import { z } from 'zod'
import type { Note } from '../../core/clinical-note.ts'
import type { Refused, Settled } from '../compose/settle.ts'
import { ruleMessages } from '../verify/tables.ts'
import { askedRules } from './asked-rules.ts'
import { type ChatEndpoint, type PreparedRequest, prepareRequest } from './chat.ts'
import { type BuiltDraft, draftSchema, type Refusal, unfilled } from './draft-answer.ts'
import { findJson, memberOf } from './json-in-answer.ts'
import { fill, lines, type Prompts, systemText, userText } from './messages.ts'
import { listGiven, openReplacementReader, type Replacement } from './read-draft.ts'
import { isSameMatter, matterOf } from './same-matter.ts'
import { isRepeated } from './same-statement.ts'
import { citable, type SentTalk } from './sent.ts'

/** The most statements of one request that are asked for again. */
const maxRefused = 30

/** A statement in place of a refused one; not yet judged. */
export type Mended = Replacement & { readonly of: Refusal }

/** Statements that the verifier refused, in the words of the model, and those that never came into the note. */
export function listRefusals(
  { refusals, written }: BuiltDraft,
  refused: readonly Refused[],
  lineOf: (text: string) => string,
): readonly Refusal[] {
  const judged = refused.flatMap(({ statement, rules }) => {
    const text = written.get(statement.id)
    return text === undefined
      ? []
      : [
          {
            statementId: statement.id,
            text,
            reasons: rules.map(reasonOf),
            line: lineOf(statement.text),
            matter: matterOf(statement),
          },
        ]
  })
  return [...judged, ...refusals.filter(({ text }) => text !== '')].slice(0, maxRefused)
}

const reasonOf = (rule: string): string =>
  rule in ruleMessages
    ? `${ruleMessages[rule as keyof typeof ruleMessages]} ${askedRules[rule as keyof typeof askedRules]}`
    : rule

type Asking = { readonly endpoint: ChatEndpoint; readonly prompts: Prompts; readonly idPrefix: string }

/** Throws ProviderError if there is too much to send. */
export function prepareRepair(
  { endpoint, prompts, idPrefix }: Asking,
  talk: SentTalk,
  refusals: readonly Refusal[],
): PreparedRequest<readonly Mended[]> {
  const asked = new Map(refusals.map((refusal, at) => [`x${at + 1}`, refusal]))
  const refused = lines([...asked].map(([id, { text, reasons }]) => ({ id, text, reasons })))
  const user = `${userText(prompts, talk)}\n\n${fill(prompts.repair, { refused })}`
  const schema = repairSchema(talk, [...asked.keys()])
  return prepareRequest(
    endpoint,
    { system: systemText(prompts), user, name: 'repair', schema },
    {
      segments: talk.segments.length,
      read: (content) => readRepair(talk, asked, { content, idPrefix }),
    },
  )
}

function repairSchema(talk: SentTalk, ids: readonly string[]) {
  const statement = draftSchema(citable(talk)).shape.statements.element
  const replaces = z.enum(ids as [string, ...string[]])
  return z.strictObject({ statements: z.array(statement.extend({ replaces })).max(ids.length) })
}

/** Leaves out a statement that replaces nothing that was asked for, is about another matter, or cannot be read: the first answer holds. */
function readRepair(
  talk: SentTalk,
  asked: ReadonlyMap<string, Refusal>,
  { content, idPrefix }: { readonly content: string; readonly idPrefix: string },
): readonly Mended[] {
  const read = openReplacementReader(citable(talk))
  const mended = new Map<string, Mended>()
  for (const item of listGiven(findJson(content)).slice(0, 2 * maxRefused)) {
    const id = String(memberOf(item, 'replaces'))
    const of = asked.get(id)
    if (of === undefined || mended.has(id)) continue
    const replacement = read(item, (section) => `${idPrefix}${section}-${id}`)
    if (replacement !== undefined && isMend(of, replacement)) mended.set(id, { ...replacement, of })
  }
  return [...mended.values()]
}

const isMend = ({ matter }: Refusal, { statement }: Replacement): boolean =>
  matter !== undefined && isSameMatter(matter, matterOf(statement))

/** Without those that repeat a statement of the note or each other: the sentences that they replace stay left out. D300. */
export function keepNew({ sections }: Note, mended: readonly Mended[]): readonly Mended[] {
  const stated = sections.flatMap(({ statements }) => statements)
  const added: Mended[] = []
  for (const one of mended) {
    const standing = [...stated, ...added.map(({ statement }) => statement)]
    if (!standing.some((other) => isRepeated(other, one.statement))) added.push(one)
  }
  return added
}

/** The draft as it was judged, with the mended statements where the refused ones stood, or else at the end of their section. */
export function insertMended(drafted: Note, kept: Note, mended: readonly Mended[]): Note {
  const sections = kept.sections.map((section) => {
    const own = mended.filter((one) => one.section === section.key)
    const standing = new Map(section.statements.map((statement) => [statement.id, statement]))
    const order = (drafted.sections.find(({ key }) => key === section.key)?.statements ?? []).map(({ id }) => id)
    const placed = order.flatMap(
      (id) => standing.get(id) ?? own.find(({ of }) => of.statementId === id)?.statement ?? [],
    )
    const atEnd = own.filter(({ of }) => of.statementId === undefined || !order.includes(of.statementId))
    return { ...section, statements: [...placed, ...atEnd.map(({ statement }) => statement)] }
  })
  return { ...kept, sections }
}

export type Repaired = { readonly note: Note; readonly repaired: number }

/** The first note, unless the judged repair has all its statements as they were, some mended ones, and no new finding about the whole. */
export function chooseRepair(first: Settled, judged: Settled, mended: readonly Mended[]): Repaired {
  const texts = textsOf(judged.note)
  const isKept = [...textsOf(first.note)].every(([id, text]) => texts.get(id) === text)
  const standing = mended.filter(({ statement }) => texts.has(statement.id))
  if (!isKept || standing.length === 0 || judged.wholeFindings > first.wholeFindings)
    return { note: first.note, repaired: 0 }
  const solved = new Set(standing.map(({ of }) => of.line))
  const filled = new Set(judged.note.sections.filter(({ statements }) => statements.length > 0).map(unfilled))
  const openQuestions = first.note.openQuestions.filter((line) => !solved.has(line) && !filled.has(line))
  return { note: { ...judged.note, openQuestions }, repaired: standing.length }
}

const textsOf = ({ sections }: Note): ReadonlyMap<string, string> =>
  new Map(sections.flatMap(({ statements }) => statements).map(({ id, text }) => [id, text]))

/** Only these: the statements that stood are coded already. `code` codes the claims of a note. */
export async function codeMended(
  code: (note: Note) => Promise<Note>,
  mended: readonly Mended[],
): Promise<readonly Mended[]> {
  const section = { key: 'mended', title: '', code: '', statements: mended.map(({ statement }) => statement) }
  const { sections } = await code({ title: '', sections: [section], openQuestions: [] })
  const statements = new Map((sections[0]?.statements ?? []).map((statement) => [statement.id, statement]))
  return mended.map((one) => ({ ...one, statement: statements.get(one.statement.id) ?? one.statement }))
}
