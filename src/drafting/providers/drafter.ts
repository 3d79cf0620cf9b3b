/** Drafting by an OpenAI-compatible chat endpoint: JSON by schema, cited, and judged like any other draft. docs/design/drafting.md#providers; D55. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Note, NoteTemplate, Segment } from '../../core/clinical-note.ts'
import { stringifyJson } from '../../core/json.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { sendRequest } from '../../outbound/request.ts'
import type { RecordFact } from '../compose/record.ts'
import { parseAnswer } from './answer.ts'
import { askedText } from './asked-rules.ts'
import { buildNote, draftSchema, type Sent, type SentSegment } from './draft-answer.ts'
import { checkAnswered, ProviderError, toProviderError } from './provider-error.ts'
import { readDraft } from './read-draft.ts'
import { type Identifying, openRedaction } from './redaction.ts'

/** The texts of the prompts. Values replace `{{rules}}` in the system's text, and `{{title}}`, `{{sections}}`, `{{record}}` and `{{segments}}` in the user's. */
export type Prompts = { readonly system: string; readonly user: string }

export type ProviderDraftInput = {
  readonly template: NoteTemplate
  readonly transcripts: readonly { readonly id: string; readonly segments: readonly Segment[] }[]
  readonly record: readonly RecordFact[]
  /** Texts to replace; absent: none. */
  readonly identifying?: readonly Identifying[]
}

/** The request, before it is sent. */
export type PreparedDraft = {
  readonly sha256: string
  readonly segments: number
  readonly send: (signal: AbortSignal) => Promise<{ readonly note: Note; readonly tokens: number }>
}

export type Drafter = {
  /** The receiver, for the audit. */
  readonly host: string
  readonly model: string
  /** True if names and similar texts are replaced. */
  readonly redacts: boolean
  /** Throws ProviderError if there is too much to send; sending throws it too. */
  readonly prepare: (input: ProviderDraftInput) => PreparedDraft
}

export type DrafterOptions = {
  readonly policy: OutboundPolicy
  /** `https://host/v1`: `/chat/completions` follows. */
  readonly url: string
  readonly model: string
  readonly key: string | undefined
  readonly timeoutMs: number
  readonly redacts: boolean
  readonly prompts: Prompts
}

const maxBodyBytes = 1024 * 1024
const maxAnswerBytes = 2 * 1024 * 1024

export const openDrafter = (options: DrafterOptions): Drafter => ({
  host: new URL(options.url).host,
  model: options.model,
  redacts: options.redacts,
  prepare(input) {
    const sent = nameAll(input)
    const schema = draftSchema(sent)
    const body = stringifyJson({
      model: options.model,
      temperature: 0,
      messages: buildMessages(options.prompts, input, sent),
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'draft', strict: true, schema: z.toJSONSchema(schema) },
      },
    })
    if (Buffer.byteLength(body) > maxBodyBytes || sent.segments.size === 0) throw new ProviderError('payload-too-large')
    return {
      sha256: createHash('sha256').update(body).digest('hex'),
      segments: sent.segments.size,
      async send(signal) {
        const { content, tokens } = await ask(options, body, signal)
        return { note: buildNote(sent, readDraft(sent, content)), tokens }
      },
    }
  },
})

/** Ids of our own: a client's ids of segments are not sent. */
function nameAll({ template, transcripts, record, identifying }: ProviderDraftInput): Sent {
  const redaction = identifying === undefined ? asItIs : openRedaction(identifying)
  const all = transcripts.flatMap(({ id, segments }) =>
    segments.map(
      (segment): SentSegment => ({
        transcriptId: id,
        segmentId: segment.id,
        redacted: redaction.redact(segment.text),
      }),
    ),
  )
  return {
    template,
    segments: new Map(all.map((segment, at) => [`u${at + 1}`, segment])),
    record: new Map(record.map(({ reference }, at) => [`r${at + 1}`, reference])),
    redaction,
  }
}

const asItIs = {
  redact: (text: string) => ({ text, span: (start: number, end: number) => ({ start, end }) }),
  restore: (text: string) => text,
}

function buildMessages({ system, user }: Prompts, input: ProviderDraftInput, sent: Sent) {
  const said = input.transcripts.flatMap(({ segments }) => segments)
  const parts: Readonly<Record<string, string>> = {
    title: input.template.title,
    sections: lines(
      input.template.sections.map(({ key, title, draws, required, sources, order }) => ({
        section: key,
        title,
        kinds: draws,
        required,
        ...(sources === undefined ? {} : { sources }),
        ...(order === undefined ? {} : { order }),
      })),
    ),
    record: lines(
      input.record.map(({ kind, display }, at) => ({
        id: `r${at + 1}`,
        kind,
        text: sent.redaction.redact(display).text,
      })),
    ),
    segments: lines(
      [...sent.segments].map(([id, { redacted }], at) => ({
        id,
        speaker: said[at]?.speaker ?? 'other',
        text: redacted.text,
        ...(said[at]?.uncertain === true ? { uncertain: true } : {}),
      })),
    ),
  }
  const filled = user.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => parts[name] ?? whole)
  return [
    { role: 'system', content: system.replace('{{rules}}', askedText()) },
    { role: 'user', content: filled },
  ]
}

/** One JSON object a line: no spoken text can end its own frame. */
const lines = (items: readonly object[]): string =>
  items.length === 0 ? '(nothing)' : items.map((item) => stringifyJson(item)).join('\n')

const completion = z.object({
  choices: z
    .array(z.object({ finish_reason: z.string().nullish(), message: z.object({ content: z.string() }) }))
    .min(1),
  usage: z.object({ total_tokens: z.number().int().min(0).max(100_000_000) }).optional(),
})

async function ask({ policy, url, key, timeoutMs }: DrafterOptions, body: string, signal: AbortSignal) {
  try {
    const answer = await sendRequest(policy, {
      method: 'POST',
      url: `${url}/chat/completions`,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body,
      signal,
      timeoutMs,
      maxBytes: maxAnswerBytes,
    })
    checkAnswered(answer)
    const { choices, usage } = parseAnswer(completion, answer.body)
    const [choice] = choices
    // Cut short, or refused.
    if (choice === undefined || (choice.finish_reason ?? 'stop') !== 'stop')
      throw new ProviderError('provider-answer-invalid')
    const { content } = choice.message
    // Four bytes a token, if the provider does not count.
    const tokens = usage?.total_tokens ?? Math.ceil((body.length + content.length) / 4)
    return { content, tokens }
  } catch (error) {
    throw toProviderError(error)
  }
}
