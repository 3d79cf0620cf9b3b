/** PATCH takes back every answer of GET. D76, D52. */
import { expect, test } from '@jest/globals'
import { hubRoutes } from '../../../src/hub/routes.ts'
import { draftByHand, draftVerified, must, practitionerRoleId, templateId } from '../../consultation.ts'
import { whitePng } from '../../images.ts'
import type { Answer } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const { call } = useRunning()

const read = async (path: string): Promise<Answer['body']> => (await must(200, call('GET', path))).body
const patch = (path: string, body: unknown): Promise<Answer> => call('PATCH', path, { body })
const vouch = { body: { attestations: [{ statementId: 'one', reasonCode: 'observed' }] } }

test('D76: an encounter, whole, with one member changed', async () => {
  const path = `/v1/encounters/${(await draftByHand(call)).encounterId}`
  const before = await read(path)

  const same = await must(200, patch(path, before))
  const changed = await must(200, patch(path, { ...(await read(path)), status: 'finished' }))

  const { version: _, updatedAt: __, ...rest } = before
  expect(same.body).toMatchObject({ ...rest, version: 2 })
  expect(changed.body).toMatchObject({ ...rest, status: 'finished', version: 3 })
})

test('D76: a member that an encounter or artifact keeps is refused by its name, and nothing is changed', async () => {
  const { encounterId, artifactId } = await draftByHand(call)
  const [encounter, artifact] = [`/v1/encounters/${encounterId}`, `/v1/artifacts/${artifactId}`]
  const seen = [await read(encounter), await read(artifact)]
  const wrong = [
    [encounter, { patientId: 'other' }, ['patientId']],
    [encounter, { version: 9, spoke: 'speed' }, ['spoke', 'version']],
    [encounter, { capturedAt: '2026-03-14T02:45:00.000Z' }, ['capturedAt']],
    [artifact, { state: 'approved' }, ['state']],
    [artifact, { contentHash: 'x', transcriptIds: [] }, ['contentHash', 'transcriptIds']],
    [artifact, { verification: { outcome: 'passed' } }, ['verification']],
  ] as const

  for (const [path, change, fields] of wrong) {
    const answer = await patch(path, { ...(await read(path)), ...change })

    expect([answer.status, [...answer.fields].sort()]).toEqual([400, fields])
    expect(answer.body.errors[0].message).toBe('cannot be changed')
  }
  expect([await read(encounter), await read(artifact)]).toEqual(seen)
})

test('D76: an artifact, whole, as it was read: a new version of the same note', async () => {
  const path = `/v1/artifacts/${(await draftVerified(call)).artifactId}`
  const before = await read(path)

  const { body } = await must(200, patch(path, before))

  expect([body.note, body.contentHash, body.version]).toEqual([before.note, before.contentHash, before.version + 1])
  expect(body.verification).toBeUndefined()
})

test('D76: statements and title are edited in what was read', async () => {
  const path = `/v1/artifacts/${(await draftByHand(call)).artifactId}`
  const before = await read(path)
  const [section, ...others] = before.note.sections
  const statement = { ...section.statements[0], text: 'Sore throat, 4 days.' }
  const note = { ...before.note, sections: [{ ...section, statements: [statement] }, ...others] }

  const edited = await must(200, patch(path, { ...before, note, title: 'A sore throat' }))
  const renamed = await must(200, patch(path, { ...edited.body, note: { ...edited.body.note, title: 'Throat' } }))

  expect(edited.body).toMatchObject({ title: 'A sore throat', note: { title: 'A sore throat' } })
  expect(edited.body.note.sections[0].statements[0].text).toBe('Sore throat, 4 days.')
  expect(renamed.body).toMatchObject({ title: 'Throat', note: { title: 'Throat' } })
})

test('D76: what a template or somebody else has said is not edited; what was vouched for is dropped as ever', async () => {
  const path = `/v1/artifacts/${(await draftByHand(call)).artifactId}`
  await must(200, call('POST', `${path}:verify`, vouch))
  const before = await read(path)
  const [section, ...others] = before.note.sections
  const withSection = (change: object) => ({
    ...before,
    note: { ...before.note, sections: [{ ...section, ...change }, ...others] },
  })
  const [statement] = section.statements
  const evidence = statement.evidence.map((item: { kind: string }) =>
    item.kind === 'attestation' ? { ...item, by: 'PractitionerRole/other' } : item,
  )

  const answers = [
    await patch(path, withSection({ title: 'Another' })),
    await patch(path, withSection({ statements: [{ ...statement, evidence }] })),
    await patch(path, { ...before, note: { ...before.note, openQuestions: ['Why?'] } }),
  ]
  const kept = await must(200, patch(path, before))

  expect(answers.map(({ status, fields }) => [status, ...fields])).toEqual([
    [400, 'note.sections[0].title'],
    [400, `note.sections[0].statements[0].evidence[${statement.evidence.length - 1}]`],
    [400, 'note.openQuestions'],
  ])
  const left = kept.body.note.sections[0].statements[0].evidence
  expect(left.filter(({ kind }: { kind: string }) => kind === 'attestation')).toEqual([])
})

test('D76: an edit without sections and without a note says what is missing', async () => {
  const path = `/v1/artifacts/${(await draftByHand(call)).artifactId}`

  expect((await patch(path, { title: 'A sore throat' })).fields).toEqual(['sections'])
})

const operator = { role: 'operator' } as const

async function openChannel(): Promise<string> {
  const body = {
    ...{ name: 'Registry', recipient: { name: 'Registry' }, purposeOfUse: 'TREAT', legalBasis: 'own_organisation' },
    ...{ format: 'hl7v2', transport: 'mllp', destination: { host: '127.0.0.1', port: 2575 } },
  }
  return (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body.id
}

async function openSender(): Promise<string> {
  const body = { name: 'Ward', addresses: ['10.0.0.9'], withSecret: true }
  return (await must(201, call('POST', '/v1/senders', { body, as: operator }))).body.id
}

async function openAlert(): Promise<string> {
  const signature = { keyId: 'rooms-1', key: 'a-secret-that-both-sides-share-1' }
  const target = { kind: 'webhook', url: 'http://127.0.0.1:9/alerts', signature }
  const body = { name: 'Dead letters', rule: 'dead-letter', target }
  return (await must(201, call('POST', '/v1/alerts', { body, as: operator }))).body.id
}

async function diarise(): Promise<string> {
  const path = `/v1/transcripts/${(await draftByHand(call)).transcriptId}/diarisation`
  await must(200, call('PUT', path, { body: { speakers: [{ label: 'patient', role: 'patient' }] } }))
  return path
}

const image = whitePng(3, 2).toString('base64')

async function look(): Promise<string> {
  const path = '/v1/platform/appearance'
  await must(200, call('PUT', path, { body: { logo: image, omitEmptySections: true }, as: operator }))
  return path
}

async function styleIt(): Promise<string> {
  const path = `/v1/templates/${templateId}/style`
  await must(200, call('PUT', path, { body: { sections: [{ key: 'plan' }] } }))
  return path
}

async function sign(): Promise<string> {
  const path = `/v1/platform/signatures/${practitionerRoleId}`
  await must(200, call('PUT', path, { body: { image } }))
  return path
}

type Row = { readonly as: object; readonly find: () => Promise<string>; readonly kept: readonly string[] }

/** Each replacement of the table of routes: something that is there, and members that it does not set. */
// biome-ignore format: one row a line
const replacements: Readonly<Record<string, Row>> = {
  '/v1/platform/config/{spokeId}':                { as: operator, find: async () => '/v1/platform/config/triage',                  kept: ['id', 'spokeId', 'version', 'createdAt', 'updatedAt'] },
  '/v1/templates/{templateId}/artifact-schemas':  { as: operator, find: async () => `/v1/templates/${templateId}/artifact-schemas`,  kept: ['id', 'version', 'createdAt', 'updatedAt'] },
  '/v1/templates/{templateId}/validation-policy': { as: operator, find: async () => `/v1/templates/${templateId}/validation-policy`, kept: ['id', 'version', 'createdAt', 'updatedAt'] },
  '/v1/templates/{templateId}/style':             { as: {},       find: styleIt,                                                   kept: ['id', 'version', 'createdAt', 'updatedAt'] },
  '/v1/transcripts/{transcriptId}/diarisation':   { as: {},       find: diarise,                                                   kept: ['id', 'version', 'createdAt', 'updatedAt', 'counts'] },
  '/v1/platform/appearance':                      { as: operator, find: look,                                                      kept: ['id', 'version', 'createdAt', 'updatedAt'] },
  '/v1/platform/signatures/{practitionerRoleId}': { as: {},       find: sign,                                                      kept: ['id', 'version', 'createdAt', 'updatedAt', 'practitioner'] },
  '/v1/channels/{channelId}':                     { as: operator, find: async () => `/v1/channels/${await openChannel()}`,          kept: ['id', 'version', 'createdAt', 'updatedAt'] },
  '/v1/alerts/{alertId}':                        { as: operator, find: async () => `/v1/alerts/${await openAlert()}`,              kept: ['id', 'version', 'createdAt', 'updatedAt'] },
  '/v1/senders/{senderId}':                       { as: operator, find: async () => `/v1/senders/${await openSender()}`,            kept: ['id', 'version', 'createdAt', 'updatedAt', 'hasSecret'] },
}

test('D76: each PUT of the table of routes is tried', () => {
  const puts = hubRoutes(1)
    .filter(({ method }) => method === 'PUT')
    .map(({ path }) => path)

  expect(Object.keys(replacements).sort()).toEqual(puts.toSorted())
})

test.each(Object.entries(replacements))(
  'D76: PUT %s takes back what GET answers, and refuses a kept member that differs',
  async (_route, { as, find, kept }) => {
    const path = await find()
    const readNow = async () => (await must(200, call('GET', path, { as }))).body
    const before = await readNow()

    const same = await must(200, call('PUT', path, { body: before, as }))
    const now = await readNow()
    const refused = []
    for (const name of kept)
      refused.push((await call('PUT', path, { body: { ...now, [name]: 'another' }, as })).fields.join())
    const unknown = await call('PUT', path, { body: { ...now, colour: 'red' }, as })

    const { version, updatedAt: _, ...rest } = before
    expect(same.body).toMatchObject({ ...rest, version: version + 1 })
    expect(refused).toEqual(kept)
    expect(unknown.status).toBe(400)
    expect(await readNow()).toEqual(now)
  },
)
