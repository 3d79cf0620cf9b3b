/** A document, its amendment and its recall at a FHIR server of ours, in the richest form: D237, D238. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Bundle } from '@medplum/fhirtypes'
import { openFhir } from '../../src/channels/fhir.ts'
import type { Transmission } from '../../src/channels/transport.ts'
import { stringifyJson } from '../../src/core/json.ts'
import { exampleAmendedExport, exampleDocument, exampleDocumentId, exampleRecalledExport } from '../builders.ts'
import { type FhirApp, startFhir } from '../fhir-server/fhir-app.ts'

let app: FhirApp
let tokenUrl: string
const receiver = { tenant: 2, client: 'hub', scopes: ['system/*.cruds'] } as const
const tokens = createServer((_request, response) => {
  const token = Buffer.from(JSON.stringify(receiver)).toString('base64')
  response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 }))
})

beforeAll(async () => {
  app = await startFhir()
  tokens.listen(0, '127.0.0.1')
  await once(tokens, 'listening')
  tokenUrl = `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`
})
afterAll(async () => {
  tokens.close()
  await app.close()
})

const transmit = (document: Bundle, documentId: string, kind: Transmission['kind']): Transmission => ({
  bytes: Buffer.from(stringifyJson(document)),
  mediaType: 'application/fhir+json',
  fileName: 'a.json',
  documentId,
  kind,
  controlId: 'C1',
  readPdf: async () => Buffer.from('%PDF-1.7'),
})

const types = [
  'Patient',
  'Encounter',
  'Practitioner',
  'Condition',
  'Observation',
  'Composition',
  'DocumentReference',
  'Bundle',
]

async function list(type: string) {
  const { status, body } = await app.send('GET', `/${type}?_count=100&_sort=_lastUpdated`, { as: receiver })
  expect(status).toBe(200)
  // biome-ignore lint/suspicious/noExplicitAny: resources of any shape
  return (body.entry ?? []).map(({ resource }: { resource: any }) => resource)
}

const count = async () =>
  Object.fromEntries(await Promise.all(types.map(async (type) => [type, (await list(type)).length])))

test.each(['transaction', 'resources'] as const)(
  'D237, D238: %s: sent twice, amended twice, recalled twice',
  async (form) => {
    const auth = { type: 'oauth2', tokenUrl, clientId: 'a', clientSecret: 'b' } as const
    const fhir = openFhir({ allowedHosts: ['127.0.0.1'], allowPrivate: true })
    const pinned = form === 'transaction' ? 'auto' : form
    const destination = { baseUrl: app.base, auth, form: pinned } as const
    const send = (transmission: Transmission) => fhir.send(destination, transmission, new AbortController().signal)
    // Each form has documents of its own.
    const renamed = (text: string) => (form === 'resources' ? text.replaceAll('-8000-', '-8001-') : text)
    const of = (document: Bundle): Bundle => JSON.parse(renamed(JSON.stringify(document)))
    const first = renamed(exampleDocumentId)
    const { bundle, documentId } = exampleAmendedExport()
    const before = await count()

    const original = transmit(of(exampleDocument()), first, 'original')
    expect(await send(original)).toMatchObject({ state: 'accepted', acknowledgement: `201 ${form}` })
    const once = await count()
    expect(await send(original)).toMatchObject({ state: 'accepted', acknowledgement: `200 ${form}` })
    expect(await count()).toEqual(once)
    expect(once.Condition - before.Condition).toBe(2)

    const amendment = transmit(of(bundle), renamed(documentId), 'original')
    expect(await send(amendment)).toMatchObject({ state: 'accepted', acknowledgement: `201 ${form}` })
    expect(await send(amendment)).toMatchObject({ state: 'accepted' })
    const after = await count()
    expect([after.Patient, after.Encounter]).toEqual([once.Patient, once.Encounter])
    const conditions = (await list('Condition')).filter(({ identifier }: { identifier: { system: string }[] }) =>
      identifier.some(({ system }) => [`urn:uuid:${first}`, `urn:uuid:${renamed(documentId)}`].includes(system)),
    )
    const codes = conditions.map(
      (one: { verificationStatus: { coding: { code: string }[] } }) => one.verificationStatus.coding[0]?.code,
    )
    expect(codes.sort()).toEqual(['confirmed', 'entered-in-error', 'entered-in-error', 'provisional'])

    const recall = transmit(of(exampleRecalledExport().bundle), first, 'recall')
    expect(await send(recall)).toMatchObject({ state: 'accepted', acknowledgement: `200 ${form}` })
    expect(await send(recall)).toMatchObject({ state: 'accepted' })
    expect(await count()).toEqual(after)
    const references = (await list('DocumentReference')).filter(
      ({ masterIdentifier }: { masterIdentifier: { value: string } }) => masterIdentifier.value === `urn:uuid:${first}`,
    )
    expect(references.map(({ status }: { status: string }) => status)).toEqual(['entered-in-error'])
  },
)
