/** A document is not refused for who wrote it: its writer may be deleted at the same moment, where references are enforced. D19, D84. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { createPatient, mrn, nextValue } from '../resources.ts'

let app: FhirApp
let subject: string
beforeAll(async () => {
  app = await startFhir()
  subject = `Patient/${(await createPatient(app)).id}`
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

type Person = { readonly fhirUser: string }

const document = () => ({
  resourceType: 'DocumentReference',
  status: 'current',
  identifier: [{ system: mrn, value: nextValue() }],
  type: { text: 'Letter' },
  subject: { reference: subject },
  content: [{ attachment: { contentType: 'text/plain', data: 'SGVsbG8=' } }],
})

/** Sends all at once, and deletes the Practitioner of their token at the same moment. */
async function sendWhileDeleting(write: (as: Person) => Promise<{ readonly status: number }>) {
  const who = newId()
  const name = [{ family: 'Leaving' }]
  const identifier = [{ system: 'http://ns.electronichealth.net.au/id/hi/hpii/1.0', value: '8003619900015717' }]
  const body = { resourceType: 'Practitioner', id: who, identifier, name }
  expect((await app.send('PUT', `/Practitioner/${who}`, { body })).status).toBe(201)
  const as = { fhirUser: `Practitioner/${who}` }
  const writes = Array.from({ length: 6 }, () => write(as))
  const [answers] = await Promise.all([Promise.all(writes), app.send('DELETE', `/Practitioner/${who}`)])
  return answers.map(({ status }) => status)
}

test.each([
  ['alone', 201, (as: Person) => app.send('POST', '/DocumentReference', { as, body: document() })],
  [
    'in a transaction',
    200,
    (as: Person) => {
      const entry = [{ request: { method: 'POST', url: 'DocumentReference' }, resource: document() }]
      return app.send('POST', '', { as, body: { resourceType: 'Bundle', type: 'transaction', entry } })
    },
  ],
])('D84: a document is written where its writer is deleted at that moment (%s)', async (_, status, write) => {
  for (let round = 0; round < 10; round += 1)
    expect(await sendWhileDeleting(write)).toEqual(Array.from({ length: 6 }, () => status))
})
