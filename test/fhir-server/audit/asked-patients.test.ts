/** If a caller asks for a patient by a text that names nobody, the record has a keyed hash of it. D69. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, observationText, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const as = { tenant: 2 } as const
const named = 'Grevillea-Wattle-1970-01-02'
const hashed = /^hash:[0-9a-f]{16}$/

const listPatients = async (): Promise<(string | null)[]> => {
  const { rows } = await app.owner.query<{ patient: string | null }>(
    'select patient_id as patient from audit order by at, seq',
  )
  return rows.map(({ patient: id }) => id)
}

/** The patients that the work's audit records name. */
async function recordsOf(work: () => Promise<unknown>): Promise<(string | null)[]> {
  const before = (await listPatients()).length
  await work()
  return (await listPatients()).slice(before)
}

const send = (method: string, path: string, more: { body?: unknown; headers?: Record<string, string> } = {}) =>
  app.send(method, path, { as, ...more })

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const batchOf = (url: string) => ({
  resourceType: 'Bundle',
  type: 'batch',
  entry: [{ request: { method: 'GET', url } }],
})
const parameters = { resourceType: 'Parameters', parameter: [{ name: 'patient', valueId: named }] }

test.each<[string, (text: string) => Promise<{ status: number }>]>([
  ['patient=', (text) => send('GET', `/Observation?patient=${text}`)],
  ['patient= with its type', (text) => send('GET', `/Observation?patient=Patient/${text}`)],
  ['patient= by our own address', (text) => send('GET', `/Observation?patient=${app.base}/Patient/${text}`)],
  ['subject=', (text) => send('GET', `/Condition?subject=Patient/${text}`)],
  ['subject:Patient=', (text) => send('GET', `/Condition?subject:Patient=${text}`)],
  ['patient= of what has no subject', (text) => send('GET', `/Appointment?patient=${text}`)],
  ['POST _search', (text) => send('POST', '/Observation/_search', { body: `patient=${text}`, headers: form })],
  ['an entry of a batch', (text) => send('POST', '/', { body: batchOf(`Observation?patient=${text}`) })],
  ['a compartment', (text) => send('GET', `/Patient/${text}/Observation`)],
  [
    'a compartment by POST',
    (text) => send('POST', `/Patient/${text}/Observation/_search`, { body: '', headers: form }),
  ],
  ['a whole compartment', (text) => send('GET', `/Patient/${text}/*`)],
  ['AuditEvent', (text) => send('GET', `/AuditEvent?patient=${text}`)],
  ['$docref', (text) => send('GET', `/DocumentReference/$docref?patient=${text}`)],
  ['$docref by POST', () => send('POST', '/DocumentReference/$docref', { body: parameters })],
])('D69: text that names nobody, asked by %s', async (_, ask) => {
  const found = await recordsOf(async () => expect((await ask(named)).status).toBe(200))

  expect(found).toEqual([expect.stringMatching(hashed)])
})

test('D69: a text that is no id is hashed, too, whatever it holds', async () => {
  const texts = ['Grevillea Wattle', 'Grevillea\u0000', 'x'.repeat(70), 'Grevillea/_history/1']

  const found = await recordsOf(async () => {
    for (const text of texts) await send('GET', `/Observation?patient=${encodeURIComponent(text)}`)
  })

  expect(found.filter((id) => id !== null && !hashed.test(id))).toEqual([])
})

test('D69: one text has one hash in a tenant, and another one in another', async () => {
  const ask = (tenant: 1 | 2) => app.send('GET', `/Observation?patient=${named}`, { as: { tenant } })

  const [first, again, other] = await recordsOf(async () => {
    for (const tenant of [2, 2, 1] as const) await ask(tenant)
  })

  expect(first).toBe(again)
  expect(other).not.toBe(first)
})

test('D69: what is stored, read, changed and deleted of one who is not here names the hash', async () => {
  const body = observationText(`Patient/${named}`)
  const found = await recordsOf(async () => {
    const { id } = await create(app, body, 2)
    await send('GET', `/Observation/${id}`)
    await send('GET', `/Observation/${id}/_history`)
    await send('PUT', `/Observation/${id}`, { body: body.replace('{', `{"id":"${id}",`) })
    await send('DELETE', `/Observation/${id}`)
    const entry = [{ resource: JSON.parse(body), request: { method: 'POST', url: 'Observation' } }]
    await send('POST', '/', { body: { resourceType: 'Bundle', type: 'transaction', entry } })
  })

  expect(found.length).toBeGreaterThan(5)
  expect(found.filter((id) => id !== null && !hashed.test(id))).toEqual([])
  expect(new Set(found).size).toBe(1)
})

test('D69: a token that names somebody who is not here', async () => {
  const own = { tenant: 2, roles: ['patient'], scopes: ['patient/*.rs'], patient: named } as const
  const found = await recordsOf(async () => {
    await app.send('GET', '/Observation', { as: own })
    await app.send('GET', '/AuditEvent', { as: own })
  })

  expect(found.map((id) => hashed.test(id ?? ''))).toEqual([true, true])
})

test('D69: a Patient of this tenant is on record by the id, also once it is deleted, and in what creates it', async () => {
  const resource = { ...patient(), id: 'made-with-others' }
  const weight = JSON.parse(observationText('Patient/made-with-others')) as JsonObject
  const entry = [
    { resource: weight, request: { method: 'POST', url: 'Observation' } },
    { resource, request: { method: 'PUT', url: 'Patient/made-with-others' } },
  ]
  const found = await recordsOf(async () => {
    const { id } = await create(app, patient(), 2)
    await send('GET', `/Observation?patient=${id}`)
    await send('GET', `/Patient/${id}/Condition`)
    await create(app, observationText(`Patient/${id}`), 2)
    await send('DELETE', `/Patient/${id}`)
    await send('GET', `/Observation?patient=Patient/${id}`)
    await send('POST', '/', { body: { resourceType: 'Bundle', type: 'transaction', entry } })
  })

  const ids = new Set(found)
  expect(found).toHaveLength(8)
  expect([ids.size, ids.has('made-with-others'), ids.has(null)]).toEqual([2, true, false])
  expect([...ids].filter((id) => hashed.test(id ?? ''))).toEqual([])
})

test('D69: another tenant’s Patient is nobody here', async () => {
  const { id } = await create(app, patient(), 1)

  const [first] = await recordsOf(() => send('GET', `/Observation?patient=${id}`))

  expect(first).toMatch(hashed)
})

test('D69: an AuditEvent shows the hash as an identifier, and no reference', async () => {
  await send('GET', `/Observation?patient=${named}`)

  const { body } = await send('GET', '/AuditEvent?_count=1&subtype=search-type')

  const [{ resource }] = body.entry as [{ resource: { entity: { what?: JsonObject }[] } }]
  const people = resource.entity.flatMap(({ what }) => (what?.['type'] === 'Patient' ? [what] : []))
  expect(people).toEqual([{ type: 'Patient', identifier: { value: expect.stringMatching(hashed) } }])
})

test('D69: the text is in no column of the audit', async () => {
  const { rows } = await app.owner.query<{ row: string }>('select audit::text as row from audit')
  const tenants = await app.owner.query('select id from tenant where id = $1', [developmentTenants[1]])

  expect(tenants.rowCount).toBe(1)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ row }) => /grevillea|wattle/i.test(row))).toEqual([])
})
