/** Reads and writes leave audit records without content, which are shown in pages. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { checkResource, hasErrors } from '../../../src/profiles/check.ts'
import { openTestValidator } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { createPatient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

test('Spec 6: reads and writes of a patient are recorded, and shown without content', async () => {
  const { id } = await createPatient(app)
  await app.send('GET', `/Patient/${id}`)
  await app.send('GET', `/Encounter?patient=${id}`)

  const { body, text } = await app.send('GET', `/AuditEvent?patient=${id}`)

  const subtypes = body.entry.map(
    (entry: { resource: { subtype: { code: string }[] } }) => entry.resource.subtype[0]?.code,
  )
  expect(subtypes).toEqual(['search-type', 'read', 'create'])
  expect(text).not.toContain('Wattle')
  const validator = await openTestValidator()
  for (const { resource } of body.entry) {
    expect(hasErrors(checkResource(resource, { validator, requiredProfiles: 'au-core' }).findings)).toBe(false)
    expect((await app.send('GET', `/AuditEvent/${resource.id}`)).body).toEqual(resource)
  }
})

test('Spec 6: pages of audit records', async () => {
  const { id } = await createPatient(app)
  for (let index = 0; index < 3; index += 1) await app.send('GET', `/Patient/${id}`)

  const first = await app.send('GET', `/AuditEvent?patient=${id}&_count=3`)
  const next = first.body.link.find((link: { relation: string }) => link.relation === 'next').url
  const second = await app.send('GET', next.slice(app.base.length))

  expect(first.body.entry).toHaveLength(3)
  expect(second.body.entry.length).toBeGreaterThanOrEqual(1)
  expect((await app.send('GET', `/AuditEvent?patient=${id}`, { as: { tenant: 2 } })).body.total).toBe(0)
})
