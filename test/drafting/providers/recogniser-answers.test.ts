/** Answers of a recogniser that are strange, large, slow or wrong. D55, D270; docs/design/drafting.md#providers. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openTranscriber } from '../../../src/drafting/providers/transcription.ts'
import { json, type Manner, openProvider, type Provider, transcription } from '../../provider.ts'
import { makeAudio } from '../../recording.ts'

let provider: Provider
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => provider.close())

type Heard = { readonly audio?: Uint8Array<ArrayBuffer>; readonly timeoutMs?: number }

function transcribe(manner: Manner, { audio = makeAudio(1000), timeoutMs = 60_000 }: Heard = {}) {
  provider.answer(manner)
  const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
  const options = { policy, url: provider.url, model: 'recorded', key: undefined, timeoutMs, maxTextBytes: 1_000_000 }
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < audio.length; at += 30) yield audio.subarray(at, at + 30)
  }
  const recording = { mediaType: 'audio/wav', language: 'en-AU', bytes: audio.length, parts: parts() }
  return openTranscriber(options).transcribe(recording, new AbortController().signal)
}

const refused = { name: 'ProviderError', reason: 'provider-answer-invalid' }
const fine = { start: 0, end: 1, text: 'fine' }
const raw =
  (text: string): Manner =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(text)

/** A WAV of so many seconds, with a chunk before its samples. */
function wavOf(seconds: number): Uint8Array<ArrayBuffer> {
  const wav = Buffer.alloc(54 + seconds * 32_000)
  wav.write('RIFF', 0, 'latin1')
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt32LE(32_000, 28)
  wav.write('LIST', 36, 'latin1')
  wav.writeUInt32LE(1, 40)
  wav.write('data', 46, 'latin1')
  // Written to a pipe: the length was not known.
  wav.writeUInt32LE(0xffffffff, 50)
  return new Uint8Array(wav)
}

describe('D270: no transcript comes of', () => {
  const many = (count: number, text: string) => Array.from({ length: count }, (_, at) => ({ ...fine, start: at / 100, end: at / 100 + 1, text })) // biome-ignore format: short
  // biome-ignore format: one row a line
  const rows: readonly (readonly [string, Manner])[] = [
    ['an answer without segments', json({ text: 'fine' })],
    ['segments that are no list', json({ segments: { 0: fine } })],
    ['segments that are texts', json({ segments: ['fine'] })],
    ['a list of answers', json([{ segments: [fine] }])],
    ['a number', json(200)],
    ['nothing', raw('')],
    ['half an answer', raw('{"segments":[{"start":0,"end":1,"text":"fi')],
    ['a lone surrogate', raw('{"segments":[{"start":0,"end":1,"text":"pain \\ud83d"}]}')],
    ['a NUL', raw('{"segments":[{"start":0,"end":1,"text":"pain \\u0000"}]}')],
    ['bytes that are no UTF-8', (response) => void response.writeHead(200).end(Buffer.from([0x7b, 0xff, 0x7d]))],
    ['a time that is no number', transcription([fine, { ...fine, start: '0' }])],
    ['a time beyond all numbers', raw('{"segments":[{"start":0,"end":1e999,"text":"fine"}]}')],
    ['a time before the start', transcription([fine, { ...fine, start: -1 }])],
    ['100,000 segments', transcription(many(100_000, 'fine'))],
    ['more words than a transcript may have', transcription(many(600, 'pain '.repeat(400)))],
    ['10 MB of words', transcription(many(10_000, 'pain '.repeat(200)))],
    ['more bytes than an answer may have', json({ segments: [fine], tokens: 'x'.repeat(17_000_000) })],
  ]

  test.each(rows)('%s', async (_what, manner) => {
    await expect(transcribe(manner)).rejects.toMatchObject(refused)
  })
})

test('docs/design/drafting.md#providers: an answer of a recogniser that comes byte by byte, without an end, is given up after its time', async () => {
  const drip: Manner = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }

  await expect(transcribe(drip, { timeoutMs: 1500 })).rejects.toMatchObject({ reason: 'dependency-unavailable' })
})

test('docs/design/drafting.md#providers: an answer of a recogniser that comes byte by byte is read when it has an end', async () => {
  const bytes = Buffer.from(JSON.stringify({ segments: [fine] }))
  const dripped: Manner = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const send = (at: number): void => {
      if (at === bytes.length) response.end()
      else response.write(bytes.subarray(at, at + 1), () => setImmediate(send, at + 1))
    }
    send(0)
  }

  await expect(transcribe(dripped)).resolves.toMatchObject([{ text: 'fine' }])
})

test('D270: segments count in the order of their start, and two that overlap both stay', async () => {
  const given = [
    { start: 4, end: 6, text: 'Any fever?', speaker: 'channel 1' },
    { start: 0, end: 3, text: 'Good morning.', speaker: 'channel 1' },
    { start: 2, end: 5, text: 'I have a cough.', speaker: 'channel 2' },
    { start: 4, end: 5, text: 'And a cold.', speaker: 'channel 2' },
  ]

  const segments = await transcribe(transcription(given))

  expect(segments.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ['Good morning.', 0, 3000],
    ['I have a cough.', 2000, 5000],
    ['Any fever?', 4000, 6000],
    ['And a cold.', 4000, 5000],
  ])
})

test('D270: characters that nobody speaks are spaces, and a label with them is none', async () => {
  const given = [
    { start: 0, end: 1, text: '\u001b[31mNo\u0007 fever\r\n\u202eniap\u202c\u0085', speaker: 'chan\u0007nel' },
    { start: 1, end: 2, text: ' \u0008\u200f\ufffe\u2029 ' },
    { start: 2, end: 3, text: 'Día 2: 37,5 °C', speaker: null, avg_logprob: null },
  ]

  expect(await transcribe(transcription(given))).toEqual([
    { startMs: 0, endMs: 1000, text: '[31mNo  fever   niap', uncertain: false },
    { startMs: 2000, endMs: 3000, text: 'Día 2: 37,5 °C', uncertain: false },
  ])
})

describe('D270: a segment that starts after the end of the recording is uncertain', () => {
  const given = [fine, { start: 4.5, end: 34, text: 'padded' }, { start: 9, end: 12, text: 'invented' }]
  const answer = (duration: unknown): Manner => json({ duration, segments: given })
  const compressed = makeAudio(1000)
  // biome-ignore format: one row a line
  const rows: readonly (readonly [string, Manner, Uint8Array<ArrayBuffer>, readonly boolean[]])[] = [
    ['by the length of a WAV', answer(60), wavOf(5), [false, false, true]],
    ['by the length that the engine says of another format', answer(5), compressed, [false, false, true]],
    ['not where nobody says a length', answer(undefined), compressed, [false, false, false]],
    ['not where the engine says none that can be', answer('5'), compressed, [false, false, false]],
    ['not within it', answer(5), wavOf(60), [false, false, false]],
  ]

  test.each(rows)('%s', async (_how, manner, audio, uncertain) => {
    expect((await transcribe(manner, { audio })).map((segment) => segment.uncertain)).toEqual(uncertain)
  })
})
