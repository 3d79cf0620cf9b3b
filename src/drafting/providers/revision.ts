/** Asks an outside drafter to change a note by a clinician's instruction. Statements that the answer does not name stay as they are. D297. */
import { z } from 'zod'
import type { Note } from '../../core/clinical-note.ts'
import { type ChatEndpoint, type PreparedRequest, prepareRequest, type Receiver, receiverOf } from './chat.ts'
import { draftSchema, maxStatements } from './draft-answer.ts'
import { findJson, memberOf } from './json-in-answer.ts'
import { fill, lines, type Prompts, systemText, userText } from './messages.ts'
import { listGiven, openReplacementReader } from './read-draft.ts'
import type { Mended } from './repair.ts'
import { citable, nameAll, type ProviderDraftInput, type SentTalk } from './sent.ts'

export type RevisionInput = ProviderDraftInput & {
  readonly note: Note
  readonly instruction: string
  /** New statements get ids that begin so. */
  readonly idPrefix: string
}

/** `dropped`: ids of statements that the instruction leaves out. */
export type Revision = { readonly mended: readonly Mended[]; readonly dropped: readonly string[] }

export type Reviser = Receiver & {
  /** Throws ProviderError if there is too much to send. */
  readonly prepare: (input: RevisionInput) => PreparedRequest<Revision>
}

export type ReviserOptions = ChatEndpoint & {
  readonly redacts: boolean
  readonly prompts: Omit<Prompts, 'repair'> & { readonly revise: string }
}

export const openReviser = (options: ReviserOptions): Reviser => ({
  ...receiverOf(options),
  prepare(input) {
    const talk = nameAll(input)
    const { redact } = talk.redaction
    const statements = input.note.sections.flatMap(({ key, statements: own }) => own.map(({ id, text }) => ({ key, id, text }))) // biome-ignore format: short
    const known = new Map(statements.map(({ id, text }, at) => [`x${at + 1}`, { statementId: id, text }]))
    const { prompts } = options
    const values = {
      note: lines(statements.map(({ key, text }, at) => ({ id: `x${at + 1}`, section: key, text: redact(text).text }))),
      instruction: lines([{ instruction: redact(input.instruction).text }]),
    }
    const user = `${userText(prompts, talk)}\n\n${fill(prompts.revise, values)}`
    const schema = revisionSchema(talk, [...known.keys()])
    const read = (content: string): Revision => readRevision(talk, known, { content, idPrefix: input.idPrefix })
    const question = { system: systemText(prompts), user, name: 'revision', schema }
    return prepareRequest(options, question, { segments: talk.segments.length, read })
  },
})

function revisionSchema(talk: SentTalk, ids: readonly string[]) {
  const statement = draftSchema(citable(talk)).shape.statements.element
  const id = ids.length === 0 ? z.string().max(0) : z.enum(ids as [string, ...string[]])
  return z.strictObject({
    statements: z.array(statement.extend({ replaces: id.nullable() })).max(maxStatements),
    dropped: z.array(id).max(ids.length),
  })
}

type Known = { readonly statementId: string; readonly text: string }
type Answered = { readonly content: string; readonly idPrefix: string }

/** A statement that cannot be read changes nothing. Throws ProviderError if there is no list of statements. */
function readRevision(talk: SentTalk, known: ReadonlyMap<string, Known>, { content, idPrefix }: Answered): Revision {
  const read = openReplacementReader(citable(talk))
  const answer = findJson(content)
  const mended: Mended[] = []
  const replaced = new Set<string>()
  for (const item of listGiven(answer).slice(0, maxStatements)) {
    const id = memberOf(item, 'replaces')
    const old = id === null ? undefined : known.get(String(id))
    if ((id !== null && old === undefined) || (old !== undefined && replaced.has(old.statementId))) continue
    const replacement = read(item, () => `${idPrefix}${mended.length + 1}`)
    if (replacement === undefined) continue
    if (old !== undefined) replaced.add(old.statementId)
    mended.push({ ...replacement, of: { text: old?.text ?? '', reasons: [], line: '', ...old } })
  }
  const dropped = memberOf(answer, 'dropped')
  const named = Array.isArray(dropped) ? dropped.flatMap((id) => known.get(String(id))?.statementId ?? []) : []
  return { mended, dropped: [...new Set(named)].filter((id) => !replaced.has(id)) }
}
