/** The served types. R4 resourcelist.html. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { resourceTypes, versionedTypes } from '../../src/fhir/resource-types.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from './fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

/** None of them is stored; Subscription is switched on by what acts on it. */
const created = ['Parameters', 'OperationOutcome', 'AuditEvent', 'Subscription']

test('R4 resourcelist.html: every type is served but those that no one stores', async () => {
  const definitions = await openTestDefinitions()
  const bases = new Set(definitions.searchParameters.flatMap(({ base }) => base as readonly string[]))
  const published = [...bases].filter((type) => definitions.isResourceType(type))

  expect(published.filter((type) => !created.includes(type) && !versionedTypes.includes(type))).toEqual([])
  expect(resourceTypes.filter(({ type }) => !definitions.isResourceType(type))).toEqual([])
})

test.each(['Parameters', 'OperationOutcome', 'Nothing', 'Resource', 'DomainResource'])(
  'R4 http.html#general: %s is no type of which anything is kept',
  async (type) => {
    const statuses = [
      (await app.send('GET', `/${type}`)).status,
      (await app.send('POST', `/${type}`, { body: { resourceType: type } })).status,
      (await app.send('GET', `/${type}/1`)).status,
    ]

    expect(statuses).toEqual([404, 404, 404])
  },
)

test('R4 auditevent.html: AuditEvent is read, and never written', async () => {
  const body = { resourceType: 'AuditEvent', id: 'a' }
  const answers = [
    await app.send('POST', '/AuditEvent', { body }),
    await app.send('PUT', '/AuditEvent/a', { body }),
    await app.send('DELETE', '/AuditEvent/a'),
  ]

  expect(answers.map(({ status, headers }) => [status, headers.get('allow')])).toEqual([
    [405, 'GET, HEAD'],
    [405, 'GET, HEAD'],
    [405, 'GET, HEAD'],
  ])
})
