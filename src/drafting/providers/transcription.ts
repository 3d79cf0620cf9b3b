/** Speech recognition by an OpenAI-compatible endpoint. docs/design/drafting.md#providers; D55. */
import { z } from 'zod'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { sendRequest } from '../../outbound/request.ts'
import { parseAnswer } from './answer.ts'
import { buildForm } from './multipart.ts'
import { checkAnswered, ProviderError, toProviderError } from './provider-error.ts'

export type Recording = {
  readonly mediaType: string
  /** BCP 47. */
  readonly language: string
  readonly bytes: number
  readonly parts: AsyncIterable<Uint8Array>
}

export type RecognisedSegment = {
  /** The provider's label; absent if it does not distinguish speakers. */
  readonly speaker?: string
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  readonly uncertain: boolean
  /** 0 to 1. */
  readonly confidence?: number
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

export const openTranscriber = ({ policy, url, model, key, timeoutMs }: TranscriberOptions): Transcriber => ({
  host: new URL(url).host,
  async transcribe(recording, signal) {
    const { mediaType, bytes, parts } = recording
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
      return parseSegments(answer.body)
    } catch (error) {
      throw toProviderError(error)
    }
  },
})

const maxSegments = 20_000
/** 24 hours. */
const maxSeconds = 86_400
const seconds = z.number().min(0).max(maxSeconds)

/** The used part of a verbose answer; the rest is ignored. */
const verboseAnswer = z.object({
  segments: z
    .array(
      z.object({
        start: seconds,
        end: seconds,
        text: z.string().max(20_000),
        speaker: z.string().optional(),
        avg_logprob: z.number().optional(),
        no_speech_prob: z.number().optional(),
      }),
    )
    .max(maxSegments),
})

/** Below these Whisper itself counts a segment as badly recognised, or as silence. */
const leastLogProbability = -1
const mostNoSpeech = 0.6

function parseSegments(body: Uint8Array): readonly RecognisedSegment[] {
  const { segments } = parseAnswer(verboseAnswer, body)
  return segments.flatMap(({ start, end, text, speaker, avg_logprob: logProbability, no_speech_prob: noSpeech }) => {
    if (end < start) throw new ProviderError('provider-answer-invalid')
    if (text.trim() === '') return []
    const label = speaker?.trim().slice(0, 40)
    return [
      {
        ...(label === undefined || !isLabel(label) ? {} : { speaker: label }),
        startMs: Math.round(start * 1000),
        endMs: Math.round(end * 1000),
        text: text.trim(),
        uncertain: (logProbability ?? 0) < leastLogProbability || (noSpeech ?? 0) > mostNoSpeech,
        ...(logProbability === undefined ? {} : { confidence: probabilityOf(logProbability) }),
      },
    ]
  })
}

const isLabel = (text: string): boolean => /^[\p{L}\p{N} _.:-]+$/u.test(text)

const probabilityOf = (logProbability: number): number =>
  Math.round(Math.min(1, Math.exp(logProbability)) * 1000) / 1000
