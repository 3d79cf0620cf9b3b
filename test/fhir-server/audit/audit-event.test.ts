/** AuditEvent: the actor, the action and the patient, found by callers with the right to it. R4 auditevent.html; IHE BALP. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { AuditEvent } from '@medplum/fhirtypes'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { checkResource, hasErrors } from '../../../src/profiles/check.ts'
import { listAudit } from '../../../src/store/audit/audit.ts'
import { openTestValidator } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
let patientId: string
let encounterId: string
/** The tests' own requests are recorded too, later than this. */
let until: string

/** The second tenant: no answer here may come from the first. */
const as = { tenant: 2, scopes: ['user/*.cruds'] } as const

beforeAll(async () => {
  app = await startFhir()
  const patient = await app.send('POST', '/Patient', {
    body: { resourceType: 'Patient', name: [{ family: 'Wattle' }] },
    as,
  })
  patientId = patient.body.id
  const encounter = {
    resourceType: 'Encounter',
    status: 'planned',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
    subject: { reference: `Patient/${patientId}` },
  }
  encounterId = (await app.send('POST', '/Encounter', { body: encounter, as })).body.id
  await app.send('PUT', `/Encounter/${encounterId}`, {
    body: { ...encounter, id: encounterId, status: 'finished' },
    as,
  })
  await app.send('GET', `/Encounter/${encounterId}`, { as })
  await app.send('GET', `/Encounter?patient=${patientId}&status:not=planned&patient.family=Wattle`, { as })
  await app.send('DELETE', `/Encounter/${encounterId}`, { as })
  await app.send('GET', '/Organization?name=Wattle', { as })
  await sleep(5)
  until = new Date().toISOString()
  await sleep(5)
})
afterAll(() => app.close())

const listEvents = async (query: string): Promise<AuditEvent[]> => {
  const { status, body } = await app.send('GET', `/AuditEvent?_count=200&date=lt${until}&${query}`, { as })
  expect([query, status]).toEqual([query, 200])
  return (body.entry ?? []).map(({ resource }: { resource: AuditEvent }) => resource)
}

const codesOf = (found: readonly AuditEvent[]) => found.map(({ subtype }) => subtype?.[0]?.code)

/** Finds an AuditEvent of the Encounter, oldest first. */
const find = async (code: string): Promise<AuditEvent> => {
  const [event] = await listEvents(`patient=${patientId}&subtype=${code}`)
  if (event === undefined) throw new Error('no such event')
  return event
}

const searched: readonly (readonly [query: () => string, codes: readonly string[]])[] = [
  [() => `entity=Encounter/${encounterId}`, ['delete', 'read', 'update', 'create']],
  [() => `entity=Encounter/${encounterId}&_sort=date`, ['create', 'update', 'read', 'delete']],
  [() => `entity=Encounter/${encounterId}&_sort=-date`, ['delete', 'read', 'update', 'create']],
  [() => `entity=Patient/${patientId}`, ['create']],
  [() => `patient=${patientId}`, ['delete', 'search-type', 'read', 'update', 'create', 'create']],
  [() => `patient=Patient/${patientId}&action=C`, ['create', 'create']],
  [() => `patient=${patientId}&action=C,D`, ['delete', 'create', 'create']],
  [() => `patient=${patientId}&action:not=C`, ['delete', 'search-type', 'read', 'update']],
  [() => `patient=${patientId}&action=http://terminology.hl7.org/CodeSystem/audit-event-action|E`, ['search-type']],
  [() => `patient=${patientId}&action=http://example.org|E`, []],
  [() => `patient=${patientId}&subtype=read,delete`, ['delete', 'read']],
  [() => `patient=${patientId}&outcome=0&type=rest&subtype=http://hl7.org/fhir/restful-interaction|update`, ['update']],
  [() => `patient=${patientId}&outcome=4`, []],
  [() => `patient=${patientId}&action=D&agent:identifier=tester`, ['delete']],
  [() => `patient=${patientId}&action=D&agent:identifier=test`, ['delete']],
  [() => `patient=${patientId}&agent:identifier=somebody`, []],
  [() => `patient=${patientId}&agent=PractitionerRole/none`, []],
  [() => `patient=${patientId}&date=lt2020`, []],
  [() => `patient=${patientId}&action=D&date=gt2020&date=lt2999`, ['delete']],
  [() => '_id=not-a-uuid', []],
]

test.each(searched)('R4 auditevent.html#search: %s', async (query, codes) => {
  expect(codesOf(await listEvents(query()))).toEqual(codes)
})

test('R4 search.html#date: recorded instants by each prefix, to the millisecond', async () => {
  const { recorded, id } = await find('read')
  const list = async (prefix: string) =>
    (await listEvents(`entity=Encounter/${encounterId}&date=${prefix}${recorded}`)).map((event) => event.id)

  expect(await list('')).toEqual([id])
  expect(await list('eq')).toEqual([id])
  expect(await list('ne')).toHaveLength(3)
  expect(await list('ge')).toHaveLength(2)
  expect(await list('gt')).toHaveLength(1)
  expect(await list('le')).toHaveLength(3)
  expect(await list('lt')).toHaveLength(2)
})

test('R4 search.html#count: pages in both orders hold every record once', async () => {
  for (const order of ['date', '-date']) {
    const whole = (await listEvents(`patient=${patientId}&_sort=${order}`)).map(({ id }) => id)
    const paged: unknown[] = []
    let path = `/AuditEvent?patient=${patientId}&date=lt${until}&_sort=${order}&_count=2&_total=accurate`
    while (path !== '') {
      const { body } = await app.send('GET', path, { as })
      expect(body.total).toBe(6)
      paged.push(...body.entry.map(({ resource }: { resource: AuditEvent }) => resource.id))
      const next = body.link.find(({ relation }: { relation: string }) => relation === 'next')?.url ?? ''
      path = next.slice(next === '' ? 0 : app.base.length)
    }

    expect(paged).toEqual(whole)
  }
  expect(
    (await app.send('GET', `/AuditEvent?patient=${patientId}&date=lt${until}&_summary=count`, { as })).body.total,
  ).toBe(6)
})

const unsupported = [
  '_lastUpdated=2020',
  'site=x',
  'agent.name=x',
  'patient:missing=true',
  'entity:identifier=x',
  '_sort=action',
]

test.each(unsupported)('R4 search.html#errors: what the records cannot answer is refused: %s', async (query) => {
  expect((await app.send('GET', `/AuditEvent?${query}`, { as })).status).toBe(400)
})

test('R4 auditevent.html: what was done elsewhere is not there', async () => {
  const other = await app.send('GET', `/AuditEvent?patient=${patientId}`, { as: { tenant: 1 } })

  expect(other.body).toMatchObject({ total: 0 })
})

const agentCodes = ({ agent }: AuditEvent) => agent?.map(({ type }) => type?.coding?.[0]?.code)

test('IHE BALP: client, server and user have the roles of the interaction', async () => {
  const client = { who: { identifier: { value: 'test' } }, requestor: false }
  const server = { network: { address: app.base, type: '5' }, requestor: false }
  const user = { who: { identifier: { value: 'tester' } }, requestor: true, role: [{ text: 'clinician' }] }

  const read = await find('read')

  expect(read.agent).toMatchObject([client, server, user])
  expect(agentCodes(read)).toEqual(['110152', '110153', 'IRCP'])
  expect(agentCodes(await find('create'))).toEqual(['110153', '110152', 'IRCP'])
  expect(agentCodes(await find('update'))).toEqual(['110153', '110152', 'IRCP'])
  expect(agentCodes(await find('search-type'))).toEqual(['110153', '110152', 'IRCP'])
  expect(agentCodes(await find('delete'))).toEqual(['110150', 'custodian', 'IRCP'])
})

test('IHE BALP: a read names the version, the patient and the request', async () => {
  const read = await find('read')

  expect(read).toMatchObject({ action: 'R', outcome: '0', type: { code: 'rest' }, source: { site: 'connect' } })
  expect(read.entity).toMatchObject([
    { type: { code: '2' }, role: { code: '4' }, what: { reference: `Encounter/${encounterId}/_history/2` } },
    { type: { code: '1' }, role: { code: '1' }, what: { reference: `Patient/${patientId}` } },
    { type: { code: 'XrequestId' }, what: { identifier: { value: expect.any(String) } } },
  ])
})

test('D31: a search is recorded by the names of its parameters, and by no value', async () => {
  const query = (await find('search-type')).entity?.find(({ role }) => role?.code === '24')?.query ?? ''

  expect(Buffer.from(query, 'base64').toString()).toBe('patient=&status=')
})

test('R4 auditevent.html: every event is a valid resource, and is read as it was found', async () => {
  const validator = await openTestValidator()
  const found = await listEvents('_sort=date')

  expect(new Set(codesOf(found)).size).toBeGreaterThan(4)
  for (const event of found) {
    expect(hasErrors(checkResource(event as never, { validator, requiredProfiles: 'base' }).findings)).toBe(false)
    expect((await app.send('GET', `/AuditEvent/${event.id}`, { as })).body).toEqual(event)
  }
})

const listRefusals = async (client: FhirApp = app): Promise<AuditEvent[]> => {
  const { body } = await client.send('GET', '/AuditEvent?subtype=access.refused&outcome=4&_sort=date', { as })
  return (body.entry ?? []).map(({ resource }: { resource: AuditEvent }) => resource)
}

test('D30: what a known caller was refused is recorded with its reason; what is only not there is not', async () => {
  const billing = { ...as, roles: ['billing'] } as const
  const narrow = { ...as, scopes: ['user/Patient.r'] } as const
  const before = (await listRefusals()).length

  const answers = [
    await app.send('GET', `/Encounter/${encounterId}`, { as: billing }),
    await app.send('GET', '/Observation', { as: narrow }),
    await app.send('GET', '/Patient/nobody', { as }),
    await app.send('POST', '', {
      body: { resourceType: 'Bundle', type: 'batch', entry: [{ request: { method: 'GET', url: 'Observation' } }] },
      as: narrow,
    }),
  ]

  const refusals = (await listRefusals()).slice(before)
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 200])
  expect(refusals).toMatchObject([
    { action: 'E', outcome: '4', outcomeDesc: 'role-required', entity: [{ name: 'Encounter' }, {}] },
    { outcomeDesc: 'insufficient-scope', entity: [{ name: 'Observation' }, {}] },
    { outcomeDesc: 'insufficient-scope' },
  ])
})

const searchedOf = async (path: string, person: object = as): Promise<string | undefined> => {
  const requestId = newId()
  await app.send('GET', path, { as: person, headers: { 'x-request-id': requestId } })
  const where = [{ by: 'requestId', any: [requestId] }] as const
  const found = await app.store.transactAsSystem(developmentTenants[1], (tx) =>
    listAudit(tx.client, tx.tenant, { where, limit: 10 }),
  )
  expect(found).toMatchObject([{ kind: 'fhir.search' }])
  return found[0]?.patientId
}

test('docs/security.md#is-the-audit-whole: a search that concerns one patient names the patient', async () => {
  const own = { ...as, roles: ['patient'], scopes: ['patient/*.rs'], patient: patientId }

  expect(await searchedOf(`/Encounter?patient=${patientId}`)).toBe(patientId)
  expect(await searchedOf(`/Patient/${patientId}/Condition`)).toBe(patientId)
  expect(await searchedOf(`/Patient?_id=${patientId}`)).toBe(patientId)
  expect(await searchedOf('/Encounter', own)).toBe(patientId)
  expect(await searchedOf('/Encounter')).toBeUndefined()
  expect(await searchedOf(`/Encounter?patient=${patientId},other`)).toBeUndefined()
})

const listAll = async (query: string, person: object): Promise<AuditEvent[]> => {
  const { body } = await app.send('GET', `/AuditEvent?_count=200&${query}`, { as: person })
  return (body.entry ?? []).map(({ resource }: { resource: AuditEvent }) => resource)
}

test('R4 auditevent.html: a caller of one patient sees only the events of that record', async () => {
  const other = (await app.send('POST', '/Patient', { body: { resourceType: 'Patient' }, as })).body.id
  const [foreign] = await listAll(`patient=${other}`, as)
  const own = { ...as, roles: ['patient'], scopes: ['patient/*.rs'], patient: patientId } as const

  const found = await listAll('', own)

  expect(found.length).toBeGreaterThan(4)
  for (const { entity } of found) expect(entity?.map(({ what }) => what?.reference)).toContain(`Patient/${patientId}`)
  expect(await listAll(`patient=${other}`, own)).toEqual([])
  expect((await app.send('GET', `/AuditEvent/${found[0]?.id}`, { as: own })).status).toBe(200)
  expect((await app.send('GET', `/AuditEvent/${foreign?.id}`, { as: own })).status).toBe(404)
})
