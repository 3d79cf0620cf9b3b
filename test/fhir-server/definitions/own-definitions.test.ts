/** Profiles, value sets and code systems that a tenant adds as resources: used for it alone, in every process. R4 profiling.html. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import { waitFor } from '../../patience.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
let other: FhirApp
beforeAll(async () => {
  app = await startFhir()
  other = await startFhir(app)
})
afterAll(async () => {
  await other.close()
  await app.close()
  expect(app.errors).toEqual([])
})

const as = { tenant: 2 } as const
const own = 'http://a.example/StructureDefinition'

const profile = (id: string, more: JsonObject = {}, ...elements: JsonValue[]): JsonObject => ({
  resourceType: 'StructureDefinition',
  id,
  url: `${own}/${id}`,
  version: '1.0.0',
  name: 'Own',
  status: 'active',
  kind: 'resource',
  abstract: false,
  type: 'Patient',
  baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Patient',
  derivation: 'constraint',
  differential: { element: [{ id: 'Patient', path: 'Patient' }, ...elements] },
  ...more,
})

const named = { id: 'Patient.name', path: 'Patient.name', min: 1 }

const put = (resource: JsonObject) =>
  app.send('PUT', `/${resource['resourceType']}/${resource['id']}`, { body: resource, as })

/** As a process knows it within two seconds. */
async function minimumOfName(
  of: FhirApp,
  id: string,
  tenant: string = developmentTenants[1],
): Promise<number | undefined> {
  const { registry } = of.ownDefinitions.of(await of.store.readTenant(tenant))
  const elements = registry.findStructure(`${own}/${id}`)?.snapshot?.element ?? []
  return elements.find(({ path }) => path === 'Patient.name')?.min
}

const waitForValue = (find: () => Promise<unknown>, wanted: unknown): Promise<unknown> =>
  waitFor(find, (found) => found === wanted)

test('docs/au-core.md#definitions: a profile that a tenant stores is used by every process for it alone, until it is deleted', async () => {
  expect((await put(profile('one', {}, named))).status).toBe(201)
  await waitForValue(() => minimumOfName(other, 'one'), 1)
  expect(await minimumOfName(other, 'one', developmentTenants[0])).toBeUndefined()

  expect((await put(profile('one', {}, { ...named, min: 2 }))).status).toBe(200)
  await waitForValue(() => minimumOfName(other, 'one'), 2)

  expect((await app.send('DELETE', '/StructureDefinition/one', { as })).status).toBe(204)
  await waitForValue(() => minimumOfName(other, 'one'), undefined)
})

test('docs/au-core.md#definitions: what claims a profile of its tenant must meet it, and what claims it elsewhere is told that nobody knows it', async () => {
  const claiming = (name: JsonObject[]) => ({
    resourceType: 'Patient',
    id: 'claiming',
    meta: { profile: [`${own}/named`] },
    ...(name.length === 0 ? {} : { name }),
  })
  const validate = (resource: JsonObject, tenant: 2 | 3) =>
    app.send('POST', '/Patient/$validate', { body: resource, as: { tenant } })
  await put(profile('named', {}, named))
  await waitForValue(async () => (await put(claiming([]))).status, 422)

  const refused = await put(claiming([]))
  const kept = await put(claiming([{ family: 'Own' }]))

  expect([refused.status, refused.body.issue[0].expression]).toEqual([422, ['Patient.name']])
  expect(kept.status).toBeLessThan(202)
  const elsewhere = await validate(claiming([]), 3)
  expect(elsewhere.body.issue.map(({ severity }: { severity: string }) => severity)).not.toContain('error')
})

test('D39: one that is retired is a document like others; what everybody has cannot be replaced', async () => {
  await put(profile('two', {}, named))
  await put(profile('two', { status: 'retired' }, named))
  await put(profile('patient', { url: 'http://hl7.org/fhir/StructureDefinition/Patient', version: '4.0.1' }, named))

  await waitForValue(() => minimumOfName(app, 'two'), undefined)
  const { registry } = app.ownDefinitions.of(await app.store.readTenant(developmentTenants[1]))
  const patient = registry.findStructure('http://hl7.org/fhir/StructureDefinition/Patient')
  expect(patient?.snapshot?.element?.find(({ path }) => path === 'Patient.name')?.min).toBe(0)
})

test('docs/au-core.md#definitions: value sets and code systems of a tenant', async () => {
  const codes = {
    id: 'c',
    url: 'http://a.example/codes',
    status: 'active',
    content: 'complete',
    concept: [{ code: 'a' }],
  }
  const set = { id: 'v', url: 'http://a.example/set', status: 'active', compose: { include: [{ system: codes.url }] } }
  expect((await put({ resourceType: 'CodeSystem', ...codes })).status).toBe(201)
  expect((await put({ resourceType: 'ValueSet', ...set })).status).toBe(201)

  const find = async () => {
    const { registry } = app.ownDefinitions.of(await app.store.readTenant(developmentTenants[1]))
    return `${registry.findCodeSystem(codes.url)?.concept?.[0]?.code} ${registry.findValueSet(set.url)?.status}`
  }
  await waitForValue(find, 'a active')
})

test('docs/au-core.md#definitions: a profile that cannot be used is refused, and the place of its element is told', async () => {
  const bad = profile('bad', {}, named, { id: 'Patient.nothing', path: 'Patient.nothing' })

  const refused = await put(bad)

  expect(refused.status).toBe(422)
  expect(refused.body.issue).toMatchObject([
    {
      severity: 'error',
      code: 'business-rule',
      expression: ['StructureDefinition.differential.element[2]'],
      details: { text: expect.stringContaining('the element is not in the base definition') },
    },
  ])
  expect(refused.text).not.toContain('nothing')
  expect(
    (await put(profile('bad', { status: 'draft' }, named, { id: 'Patient.nothing', path: 'Patient.nothing' }))).status,
  ).toBe(201)
})
