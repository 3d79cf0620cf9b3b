/** Reads the segments of a recogniser's answer, in the order of the talk. D55, D270. */
import { z } from 'zod'
import { decodeJson, isJsonObject, type JsonObject, type JsonValue, parseJsonInSlices } from '../../core/json.ts'
import { mostSegments } from '../../core/talk/speakers.ts'
import { inTurns } from '../../core/turns.ts'
import { ProviderError } from './provider-error.ts'

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

/** 24 hours. */
const maxSeconds = 86_400
const seconds = z.number().min(0).max(maxSeconds)

/** The used part of a segment; the rest is ignored. */
const verboseSegment = z.object({
  start: seconds,
  end: seconds,
  text: z.string().max(20_000),
  speaker: z.string().nullish(),
  avg_logprob: z.number().nullish(),
  no_speech_prob: z.number().nullish(),
})
type VerboseSegment = z.output<typeof verboseSegment>

export type AnswerLimits = {
  /** Of the words together, in UTF-8. */
  readonly maxTextBytes: number
  /** Of the recording; undefined if its format does not say it. */
  readonly recordedSeconds: number | undefined
}

/** Throws ProviderError: an answer with one segment that cannot be read is refused whole, because a gap in a talk changes its sense. */
export async function readSegments(body: Uint8Array, limits: AnswerLimits): Promise<readonly RecognisedSegment[]> {
  try {
    return await inTurns(readInSlices(body, limits))
  } catch {
    // The cause would name values.
    throw new ProviderError('provider-answer-invalid')
  }
}

function* readInSlices(body: Uint8Array, limits: AnswerLimits): Generator<undefined, readonly RecognisedSegment[]> {
  const { answer, given } = openAnswer(yield* parseJsonInSlices(decodeJson(body)))
  const audioSeconds = limits.recordedSeconds ?? durationOf(answer)
  const segments: RecognisedSegment[] = []
  let textBytes = 0
  for (const one of given) {
    const segment = readSegment(verboseSegment.parse(one), audioSeconds)
    textBytes += Buffer.byteLength(segment.text)
    if (textBytes > limits.maxTextBytes) throw new RangeError('more words than a transcript may have')
    if (segment.text !== '') segments.push(segment)
    yield
  }
  // Some engines give the segments of one channel after those of the other.
  return segments.sort((one, other) => one.startMs - other.startMs)
}

function openAnswer(answer: JsonValue): { readonly answer: JsonObject; readonly given: readonly JsonValue[] } {
  const given = isJsonObject(answer) ? answer['segments'] : undefined
  if (!isJsonObject(answer) || !Array.isArray(given) || given.length > mostSegments) throw new TypeError('no segments')
  return { answer, given }
}

/** Seconds; undefined if the engine does not say it. */
const durationOf = ({ duration }: JsonObject): number | undefined =>
  typeof duration === 'number' && duration > 0 ? duration : undefined

/** Engines round, and pad the end of a recording. */
const toleranceSeconds = 1

function readSegment(given: VerboseSegment, audioSeconds = maxSeconds): RecognisedSegment {
  const { start, end, text, speaker, avg_logprob: logProbability, no_speech_prob: noSpeech } = given
  if (end < start) throw new RangeError('a segment ends before its start')
  const label = speaker?.trim().slice(0, 40) ?? ''
  return {
    ...(isLabel(label) ? { speaker: label } : {}),
    startMs: Math.round(start * 1000),
    endMs: Math.round(end * 1000),
    text: text.replace(unseen, ' ').trim(),
    uncertain:
      (logProbability ?? 0) < leastLogProbability ||
      (noSpeech ?? 0) > mostNoSpeech ||
      start > audioSeconds + toleranceSeconds,
    ...(typeof logProbability === 'number' ? { confidence: probabilityOf(logProbability) } : {}),
  }
}

/** Below these Whisper itself counts a segment as badly recognised, or as silence. */
const leastLogProbability = -1
const mostNoSpeech = 0.6

/** Control characters, those that turn the direction of what follows, and non-characters: nobody speaks them. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]/gu

const isLabel = (text: string): boolean => /^[\p{L}\p{N} _.:-]+$/u.test(text)

const probabilityOf = (logProbability: number): number =>
  Math.round(Math.min(1, Math.exp(logProbability)) * 1000) / 1000
