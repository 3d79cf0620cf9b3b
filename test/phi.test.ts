/** One unmistakable patient through the main flow, with requests that fail: she is where she belongs and nowhere else. DESIGN.md "PHI"; spec 1. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../src/ids.ts'
import {
  createPatient,
  exampleSections,
  generate,
  giveConsent,
  longerSegments,
  must,
  openEncounter,
  practitionerRoleId,
  storeTranscript,
  templateId,
} from './consultation.ts'
import { openReceiver, type Receiver } from './queues/receivers.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning, waitFor } from './running-server.ts'

/** Each in a place of its own, so that a find tells where it came from. */
const canaries = {
  family: 'Quokkabellworth',
  given: 'Zephyrinatta',
  street: 'Bandicootsedge',
  phone: '0491 570 313',
  birthDate: '1931-07-23',
  record: 'KG-PHI-88131',
  reason: 'Wombatache',
  said: 'Numbatgrumbling',
  written: 'Bilbyfluttering',
  title: 'Potoroonote',
  recipient: 'Dunnartcousin',
  speaker: 'Cuscuslabel',
  funding: 'CANARY29529364',
} as const

let server: RunningServer
let call: Call
let receiver: Receiver
let folder: string
const refusals: Answer[] = []

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  receiver = await openReceiver({ manner: 'AE' })
  folder = await mkdtemp(join(tmpdir(), 'banksia-test-folder-'))
  await runFlow()
})

afterAll(async () => {
  await receiver?.close()
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

async function runFlow(): Promise<void> {
  const channel = {
    templateIds: [templateId],
    recipient: { name: 'Heath Specialists' },
    purposeOfUse: 'TREAT',
    legalBasis: 'consent',
    retry: { attempts: 2, baseMs: 50, maxMs: 100 },
  }
  const as = { role: 'operator' }
  const files = { ...channel, name: 'Folder', format: 'rtf', transport: 'file', destination: { directory: folder } }
  const destination = { host: '127.0.0.1', port: receiver.port }
  const messages = { ...channel, name: 'Messages', format: 'hl7v2', transport: 'mllp', destination }
  await must(201, call('POST', '/v1/channels', { body: files, as }))
  await must(201, call('POST', '/v1/channels', { body: messages, as }))

  const identifier = [
    {
      type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
      system: 'http://ns.electronichealth.net.au/id/hpio-scoped/medicalrecord/1.0/8003628233352432',
      value: canaries.record,
    },
  ]
  const patientId = await createPatient(call, {
    identifier,
    name: [{ family: canaries.family, given: [canaries.given] }],
    birthDate: canaries.birthDate,
    telecom: [{ system: 'phone', value: canaries.phone }],
    address: [{ line: [`7 ${canaries.street} Lane`], city: 'Bangalow', state: 'NSW', postalCode: '2479' }],
  })
  const funding = { scheme: 'private', identifier: canaries.funding }
  const encounterId = await openEncounter(call, patientId, { reason: canaries.reason, funding })
  await giveConsent(call, patientId)
  await giveConsent(call, patientId, { recipients: [canaries.recipient] })
  const spoken = { speaker: canaries.speaker, startMs: 90_000, endMs: 93_000, text: `I call it my ${canaries.said}.` }
  const transcriptId = await storeTranscript(call, encounterId, [...longerSegments, spoken])
  const speakers = [
    { label: 'S1', role: 'clinician' },
    { label: 'S2', role: 'patient' },
  ]
  await must(200, call('PUT', `/v1/transcripts/${transcriptId}/diarisation`, { body: { speakers } }))
  await generate(call, encounterId)
  const sections = exampleSections(transcriptId, `Sore throat for 4 days, ${canaries.written}.`)
  const body = { templateId, transcriptIds: [transcriptId], title: canaries.title, sections }
  const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body
  await runRefusals({ patientId, encounterId, artifactId: id })

  const attestations = [{ statementId: 'one', reasonCode: 'observed' }]
  await must(200, call('POST', `/v1/artifacts/${id}:verify`))
  await must(200, call('POST', `/v1/artifacts/${id}:verify`, { body: { attestations } }))
  await must(200, call('POST', `/v1/artifacts/${id}:approve`))
  await waitForStates(id, ['dead', 'sent'])
  await must(200, call('POST', `/v1/artifacts/${id}:recall`, { body: { reasonCode: 'wrong_patient' } }))
  await waitForStates(id, ['dead', 'dead', 'rejected', 'sent'])
}

const waitForStates = (artifactId: string, states: readonly string[]) =>
  waitFor(
    async () =>
      (await must(200, call('GET', `/v1/deliveries?artifactId=${artifactId}`))).body.items
        .map(({ state }: { state: string }) => state)
        .sort(),
    (found) => JSON.stringify(found) === JSON.stringify(states),
  )

type Ids = { readonly patientId: string; readonly encounterId: string; readonly artifactId: string }

/** Her values in every place of a request that can be refused. */
async function runRefusals({ patientId, encounterId, artifactId }: Ids): Promise<void> {
  const { family, given, said, written, reason, birthDate } = canaries
  const encounter = { patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00Z' } }
  const fhir = { headers: { 'content-type': 'application/fhir+json' } }
  const asks = [
    call('POST', '/v1/encounters', { body: { ...encounter, patientId: `${family}!` } }),
    call('POST', '/v1/encounters', { body: { ...encounter, patientId: family } }),
    call('POST', '/v1/encounters', { body: { ...encounter, class: family, status: given, reason: `${reason}\u0007` } }),
    call('POST', '/v1/encounters', { body: { ...encounter, [`${family} ${given}`]: 1 } }),
    call('POST', '/v1/encounters', { body: `{"reason": "${reason}"` }),
    call('POST', '/v1/encounters', { body: encounter, headers: { 'x-request-id': family } }),
    call('POST', '/v1/encounters', { body: encounter, headers: { 'x-spoke-id': given } }),
    call('POST', '/v1/encounters', { body: encounter, headers: { authorization: `Bearer ${family}` } }),
    call('POST', '/v1/encounters', { body: encounter, headers: { 'x-idempotency-key': `${family} ${given}` } }),
    call('GET', `/v1/encounters?patientId=${family}%20${given}`),
    call('GET', `/v1/encounters?cursor=${family}`),
    call('GET', `/v1/encounters/${family}`),
    call('GET', `/v1/${family}/${given}`),
    call('GET', `/v1/release-gates/${family.toLowerCase()}/queue`),
    call('POST', `/v1/encounters/${encounterId}/transcripts`, { body: { segments: [{ speaker: given, text: said }] } }),
    call('POST', `/v1/artifacts/${artifactId}:reject`, { body: { reasonCode: written } }),
    call('PATCH', `/v1/artifacts/${artifactId}`, { body: { sections: [{ key: written, statements: [] }] } }),
    call('POST', `/v1/artifacts/${artifactId}:approve`),
    call('POST', `/v1/artifacts/${newId()}:approve`),
    call('POST', '/fhir/R4/Patient', { ...fhir, body: { resourceType: 'Patient', gender: family, birthDate: given } }),
    call('POST', '/fhir/R4/Patient', { ...fhir, body: `{"resourceType": "Patient", "name": ${family}` }),
    call('POST', '/fhir/R4/Patient', { ...fhir, body: { resourceType: 'Patient', [family]: given, birthDate } }),
    call('GET', `/fhir/R4/Patient/${family}`),
    call('GET', `/fhir/R4/Patient?${family}=${given}`, { headers: { prefer: 'handling=strict' } }),
    call('GET', `/fhir/R4/${family}/${given}`),
    call('GET', `/oidc/${family}`),
  ]
  for (const ask of asks) {
    const answer = await ask
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    refusals.push(answer)
  }
}

const values = Object.values(canaries)

/** As text, and as the hexadecimal digits in which PostgreSQL shows bytes. */
const findCanaries = (text: string): readonly string[] => {
  const plain = text.toLowerCase()
  return values.filter(
    (value) => plain.includes(value.toLowerCase()) || plain.includes(Buffer.from(value).toString('hex')),
  )
}

/** Names of members that a caller made up are told back, where they look like a program's: they are names and no values. */
const withoutFieldNames = ({ body, text }: Answer): string =>
  JSON.stringify(body?.errors ?? []).length > 2 ? text.replaceAll(/"field":"[^"]*"/g, '') : text

test('DESIGN "PHI": she is in what was sent to whom it was meant for', async () => {
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.rtf'))

  const text = await readFile(join(folder, name), 'utf8')

  const { family, given, written, phone, record } = canaries
  expect(findCanaries(text)).toEqual(expect.arrayContaining([family, given, written, phone, record]))
  expect(receiver.received.length).toBeGreaterThan(1)
})

test('spec 7: no refusal repeats a value of hers', () => {
  expect(refusals.flatMap((answer) => findCanaries(withoutFieldNames(answer)))).toEqual([])
  expect(refusals.flatMap(({ headers }) => findCanaries(JSON.stringify([...headers])))).toEqual([])
})

test('spec 1: no log line holds a value of hers', () => {
  expect(server.lines.length).toBeGreaterThan(50)
  expect(findCanaries(JSON.stringify(server.lines))).toEqual([])
})

test('spec 1: no metric holds a value of hers', async () => {
  const metrics = await (await fetch(`${server.base}/metrics`)).text()

  expect(metrics).toContain('/v1/artifacts/{artifactId}:approve')
  expect(findCanaries(metrics)).toEqual([])
})

test('spec 6: audit, usage, billing, queue and deliveries name ids and states alone', async () => {
  const asks = [
    call('GET', '/v1/audit/events?limit=200', { as: { role: 'auditor' } }),
    call('GET', '/v1/billing/events', { as: { role: 'billing' } }),
    call('GET', '/v1/usage/summary', { as: { role: 'operator' } }),
    call('GET', '/v1/deliveries', { as: { role: 'operator' } }),
    call('GET', '/v1/release-gates/clinical_review/queue'),
    call('GET', '/v1/jobs'),
    call('GET', '/v1/health'),
  ]

  for (const ask of asks) expect(findCanaries((await must(200, ask)).text)).toEqual([])
})

type Table = { readonly name: string }

test('STORE "Resource": no row of any table, of the store or of the queues, shows a value of hers', async () => {
  const { pool } = server.site
  const { rows: tables } = await pool.query<Table>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  let rowCount = 0

  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    rowCount += rows.length
    for (const { row } of rows) found.push(...findCanaries(row).map((value) => `${name}: ${value}`))
  }

  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['public.resource', 'public.blob', 'public.job']),
  )
  expect(tables.some(({ name }) => name.startsWith('bullmq.'))).toBe(true)
  expect(rowCount).toBeGreaterThan(200)
  expect(found).toEqual([])
})
