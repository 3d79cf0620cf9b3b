/** Asks an endpoint to refute each statement of a note from the words that it cites. Its answer can only add doubt. D296. */
import { z } from 'zod'
import type { Note, Segment, Statement } from '../../core/clinical-note.ts'
import { isJsonObject } from '../../core/json.ts'
import type { RecordFact } from '../compose/record.ts'
import { segmentKey } from '../verify/evidence.ts'
import { type ChatEndpoint, type PreparedRequest, prepareRequest, type Receiver, receiverOf } from './chat.ts'
import { findJson } from './json-in-answer.ts'
import { fill, lines } from './messages.ts'
import { ProviderError } from './provider-error.ts'
import { type Identifying, openRedaction } from './redaction.ts'
import { plainRedaction } from './sent.ts'

export type ReadingInput = {
  readonly note: Note
  readonly transcripts: readonly { readonly id: string; readonly segments: readonly Segment[] }[]
  readonly record: readonly RecordFact[]
  /** Texts to replace; absent: none. */
  readonly identifying?: readonly Identifying[]
}

/** The texts of the prompts. `{{statements}}` in the user's text is replaced. */
export type ReadingPrompts = { readonly system: string; readonly user: string }

export type SecondReader = Receiver & {
  /** The ids of the refuted statements. Undefined if no statement cites words or the record. Throws ProviderError if there is too much to send. */
  readonly prepare: (input: ReadingInput) => PreparedRequest<ReadonlySet<string>> | undefined
}

export type SecondReaderOptions = ChatEndpoint & { readonly redacts: boolean; readonly prompts: ReadingPrompts }

export const openSecondReader = (options: SecondReaderOptions): SecondReader => ({
  ...receiverOf(options),
  prepare(input) {
    const { cited, segments } = citeAll(input)
    if (cited.size === 0) return undefined
    const { prompts } = options
    const user = fill(prompts.user, { statements: lines([...cited].map(([id, { words }]) => ({ id, ...words }))) })
    const schema = readingSchema([...cited.keys()])
    const read = (content: string) =>
      listRefuted(content, new Map([...cited].map(([id, own]) => [id, own.statementId])))
    // A fact of the record is disclosed as a segment is.
    return prepareRequest(options, { system: prompts.system, user, name: 'reading', schema }, { segments, read })
  },
})

type Words = {
  readonly statement: string
  readonly said: readonly object[]
  readonly recorded: readonly string[]
}
type Cited = { readonly statementId: string; readonly words: Words }

/** Statements that rest on a clinician's word alone are not sent: nobody can read them against anything. */
function citeAll({ note, transcripts, record, identifying }: ReadingInput) {
  const { redact } = identifying === undefined ? plainRedaction : openRedaction(identifying)
  const said = new Map(transcripts.flatMap(({ id, segments }) => segments.map((segment) => [segmentKey(id, segment.id), segment]))) // biome-ignore format: short
  const facts = new Map(record.map(({ reference, display }) => [reference, display]))
  const cited = new Map<string, Cited>()
  let segments = 0
  for (const statement of note.sections.flatMap((section) => section.statements)) {
    const own = [...new Set(keysOf(statement))].flatMap((key) => said.get(key) ?? [])
    const recorded = [...new Set(referencesOf(statement))].flatMap((reference) => facts.get(reference) ?? [])
    if (own.length + recorded.length === 0) continue
    segments += own.length + recorded.length
    const words = {
      statement: redact(statement.text).text,
      said: own.map(({ speaker, text, uncertain }) => ({ speaker, text: redact(text).text, ...(uncertain ? { uncertain } : {}) })), // biome-ignore format: short
      recorded: recorded.map((display) => redact(display).text),
    }
    cited.set(`n${cited.size + 1}`, { statementId: statement.id, words })
  }
  return { cited, segments }
}

const keysOf = ({ evidence }: Statement): readonly string[] =>
  evidence.flatMap((item) => (item.kind === 'segment' ? [segmentKey(item.transcriptId, item.segmentId)] : []))
const referencesOf = ({ evidence }: Statement): readonly string[] =>
  evidence.flatMap((item) => (item.kind === 'resource' ? [item.reference] : []))

const verdicts = ['holds', 'refuted'] as const
const readingSchema = (ids: readonly string[]) => {
  const verdict = z.strictObject({ id: z.enum(ids as [string, ...string[]]), verdict: z.enum(verdicts) })
  return z.strictObject({ verdicts: z.array(verdict).max(ids.length) })
}

/** Throws ProviderError unless each statement has a verdict. Of two verdicts the doubt counts. */
function listRefuted(content: string, statementIds: ReadonlyMap<string, string>): ReadonlySet<string> {
  const answer = findJson(content)
  const given = isJsonObject(answer) ? answer.verdicts : answer
  if (!Array.isArray(given)) throw new ProviderError('provider-answer-invalid')
  const read = new Set<string>()
  const refuted = new Set<string>()
  for (const item of given) {
    const { id, verdict } = isJsonObject(item) ? item : {}
    const statementId = typeof id === 'string' ? statementIds.get(id) : undefined
    if (statementId === undefined || !verdicts.some((known) => known === verdict)) continue
    read.add(statementId)
    if (verdict === 'refuted') refuted.add(statementId)
  }
  if (read.size < statementIds.size) throw new ProviderError('provider-answer-invalid')
  return refuted
}
