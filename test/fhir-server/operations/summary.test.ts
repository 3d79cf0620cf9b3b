/** The operation Patient/$summary. IPS 2.0.0 OperationDefinition-summary.html; D117. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { checkResource } from '../../../src/profiles/check.ts'
import { openTestValidator } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create } from '../resources.ts'
import { createSummaryWorld, type SummaryWorld } from './summary-world.ts'

let app: FhirApp
let world: SummaryWorld
beforeAll(async () => {
  app = await startFhir()
  world = await createSummaryWorld(app, { identifier: [{ system: 'urn:oid:1.2.36.1', value: 'S1' }] })
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

type Section = {
  title: string
  text: { div: string }
  entry?: { reference: string }[]
  emptyReason?: { coding: { code: string }[] }
}
type Entry = { fullUrl: string; resource: JsonObject & { resourceType: string; id: string } }
type Bundle = { type: string; entry: Entry[] } & JsonObject

const ask = (path: string, as: object = {}) => app.send('GET', path, { as: { tenant: 2, ...as } })

async function summarize(path: string, as: object = {}): Promise<Bundle> {
  const { status, body, text } = await ask(path, as)
  expect([status, status === 200 ? body.type : text]).toEqual([200, 'document'])
  return body
}

const composition = ({ entry }: Bundle) => entry[0]?.resource as unknown as { section: Section[] }

/** The names of the resources of each section; of an empty one the reason. */
function contentOf(bundle: Bundle): Record<string, string> {
  const names = new Map(Object.entries(world.ids).map(([name, id]) => [id, name]))
  const idOf = (reference: string) =>
    bundle.entry.find(({ fullUrl }) => fullUrl === reference)?.resource.id ?? reference
  const shown = ({ entry, emptyReason }: Section) =>
    entry
      ?.map(({ reference }) => names.get(idOf(reference)) ?? idOf(reference))
      .sort()
      .join(' ') ?? `(${emptyReason?.coding[0]?.code})`
  return Object.fromEntries(composition(bundle).section.map((section) => [section.title, shown(section)]))
}

const whole = {
  'Allergies and intolerances': 'allergy',
  'Medication summary': 'ordered taken',
  'Problem list': 'asthma unclear',
  Immunisations: 'vaccine',
  Procedures: 'procedure',
  Results: 'result',
  'Vital signs': 'pulse',
  'Past problems': 'healed',
  'Plan of care': 'plan',
  Alerts: 'flag',
}

test('IPS 2.0.0: each section has the current resources of the record, and the document what they refer to', async () => {
  const bundle = await summarize(`/Patient/${world.patient}/$summary`)
  const types = bundle.entry.map(({ resource }) => resource.resourceType)

  expect(contentOf(bundle)).toEqual(whole)
  expect(types.slice(0, 3)).toEqual(['Composition', 'Device', 'Patient'])
  expect(types).toEqual(expect.arrayContaining(['Medication', 'Practitioner']))
  expect(JSON.stringify(bundle.entry)).not.toMatch(/"reference":"(?!urn:uuid:)/)
  const [problems] = composition(bundle).section.filter(({ title }) => title === 'Problem list')
  expect(problems?.text.div).toContain('<li>Asthma &lt;b&gt;&amp;</li>')
  expect(JSON.stringify(composition(bundle))).toContain('Salbutamol')
  const validator = await openTestValidator()
  expect(
    checkResource(bundle, { validator, requiredProfiles: 'base' }).findings.filter(
      ({ severity }) => severity === 'error',
    ),
  ).toEqual([])
})

test('D117: an empty record asserts nothing: the demanded sections say that nothing is known', async () => {
  const { id } = await create(app, { resourceType: 'Patient' }, 2)

  const bundle = await summarize(`/Patient/${id}/$summary`)

  expect(contentOf(bundle)).toEqual({
    'Allergies and intolerances': '(unavailable)',
    'Medication summary': '(unavailable)',
    'Problem list': '(unavailable)',
  })
  expect(JSON.stringify(bundle)).not.toMatch(/no known|nilknown/i)
  const patient = bundle.entry[2]?.resource as unknown as {
    name: unknown[]
    _birthDate: { extension: { valueCode: string }[] }
  }
  expect([patient.name.length, patient._birthDate.extension[0]?.valueCode]).toEqual([1, 'unknown'])
})

test('IPS 2.0.0 OperationDefinition-summary.html: by an identifier, by POST, as the own record, and with the profile', async () => {
  const own = { roles: ['patient'], scopes: ['patient/*.rs'], patient: world.patient }
  const parameter = [{ name: 'identifier', valueString: 'urn:oid:1.2.36.1|S1' }]
  const body = { resourceType: 'Parameters', parameter }
  const profile = 'profile=http://hl7.org/fhir/uv/ips/StructureDefinition/Composition-uv-ips'

  expect(contentOf(await summarize('/Patient/$summary?identifier=urn:oid:1.2.36.1|S1'))).toEqual(whole)
  expect((await app.send('POST', '/Patient/$summary', { body, as: { tenant: 2 } })).body.type).toBe('document')
  expect(contentOf(await summarize('/Patient/$summary', own))).toEqual(whole)
  expect(contentOf(await summarize(`/Patient/${world.patient}/$summary?${profile}|2.0.0`))).toEqual(whole)
})

test('SMART scopes: what the caller may not read is withheld, and says so where the section is demanded', async () => {
  const path = `/Patient/${world.patient}/$summary`
  const narrow = {
    scopes: [
      'user/Patient.rs',
      'user/Condition.rs',
      'user/MedicationRequest.rs',
      'user/Observation.rs?category=laboratory',
    ],
  }
  const bundle = await summarize(path, narrow)
  const other = await create(app, { resourceType: 'Patient' }, 2)
  const own = { roles: ['patient'], scopes: ['patient/*.rs'], patient: other.id }

  expect(contentOf(bundle)).toEqual({
    'Allergies and intolerances': '(withheld)',
    'Medication summary': 'ordered',
    'Problem list': 'asthma unclear',
    Results: 'result',
    'Past problems': 'healed',
  })
  expect(JSON.stringify(bundle)).toContain('A part is missing.')
  expect(JSON.stringify(bundle)).not.toContain('Penicillin')
  expect(bundle.entry.map(({ resource }) => resource.resourceType)).not.toContain('Practitioner')
  expect((await ask(path, own)).status).toBe(404)
  expect((await ask(path, { tenant: 1 })).status).toBe(404)
  expect((await ask(path, { scopes: ['user/Observation.rs'] })).status).toBe(403)
  expect((await ask('/Patient/$summary?identifier=S1', { scopes: ['user/Patient.r'] })).status).toBe(403)
})

test('IPS 2.0.0 OperationDefinition-summary.html: nothing is stored', async () => {
  await summarize(`/Patient/${world.patient}/$summary`)

  expect((await ask('/Composition?_total=accurate')).body.total).toBe(0)
  expect((await ask('/Bundle?_total=accurate')).body.total).toBe(0)
})

test.each([
  ['/Patient/$summary', 400],
  ['/Patient/$summary?identifier=', 404],
  ['/Patient/$summary?identifier=urn:oid:1.2.36.1|secret', 404],
  ['/Patient/never-was/$summary', 404],
  ['/Patient/$summary?identifier=a|b|secret', 400],
  ['/Patient/$summary?profile=http://secret', 400],
])('IPS 2.0.0 OperationDefinition-summary.html: %s is %d', async (path, expected) => {
  const { status, text } = await ask(path)

  expect([status, text.includes('secret')]).toEqual([expected, false])
})

test('IPS 2.0.0 OperationDefinition-summary.html: an identifier of two patients is refused', async () => {
  const identifier = [{ system: 'urn:oid:1.2.36.1', value: 'TWICE' }]
  for (let index = 0; index < 2; index += 1) await create(app, { resourceType: 'Patient', identifier }, 2)

  expect((await ask('/Patient/$summary?identifier=TWICE')).status).toBe(412)
})
