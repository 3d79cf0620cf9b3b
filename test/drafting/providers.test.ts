/** Outside providers that misbehave, and texts that are to be kept from them. docs/design/drafting.md#providers; D55. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Segment } from '../../src/core/clinical-note.ts'
import { Problem } from '../../src/core/problems.ts'
import { askedRules } from '../../src/drafting/providers/asked-rules.ts'
import { findQuote } from '../../src/drafting/providers/draft-answer.ts'
import { type Drafter, openDrafter } from '../../src/drafting/providers/drafter.ts'
import { openRedaction } from '../../src/drafting/providers/redaction.ts'
import { openTranscriber, type Transcriber } from '../../src/drafting/providers/transcription.ts'
import { type Rule, ruleMessages } from '../../src/drafting/verify/tables.ts'
import {
  completion,
  completionText,
  json,
  type Manner,
  openProvider,
  type Provider,
  readMessages,
  status,
  transcription,
} from '../provider.ts'
import { makeAudio } from '../recording.ts'
import { sendAll } from './providers/outside-draft.ts'

let provider: Provider
let transcriber: Transcriber
let drafter: Drafter
const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
const prompts = { system: 'Draft.', user: '{{title}} {{sections}} {{record}} {{segments}}', repair: '{{refused}}' }
const never = new AbortController().signal
const maxTextBytes = 1_000_000

beforeAll(async () => {
  provider = await openProvider()
  ;({ transcriber, drafter } = ask(60_000))
})
afterAll(() => provider.close())

function ask(timeoutMs: number): { readonly transcriber: Transcriber; readonly drafter: Drafter } {
  const options = { policy, url: provider.url, model: 'recorded', key: 'secret-key', timeoutMs }
  return {
    transcriber: openTranscriber({ ...options, maxTextBytes }),
    drafter: openDrafter({ ...options, redacts: true, prompts, partBytes: 120_000 }),
  }
}

async function* partsOf(audio: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < audio.length; at += 100_000) yield audio.subarray(at, at + 100_000)
}
const recordingOf = (audio: Uint8Array) => ({
  mediaType: 'audio/wav',
  language: 'en-AU',
  bytes: audio.length,
  parts: partsOf(audio),
})
const transcribe = (audio = makeAudio(1000)) => transcriber.transcribe(recordingOf(audio), never)

const segments: readonly Segment[] = [
  { id: 'a', speaker: 'clinician', startMs: 0, endMs: 1000, text: 'Any fever?', uncertain: false },
  { id: 'b', speaker: 'patient', startMs: 1000, endMs: 2000, text: 'No,  I am Maeve and no fever.', uncertain: false },
]
const input = {
  template: {
    title: 'Note',
    code: '11488-4',
    sections: [
      { key: 'subjective', title: 'Subjective', code: '61150-9', required: true, draws: ['symptom'] as const },
    ],
  },
  transcripts: [{ id: 't', segments }],
  record: [],
  identifying: [{ kind: 'NAME', value: 'Maeve' }] as const,
}
const send = () => sendAll(drafter.prepare(input))
const claim = {
  kind: 'symptom',
  concept: 'fever',
  polarity: 'absent',
  person: 'patient',
  time: 'current',
  ...{ side: null, value: null, unit: null, frequency: null, duration: null },
}
const cited = [
  { segmentId: 'u1', quote: 'Any fever?', role: 'question' },
  { segmentId: 'u2', quote: 'no fever', role: 'answer' },
]
const statementOf = (more: object = {}) => ({
  section: 'subjective',
  text: 'No fever.',
  certainty: 'certain',
  claims: [claim],
  evidence: cited,
  recordIds: [],
  ...more,
})
const answerOf = (...statements: readonly object[]) => completion({ statements, notFound: [] })

describe('an outside provider that', () => {
  test('docs/design/drafting.md#providers: is slow gives no transcript and no draft', async () => {
    provider.answer(() => undefined)
    const hasty = ask(1_500)

    const failures = [
      hasty.transcriber.transcribe(recordingOf(makeAudio(1000)), never),
      sendAll(hasty.drafter.prepare(input)),
    ]

    for (const failure of failures)
      await expect(failure).rejects.toMatchObject({ name: 'ProviderError', reason: 'dependency-unavailable' })
  })

  const endless: Manner = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = (): void => {
      while (response.writable && response.write(' '.repeat(65_536)));
      if (response.writable) response.once('drain', more)
    }
    more()
  }
  // biome-ignore format: one row a line
  const rows: readonly (readonly [string, Manner, string])[] = [
    ['answers without an end', endless, 'provider-answer-invalid'],
    ['breaks off', (response) => void response.writeHead(200, { 'content-length': '100' }).write('{"seg', () => response.destroy()), 'dependency-unavailable'],
    ['hangs up', (response) => void response.destroy(), 'dependency-unavailable'],
    ['fails', status(500), 'dependency-unavailable'],
    ['is busy', status(429), 'dependency-unavailable'],
    ['refuses', status(401), 'provider-refused'],
    ['takes no such size', status(413), 'payload-too-large'],
    ['leads elsewhere', status(302, { location: 'http://169.254.169.254/latest/meta-data' }), 'provider-refused'],
    ['answers no JSON', (response) => void response.writeHead(200).end('<html>'), 'provider-answer-invalid'],
    ['answers other JSON', json({ error: { message: 'no' } }), 'provider-answer-invalid'],
    ['answers JSON with a member twice', (response) => void response.writeHead(200).end('{"segments":[],"segments":[],"choices":[]}'), 'provider-answer-invalid'],
  ]

  test.each(rows)(
    'docs/design/drafting.md#providers: %s gives no transcript and no draft',
    async (_how, manner, reason) => {
      provider.answer(manner)

      await expect(transcribe()).rejects.toMatchObject({ name: 'ProviderError', reason })
      await expect(send()).rejects.toMatchObject({ name: 'ProviderError', reason })
    },
  )
})

test('docs/design/drafting.md#providers: a host that is not listed is not asked', async () => {
  const before = provider.asked.length
  const options = { policy: { allowedHosts: [], allowPrivate: true }, url: provider.url, model: 'm', key: undefined }

  const refused = openTranscriber({ ...options, timeoutMs: 1000, maxTextBytes }).transcribe(
    recordingOf(makeAudio(10)),
    never,
  )

  await expect(refused).rejects.toMatchObject({ reason: 'provider-refused' })
  expect(provider.asked).toHaveLength(before)
})

test('spec 4.2: a recording is sent as a form, part by part and whole, and its segments come back with times and voices', async () => {
  const audio = makeAudio(3_000_000)
  provider.answer(
    transcription([
      { id: 0, start: 0, end: 1.5, text: ' Hello. ', speaker: 'A', avg_logprob: -0.1, no_speech_prob: 0.01 },
      { id: 1, start: 1.5, end: 2, text: 'mumble', avg_logprob: -1.4 },
      { id: 2, start: 2, end: 3, text: '  ' },
    ]),
  )

  const recognised = await transcribe(audio)

  const { headers, body, path } = provider.asked.at(-1) ?? { headers: {}, body: Buffer.alloc(0), path: '' }
  expect(path).toBe('/v1/audio/transcriptions')
  expect(headers.authorization).toBe('Bearer secret-key')
  expect(Number(headers['content-length'])).toBe(body.length)
  const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()
  const file = form.get('file') as File
  expect(
    createHash('sha256')
      .update(new Uint8Array(await file.arrayBuffer()))
      .digest('hex'),
  ).toBe(createHash('sha256').update(audio).digest('hex'))
  expect([file.name, file.type]).toEqual(['recording.wav', 'audio/wav'])
  expect([form.get('model'), form.get('response_format'), form.get('language')]).toEqual([
    'recorded',
    'verbose_json',
    'en',
  ])
  expect(recognised).toEqual([
    { speaker: 'A', startMs: 0, endMs: 1500, text: 'Hello.', uncertain: false, confidence: 0.905 },
    { startMs: 1500, endMs: 2000, text: 'mumble', uncertain: true, confidence: 0.247 },
  ])
})

test('spec 4.2: a provider that answers before it has all is heard', async () => {
  const early = await openProvider()
  const { port } = new URL(early.url)
  await early.close()
  const { createServer } = await import('node:http')
  const server = createServer((_request, response) => response.writeHead(413).end())
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
  const own = openTranscriber({ policy, url: early.url, model: 'm', key: undefined, timeoutMs: 60_000, maxTextBytes })

  const refused = own.transcribe(recordingOf(makeAudio(8_000_000)), never)

  await expect(refused).rejects.toMatchObject({ name: 'ProviderError' })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('docs/design/hub.md#consent: what may not be read any more is not sent to its end', async () => {
  provider.answer(transcription([]))
  async function* revoked(): AsyncGenerator<Uint8Array> {
    yield makeAudio(1000)
    throw new Problem('consent-required')
  }

  const refused = transcriber.transcribe({ ...recordingOf(makeAudio(2000)), parts: revoked() }, never)

  await expect(refused).rejects.toMatchObject({ slug: 'consent-required' })
})

test.each([
  ['an end before its start', [{ start: 2, end: 1, text: 'x' }]],
  ['times beyond a day', [{ start: 0, end: 90_000, text: 'x' }]],
  ['no text', [{ start: 0, end: 1 }]],
])('spec 4.2: a segment with %s is refused, and the others with it', async (_what, segmentsGiven) => {
  provider.answer(transcription([{ start: 0, end: 1, text: 'fine' }, ...segmentsGiven]))

  await expect(transcribe()).rejects.toMatchObject({ reason: 'provider-answer-invalid' })
})

describe('a draft that is asked for outside', () => {
  test('docs/design/house.md#patient-data: is asked for without names, and its evidence is what was said', async () => {
    provider.answer(answerOf(statementOf({ text: '[NAME-1] has no fever.' })))

    const { note, tokens } = await send()

    const asked = readMessages(provider.asked.at(-1) as Provider['asked'][number])
    expect(asked.user).not.toContain('Maeve')
    expect(asked.user).toContain('I am [NAME-1] and no fever.')
    const [statement] = note.sections[0]?.statements ?? []
    expect(statement?.text).toBe('Maeve has no fever.')
    expect(tokens).toBe(1200)
    const spans = statement?.evidence.map((item) =>
      item.kind === 'segment'
        ? segments.find(({ id }) => id === item.segmentId)?.text.slice(item.start, item.end)
        : undefined,
    )
    expect(spans).toEqual(['Any fever?', 'no fever'])
  })

  test('D258: the request names every rule by which a draft is judged', async () => {
    const system = await readFile(join(import.meta.dirname, '../../src/drafting/providers/prompts/draft-system.md'), 'utf8') // biome-ignore format: short
    const options = { policy, url: provider.url, model: 'm', key: undefined, timeoutMs: 60_000, redacts: false }
    provider.answer(answerOf(statementOf()))

    await sendAll(openDrafter({ ...options, partBytes: 120_000, prompts: { ...prompts, system } }).prepare(input))

    const asked = readMessages(provider.asked.at(-1) as Provider['asked'][number])
    expect(asked.system).not.toContain('{{')
    for (const rule of Object.keys(ruleMessages) as Rule[]) expect(asked.system).toContain(`- ${askedRules[rule]}\n`)
    expect(asked.user).toContain('"required":true')
  })

  test('docs/design/drafting.md#providers: is asked for by a schema in which nothing else can be cited', async () => {
    provider.answer(answerOf(statementOf()))
    await send()

    const { response_format: format, temperature } = JSON.parse(String(provider.asked.at(-1)?.body))
    const schema = JSON.stringify(format.json_schema.schema)
    expect([temperature, format.json_schema.strict]).toEqual([0, true])
    expect(schema).toContain('"enum":["u1","u2"]')
    expect(schema).not.toContain('"a"')
  })

  const long = 'x'.repeat(301)
  const french = 'Pas de fièvre.'
  // biome-ignore format: one row a line
  const dropped: readonly (readonly [string, unknown, RegExp])[] = [
    ['no segment that was sent', statementOf({ evidence: [{ ...cited[0], segmentId: 'u3' }] }), /^Left out, since it cites nothing that was sent: No fever\.$/],
    ['a section that the template has not', statementOf({ section: 'billing' }), /^Left out, since the note has no such section: No fever\.$/],
    ['no claim', statementOf({ claims: [] }), /^Left out, since it does not say clearly what it states: No fever\.$/],
    ['a claim of nobody', statementOf({ claims: [{ ...claim, person: null }] }), /since it does not say clearly what it states/],
    ['no certainty', statementOf({ certainty: undefined }), /since it does not say how sure it is/],
    ['a whole paragraph', statementOf({ text: long }), /^Left out, since it is no single sentence: x{300}$/],
    ['a fact of a record that has none', statementOf({ recordIds: ['r1'] }), /since it cites a fact that was not sent/],
    ['nothing but a number', 7, /since the note has no such section: \(no sentence\)$|another form/],
    ['a sentence of another language', statementOf({ text: french, section: 'subjektiv' }), /since the note has no such section: Pas de fièvre\.$/],
  ]

  test.each(dropped)(
    'D256: a statement with %s is dropped with its reason, and the others stay',
    async (_what, statement, reason) => {
      provider.answer(completion({ statements: [statement, statementOf()], notFound: [] }))

      const { note } = await send()

      expect(note.sections.flatMap(({ statements }) => statements).map(({ text }) => text)).toEqual(['No fever.'])
      expect(note.openQuestions).toEqual([expect.stringMatching(reason)])
    },
  )

  const plain = { statements: [statementOf()], notFound: [] }
  const { recordIds: _none, ...withoutRecord } = statementOf()
  const { side: _side, value: _value, ...shortClaim } = claim
  // biome-ignore format: one row a line
  const mended: readonly (readonly [string, string])[] = [
    ['in a fence', `Here is the note:\n\n\`\`\`json\n${JSON.stringify(plain)}\n\`\`\`\n\nAsk me if you need more.`],
    ['with prose around it', `Certainly. ${JSON.stringify(plain)} I hope that this helps.`],
    ['with a comma too many', JSON.stringify(plain).replace(']}', ',]}').replace('}]', '},]')],
    ['with a comma too many, and one like it in a sentence', JSON.stringify({ ...plain, remark: 'one, ] two,}' }).replace('"}', '",}')],
    ['with members that nobody asked for', JSON.stringify({ ...plain, advice: 'x', statements: [statementOf({ advice: 'x', claims: [{ ...claim, icd: 'R50' }] })] })],
    ['without members that say nothing', JSON.stringify({ statements: [{ ...withoutRecord, claims: [shortClaim] }] })],
    ['as the bare list', JSON.stringify([statementOf()])],
    ['with one segment more than was sent', JSON.stringify({ statements: [statementOf({ evidence: [...cited, { ...cited[1], segmentId: 'u9' }] })] })],
    ['without quotes', JSON.stringify({ statements: [statementOf({ evidence: cited.map(({ quote: _quote, ...item }) => item) })] })],
  ]

  test.each(mended)('D256: an answer %s is read', async (_how, content) => {
    provider.answer(completionText(content))

    const { note } = await send()

    expect(note.sections.flatMap(({ statements }) => statements).map(({ text }) => text)).toEqual(['No fever.'])
    expect(note.openQuestions).toEqual([])
  })

  test.each([
    ['no JSON', 'I am sorry, I can not help with that.'],
    ['JSON without statements', '{"note":"No fever."}'],
    ['a bracket alone', '{'],
    ['a string without an end, full of quotes', `{"${'\\"'.repeat(200_000)}`],
    ['brackets without an end', '['.repeat(100_000)],
    ['nothing', ''],
  ])('D256: an answer of %s is refused', async (_what, content) => {
    provider.answer(completionText(content))

    await expect(send()).rejects.toMatchObject({ reason: 'provider-answer-invalid' })
  })

  // biome-ignore format: one row a line
  const withheld: readonly (readonly [string, object])[] = [
    ['a quote that nobody said', statementOf({ evidence: [cited[0], { ...cited[1], quote: 'no fever at all' }] })],
    ['nothing cited', statementOf({ evidence: [] })],
    ['an answer without its question', statementOf({ evidence: [cited[1]] })],
    ['a placeholder that stands for nobody', statementOf({ text: '[NAME-7] has no fever.' })],
    ['a claim that is not known', statementOf({ claims: [{ ...claim, polarity: 'unknown' }] })],
  ]

  test.each(withheld)('D55: a statement with %s is left as a question only', async (_what, statement) => {
    provider.answer(answerOf(statement))

    const { note } = await send()

    expect(note.sections.flatMap(({ statements }) => statements)).toEqual([])
    expect(note.openQuestions[0]).toMatch(/: .*no fever\.$/i)
  })

  test('D55: cut short by its provider is refused', async () => {
    provider.answer(completion({ statements: [], notFound: [] }, { finish_reason: 'length' }))

    await expect(send()).rejects.toMatchObject({ reason: 'provider-answer-invalid' })
  })

  test('D55: with more than may be sent is not sent', () => {
    const much = [{ ...(segments[0] as Segment), text: 'word '.repeat(300_000) }]

    expect(() => drafter.prepare({ ...input, transcripts: [{ id: 't', segments: much }] })).toThrow('payload-too-large')
  })
})

describe('redaction', () => {
  const identifying = [
    { kind: 'NAME', value: 'Maeve Quillinan' },
    { kind: 'NAME', value: 'Maeve' },
    { kind: 'NAME', value: 'Quillinan' },
    { kind: 'ADDRESS', value: '7 Boobook Lane' },
    { kind: 'IDENTIFIER', value: '29529364811' },
    { kind: 'IDENTIFIER', value: 'KG-0417' },
    { kind: 'NAME', value: "O'Hara-Smith (née Ng) + [x] {1} ^$ | \\ ." },
    { kind: 'BIRTHDATE', value: '2 September 1984' },
  ] as const

  // biome-ignore format: one row a line
  test.each([
    ['Hello maeve  quillinan, how are you?', 'Hello [NAME-1], how are you?'],
    ['MAEVE, born 2 September 1984, of 7 Boobook  Lane.', '[NAME-1], born [BIRTHDATE-2], of [ADDRESS-3].'],
    ['My number is 2952 93648 11, or 0491 570 156.', 'My number is [IDENTIFIER-1], or [IDENTIFIER-2].'],
    ['Write to maeve.q@example.org please', 'Write to [IDENTIFIER-1] please'],
    ['Record kg-0417 of the practice', 'Record [IDENTIFIER-1] of the practice'],
    ['Maeves are not Maeve', 'Maeves are not [NAME-1]'],
    ['500 milligrams, 120 over 80, in 2024', '500 milligrams, 120 over 80, in 2024'],
  ])('docs/design/house.md#patient-data: %s', (text, expected) => {
    const { redact, restore } = openRedaction(identifying)

    const redacted = redact(text)

    expect(redacted.text).toBe(expected)
    expect(restore(redacted.text)).toBe(text)
  })

  test('docs/design/house.md#patient-data: a quote around a name stands where the name stood', () => {
    const text = 'Doctor,   Maeve Quillinan here, I have  a cough since Maeve left.'
    const redacted = openRedaction(identifying).redact(text)
    const spanOf = (quote: string) => {
      const place = findQuote(redacted, quote)
      return place && text.slice(place.start, place.end)
    }

    expect(spanOf('Doctor, [NAME-1] here')).toBe('Doctor,   Maeve Quillinan here')
    expect(spanOf('I have a cough')).toBe('I have  a cough')
    expect(spanOf('since [NAME-2] left.')).toBe('since Maeve left.')
    expect(spanOf('[NAME-2]')).toBe('Maeve')
    expect(spanOf('Maeve')).toBeUndefined()
  })
})
