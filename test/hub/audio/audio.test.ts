/** Recordings: chunks in any order, again, at once; digests; consent; callers; retention. docs/design/hub.md#routes, #consent. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { createPatient, giveConsent, must, openEncounter } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { cutAudio, digestOf, finalize, makeAudio, sendChunk, startSession } from '../../recording.ts'
import { type Call, createSite, type RunningServer, startRunning, urlOf } from '../../running-server.ts'
import { endAll, runCommand } from '../../system/processes.ts'

let server: RunningServer
let call: Call
let patientId: string
let consentId: string
let encounterId: string
const otherTenant = { tenant: developmentTenants[1] } as const
const second = { chunk: 300_000 } as const
const audio = makeAudio(1_000_000)
const chunks = cutAudio(audio, second.chunk)

beforeAll(async () => {
  const env = { BANKSIA_MAX_CHUNK_BYTES: '600000', BANKSIA_MAX_AUDIO_BYTES: '1200000' }
  server = await startRunning({ site: await createSite(), env })
  call = server.call
  patientId = await createPatient(call)
  consentId = await giveConsent(call, patientId)
  encounterId = await openEncounter(call, patientId)
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  await endAll()
})

const sessionPath = (id: string): string => `/v1/audio/sessions/${id}`
const readSession = async (id: string) => (await must(200, call('GET', sessionPath(id)))).body
const listIndexes = async (id: string): Promise<readonly number[]> =>
  (await must(200, call('GET', `${sessionPath(id)}/chunks`))).body.items.map((item: { index: number }) => item.index)
const countRows = async (text: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await server.site.pool.query(text, [...values])).rows[0]?.n)
/** Lists the audit's kinds of a recording: a test that waits for something reads it often. */
const listKinds = async (id: string): Promise<readonly string[]> => {
  const text = 'select distinct kind from audit where resource_id = $1'
  return (await server.site.pool.query<{ kind: string }>(text, [id])).rows.map(({ kind }) => kind)
}
/** Sealed rows that are no chunk's. */
const countStray = () =>
  countRows('select count(*) as n from blob where not exists (select from audio_chunk where blob_id = blob.id)')
const countUploads = () => countRows('select count(*) as n from audio_upload')

async function sendAll(sessionId: string): Promise<void> {
  for (const [index, bytes] of chunks.entries()) await must(201, sendChunk(call, { sessionId, index, bytes }))
}

/** Without a provider every job to transcribe fails in the end. */
const waitForFailure = async (id: string) =>
  waitFor(
    async () => (await must(200, call('GET', `/v1/jobs/${id}`))).body,
    ({ state }) => state === 'failed',
  )

test('docs/design/hub.md#routes: chunks in any order, some twice, by two clients at once, are one recording', async () => {
  const sessionId = await startSession(call, encounterId)
  const order = [3, 1, 0, 1, 2, 3, 0, 2]

  const answers = await Promise.all(
    order.flatMap((index) =>
      [call, call].map((client) => sendChunk(client, { sessionId, index, bytes: chunks[index] ?? audio })),
    ),
  )
  const finalized = await must(202, finalize(call, sessionId, audio, chunks.length))

  expect(answers.filter(({ status }) => status !== 201)).toEqual([])
  expect(await listIndexes(sessionId)).toEqual([0, 1, 2, 3])
  expect(finalized.body).toMatchObject({ state: 'finalizing', chunkCount: 4, bytes: audio.length })
  expect(finalized.body.digest).toBe(digestOf(audio))
  expect(finalized.headers.get('location')).toBe(`/v1/jobs/${finalized.body.jobId}`)
  expect(await countUploads()).toBe(0)
  const stored = await countRows(
    `select count(distinct blob_id) as n from audio_chunk join blob on blob.id = blob_id where session_id = $1`,
    [sessionId],
  )
  expect(stored).toBe(4)
})

test('docs/design/hub.md#routes: a repeat leaves nothing behind, another content under its index is refused', async () => {
  const sessionId = await startSession(call, encounterId)
  const [first = audio, other = audio] = chunks
  const stored = await must(201, sendChunk(call, { sessionId, index: 0, bytes: first }))
  const before = await countStray()

  const again = await must(201, sendChunk(call, { sessionId, index: 0, bytes: first }))
  const refused = await sendChunk(call, { sessionId, index: 0, bytes: other })

  expect(again.body).toEqual(stored.body)
  expect(refused).toMatchObject({ status: 409, problem: 'conflict' })
  expect(await countStray()).toBe(before)
  expect(await readSession(sessionId)).toMatchObject({ chunkCount: 1, bytes: first.length, version: 2 })
})

test('R5.4: a chunk under the same key is answered again without being read, and another one is refused', async () => {
  const sessionId = await startSession(call, encounterId)
  const [first = audio, other = audio] = chunks
  const key = newId()
  const stored = await must(201, sendChunk(call, { sessionId, index: 0, bytes: first }, { key }))
  await must(200, call('POST', `${sessionPath(sessionId)}:discard`))

  const replayed = await must(201, sendChunk(call, { sessionId, index: 0, bytes: first }, { key }))
  const reused = await sendChunk(call, { sessionId, index: 1, bytes: other }, { key })

  expect(replayed.body).toEqual(stored.body)
  expect(replayed.headers.get('idempotent-replayed')).toBe('true')
  expect(reused).toMatchObject({ status: 422, problem: 'idempotency-key-reused' })
})

describe('what is not taken', () => {
  let sessionId: string
  beforeAll(async () => {
    sessionId = await startSession(call, encounterId)
  })

  const small = makeAudio(1000)
  const lie = digestOf(makeAudio(1000, 2))
  const large = makeAudio(600_001)
  // biome-ignore format: one row a line
  const rows: readonly (readonly [string, Uint8Array<ArrayBuffer>, Record<string, string>, object])[] = [
    ['a digest that is not the body’s', small, { 'content-digest': lie }, { status: 400, fields: ['Content-Digest'] }],
    ['no digest', small, { 'content-digest': '' }, { status: 400, fields: ['Content-Digest'] }],
    ['a digest of another form', small, { 'content-digest': 'md5=:AAAA:' }, { status: 400, fields: ['Content-Digest'] }],
    ['no index', small, { 'x-chunk-index': '' }, { status: 400, fields: ['X-Chunk-Index'] }],
    ['an index that is none', small, { 'x-chunk-index': '-1' }, { status: 400, fields: ['X-Chunk-Index'] }],
    ['an index beyond all', small, { 'x-chunk-index': '10000' }, { status: 400, fields: ['X-Chunk-Index'] }],
    ['another media type', small, { 'content-type': 'audio/wav' }, { status: 415 }],
    ['too much', large, { 'content-digest': digestOf(large) }, { status: 413 }],
    ['nothing', new Uint8Array(), {}, { status: 400, fields: ['$'] }],
  ]

  test.each(rows)('docs/design/hub.md#problems: %s', async (_what, bytes, headers, expected) => {
    const before = await countStray()

    const answer = await sendChunk(call, { sessionId, index: 7, bytes }, { headers })

    expect(answer).toMatchObject(expected)
    expect(await listIndexes(sessionId)).toEqual([])
    expect(await countStray()).toBe(before)
    expect(await countUploads()).toBe(0)
  })

  test('docs/design/hub.md#problems: more than a recording may have', async () => {
    const own = await startSession(call, encounterId)
    const bytes = makeAudio(600_000)
    for (const index of [0, 1]) await must(201, sendChunk(call, { sessionId: own, index, bytes }))

    expect(await sendChunk(call, { sessionId: own, index: 2, bytes })).toMatchObject({ status: 413 })
    expect(await countUploads()).toBe(0)
  })

  test('docs/design/hub.md#routes: a recording without all of its chunks, or with others, is not finalized; which is told', async () => {
    const own = await startSession(call, encounterId)
    for (const index of [0, 2, 5])
      await must(201, sendChunk(call, { sessionId: own, index, bytes: chunks[index % 4] ?? audio }))

    const answer = await finalize(call, own, audio, 4)

    expect(answer).toMatchObject({ status: 409, problem: 'conflict' })
    expect(answer.body.errors).toEqual([
      { field: 'chunks[1]', message: 'is missing' },
      { field: 'chunks[3]', message: 'is missing' },
      { field: 'chunks[5]', message: 'is beyond the chunkCount' },
    ])
    expect(await readSession(own)).toMatchObject({ state: 'open' })
  })

  test('docs/design/hub.md#routes: a digest that is not the recording’s', async () => {
    const own = await startSession(call, encounterId)
    await sendAll(own)

    const wrong = await must(202, finalize(call, own, makeAudio(1_000_000, 2), chunks.length))
    const job = await waitForFailure(wrong.body.jobId)
    const reopened = await readSession(own)
    const right = await must(202, finalize(call, own, audio, chunks.length))
    await waitForFailure(right.body.jobId)

    expect(wrong.body.state).toBe('finalizing')
    expect(job).toMatchObject({ kind: 'transcribe', reason: 'digest-mismatch', attempts: 1 })
    expect(reopened).toMatchObject({ state: 'open', chunkCount: 4 })
    expect(reopened).not.toHaveProperty('digest')
    expect(await readSession(own)).toMatchObject({ state: 'finalized', digest: digestOf(audio) })
  })

  test('docs/design/hub.md#access: another tenant finds none of it; who may not is told so', async () => {
    const body = { encounterId, kind: 'dictation', mediaType: 'audio/ogg' }
    const as = otherTenant

    expect(await call('GET', sessionPath(sessionId), { as })).toMatchObject({ status: 404 })
    expect(await call('GET', `${sessionPath(sessionId)}/chunks`, { as })).toMatchObject({ status: 404 })
    expect(await sendChunk(call, { sessionId, index: 0, bytes: small }, { as })).toMatchObject({ status: 404 })
    expect(await call('POST', `${sessionPath(sessionId)}:discard`, { as })).toMatchObject({ status: 404 })
    expect(await call('POST', '/v1/audio/sessions', { body, as })).toMatchObject({
      status: 400,
      fields: ['encounterId'],
    })
    expect((await must(200, call('GET', '/v1/audio/sessions', { as }))).body.items).toEqual([])
    for (const role of ['operator', 'billing', 'auditor'] as const) {
      expect(await call('GET', sessionPath(sessionId), { as: { role } })).toMatchObject({ problem: 'role-required' })
      expect(await sendChunk(call, { sessionId, index: 0, bytes: small }, { as: { role } })).toMatchObject({
        problem: 'role-required',
      })
    }
    expect(await call('GET', sessionPath(sessionId), { as: { role: 'system' } })).toMatchObject({ status: 403 })
  })
})

test.each(['en-zzneedle', 'en-AU-x-needle', 'en-needle1', 'Needle'])(
  'docs/design/house.md#patient-data: a language that could hold a name is refused (%s)',
  async (language) => {
    const encounterId = await openEncounter(call, patientId)
    const body = { encounterId, kind: 'dictation', mediaType: 'audio/wav', language }

    const answer = await call('POST', '/v1/audio/sessions', { body })

    expect([answer.status, answer.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['language'],
    ])
  },
)

test('docs/design/hub.md#requests-and-answers: an id of the client’s, when it was captured, and lists', async () => {
  const id = newId()
  const own = await openEncounter(call, patientId)

  await startSession(call, own, { id, kind: 'dictation', capturedAt: '2026-03-14T13:44:00+11:00' })
  const twice = await call('POST', '/v1/audio/sessions', {
    body: { id, encounterId: own, kind: 'dictation', mediaType: 'audio/wav' },
  })
  const { items } = (await must(200, call('GET', `/v1/audio/sessions?encounterId=${own}&state=open`))).body

  expect(items).toMatchObject([{ id, kind: 'dictation', capturedAt: '2026-03-14T02:44:00.000Z', language: 'en-AU' }])
  expect(twice).toMatchObject({ status: 409, problem: 'conflict' })
  expect((await must(200, call('GET', `/v1/audio/sessions?encounterId=${own}&state=expired`))).body.items).toEqual([])
})

test('docs/design/drafting.md#verification: without a provider the job fails, its audio is kept, and can be run again', async () => {
  const sessionId = await startSession(call, encounterId)
  await sendAll(sessionId)
  const first = (await must(202, finalize(call, sessionId, audio, chunks.length))).body
  const job = await waitForFailure(first.jobId)
  const again = (await must(202, finalize(call, sessionId, audio, chunks.length))).body
  await waitForFailure(again.jobId)

  expect(job).toMatchObject({ kind: 'transcribe', targetId: sessionId, reason: 'dependency-unavailable', attempts: 1 })
  expect(again.jobId).not.toBe(first.jobId)
  expect(await readSession(sessionId)).toMatchObject({ state: 'finalized', chunkCount: 4 })
  expect(await finalize(call, sessionId, makeAudio(4), 4)).toMatchObject({ status: 409, problem: 'conflict' })
})

test('docs/design/hub.md#consent: without consent nothing is recorded', async () => {
  const own = await createPatient(call)
  const visit = await openEncounter(call, own)
  await giveConsent(call, own, { permits: ['generate'] })
  const body = { encounterId: visit, kind: 'consultation', mediaType: 'audio/wav' }

  expect(await call('POST', '/v1/audio/sessions', { body })).toMatchObject({ status: 403, problem: 'consent-required' })
})

test('D53: revoked between two chunks, capture stops and the audio is quarantined until its time is over', async () => {
  const own = await createPatient(call)
  const visit = await openEncounter(call, own)
  const consent = await giveConsent(call, own)
  const sessionId = await startSession(call, visit)
  const [first = audio, next = audio] = chunks
  await must(201, sendChunk(call, { sessionId, index: 0, bytes: first }))

  await must(200, call('POST', `/v1/consents/${consent}:revoke`))
  const refused = await sendChunk(call, { sessionId, index: 1, bytes: next })
  const ended = await finalize(call, sessionId, first, 1)
  await giveConsent(call, own)
  const after = await sendChunk(call, { sessionId, index: 1, bytes: next })

  expect(refused).toMatchObject({ status: 403, problem: 'consent-required' })
  expect(ended).toMatchObject({ status: 403, problem: 'consent-required' })
  expect(after).toMatchObject({ status: 409, problem: 'invalid-transition' })
  expect(await readSession(sessionId)).toMatchObject({ state: 'quarantined', reason: 'consent-revoked', chunkCount: 1 })
  expect(await countRows('select count(*) as n from audio_chunk where session_id = $1', [sessionId])).toBe(1)
  await server.site.pool.query(`update audio_session set updated_at = now() - interval '31 days' where id = $1`, [
    sessionId,
  ])
  await expectCleared(sessionId, 'expired')
})

test('docs/design/hub.md#consent: a consent that is denied quarantines as well', async () => {
  const own = await createPatient(call)
  await giveConsent(call, own)
  const sessionId = await startSession(call, await openEncounter(call, own))

  await giveConsent(call, own, { decision: 'deny', permits: ['record'] })

  expect(await readSession(sessionId)).toMatchObject({ state: 'quarantined' })
})

async function expectCleared(sessionId: string, state: string): Promise<void> {
  const isCleared = () =>
    countRows('select count(*) as n from audio_session where id = $1 and cleared_at is not null', [sessionId])
  await waitFor(isCleared, (count) => count === 1)
  expect(await readSession(sessionId)).toMatchObject({ state })
  expect(await countRows('select count(*) as n from audio_chunk where session_id = $1', [sessionId])).toBe(0)
}

test('docs/design/hub.md#time-and-keeping: what is discarded is deleted, on record; what is on legal hold is not', async () => {
  const [discarded, held] = [await startSession(call, encounterId), await startSession(call, encounterId)]
  for (const sessionId of [discarded, held]) await sendAll(sessionId)
  const { dataDir, database } = server.site
  const env = { BANKSIA_DATA_DIR: dataDir, DATABASE_URL: urlOf(database.config) }
  const holding = await runCommand(['audio', 'hold', '--session', held], { env })
  const unknown = await runCommand(['audio', 'hold', '--session', newId()], { env })
  const { rows } = await server.site.pool.query('select blob_id from audio_chunk where session_id = $1', [discarded])
  await server.site.pool.query(`update audio_session set updated_at = now() - interval '400 days' where id = $1`, [
    held,
  ])

  await must(200, call('POST', `${sessionPath(discarded)}:discard`))
  await expectCleared(discarded, 'discarded')

  const blobs = await countRows('select count(*) as n from blob where id = any ($1)', [rows.map((row) => row.blob_id)])
  expect(blobs).toBe(0)
  expect(await listKinds(discarded)).toEqual(
    expect.arrayContaining(['audio.started', 'audio.chunk-stored', 'audio.discarded', 'audio.deleted']),
  )
  expect(await call('POST', `${sessionPath(held)}:discard`)).toMatchObject({ status: 409, problem: 'business-rule' })
  expect(await readSession(held)).toMatchObject({ state: 'open', legalHold: true, chunkCount: 4 })
  expect([holding.output, holding.code, unknown.code]).toEqual(['held\n', 0, 1])
  const released = await runCommand(['audio', 'hold', '--session', held, '--release'], { env })
  expect(released).toMatchObject({ code: 0, output: 'let go\n' })
  await must(200, call('POST', `${sessionPath(held)}:discard`))
  expect(await listKinds(held)).toEqual(expect.arrayContaining(['audio.held', 'audio.let-go', 'audio.discarded']))
})

test('docs/design/hub.md#time-and-keeping: what a cut-off upload left behind is cleared away', async () => {
  const { pool } = server.site
  const blobId = newId()
  const { rows } = await pool.query('select number from tenant where id = $1', [developmentTenants[0]])
  const values = [rows[0].number, blobId]
  await pool.query(`insert into blob (tenant, id, seq, content) values ($1, $2, 0, '\\x00')`, values)
  await pool.query(
    `insert into audio_upload (tenant, blob_id, created_at) values ($1, $2, now() - interval '2 hours')`,
    values,
  )

  await waitFor(countUploads, (count) => count === 0)

  expect(await countRows('select count(*) as n from blob where id = $1', [blobId])).toBe(0)
})

test('docs/design/hub.md#consent: the consent stays what it was through all of this', async () => {
  expect((await must(200, call('GET', `/v1/consents/${consentId}`))).body.status).toBe('active')
  const faults = server.lines.filter(({ level, event }) => level === 'error' || event === 'audio-keeper.error')
  expect(faults).toEqual([])
})
