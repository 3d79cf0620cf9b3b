/** Amendments: a successor that replaces, supersedes at its approval, and reaches every holder of an edition. docs/design/hub.md#artifact-lifecycle, #release. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { examplePatient } from '../../builders.ts'
import {
  approveOne,
  createPatient,
  type Drafted,
  exampleSections,
  giveConsent,
  must,
  openEncounter,
  openFolder,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let folder: string
let channelId: string

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  folder = await mkdtemp(join(tmpdir(), 'banksia-amend-'))
  channelId = await openFolder(call, { directory: folder, format: 'cda', recipient: 'Harbour Hospital' })
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

const outcomeOf = ({ status, problem }: Answer): string => (status < 300 ? String(status) : `${status} ${problem}`)
const read = async (id: string): Promise<Answer['body']> => (await must(200, call('GET', `/v1/artifacts/${id}`))).body
const fhir = async (reference: string): Promise<Answer['body']> =>
  (await must(200, call('GET', `/fhir/R4/${reference}`))).body
const referenceOf = (artifact: { released: string[] }, type: string): string =>
  artifact.released.find((item) => item.startsWith(`${type}/`)) ?? ''
const amend = (id: string, more: object = {}): Promise<Answer> => call('POST', `/v1/artifacts/${id}:amend`, more)
const recall = (id: string, reasonCode = 'clinical_error'): Promise<Answer> =>
  call('POST', `/v1/artifacts/${id}:recall`, { body: { reasonCode } })

async function beginAmendment(id: string): Promise<string> {
  return (await must(201, amend(id))).body.id
}

/** Verified with the caller's attestations, and approved. */
async function approveAmendment(id: string): Promise<Answer['body']> {
  const attestations = [{ statementId: 'one', reasonCode: 'observed' }]
  await must(200, call('POST', `/v1/artifacts/${id}:verify`, { body: { attestations } }))
  return (await must(200, call('POST', `/v1/artifacts/${id}:approve`))).body
}

const listDeliveries = async (id: string): Promise<Answer['body'][]> =>
  (await must(200, call('GET', `/v1/deliveries?artifactId=${id}`))).body.items

const waitSent = (id: string, kind = 'original') =>
  waitFor(
    () => listDeliveries(id),
    (items) => items.some((item) => item.kind === kind && ['sent', 'rejected'].includes(item.state)),
  )

describe('an amendment', () => {
  let first: Drafted
  let successorId: string

  test('docs/design/hub.md#artifact-lifecycle: begins a draft of its own that replaces this one, which stays as it is', async () => {
    first = await approveOne(call)
    await waitSent(first.artifactId)
    const before = await read(first.artifactId)

    const begun = await must(201, amend(first.artifactId))

    successorId = begun.body.id
    expect(begun.headers.get('location')).toBe(`/v1/artifacts/${successorId}`)
    expect(begun.body).toMatchObject({
      state: 'in_review',
      version: 1,
      drafter: 'clinician',
      note: before.note,
      replaces: [{ artifactId: first.artifactId, documentId: before.documentId }],
    })
    expect(begun.body.documentId).not.toBe(before.documentId)
    expect(begun.body.verification).toBeUndefined()
    expect(await read(first.artifactId)).toMatchObject({
      state: 'approved',
      version: before.version + 1,
      successor: { artifactId: successorId, documentId: begun.body.documentId },
    })
    const document = await fhir(referenceOf(before, 'DocumentReference'))
    expect(document.status).toBe('current')
  })

  test('docs/design/hub.md#release: its approval supersedes: DocumentReference superseded, Composition amended, facts re-supported', async () => {
    const before = await read(first.artifactId)

    const approved = await approveAmendment(successorId)

    const old = await read(first.artifactId)
    expect(approved.state).toBe('approved')
    expect(old.state).toBe('superseded')
    expect(await fhir(referenceOf(before, 'DocumentReference'))).toMatchObject({ status: 'superseded' })
    expect(await fhir(referenceOf(before, 'Composition'))).toMatchObject({ status: 'amended' })
    const root = `urn:uuid:${before.documentId}`
    expect(await fhir(referenceOf(approved, 'Composition'))).toMatchObject({
      status: 'final',
      identifier: { value: root },
      relatesTo: [{ code: 'replaces', targetIdentifier: { value: root } }],
    })
    expect(await fhir(referenceOf(approved, 'DocumentReference'))).toMatchObject({
      status: 'current',
      masterIdentifier: { value: `urn:uuid:${approved.documentId}` },
      relatesTo: [{ code: 'replaces', target: { identifier: { value: root } } }],
    })
    const facts = approved.released.filter((item: string) => /^(Condition|Observation|Medication)/.test(item))
    expect(facts).toEqual(before.released.filter((item: string) => /^(Condition|Observation|Medication)/.test(item)))
    const provenance = await fhir(referenceOf(approved, 'Provenance'))
    expect(provenance.target.map(({ reference }: { reference: string }) => reference)).toEqual(
      expect.arrayContaining(facts),
    )
    expect(provenance.entity).toContainEqual(
      expect.objectContaining({ role: 'revision', what: expect.objectContaining({ identifier: expect.anything() }) }),
    )
  })

  test('docs/design/hub.md#release: every destination of the old edition gets the new one, as RPLC of the same set', async () => {
    await waitSent(successorId)

    const approved = await read(successorId)
    const [file = ''] = (await readdir(folder)).filter((name) => name.startsWith(approved.documentId))
    const cda = await readFile(join(folder, file), 'utf8')
    const { documentId } = await read(first.artifactId)
    expect(cda).toContain(`<setId root="${documentId}"/>`)
    expect(cda).toContain('<versionNumber value="2"/>')
    expect(cda).toContain('<relatedDocument typeCode="RPLC">')
    expect(await listDeliveries(successorId)).toMatchObject([{ channelId, kind: 'original', state: 'sent' }])
  })

  test('D51: what is superseded is not recalled; recalling the amendment tells whoever has any edition', async () => {
    const refused = await recall(first.artifactId)
    const recalled = await must(200, recall(successorId))

    expect(outcomeOf(refused)).toBe('409 invalid-transition')
    expect(recalled.body.state).toBe('recalled')
    const told = await waitFor(
      async () => (await must(200, call('GET', `/v1/artifacts/${successorId}/recall`))).body,
      ({ waiting }) => waiting.length === 0,
    )
    // A person informs a folder by hand: once for each edition that it has.
    expect(told.byHand.map(({ fileName }: { fileName: string }) => fileName.split('.')[0])).toEqual([
      recalled.body.documentId,
      recalled.body.replaces[0].documentId,
    ])
    for (const reference of recalled.body.released.filter((item: string) => item.startsWith('Condition/'))) {
      expect((await fhir(reference)).verificationStatus.coding[0].code).toBe('entered-in-error')
    }
    expect((await read(first.artifactId)).state).toBe('superseded')
    expect(outcomeOf(await amend(successorId))).toBe('409 invalid-transition')
  })
})

test('docs/design/hub.md#release: a link to the edition before shows the amendment, and nothing once that is recalled', async () => {
  const { artifactId, patientId } = await approveOne(call)
  await giveConsent(call, patientId, { permits: ['share'], purposes: ['PATRQT'] })
  const recipient = { name: 'Maeve', class: 'patient' }
  const shared = { artifactId, link: true, recipient, purposeOfUse: 'PATRQT', legalBasis: 'consent' }
  const { link } = (await must(201, call('POST', '/v1/shares', { body: shared }))).body
  const open = () =>
    fetch(`${server.base}/s`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ link: link.split('#')[1], dateOfBirth: examplePatient.birthDate }),
    })
  const id = await beginAmendment(artifactId)
  const { transcriptIds } = await read(id)
  const body = { sections: exampleSections(transcriptIds[0], 'Sore throat, 4 days, and a rash.') }
  await must(200, call('PATCH', `/v1/artifacts/${id}`, { body }))
  await approveAmendment(id)

  const shown = (await (await open()).json()) as { readonly sections: readonly { readonly lines: readonly string[] }[] }
  await must(200, recall(id))
  const after = await open()

  expect(shown.sections[0]?.lines).toEqual(['Sore throat, 4 days, and a rash.'])
  expect(after.status).toBe(410)
})

test('docs/design/hub.md#release: what the amendment no longer states was an error, unless another released artifact states it', async () => {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId)
  const transcriptId = await storeTranscript(call, encounterId)
  const evidence = [{ kind: 'segment', transcriptId, segmentId: 's1', start: 0, end: 39, role: 'statement' }]
  const history = (display: string) => ({
    kind: 'history',
    concept: display.toLowerCase(),
    display,
    polarity: 'present',
  })
  const statement = (id: string, display: string) => ({
    id,
    text: `History of ${display}.`,
    claims: [{ ...history(display), certainty: 'certain', person: 'patient', time: 'current' }],
    evidence,
  })
  const sectionsOf = (...names: string[]) => [
    { key: 'subjective', statements: names.map((name, at) => statement(`h${at}`, name)) },
  ]
  const release = async (id: string): Promise<Answer['body']> => {
    const { note } = await read(id)
    const attestations = note.sections[0].statements.map(({ id: statementId }: { id: string }) => ({
      statementId,
      reasonCode: 'known_history',
    }))
    await must(200, call('POST', `/v1/artifacts/${id}:verify`, { body: { attestations } }))
    return (await must(200, call('POST', `/v1/artifacts/${id}:approve`))).body
  }
  const draft = async (...names: string[]): Promise<string> => {
    const body = { templateId, transcriptIds: [transcriptId], sections: sectionsOf(...names) }
    return (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body.id
  }
  const original = await release(await draft('Asthma', 'Gout', 'Migraine'))
  await release(await draft('Gout'))
  const id = await beginAmendment(original.id)
  await must(200, call('PATCH', `/v1/artifacts/${id}`, { body: { sections: sectionsOf('Asthma') } }))

  await release(id)

  const statuses: Record<string, string> = {}
  for (const reference of original.released.filter((item: string) => item.startsWith('Condition/'))) {
    const { code, verificationStatus } = await fhir(reference)
    statuses[code.text] = verificationStatus.coding[0].code
  }
  expect(statuses).toEqual({ Asthma: 'confirmed', Gout: 'confirmed', Migraine: 'entered-in-error' })
})

describe('what may be amended, and how often', () => {
  test('D50: one amendment at a time; a rejected one makes room, and does not come back', async () => {
    const { artifactId, transcriptId } = await approveOne(call)
    const one = await beginAmendment(artifactId)
    const early = await amend(artifactId)
    await must(200, call('POST', `/v1/artifacts/${one}:reject`, { body: { reasonCode: 'style' } }))

    const two = await must(201, amend(artifactId))

    const back = await call('PATCH', `/v1/artifacts/${one}`, { body: { sections: exampleSections(transcriptId) } })
    expect([early, back].map(outcomeOf)).toEqual(['409 business-rule', '409 business-rule'])
    expect((await read(artifactId)).successor.artifactId).toBe(two.body.id)
    expect((await approveAmendment(two.body.id)).state).toBe('approved')
  })

  test('D50: an amendment is amended: the chain names every edition, and all share the first one’s identity', async () => {
    const { artifactId } = await approveOne(call)
    const second = await approveAmendment(await beginAmendment(artifactId))

    const third = await approveAmendment(await beginAmendment(second.id))

    const { documentId } = await read(artifactId)
    expect(third.replaces).toEqual([
      { artifactId: second.id, documentId: second.documentId },
      { artifactId, documentId },
    ])
    const composition = await fhir(referenceOf(third, 'Composition'))
    expect(composition.identifier.value).toBe(`urn:uuid:${documentId}`)
    expect(composition.relatesTo).toHaveLength(2)
    expect([(await read(artifactId)).state, (await read(second.id)).state]).toEqual(['superseded', 'superseded'])
  })

  test('D51: a recall rejects the amendment that is under way, which does not come back', async () => {
    const { artifactId, transcriptId } = await approveOne(call)
    const id = await beginAmendment(artifactId)

    await must(200, recall(artifactId, 'wrong_patient'))

    expect(await read(id)).toMatchObject({ state: 'rejected', rejection: { reasonCode: 'wrong_patient' } })
    const back = await call('PATCH', `/v1/artifacts/${id}`, { body: { sections: exampleSections(transcriptId) } })
    expect(outcomeOf(back)).toBe('409 business-rule')
  })

  test('docs/design/hub.md#requests-and-answers: If-Match, an id of the client’s, an unknown field, another tenant, no PractitionerRole', async () => {
    const { artifactId } = await approveOne(call)
    const id = newId()

    const stale = await amend(artifactId, { headers: { 'If-Match': 'W/"1"' } })
    const strange = await amend(artifactId, { body: { note: 'x' } })
    const stranger = await amend(artifactId, { as: { tenant: developmentTenants[1] } })
    const system = await amend(artifactId, { as: { role: 'system' } })
    const own = await amend(artifactId, { body: { id } })

    expect([stale, strange, stranger, system, own].map(outcomeOf)).toEqual([
      '412 precondition-failed',
      '400 validation',
      '404 not-found',
      '403 role-required',
      '201',
    ])
    expect(own.body.id).toBe(id)
  })
})

test('no amendment was a fault', () => {
  expect(server.lines.filter(({ level }) => level === 'error')).toEqual([])
})
