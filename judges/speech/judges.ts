/** A real engine hears a talk of synthetic voices, and bad recordings. */
import assert from 'node:assert/strict'
import { type CaseJudge, say } from '../cases.ts'
import { engine, listMissing } from './engine.ts'
import { draft, nameSpeakers, type Recorded, readTranscript, record, type Served } from './judge.ts'
import { type Fact, facts, type Line, talk } from './talk.ts'
import { espeak, flite, type Synthesiser, speak } from './voices.ts'
import { silence, writeWav } from './wav.ts'
import { rateWordErrors } from './word-errors.ts'

type Hearing = { readonly synthesiser: Synthesiser; readonly channels: 1 | 2; readonly lines?: readonly Line[] }
type Worded = readonly { readonly text: string }[]
const wordsOf = (all: Worded): string => all.map(({ text }) => text).join(' ')

/** Records the talk, and says how many words the engine got wrong. */
async function hear(served: Served, { synthesiser, channels, lines = talk }: Hearing) {
  const recorded = await record(served, { audio: speak(synthesiser, lines, channels) })
  assert.deepEqual([recorded.state, recorded.reason], ['succeeded', undefined])
  const transcript = await readTranscript(served, recorded.encounterId)
  const rate = rateWordErrors(wordsOf(lines), wordsOf(transcript.segments))
  const unsure = transcript.segments.filter(({ uncertain }) => uncertain).length
  const how = `${synthesiser.program}, ${channels === 1 ? 'one channel' : 'two channels'}`
  say(`   ${how}: word error rate ${rate.toFixed(3)}; ${unsure} of ${transcript.segments.length} segments uncertain`)
  return { encounterId: recorded.encounterId, transcript, rate }
}

const mostWrong = 0.15
const leastFacts = 6

type Noted = {
  readonly statements: readonly string[]
  /** Of a draft before somebody has named the speakers. */
  readonly unnamed: readonly string[]
}
let noted: Promise<Noted> | undefined
/** Once, for several cases. */
const note = (served: Served): Promise<Noted> => {
  noted ??= draftTalk(served)
  return noted
}

async function draftTalk(served: Served): Promise<Noted> {
  const { encounterId, transcript, rate } = await hear(served, { synthesiser: flite, channels: 2 })
  assert.ok(rate <= mostWrong, `the word error rate is ${rate}`)
  const starts = transcript.segments.map(({ startMs }) => startMs)
  assert.deepEqual(
    starts,
    starts.toSorted((one, other) => one - other),
    'the segments are in the order of the talk',
  )
  assert.deepEqual([...new Set(transcript.segments.map(({ speaker }) => speaker))].sort(), ['channel 1', 'channel 2'])
  const unnamed = await draft(served, encounterId)
  await nameSpeakers(served, transcript.id, [
    { label: 'channel 1', role: 'clinician' },
    { label: 'channel 2', role: 'patient' },
  ])
  return { statements: await draft(served, encounterId), unnamed }
}

const isIn = (statements: readonly string[], { said }: Fact): boolean => statements.some((text) => said.test(text))
const namesOf = (of: readonly Fact[]): string => of.map(({ name }) => name).join('; ') || 'none'

const countFacts = (statements: readonly string[]): number => facts.filter((fact) => isIn(statements, fact)).length

async function checkFacts(served: Served): Promise<void> {
  const { statements, unnamed } = await note(served)
  for (const text of statements) say(`   | ${text}`)
  const found = facts.filter((fact) => isIn(statements, fact))
  say(`   facts in the note: ${found.length} of ${facts.length}: ${namesOf(found)}`)
  say(`   facts that are not in it: ${namesOf(facts.filter((fact) => !found.includes(fact)))}`)
  say(`   facts in the draft before the speakers were named: ${countFacts(unnamed)}`)
  assert.ok(found.length >= leastFacts, `only ${found.length} facts came through`)
  assert.ok(countFacts(unnamed) >= leastFacts, 'the speakers are not told apart by what they say')
}

const marksUnclear = (text: string): boolean => text.endsWith('(recording unclear).')

async function checkNoContrary(served: Served): Promise<void> {
  const { statements, unnamed } = await note(served)
  checkUnreversed([...statements, ...unnamed])
}

function checkUnreversed(statements: readonly string[]): void {
  const contraries = statements.filter((text) => facts.some(({ contrary }) => contrary?.test(text)))
  say(`   the opposite of a fact, marked as unclear: ${contraries.filter(marksUnclear).join(' ') || 'none'}`)
  assert.deepEqual(
    contraries.filter((text) => !marksUnclear(text)),
    [],
  )
}

/** The engine wrote nothing of the talk. */
async function checkLog(served: Served): Promise<void> {
  await note(served)
  const lines = served.engine.log()
  assert.ok(lines.length > 0)
  assert.deepEqual(
    lines.filter((text) => !/^answered \d{3}$/.test(text)),
    [],
  )
}

const oneSecond = silence({ rate: 16_000 }, 1)
const short = writeWav(16_000, [oneSecond])
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'latin1'))

type Bad = {
  readonly name: string
  readonly audio: Uint8Array<ArrayBuffer>
  readonly language?: string
  readonly reason: string
}

const badRecordings: readonly Bad[] = [
  { name: 'silence', audio: writeWav(16_000, [silence({ rate: 16_000 }, 5)]), reason: 'nothing-recognised' },
  { name: 'a recording without sound', audio: writeWav(16_000, [Buffer.alloc(0)]), reason: 'provider-refused' },
  { name: 'a recording that is cut off', audio: short.subarray(0, 10_000), reason: 'provider-refused' },
  { name: 'a head that is cut off', audio: short.subarray(0, 20), reason: 'provider-refused' },
  { name: 'another format than it says', audio: bytesOf('ID3\u0004 an MP3 file'), reason: 'provider-refused' },
  { name: 'telephone quality', audio: writeWav(8_000, [oneSecond]), reason: 'provider-refused' },
  { name: 'another language', audio: short, language: 'de', reason: 'provider-refused' },
]

async function checkBad(served: Served, { audio, language, reason }: Bad): Promise<void> {
  const recorded: Recorded = await record(served, { audio, ...(language === undefined ? {} : { language }) })
  assert.deepEqual([recorded.state, recorded.reason], ['failed', reason])
}

type Asked = { readonly name: string; readonly status: number; readonly init: RequestInit; readonly path?: string }

const form = (fields: Readonly<Record<string, string | Blob>>): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}
const large = new Uint8Array(3_000_000)

/** What an engine is asked by a client that is not Banksia. */
const badRequests: readonly Asked[] = [
  { name: 'a form without a file', status: 400, init: { body: form({ language: 'en' }) } },
  { name: 'a body that is no form', status: 415, init: { body: large } },
  {
    name: 'a form without an end',
    status: 400,
    init: { body: '--x\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  },
  { name: 'another path', path: '/audio/speech', status: 404, init: { body: large } },
  { name: 'another key', status: 401, init: { body: large, headers: { authorization: 'Bearer other' } } },
  { name: 'a method that it does not know', status: 501, init: { method: 'PUT', body: '' } },
]

async function checkRequest({ engine: { url, key } }: Served, { path = '/audio/transcriptions', status, init }: Asked) {
  const headers = { authorization: `Bearer ${key}`, ...init.headers }
  const answer = await fetch(`${url}${path}`, { method: 'POST', ...init, headers })
  assert.equal(answer.status, status)
}

async function checkOneChannel(served: Served): Promise<void> {
  const { encounterId, transcript } = await hear(served, { synthesiser: flite, channels: 1 })
  assert.deepEqual([...new Set(transcript.segments.map(({ speaker }) => speaker))], ['unknown'])
  const statements = await draft(served, encounterId)
  say(`   facts in the note: ${countFacts(statements)} of ${facts.length}`)
  checkUnreversed(statements)
}

async function checkUnclearVoices(served: Served): Promise<void> {
  const { encounterId } = await hear(served, { synthesiser: espeak, channels: 1, lines: talk.slice(0, 10) })
  checkUnreversed(await draft(served, encounterId))
}

export const judges: readonly CaseJudge<Served>[] = [
  {
    name: `${engine.name} ${engine.version}`,
    listMissing,
    cases: [
      {
        name: 'two voices on two channels become a transcript in order, and a draft with their facts',
        run: checkFacts,
      },
      {
        name: 'the draft says the opposite of a fact only where it marks the recording as unclear',
        run: checkNoContrary,
      },
      { name: 'the log of the engine has nothing of the talk', run: checkLog },
      ...badRecordings.map((bad) => ({
        name: `${bad.name} ends the job with ${bad.reason}`,
        run: (served: Served) => checkBad(served, bad),
      })),
      ...badRequests.map((asked) => ({
        name: `the bridge answers ${asked.status} to ${asked.name}`,
        run: (served: Served) => checkRequest(served, asked),
      })),
      { name: 'a draft of both voices on one channel reverses no fact', run: checkOneChannel },
      { name: 'a draft of voices that the engine hardly understands reverses no fact', run: checkUnclearVoices },
    ],
    wrong: {
      name: 'a fact that nobody said',
      run: async (served) => {
        const { statements } = await note(served)
        assert.ok(isIn(statements, { name: 'diabetes', said: /diabetes/i }), 'the note has no diabetes')
      },
      says: /no diabetes/,
    },
  },
]
