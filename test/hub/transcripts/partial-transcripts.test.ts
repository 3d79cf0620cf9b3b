/** A talk that goes on: segments by :append, and drafts that wait for its end. D263. */
import { describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import {
  buildSegments,
  createPatient,
  exampleSections,
  exampleSegments,
  generate,
  giveConsent,
  must,
  openEncounter,
  templateId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import type { Answer } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const server = useRunning({ BANKSIA_MAX_TRANSCRIPT_BYTES: '20000' })
const { call } = server

type Begun = {
  readonly patientId: string
  readonly consentId: string
  readonly encounterId: string
  readonly transcriptId: string
}

const [first, second, third, fourth] = exampleSegments
const safetyNet = buildSegments([
  ['clinician', 'a'],
  ['clinician', 'b'],
  ['clinician', 'c'],
  ['clinician', 'd'],
  ['clinician', 'If you have trouble breathing, go to the emergency department.'],
])[4]

async function begin(segments: readonly object[] = exampleSegments.slice(0, 2)): Promise<Begun> {
  const patientId = await createPatient(call)
  const consentId = await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  const body = { partial: true, segments }
  const stored = await must(201, call('POST', `/v1/encounters/${encounterId}/transcripts`, { body }))
  return { patientId, consentId, encounterId, transcriptId: stored.body.id }
}

const append = (transcriptId: string, body: object, more: object = {}): Promise<Answer> =>
  call('POST', `/v1/transcripts/${transcriptId}:append`, { body, ...more })
const readOnly = async (encounterId: string) =>
  (await must(200, call('GET', `/v1/encounters/${encounterId}/transcripts`))).body.items[0]
const readArtifact = async (id: string) => (await must(200, call('GET', `/v1/artifacts/${id}`))).body
const listArtifacts = async (encounterId: string) =>
  (await must(200, call('GET', `/v1/encounters/${encounterId}/artifacts`))).body.items
const textOf = ({ note }: Answer['body']): string => JSON.stringify(note.sections)
const kindsOf = async (id: string): Promise<readonly string[]> => {
  const { rows } = await server.site.pool.query(
    `select kind from audit where resource_id = $1 and kind like 'transcript.%' and kind <> 'transcript.read' order by seq`,
    [id],
  )
  return rows.map(({ kind }) => kind)
}

describe('appending', () => {
  test('D263: segments stand in the order of their begin, and the last request finishes the transcript', async () => {
    const { encounterId, transcriptId } = await begin([first, third].map((one) => ({ ...one })))

    const more = await must(200, append(transcriptId, { segments: [fourth, second] }))
    const ended = await must(200, append(transcriptId, { final: true }))

    expect(more.body).toMatchObject({ id: transcriptId, version: 2, partial: true, appended: 2, segments: 4 })
    expect(more.headers.get('etag')).toBe('W/"2"')
    expect(ended.body).toMatchObject({ version: 3, partial: false, appended: 0, segments: 4 })
    const { segments, partial } = await readOnly(encounterId)
    expect(segments.map(({ id }: { id: string }) => id)).toEqual(['s0', 's1', 's2', 's3'])
    expect(partial).toBeUndefined()
    expect(await kindsOf(transcriptId)).toEqual(['transcript.stored', 'transcript.appended', 'transcript.finished'])
  })

  test('D263: the same segment again changes nothing, before the end and after it', async () => {
    const { transcriptId } = await begin()
    const body = { segments: [second, third] }
    await must(200, append(transcriptId, body))

    const again = await must(200, append(transcriptId, body))
    await must(200, append(transcriptId, { segments: [fourth], final: true }))
    const late = await must(200, append(transcriptId, { segments: [fourth], final: true }))

    expect(again.body).toMatchObject({ version: 2, appended: 0, segments: 3 })
    expect(late.body).toMatchObject({ version: 3, appended: 0, partial: false })
  })

  test.each([
    ['text', { text: 'Zanthoria' }],
    ['voice', { speaker: 'patient' }],
    ['time', { endMs: 2400 }],
    ['confidence', { confidence: 0.5 }],
  ])(
    'D263: the id of a stored segment with another %s is refused, and nothing of the request is stored',
    async (_of, change) => {
      const { encounterId, transcriptId } = await begin()

      const refused = await append(transcriptId, { segments: [third, { ...first, ...change }] })

      expect(refused).toMatchObject({ status: 409, problem: 'conflict' })
      expect(refused.body.errors).toEqual([{ field: 'segments[1].id', message: 'is the id of another segment' }])
      expect(refused.text).not.toContain('Zanthoria')
      expect((await readOnly(encounterId)).segments).toHaveLength(2)
    },
  )

  test('D263: of many writers at once none loses a segment', async () => {
    const { encounterId, transcriptId } = await begin([{ ...first, startMs: 0 }])
    const said = Array.from({ length: 12 }, (_, at) => ({
      ...second,
      id: `w${at}`,
      startMs: at * 10,
      endMs: at * 10 + 5,
    }))

    const answers = await Promise.all(said.map((one) => append(transcriptId, { segments: [one] })))

    expect(answers.map(({ status }) => status)).toEqual(said.map(() => 200))
    const { segments, version } = await readOnly(encounterId)
    expect(segments.map(({ id }: { id: string }) => id)).toEqual(['s0', ...said.map(({ id }) => id)])
    expect(version).toBe(13)
  })

  test('D263: a finished transcript, and one that was stored whole, takes no other segment', async () => {
    const { encounterId, transcriptId } = await begin()
    await must(200, append(transcriptId, { final: true }))
    const whole = await must(
      201,
      call('POST', `/v1/encounters/${encounterId}/transcripts`, { body: { segments: [first] } }),
    )

    for (const id of [transcriptId, whole.body.id])
      expect(await append(id, { segments: [third] })).toMatchObject({ status: 409, problem: 'invalid-transition' })
  })

  test('D73: a writer may name the version that it has read', async () => {
    const { transcriptId } = await begin()
    const headers = { 'if-match': 'W/"1"' }

    await must(200, append(transcriptId, { segments: [third] }, { headers }))

    expect((await append(transcriptId, { segments: [fourth] }, { headers })).problem).toBe('precondition-failed')
  })

  test('R5.4: a request that is repeated with its key is answered as before', async () => {
    const { transcriptId } = await begin()
    const key = newId()
    const sent = await must(200, append(transcriptId, { segments: [third] }, { key }))

    const again = await must(200, append(transcriptId, { segments: [third] }, { key }))

    expect(again.body).toEqual(sent.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  test('D263: the bounds of a whole transcript hold for all of it', async () => {
    const { transcriptId } = await begin()
    const long = (id: string) => ({ ...third, id, text: 'x'.repeat(9000) })
    await must(200, append(transcriptId, { segments: [long('a')] }))
    await must(200, append(transcriptId, { segments: [long('b')] }))

    expect((await append(transcriptId, { segments: [long('c')] })).problem).toBe('payload-too-large')
  })

  test.each([
    ['nothing', {}, ['segments']],
    ['a segment without an id', { segments: [{ ...first, id: undefined }] }, ['segments[0].id']],
    ['an id used twice', { segments: [third, third] }, ['segments[1].id']],
    ['a segment that ends before it begins', { segments: [{ ...third, endMs: 0 }] }, ['segments[0].endMs']],
  ])('D263: %s is refused', async (_title, body, fields) => {
    const { transcriptId } = await begin()

    const refused = await append(transcriptId, body)

    expect(refused).toMatchObject({ status: 400, problem: 'validation' })
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields)
  })
})

describe('whose talk it is', () => {
  test('D53: without the consent to record nothing is appended, and what is there is quarantined', async () => {
    const { consentId, encounterId, transcriptId } = await begin()
    await must(200, call('POST', `/v1/consents/${consentId}:revoke`))

    expect(await append(transcriptId, { segments: [third] })).toMatchObject({
      status: 403,
      problem: 'consent-required',
    })
    expect(await readOnly(encounterId)).toMatchObject({
      partial: true,
      segments: [],
      quarantinedAt: expect.any(String),
    })
  })

  test('docs/design/hub.md#requests-and-answers: another tenant has no such transcript', async () => {
    const { transcriptId } = await begin()

    expect((await append(transcriptId, { segments: [third] }, { as: { tenant: developmentTenants[1] } })).status).toBe(
      404,
    )
  })

  test('D63: a cancelled encounter takes no segment', async () => {
    const { encounterId, transcriptId } = await begin()
    await must(200, call('PATCH', `/v1/encounters/${encounterId}`, { body: { status: 'cancelled' } }))

    expect((await append(transcriptId, { segments: [third] })).problem).toBe('invalid-transition')
  })
})

describe('drafts', () => {
  const notOver = 'A transcript of the artifact is partial: the talk is not over'

  test('D263: a draft says that the talk goes on and is approved by nobody; at the end it is made again', async () => {
    const { encounterId, transcriptId } = await begin(exampleSegments)
    const artifactId = await generate(call, encounterId)
    const draft = await readArtifact(artifactId)
    await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))
    const early = await call('POST', `/v1/artifacts/${artifactId}:approve`)

    await must(200, append(transcriptId, { segments: [safetyNet], final: true }))
    const whole = await waitFor(
      () => readArtifact(artifactId),
      ({ draftedFrom }) => draftedFrom.partial === false,
    )

    expect(draft.draftedFrom.partial).toBe(true)
    expect(draft.note.openQuestions.join()).toContain('the talk was not over')
    expect(early).toMatchObject({ status: 409, problem: 'draft-outdated' })
    expect(early.body.detail).toBe(notOver)
    expect(textOf(draft)).not.toContain('emergency')
    expect(textOf(whole)).toContain('emergency')
    expect(whole.note.openQuestions.join()).not.toContain('the talk was not over')
    expect(whole.verification).toBeUndefined()
    expect(await listArtifacts(encounterId)).toHaveLength(1)
    expect((await call('POST', `/v1/artifacts/${artifactId}:approve`)).problem).toBe('verification-required')
    await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))
    await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
  })

  test('D263: a draft that a clinician has changed stays as it is and is never approved; the whole talk has a draft of its own', async () => {
    const { encounterId, transcriptId } = await begin(exampleSegments)
    const artifactId = await generate(call, encounterId)
    const body = { sections: exampleSections(transcriptId, 'Sore throat for 4 days.') }
    await must(200, call('PATCH', `/v1/artifacts/${artifactId}`, { body }))

    await must(200, append(transcriptId, { segments: [safetyNet], final: true }))
    const artifacts = await waitFor(
      () => listArtifacts(encounterId),
      (items) => items.length === 2,
    )
    await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))
    const refused = await call('POST', `/v1/artifacts/${artifactId}:approve`)

    expect(artifacts.map(({ draftedFrom }: Answer['body']) => draftedFrom.partial).toSorted()).toEqual([false, true])
    expect(textOf(await readArtifact(artifactId))).not.toContain('emergency')
    expect(refused).toMatchObject({ status: 409, problem: 'draft-outdated' })
    expect(refused.body.detail).toBe('The draft was made before the talk was over')
  })

  test('D263: a draft by hand waits for the end too, and is then verified again', async () => {
    const { encounterId, transcriptId } = await begin(exampleSegments)
    const body = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
    const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body
    const path = `/v1/artifacts/${id}`
    await must(200, call('POST', `${path}:verify`))

    const early = await call('POST', `${path}:approve`)
    await must(200, append(transcriptId, { segments: [safetyNet], final: true }))
    const late = await call('POST', `${path}:approve`)
    await must(200, call('POST', `${path}:verify`))

    expect([early.problem, early.body.detail]).toEqual(['draft-outdated', notOver])
    expect(late.problem).toBe('verification-required')
    await must(200, call('POST', `${path}:approve`))
    expect(await listArtifacts(encounterId)).toHaveLength(1)
  })

  test('D263: no draft is made again for a rejected one, nor from another transcript', async () => {
    const { encounterId, transcriptId } = await begin(exampleSegments)
    const artifactId = await generate(call, encounterId)
    await must(200, call('POST', `/v1/artifacts/${artifactId}:reject`, { body: { reasonCode: 'incomplete' } }))

    await must(200, append(transcriptId, { final: true }))

    const jobs = (await must(200, call('GET', `/v1/jobs?encounterId=${encounterId}`))).body.items
    expect(jobs).toHaveLength(1)
  })
})
