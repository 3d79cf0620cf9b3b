/** How a change names the version that it changes, for every route of the table. RFC 9110 13.1; RFC 6585 3; D73. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { findPrecondition } from '../../../src/http/preconditions.ts'
import type { Route } from '../../../src/http/route.ts'
import type { Hub } from '../../../src/hub/hub.ts'
import { hubRoutes } from '../../../src/hub/routes.ts'
import { builtInTemplates } from '../../../src/hub/templates/built-in-templates.ts'
import {
  approveOne,
  createPatient,
  type Drafted,
  draftByHand,
  draftVerified,
  exampleSections,
  giveConsent,
  must,
  openEncounter,
  practitionerRoleId,
  templateId,
} from '../../consultation.ts'
import { startSession } from '../../recording.ts'
import {
  type Answer,
  type Call,
  type CallOptions,
  createSite,
  type RunningServer,
  startRunning,
} from '../../running-server.ts'
import { loadMappingTable } from '../mapping-tables/mapping-table.ts'

const rows = hubRoutes(1_000_000).map((row) => ({ ...row, title: `${row.method} ${row.path}` }))
const changing = rows.filter((row) => findPrecondition(row) !== undefined)
const operator = { role: 'operator' }

let server: RunningServer
let call: Call
let drafted: Drafted
/** Something that is there, by the names of paths. */
let ids: Readonly<Record<string, string>>

const channel = {
  name: 'Folder',
  recipient: { name: 'Heath Specialists' },
  purposeOfUse: 'TREAT',
  legalBasis: 'own_organisation',
  format: 'rtf',
  transport: 'file',
}

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  drafted = await draftByHand(call)
  const released = await approveOne(call)
  const consentId = await giveConsent(call, released.patientId)
  const recipient = { name: 'The patient', class: 'patient' }
  const sharing = {
    artifactId: released.artifactId,
    recipient,
    purposeOfUse: 'TREAT',
    legalBasis: 'consent',
    link: true,
  }
  const share = await must(201, call('POST', '/v1/shares', { body: sharing }))
  const destination = { directory: server.site.dataDir }
  const opened = await must(201, call('POST', '/v1/channels', { body: { ...channel, destination }, as: operator }))
  const sender = await must(
    201,
    call('POST', '/v1/senders', { body: { name: 'Ward', withSecret: true }, as: operator }),
  )
  const signature = { keyId: 'rooms-1', key: 'a-secret-that-both-sides-share-1' }
  const target = { kind: 'webhook', url: 'http://127.0.0.1:9/alerts', signature }
  const alert = await must(
    201,
    call('POST', '/v1/alerts', { body: { name: 'Dead letters', rule: 'dead-letter', target }, as: operator }),
  )
  const speakers = [{ label: 'patient', role: 'patient' }]
  await must(200, call('PUT', `/v1/transcripts/${drafted.transcriptId}/diarisation`, { body: { speakers } }))
  await must(200, call('PUT', '/v1/platform/appearance', { body: {}, as: operator }))
  await must(200, call('PUT', `/v1/templates/${templateId}/style`, { body: {} }))
  await must(200, call('PUT', `/v1/platform/signatures/${practitionerRoleId}`, { body: {} }))
  ids = {
    ...drafted,
    practitionerRoleId,
    consentId,
    shareId: share.body.id,
    channelId: opened.body.id,
    senderId: sender.body.id,
    alertId: alert.body.id,
    mappingTableId: await loadMappingTable(server),
    sessionId: await startSession(call, await openEncounter(call, released.patientId)),
    templateId,
    versionId: builtInTemplates[0].versionId,
    spokeId: 'triage',
  }
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const pathOf = ({ path }: Route<Hub>): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
const exampleOf = ({ body }: Route<Hub>): unknown => (body?.meta()?.['examples'] as readonly unknown[] | undefined)?.[0]

/** The row's own example, for an existing thing: a body that is right, except for each test's version. */
function ask(row: Route<Hub>, headers: CallOptions['headers']): Promise<Answer> {
  const as = { role: row.roles.includes('clinician') ? 'clinician' : (row.roles[0] ?? '') }
  return call(row.method, pathOf(row), { as, body: exampleOf(row), headers: { ...headers } })
}

const readVersion = (row: Route<Hub>): Promise<Answer> =>
  call('GET', pathOf(row).replace(/:\w+$/, ''), { as: row.roles.includes('clinician') ? {} : operator })

test('D73: every change of the table names a version, or says why it names none', () => {
  const silent = rows.filter(({ method, precondition }) => (method === 'GET') !== (precondition === undefined))

  expect(silent.map(({ title }) => title)).toEqual([])
  expect(changing.length).toBeGreaterThan(20)
})

test.each(changing)('D73: $title is refused without a version, and changes nothing', async (row) => {
  const before = await readVersion(row)

  const silent = await ask(row, { 'if-match': '' })
  const any = row.signs === undefined ? await ask(row, { 'if-match': '*' }) : silent

  expect([silent.status, silent.problem, any.status]).toEqual([428, 'precondition-required', 428])
  expect(before.headers.get('etag')).toMatch(/^W\/"\d+"$/)
  expect((await readVersion(row)).headers.get('etag')).toBe(before.headers.get('etag'))
})

test.each(changing)('D73: $title is refused with another version than the current one', async (row) => {
  for (const tag of ['W/"999"', '"999"', '"Zebulon"']) {
    const answer = await ask(row, { 'if-match': tag })

    expect([tag, answer.status, answer.problem]).toEqual([tag, 412, 'precondition-failed'])
  }
})

test('D73: the first diarisation says that there is none; the next one names its version', async () => {
  const { transcriptId } = await draftByHand(call)
  const path = `/v1/transcripts/${transcriptId}/diarisation`
  const body = { speakers: [{ label: 'patient', role: 'patient' }] }
  const put = (headers: Record<string, string>) => call('PUT', path, { body, headers })

  expect((await put({ 'if-match': 'W/"1"' })).problem).toBe('precondition-failed')
  const first = await must(200, put({ 'if-none-match': '*' }))
  expect((await put({ 'if-none-match': '*' })).problem).toBe('precondition-failed')
  await must(200, put({ 'if-match': first.headers.get('etag') ?? '' }))
})

test('D73: the second of two edits of one version is refused, and the first one stays', async () => {
  const { artifactId, transcriptId } = await draftByHand(call)
  const path = `/v1/artifacts/${artifactId}`
  const etag = (await must(200, call('GET', path))).headers.get('etag') ?? ''
  const edit = (text: string) =>
    call('PATCH', path, { body: { sections: exampleSections(transcriptId, text) }, headers: { 'if-match': etag } })

  const first = await must(200, edit('Sore throat, 4 days.'))
  const second = await edit('Sore throat for four days.')

  expect(second.problem).toBe('precondition-failed')
  expect((await call('GET', path)).body.note).toEqual(first.body.note)
})

test('D73: nobody approves, or attests, a version that they have not read', async () => {
  const { artifactId, transcriptId } = await draftVerified(call)
  const path = `/v1/artifacts/${artifactId}`
  const verified = await must(200, call('GET', path))
  const held = { 'if-match': verified.headers.get('etag') ?? '' }
  await must(200, call('PATCH', path, { body: { sections: exampleSections(transcriptId, 'Sore throat, 4 days.') } }))
  await must(200, call('POST', `${path}:verify`, { headers: { 'if-match': '*' } }))
  const attesting = { attestations: [{ statementId: 'one', reasonCode: 'observed' }] }

  const approved = await call('POST', `${path}:approve`, { headers: held })
  const attested = await call('POST', `${path}:verify`, { body: attesting, headers: held })
  const blind = await call('POST', `${path}:verify`, { body: attesting, headers: { 'if-match': '*' } })

  expect([approved.problem, attested.problem, blind.problem]).toEqual([
    'precondition-failed',
    'precondition-failed',
    'precondition-required',
  ])
  expect((await call('GET', path)).body.state).toBe('in_review')
})

test('D73: an unattended client verifies what it may not read', async () => {
  const { artifactId } = await draftByHand(call)
  const as = { role: 'system' }

  expect((await call('GET', `/v1/artifacts/${artifactId}`, { as })).status).toBe(403)
  await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`, { as, headers: { 'if-match': '*' } }))
})

test('D73: an answer to a change has the ETag of the version that it made', async () => {
  const patientId = await createPatient(call)
  const path = `/v1/encounters/${await openEncounter(call, patientId)}`

  const changed = await must(200, call('PATCH', path, { body: { status: 'finished' } }))
  const again = await must(
    200,
    call('PATCH', path, {
      body: { status: 'in-progress' },
      headers: { 'if-match': changed.headers.get('etag') ?? '' },
    }),
  )

  expect([changed.headers.get('etag'), again.headers.get('etag')]).toEqual(['W/"2"', 'W/"3"'])
})

const listed = ['Artifact', 'AudioSession', 'Channel', 'Consent', 'Encounter', 'QueueItem', 'Share', 'TemplateVersion']

test('D73: what a list shows, and an operation changes, has its version', () => {
  const items = rows.flatMap(({ response }) => {
    const { items: list } = (response as { shape?: { items?: { element?: object } } } | undefined)?.shape ?? {}
    const element = list?.element as { meta: () => { id?: string }; shape: object } | undefined
    return element === undefined || !('version' in element.shape) ? [] : [element.meta().id]
  })

  expect(items).toEqual(expect.arrayContaining(listed))
})

const held = rows.filter(({ method, response, isTimely }) => {
  const shape = (response as { shape?: object } | undefined)?.shape ?? {}
  const { version } = shape as { version?: { isOptional?: () => boolean } }
  return method === 'GET' && version?.isOptional?.() === false && isTimely !== true
})

test.each(held.filter(({ path }) => !path.includes('exportId')))(
  'RFC 9110 13.1.2: $title answers 304 to who has the version, and 200 to who has another',
  async (row) => {
    const as = row.roles.includes('clinician') ? {} : operator
    const ask = (etag: string) => call('GET', pathOf(row), { as, headers: { 'if-none-match': etag } })
    const read = await must(200, call('GET', pathOf(row), { as }))

    const same = await ask(read.headers.get('etag') ?? '')

    expect([same.status, same.text]).toEqual([304, ''])
    expect((await ask('W/"999"')).body).toEqual(read.body)
  },
)

test.each(['/v1/consents/{consentId}', '/v1/shares/{shareId}', '/v1/platform/config/{spokeId}'])(
  'RFC 9110 13.1.2: GET %s is always answered whole: time changes it, too',
  async (path) => {
    const row = rows.find((one) => one.path === path && one.method === 'GET')
    if (row === undefined) throw new Error(path)
    const as = row.roles.includes('clinician') ? {} : operator
    const read = await must(200, call('GET', pathOf(row), { as }))

    await must(200, call('GET', pathOf(row), { as, headers: { 'if-none-match': read.headers.get('etag') ?? '' } }))
  },
)
