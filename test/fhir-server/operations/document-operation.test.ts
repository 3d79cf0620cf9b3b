/** The operation $document. R4 composition-operation-document.html, documents.html. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { isJsonObject, type JsonObject } from '../../../src/core/json.ts'
import { checkResource, hasErrors } from '../../../src/profiles/check.ts'
import { wholeAddress } from '../../../src/store/hub-resources.ts'
import { openTestValidator } from '../../profiles/open-definitions.ts'
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

async function createComposition(changes: JsonObject = {}): Promise<{ id: string; patientId: string }> {
  const subject = await create(app, patient(), 2)
  const practitioner = await create(app, { resourceType: 'Practitioner', name: [{ text: 'A' }] }, 2)
  const role = { resourceType: 'PractitionerRole', practitioner: { reference: `Practitioner/${practitioner.id}` } }
  const author = await create(app, role, 2)
  const observation = await create(app, observationText(`Patient/${subject.id}`), 2)
  const other = await create(app, { resourceType: 'Organization', name: 'Not in it' }, 2)
  const { id } = await create(
    app,
    {
      resourceType: 'Composition',
      status: 'final',
      type: { text: 'Summary' },
      subject: { reference: `Patient/${subject.id}` },
      date: '2026-01-01',
      author: [{ reference: `PractitionerRole/${author.id}` }],
      title: 'Summary',
      section: [{ title: 'Findings', entry: [{ reference: `Observation/${observation.id}` }] }],
      relatesTo: [{ code: 'appends', targetReference: { reference: `Composition/${other.id}` } }],
      ...changes,
    },
    2,
  )
  return { id, patientId: subject.id }
}

const typesOf = (bundle: { entry: { resource: { resourceType: string } }[] }): string[] =>
  bundle.entry.map(({ resource }) => resource.resourceType)

test('R4 composition-operation-document.html: the Composition first, then what it refers to, and their people', async () => {
  const { id } = await createComposition()

  const { status, body, text } = await app.send('GET', `/Composition/${id}/$document`, { as })

  expect([status, body.type, body.id]).toEqual([200, 'document', undefined])
  expect(typesOf(body)).toEqual(['Composition', 'Patient', 'PractitionerRole', 'Observation', 'Practitioner'])
  expect(text).toContain('"value":70.00')
  const validator = await openTestValidator()
  expect(hasErrors(checkResource(body, { validator, requiredProfiles: 'base' }).findings)).toBe(false)
  const fullUrls = new Set(body.entry.map(({ fullUrl }: { fullUrl: string }) => fullUrl))
  const dangling = listReferences(body).filter((reference) => !fullUrls.has(reference))
  expect(dangling).toEqual([])
})

function listReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences)
  if (!isJsonObject(value)) return []
  const own = typeof value['reference'] === 'string' ? [value['reference']] : []
  return [...own, ...Object.values(value).flatMap(listReferences)]
}

test('R4 composition-operation-document.html: persist keeps the document as a Bundle', async () => {
  const { id } = await createComposition()

  const persist = { resourceType: 'Parameters', parameter: [{ name: 'persist', valueBoolean: true }] }
  const made = await app.send('POST', `/Composition/${id}/$document`, { as, body: persist })

  expect([made.status, made.body.meta.versionId]).toEqual([200, '1'])
  expect(made.headers.get('location')).toMatch(new RegExp(`/Bundle/${made.body.id}/_history/1$`))
  expect((await app.send('GET', `/Bundle/${made.body.id}`, { as })).body).toEqual(made.body)
  const denied = { ...as, scopes: ['user/*.rs'] }
  expect((await app.send('POST', `/Composition/${id}/$document`, { as: denied, body: persist })).status).toBe(403)
  expect((await app.send('POST', `/Composition/${id}/$document?persist=maybe`, { as, body: {} })).status).toBe(400)
  const got = await app.send('GET', `/Composition/${id}/$document?persist=true`, { as })
  expect([got.status, JSON.stringify(got.body)]).toEqual([400, expect.stringContaining('POST')])
})

test('R4 composition-operation-document.html: persist comes by POST too, with its inputs in Parameters', async () => {
  const { id } = await createComposition()
  const ask = (parameter: readonly object[], who: object = as) =>
    app.send('POST', `/Composition/${id}/$document`, { body: { resourceType: 'Parameters', parameter }, as: who })

  const kept = await ask([{ name: 'persist', valueBoolean: true }])
  const shown = await ask([{ name: 'persist', valueBoolean: false }])
  const denied = await ask([{ name: 'persist', valueBoolean: true }], { ...as, scopes: ['user/*.rs'] })

  expect([kept.status, shown.status, denied.status]).toEqual([200, 200, 403])
  expect((await app.send('GET', `/Bundle/${kept.body.id}`, { as })).body).toEqual(kept.body)
  expect(shown.body.id).toBeUndefined()
})

test('docs/design/hub.md#release: the document of a release of the Hub is the one that was released', async () => {
  const documentId = '0198f2a0-0000-7000-8000-00000000d0c1'
  const id = '0198f2a0-0000-7000-8000-00000000d0c2'
  const bundle = {
    resourceType: 'Bundle',
    type: 'document',
    timestamp: '2026-01-01T00:00:00Z',
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${documentId}` },
    entry: [
      {
        fullUrl: `urn:uuid:${id}`,
        resource: {
          resourceType: 'Composition',
          status: 'final',
          type: { text: 'A' },
          date: '2026-01-01',
          author: [{ display: 'A' }],
          title: 'A',
        },
      },
    ],
  }
  const composition = { ...bundle.entry[0]?.resource, identifier: bundle.identifier } as JsonObject
  await app.store.transactAsSystem(developmentTenants[1], async (tx) => {
    await tx.put({ ...wholeAddress('Bundle', documentId), content: bundle, owner: 'hub' })
    await tx.put({ ...wholeAddress('Composition', id), content: composition, owner: 'hub' })
  })

  const released = await app.send('GET', `/Composition/${id}/$document`, { as })
  await app.store.transactAsSystem(developmentTenants[1], (tx) =>
    tx.put({
      ...wholeAddress('Composition', id),
      content: { ...composition, status: 'entered-in-error' },
      owner: 'hub',
    }),
  )
  const recalled = await app.send('GET', `/Composition/${id}/$document`, { as })

  expect(released.body.id).toBe(documentId)
  expect(recalled.body.id).toBeUndefined()
  expect(recalled.body.entry[0].resource.status).toBe('entered-in-error')
})

test('SMART scopes: a document needs the right to read all that is in it', async () => {
  const { id, patientId } = await createComposition()
  const get = async (person: object) =>
    (await app.send('GET', `/Composition/${id}/$document`, { as: { ...as, ...person } })).status

  expect(await get({ scopes: ['user/Composition.rs'] })).toBe(403)
  expect(await get({ roles: ['patient'], scopes: ['patient/*.rs'], patient: patientId })).toBe(200)
  expect(await get({ roles: ['patient'], scopes: ['patient/*.rs'], patient: 'other' })).toBe(404)
  expect(await get({ tenant: 1 })).toBe(404)
})

test('R4 composition-operation-document.html: a deleted Composition answers 410, a resource of another type 404', async () => {
  const { id } = await createComposition()
  await app.send('DELETE', `/Composition/${id}`, { as })

  expect((await app.send('GET', `/Composition/${id}/$document`, { as })).status).toBe(410)
  expect((await app.send('GET', '/Patient/x/$document', { as })).status).toBe(404)
})
