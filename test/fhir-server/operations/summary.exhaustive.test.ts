/** Patient summaries against the published package of the International Patient Summary. IPS 2.0.0; D117. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { checkResource } from '../../../src/profiles/check.ts'
import { openValidator, type Validator } from '../../../src/profiles/validator/validator.ts'
import { openCodeLookup } from '../../../src/terminology/code-lookup.ts'
import { openTestDefinitions } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create } from '../resources.ts'
import { createSummaryWorld } from './summary-world.ts'

const installed = join(import.meta.dirname, '../../../judges/node_modules/hl7.fhir.uv.ips')

let app: FhirApp
let validator: Validator
let folder: string
beforeAll(async () => {
  app = await startFhir()
  folder = mkdtempSync(join(tmpdir(), 'banksia-ips-'))
  const file = join(folder, 'ips.tgz')
  const { status } = spawnSync('tar', ['czf', file, '--transform', 's,^\\.,package,', '-C', installed, '.'])
  expect(status).toBe(0)
  const definitions = await (await openTestDefinitions()).withPackages([file])
  const { registry } = definitions
  validator = openValidator({ registry, codes: openCodeLookup(registry), model: definitions })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
  expect(app.errors).toEqual([])
})

const errorsOf = (bundle: JsonObject) =>
  checkResource(bundle, { validator, requiredProfiles: 'base' }).findings.filter(({ severity }) => severity === 'error')

const summarize = async (id: string, as: object = {}): Promise<JsonObject> => {
  const { status, body } = await app.send('GET', `/Patient/${id}/$summary`, { as: { tenant: 2, ...as } })
  expect(status).toBe(200)
  return body
}

test('IPS 2.0.0 StructureDefinition-Bundle-uv-ips.html: full, empty and withheld summaries are valid', async () => {
  const { patient } = await createSummaryWorld(app)
  const bare = await create(app, { resourceType: 'Patient', name: [{ use: 'official', prefix: ['Dr'] }] }, 2)

  expect(errorsOf(await summarize(patient))).toEqual([])
  expect(errorsOf(await summarize(bare.id))).toEqual([])
  expect(errorsOf(await summarize(patient, { scopes: ['user/Patient.rs'] }))).toEqual([])
})

test('IPS 2.0.0 StructureDefinition-Composition-uv-ips.html: the package refuses a summary without a demanded section', async () => {
  const { patient } = await createSummaryWorld(app)
  const bundle = await summarize(patient)
  const [{ resource: composition }] = bundle['entry'] as [{ resource: { section: unknown[] } }]
  composition.section.splice(0, 1)

  expect(errorsOf(bundle)).not.toEqual([])
})
