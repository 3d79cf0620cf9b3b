/** The flows that a release makes of the FHIR interface: the parties by one transaction, a document, its recall. docs/design/hub.md#release. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Bundle, Resource } from '@medplum/fhirtypes'
import { buildTransaction } from '../../../src/channels/fhir/document-transaction.ts'
import { exampleDocument } from '../../builders.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(() => app.close())

/** Makes a party of the example document. */
function party(type: string): Resource {
  const resource = exampleDocument().entry?.find((entry) => entry.resource?.resourceType === type)?.resource
  if (resource === undefined) throw new Error('the example has no such resource')
  return resource
}

test('Spec 4.6 "Transaction": practitioner, role, organisation, location and patient of AU Core in one', async () => {
  const [practitioner, organization] = [`urn:uuid:${randomUUID()}`, `urn:uuid:${randomUUID()}`]
  const location = {
    resourceType: 'Location',
    name: 'Rooms',
    address: { city: 'Margaret River' },
    managingOrganization: { reference: organization },
  }
  const role = {
    ...party('PractitionerRole'),
    practitioner: { reference: practitioner },
    organization: { reference: organization },
  }
  const resources = [
    [party('Practitioner'), practitioner],
    [party('Organization'), organization],
    [role, `urn:uuid:${randomUUID()}`],
    [location, `urn:uuid:${randomUUID()}`],
    [party('Patient'), `urn:uuid:${randomUUID()}`],
  ] as const
  const entry = resources.map(([resource, fullUrl]) => ({
    fullUrl,
    resource,
    request: { method: 'POST', url: resource.resourceType },
  }))

  const { status, body } = await app.send('POST', '', {
    body: { resourceType: 'Bundle', type: 'transaction', entry },
    headers: { prefer: 'return=representation' },
  })

  expect(status).toBe(200)
  const [first, second, third] = body.entry.map(({ resource }: { resource: { id: string } }) => resource)
  expect(third).toMatchObject({
    practitioner: { reference: `Practitioner/${first.id}` },
    organization: { reference: `Organization/${second.id}` },
  })
})

test('docs/design/hub.md#release: a document sent twice is one, and its recall, also sent twice, changes that one', async () => {
  const document = exampleDocument() as Bundle
  const documentId = document.identifier?.value?.replace('urn:uuid:', '') ?? ''
  const send = (kind: 'original' | 'recall') =>
    app.send('POST', '', { body: buildTransaction(document, { documentId, kind }), as: { tenant: 2 } })
  const find = async (type: string) =>
    (await app.send('GET', `/${type}?identifier=urn:ietf:rfc:3986|urn:uuid:${documentId}`, { as: { tenant: 2 } })).body

  const originals = [await send('original'), await send('original')]
  const before = await find('DocumentReference')
  const recalls = [await send('recall'), await send('recall')]
  const after = await find('DocumentReference')

  expect([...originals, ...recalls].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const bundle = await find('Bundle')
  expect([bundle.total, before.total, after.total]).toEqual([1, 1, 1])
  expect(before.entry[0].resource).toMatchObject({
    status: 'current',
    content: [{ attachment: { url: `Bundle/${bundle.entry[0].resource.id}` } }],
  })
  expect(after.entry[0].resource).toMatchObject({ id: before.entry[0].resource.id, status: 'entered-in-error' })
})
