/** One request to an OpenAI-compatible chat endpoint: an answer in JSON by a schema, within a time and a size. docs/design/drafting.md#providers; D55. */
import { z } from 'zod'
import { stringifyJson } from '../../core/json.ts'
import { sha256Of } from '../../core/sha256.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { sendRequest } from '../../outbound/request.ts'
import { parseAnswer } from './answer.ts'
import { checkAnswered, ProviderError, toProviderError } from './provider-error.ts'

export type ChatEndpoint = {
  readonly policy: OutboundPolicy
  /** `https://host/v1`: `/chat/completions` follows. */
  readonly url: string
  readonly model: string
  readonly key: string | undefined
  /** The longest that one answer may take. */
  readonly timeoutMs: number
}

/** The receiver, for the audit. */
export type Receiver = {
  readonly host: string
  readonly model: string
  /** True if names and similar texts are replaced. */
  readonly redacts: boolean
}

export const receiverOf = ({
  url,
  model,
  redacts,
}: Pick<ChatEndpoint, 'url' | 'model'> & Pick<Receiver, 'redacts'>): Receiver => ({
  host: new URL(url).host,
  model,
  redacts,
})

export type Question = {
  readonly system: string
  readonly user: string
  /** The name and the form of the answer. */
  readonly name: string
  readonly schema: z.ZodType
}

/** A request before it is sent, so that its disclosure is recorded first. */
export type PreparedRequest<Answer> = {
  /** SHA-256 of the body, hexadecimal. */
  readonly sha256: string
  /** Segments that it discloses. */
  readonly segments: number
  /** Throws ProviderError. */
  readonly send: (signal: AbortSignal) => Promise<{ readonly answer: Answer; readonly tokens: number }>
}

const maxBodyBytes = 1024 * 1024
const maxAnswerBytes = 2 * 1024 * 1024

type Reading<Answer> = { readonly segments: number; readonly read: (content: string) => Answer }

/** Throws ProviderError if there is too much to send, or nothing. */
export function prepareRequest<Answer>(
  endpoint: ChatEndpoint,
  { system, user, name, schema }: Question,
  { segments, read }: Reading<Answer>,
): PreparedRequest<Answer> {
  const body = stringifyJson({
    model: endpoint.model,
    temperature: 0,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema: z.toJSONSchema(schema) } },
  })
  if (Buffer.byteLength(body) > maxBodyBytes || segments === 0) throw new ProviderError('payload-too-large')
  return {
    sha256: sha256Of(body),
    segments,
    async send(signal) {
      const { content, tokens } = await ask(endpoint, body, signal)
      return { answer: read(content), tokens }
    },
  }
}

const completion = z.object({
  choices: z
    .array(z.object({ finish_reason: z.string().nullish(), message: z.object({ content: z.string() }) }))
    .min(1),
  usage: z.object({ total_tokens: z.number().int().min(0).max(100_000_000) }).optional(),
})

async function ask({ policy, url, key, timeoutMs }: ChatEndpoint, body: string, signal: AbortSignal) {
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
