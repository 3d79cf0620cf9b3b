/** Speech recognition by an OpenAI-compatible endpoint. docs/design/drafting.md#providers; D55, D270. */
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { sendRequest } from '../../outbound/request.ts'
import { buildForm } from './multipart.ts'
import { checkAnswered, toProviderError } from './provider-error.ts'
import { type RecognisedSegment, readSegments } from './recognised-segments.ts'
import { meterRecording } from './recording-length.ts'

export type Recording = {
  readonly mediaType: string
  /** BCP 47. */
  readonly language: string
  readonly bytes: number
  readonly parts: AsyncIterable<Uint8Array>
}

export type Transcriber = {
  /** The receiver, for the audit. */
  readonly host: string
  /** Throws ProviderError. */
  readonly transcribe: (recording: Recording, signal: AbortSignal) => Promise<readonly RecognisedSegment[]>
}

export type TranscriberOptions = {
  readonly policy: OutboundPolicy
  /** `https://host/v1`: `/audio/transcriptions` follows. */
  readonly url: string
  readonly model: string
  readonly key: string | undefined
  readonly timeoutMs: number
  /** The most that the words of a transcript may take together, in UTF-8. */
  readonly maxTextBytes: number
}

/** By the media types that a recording may have. */
const extensions: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'mp4',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'audio/flac': 'flac',
}

const maxAnswerBytes = 16 * 1024 * 1024

export const openTranscriber = ({
  policy,
  url,
  model,
  key,
  timeoutMs,
  maxTextBytes,
}: TranscriberOptions): Transcriber => ({
  host: new URL(url).host,
  async transcribe(recording, signal) {
    const { mediaType, bytes } = recording
    const { parts, seconds } = meterRecording(bytes, recording.parts)
    const fields = [
      ['model', model],
      ['response_format', 'verbose_json'],
      ['timestamp_granularities[]', 'segment'],
      ['language', recording.language.replace(/-.*/, '')],
      ['temperature', '0'],
    ] as const
    // A name that says nothing.
    const fileName = `recording.${extensions[mediaType] ?? 'bin'}`
    const form = buildForm(fields, { name: 'file', fileName, mediaType, bytes, parts })
    try {
      const answer = await sendRequest(policy, {
        method: 'POST',
        url: `${url}/audio/transcriptions`,
        headers: {
          'content-type': form.contentType,
          accept: 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: form.body,
        signal,
        timeoutMs,
        maxBytes: maxAnswerBytes,
      })
      checkAnswered(answer)
      return await readSegments(answer.body, { maxTextBytes, recordedSeconds: seconds() })
    } catch (error) {
      throw toProviderError(error)
    }
  },
})
