/** The audit as an auditor reads it: searches by each name in it, and one artifact followed from the spoken words to its recall. */
import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { parseCheckpoint } from '../../../src/store/audit/audit-checkpoint.ts'
import {
  approveOne,
  createPatient,
  generate,
  giveConsent,
  longerSegments,
  must,
  openEncounter,
  openFolder,
  storeTranscript,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { makeAudio, sendChunk, startSession } from '../../recording.ts'
import { waitForQuiet } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const server = useRunning()
const { call } = server

const auditor = { role: 'auditor' } as const

type Event = {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly subject: string
  readonly requestId: string
  readonly resourceType?: string
  readonly resourceId?: string
  readonly version?: number
  readonly fromState?: string
  readonly toState?: string
  readonly hash?: string
  readonly reason?: string
}

const events = async (query: string, as: object = auditor): Promise<Event[]> =>
  (await must(200, call('GET', `/v1/audit/events?limit=200&${query}`, { as }))).body.items

test('docs/security.md#is-the-audit-whole: from what was said to delivery and recall, by identifiers and hashes alone', async () => {
  await openFolder(call, { directory: server.site.dataDir, format: 'pdf', recipient: 'Karri Grove Hospital' })
  const patientId = await createPatient(call)
  const encounterId = await openEncounter(call, patientId)
  await giveConsent(call, patientId)
  const sessionId = await startSession(call, encounterId)
  const audio = makeAudio(10_000)
  await must(201, sendChunk(call, { sessionId, index: 0, bytes: audio }))
  const transcriptId = await storeTranscript(call, encounterId, longerSegments)
  const speakers = [
    { label: 'S1', role: 'clinician' },
    { label: 'S2', role: 'patient' },
  ]
  await must(200, call('PUT', `/v1/transcripts/${transcriptId}/diarisation`, { body: { speakers } }))
  const artifactId = await generate(call, encounterId)
  await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))
  const { body: approved } = await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
  const delivered = () => events(`artifactId=${artifactId}&kind=delivery.sent`)
  await waitFor(delivered, (found) => found.length === 1)
  const exported = await must(202, call('POST', `/v1/artifacts/${artifactId}/exports`, { body: { format: 'rtf' } }))
  const exportPath = `/v1/exports/${exported.body.id}`
  const built = await waitFor(
    async () => (await must(200, call('GET', exportPath))).body,
    ({ state }) => state === 'built',
  )
  await giveConsent(call, patientId, { permits: ['share'], purposes: ['PATRQT'] })
  const link = { recipient: { name: 'Maeve', class: 'patient' }, purposeOfUse: 'PATRQT', legalBasis: 'consent' }
  const share = await must(201, call('POST', '/v1/shares', { body: { artifactId, link: true, ...link } }))
  await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }))

  const ofEncounter = await events(`encounterId=${encounterId}&order=oldest`)
  const ofArtifact = await events(`artifactId=${artifactId}&order=oldest`)
  const kinds = (found: readonly Event[]): string[] => found.map(({ kind }) => kind)
  const find = (kind: string): Event | undefined => ofArtifact.find((event) => event.kind === kind)

  // The recording, the spoken words, and the drafter.
  expect(ofEncounter.find(({ kind }) => kind === 'audio.started')?.resourceId).toBe(sessionId)
  expect(ofEncounter.find(({ kind }) => kind === 'audio.chunk-stored')).toMatchObject({
    resourceId: sessionId,
    hash: createHash('sha256').update(audio).digest('hex'),
  })
  expect(kinds(ofEncounter)).toEqual(
    expect.arrayContaining([
      'encounter.created',
      'transcript.stored',
      'diarisation.stored',
      'job.queued',
      'job.succeeded',
    ]),
  )
  const job = ofEncounter.find(({ kind }) => kind === 'job.queued')
  expect(ofEncounter.find(({ kind }) => kind === 'transcript.stored')?.resourceId).toBe(transcriptId)
  expect(find('job.succeeded')?.resourceId).toBe(job?.resourceId)
  // The order of its life; deliveries go on beside it.
  const life = kinds(ofArtifact).filter((kind) => /^artifact\.(?!read)/.test(kind))
  expect(life).toEqual(
    ['generated', 'verified', 'approved', 'exported', 'shared', 'recalled'].map((step) => `artifact.${step}`),
  )
  const chain = ofArtifact.filter(({ kind }) => life.includes(kind))
  expect(chain.map(({ fromState, toState }) => [fromState, toState])).toEqual([
    [undefined, 'in_review'],
    ['in_review', 'in_review'],
    ['in_review', 'approved'],
    ['approved', 'exported'],
    ['exported', 'shared'],
    ['shared', 'recalled'],
  ])
  expect(chain.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6])
  // The very content that was drafted was verified, approved and recalled.
  expect(new Set(chain.map(({ hash }) => hash))).toEqual(new Set([approved.contentHash]))
  expect(find('artifact.verified')?.reason).toBe('passed')
  // The sent document, by its hash.
  const sent = find('delivery.sent')
  expect(ofArtifact.filter(({ kind }) => kind === 'document.rendered').map(({ hash }) => hash)).toContain(sent?.hash)
  expect(ofArtifact.map(({ hash }) => hash)).toContain(built.sha256)
  expect(find('share.link-issued')?.resourceId).toBe(share.body.id)
  expect(find('delivery.queued')?.resourceId).toBe(sent?.resourceId)
  // One for the document, one for its recall.
  expect(kinds(ofArtifact).filter((kind) => kind === 'delivery.queued')).toHaveLength(2)
  // One approval is one request.
  expect(kinds(await events(`requestId=${find('artifact.approved')?.requestId}`))).toEqual(
    expect.arrayContaining(['artifact.approved', 'delivery.queued', 'delivery.sent']),
  )
})

test('spec 6: events are found by kind, time and actor, newest first or oldest first, page by page', async () => {
  const { artifactId } = await approveOne(call)
  const read = () => events(`artifactId=${artifactId}`)
  await waitFor(read, (found) => found.some(({ kind }) => kind === 'delivery.sent'))
  // Later looks find the same: nothing is rendered any more, either.
  await waitForQuiet(server.site.pool)
  const newest = await read()
  const [last] = newest
  const first = newest.at(-1)
  const pages: string[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/audit/events?artifactId=${artifactId}&order=oldest&limit=2${cursor}`
    const { items, nextCursor } = (await must(200, call('GET', path, { as: auditor }))).body
    pages.push(...items.map(({ id }: Event) => id))
    if (nextCursor === null) break
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`
  }
  const ids = async (query: string): Promise<string[]> =>
    (await events(`artifactId=${artifactId}&${query}`)).map(({ id }) => id)

  expect(newest.map(({ at }) => at)).toEqual(
    newest
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(pages).toEqual(newest.map(({ id }) => id).toReversed())
  expect(await ids('kind=artifact.approved')).toEqual(
    newest.filter(({ kind }) => kind === 'artifact.approved').map(({ id }) => id),
  )
  expect(await ids(`actor=${first?.subject}`)).toContain(first?.id)
  expect(await ids('actor=nobody')).toEqual([])
  expect(await ids('actor=PractitionerRole/00000000-0000-7000-8000-00000000d001')).toContain(first?.id)
  expect(await ids(`from=${last?.at}`)).toContain(last?.id)
  expect(await ids('to=2016-01-01T00:00:00Z')).toEqual([])
  expect(await events(`requestId=${newId()}`)).toEqual([])
  for (const [query, field] of [
    ['kind=artifact.published', 'kind'],
    ['from=today', 'from'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
    ['order=random', 'order'],
    ['patientId=x', 'patientId'],
  ]) {
    const refused = await call('GET', `/v1/audit/events?${query}`, { as: auditor })
    expect([refused.problem, refused.fields]).toEqual(['validation', [field]])
  }
})

test('spec 6: a cursor goes on in the order that it began with', async () => {
  const { nextCursor } = (await must(200, call('GET', '/v1/audit/events?limit=1', { as: auditor }))).body

  const turned = await call('GET', `/v1/audit/events?order=oldest&cursor=${encodeURIComponent(nextCursor)}`, {
    as: auditor,
  })

  expect([turned.problem, turned.fields]).toEqual(['validation', ['cursor']])
})

test('docs/design/hub.md#routes: the heads of the chain are as `banksia audit checkpoint` exports them, of the own tenant alone', async () => {
  await call('GET', '/v1/encounters', { as: { tenant: developmentTenants[1] } })
  const read = async () => (await must(200, call('GET', '/v1/audit/checkpoints', { as: auditor }))).body
  // It waits for the oldest transaction of the whole database server, which other tests share.
  const file = await waitFor(read, ({ heads }) => heads.length === 1)

  const { heads, publicKeys } = parseCheckpoint(JSON.stringify(file))

  expect(heads).toMatchObject([{ tenant: developmentTenants[0], number: expect.any(Number) }])
  expect(publicKeys).toHaveLength(1)
  expect((await call('GET', '/v1/audit/checkpoints', { as: { role: 'billing' } })).problem).toBe('role-required')
})

test('docs/design/hub.md#routes: encounters are found by patient, status, start of the period and last change', async () => {
  const patientId = await createPatient(call)
  const open = (start: string) => openEncounter(call, patientId, { period: { start } })
  const january = await open('2026-01-10T00:00:00.000Z')
  const march = await open('2026-03-10T00:00:00.000Z')
  const february = await open('2026-02-10T11:00:00.000+11:00')
  const ids = async (query: string): Promise<string[]> =>
    (await must(200, call('GET', `/v1/encounters?patientId=${patientId}&${query}`))).body.items.map(
      ({ id }: { id: string }) => id,
    )
  const { body: changed } = await must(
    200,
    call('PATCH', `/v1/encounters/${january}`, { body: { status: 'finished' } }),
  )

  expect(await ids('')).toEqual([february, march, january])
  expect(await ids('from=2026-02-10T00:00:00Z')).toEqual([february, march])
  expect(await ids('from=2026-01-11T00:00:00Z&to=2026-02-10T00:00:00Z')).toEqual([february])
  expect(await ids('to=2026-01-10T00:00:00Z')).toEqual([january])
  expect(await ids('status=finished')).toEqual([january])
  expect(await ids(`updatedSince=${changed.updatedAt}`)).toEqual([january])
  const refused = await call('GET', '/v1/encounters?from=2026-02-01')
  expect([refused.problem, refused.fields]).toEqual(['validation', ['from']])
})
