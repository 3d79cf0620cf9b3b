/** The forms of a document for a FHIR server: D237, D238. */
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import type { Bundle, Composition, Condition, DocumentReference } from '@medplum/fhirtypes'
import { openFhir } from '../../src/channels/fhir.ts'
import type { Transmission } from '../../src/channels/transport.ts'
import { stringifyJson } from '../../src/core/json.ts'
import { exampleAmendedExport, exampleDocument, exampleDocumentId, exampleRecalledExport } from '../builders.ts'
import {
  full,
  openRestrictedServer,
  type RestrictedServer,
  type ServerOptions,
  searched,
} from './restricted-fhir-server.ts'

const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
const never = new AbortController().signal
const closers: (() => unknown)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function open(options: ServerOptions): Promise<RestrictedServer> {
  const server = await openRestrictedServer(options)
  closers.push(server.close)
  return server
}

const pdf = Buffer.from('%PDF-1.7 example')
const transmit = (document: Bundle, more: Partial<Transmission> = {}): Transmission => ({
  bytes: Buffer.from(stringifyJson(document)),
  mediaType: 'application/fhir+json',
  fileName: 'a.json',
  documentId: exampleDocumentId,
  kind: 'original',
  controlId: 'C1',
  readPdf: async () => pdf,
  ...more,
})
const original = transmit(exampleDocument())
const recall = transmit(exampleRecalledExport().bundle, { kind: 'recall' })
const amended = transmit(exampleAmendedExport().bundle, { documentId: exampleAmendedExport().documentId })

const types = [
  ...['Patient', 'Encounter', 'PractitionerRole', 'Practitioner', 'Organization', 'Composition', 'DocumentReference'],
  ...['Condition', 'MedicationStatement', 'Observation', 'AllergyIntolerance', 'List', 'Bundle', 'Procedure'],
  ...['Immunization', 'ServiceRequest', 'CarePlan'],
]
const allOf = (row: ServerOptions['types'][string], left: readonly string[] = []) =>
  Object.fromEntries(types.filter((type) => !left.includes(type)).map((type) => [type, row]))

const servers = {
  transaction: { types: allOf(full), interactions: ['transaction'] },
  document: { types: { Bundle: full, DocumentReference: full }, interactions: ['transaction'] },
  bundle: { types: { Bundle: full } },
  resources: { types: allOf(full, ['Bundle']) },
  reference: { types: { DocumentReference: full, Patient: { codes: ['search-type'] } } },
} as const satisfies Record<string, ServerOptions>
const names = Object.keys(servers) as (keyof typeof servers)[]

/** The example's patient, as the receiver knows her. */
const ownPatient = {
  resourceType: 'Patient',
  identifier: [{ system: 'http://ns.electronichealth.net.au/id/hi/ihi/1.0', value: '8003608166690503' }],
  birthDate: '1984-09-02',
}

const send = (server: RestrictedServer, transmission: Transmission, form: 'auto' | keyof typeof servers = 'auto') =>
  openFhir(policy).send({ baseUrl: server.baseUrl, auth: { type: 'none' }, form }, transmission, never)
const listOf = <T>(server: RestrictedServer, type: string): T[] => (server.stored.get(type) ?? []) as T[]
const counts = (server: RestrictedServer) =>
  Object.fromEntries([...server.stored].map(([type, list]) => [type, list.length]))

test.each(names)('D237: a server that takes no more gets the form %s, once, however often it is sent', async (form) => {
  const server = await open(servers[form])
  server.put(ownPatient)

  const { reply: _answer, ...first } = await send(server, original)
  const before = counts(server)
  const again = await send(server, original)

  expect(first).toEqual({ state: 'accepted', acknowledgement: `201 ${form}`, retry: false, unknown: false })
  expect(again).toMatchObject({ state: 'accepted', acknowledgement: `200 ${form}` })
  expect(counts(server)).toEqual(before)
  expect(before.Patient).toBe(1)
})

test.each(['resources', 'reference', 'bundle'] as const)(
  'D237: without conditional creates the form %s looks first, and makes no second one',
  async (form) => {
    const types = Object.fromEntries(Object.keys(servers[form].types).map((type) => [type, searched]))
    const server = await open({ types })
    server.put(ownPatient)

    await send(server, original)
    const before = counts(server)

    expect(await send(server, original)).toMatchObject({ state: 'accepted', acknowledgement: `200 ${form}` })
    expect(counts(server)).toEqual(before)
  },
)

test("D238: what the resources refer to is the receiver's own, and each fact stands once", async () => {
  const [together, single] = [await open(servers.transaction), await open(servers.resources)]
  const [mine] = [together, single].map((server) => server.put(ownPatient))
  expect(mine).toBeDefined()

  await send(together, original)
  await send(single, original)

  for (const server of [together, single]) {
    const [patient] = listOf<{ id: string }>(server, 'Patient')
    const conditions = listOf<Condition>(server, 'Condition')
    const [composition] = listOf<Composition>(server, 'Composition')
    const entries = (composition?.section ?? []).flatMap(({ entry = [] }) => entry.map(({ reference }) => reference))
    expect(conditions.map(({ subject }) => subject.reference)).toEqual([
      `Patient/${patient?.id}`,
      `Patient/${patient?.id}`,
    ])
    expect(entries).toEqual(expect.arrayContaining(conditions.map(({ id }) => `Condition/${id}`)))
    expect(listOf<DocumentReference>(server, 'DocumentReference')[0]?.subject).toMatchObject({
      reference: `Patient/${patient?.id}`,
      identifier: { value: '8003608166690503' },
    })
    expect(JSON.stringify([composition, conditions])).not.toContain('urn:uuid:0198f2a0-0000-7000-8000-00000000000')
  }
})

test('D237: a DocumentReference carries the PDF where nothing else can', async () => {
  const server = await open(servers.reference)
  server.put(ownPatient)

  await send(server, original)

  const [reference] = listOf<DocumentReference>(server, 'DocumentReference')
  expect(reference?.content[0]?.attachment).toMatchObject({
    contentType: 'application/pdf',
    data: pdf.toString('base64'),
    title: 'Consultation note',
  })
})

test.each(['before', 'after', 500] as const)(
  'D237: a failure (%s) between single resources is tried again, and ends with one of each',
  async (fault) => {
    const whole = await open(servers.resources)
    await send(whole, original)
    for (let at = 1; at <= whole.requests.length; at += 1) {
      const server = await open(servers.resources)
      let count = 0
      server.fault = () => {
        count += 1
        return count === at ? fault : undefined
      }

      const failed = await send(server, original)
      const again = await send(server, original)

      expect([at, failed.state, failed.retry, failed.unknown]).toEqual([at, 'failed', true, true])
      expect([at, again.state]).toEqual([at, 'accepted'])
      expect(counts(server)).toEqual(counts(whole))
    }
  },
)

test('D237: a refusal between single resources says that some of the document may have arrived', async () => {
  const unknown: boolean[] = []
  for (const at of [1, 4]) {
    const server = await open(servers.resources)
    let count = 0
    server.fault = () => {
      count += 1
      return count === at ? 422 : undefined
    }

    const receipt = await send(server, original)
    expect(receipt).toMatchObject({
      state: 'rejected',
      reason: 'refused-by-receiver',
      acknowledgement: '422 resources',
    })
    unknown.push(receipt.unknown)
  }
  expect(unknown).toEqual([false, true])
})

test.each(names)('D238: a recall in the form %s leaves nothing current, also when it is sent twice', async (form) => {
  const server = await open(servers[form])
  server.put(ownPatient)
  await send(server, original)
  const before = counts(server)

  const receipts = [await send(server, recall), await send(server, recall)]

  expect(receipts.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
  expect(counts(server)).toEqual(before)
  expect(
    listOf<DocumentReference>(server, 'DocumentReference').every(({ status }) => status === 'entered-in-error'),
  ).toBe(true)
  expect(listOf<Composition>(server, 'Composition').every(({ status }) => status === 'entered-in-error')).toBe(true)
  expect(
    listOf<Condition>(server, 'Condition').every(
      ({ verificationStatus }) => verificationStatus?.coding?.[0]?.code === 'entered-in-error',
    ),
  ).toBe(true)
  const [bundle] = listOf<Bundle>(server, 'Bundle')
  if (bundle !== undefined)
    expect(bundle.entry?.[0]?.resource).toMatchObject({ resourceType: 'Composition', status: 'entered-in-error' })
})

test.each(['bundle', 'resources', 'reference', 'transaction'] as const)(
  'D238: after a recall in the form %s a late original creates no document',
  async (form) => {
    const server = await open(servers[form])
    server.put(ownPatient)

    await send(server, recall)
    await send(server, original)

    const type = form === 'bundle' ? 'Bundle' : 'DocumentReference'
    const [one, ...others] = listOf<DocumentReference>(server, type)
    expect(others).toEqual([])
    expect(JSON.stringify(one)).toContain('entered-in-error')
  },
)

/** The resources of an edition, with their statuses, that the server holds as current. */
const listStated = (server: RestrictedServer, documentId: string): readonly string[] =>
  [...server.stored].flatMap(([type, list]) =>
    (list as { identifier?: unknown; status?: string; verificationStatus?: Condition['verificationStatus'] }[])
      .filter((one) => !parties.has(type) && JSON.stringify(one.identifier ?? '').includes(documentId))
      .map(({ status, verificationStatus }) => verificationStatus?.coding?.[0]?.code ?? status)
      .filter((status) => !['entered-in-error', 'superseded', 'amended'].includes(status ?? ''))
      .map((status) => `${type} ${status}`),
  )
const parties = new Set(['Patient', 'Encounter', 'PractitionerRole', 'Practitioner', 'Organization', 'Bundle'])

test.each(['resources', 'transaction', 'document', 'reference'] as const)(
  'D238: an edition that comes late in the form %s, after a recall or the edition that replaced it, states nothing',
  async (form) => {
    const [recalled, replaced, repeated] = [
      await open(servers[form]),
      await open(servers[form]),
      await open(servers[form]),
    ]
    for (const server of [recalled, replaced, repeated]) server.put(ownPatient)
    await send(repeated, original)

    const receipts = [await send(recalled, recall), await send(recalled, original), await send(recalled, original)]
    for (const server of [replaced, repeated]) receipts.push(await send(server, amended), await send(server, original))

    expect(receipts.map(({ state }) => state)).toEqual(receipts.map(() => 'accepted'))
    expect([recalled, replaced, repeated].map((server) => listStated(server, exampleDocumentId))).toEqual([[], [], []])
    const { documentId } = exampleAmendedExport()
    for (const server of [replaced, repeated]) expect(listStated(server, documentId)).not.toEqual([])
  },
)

test('D238: a receiver that lets nothing be changed is told by hand', async () => {
  const server = await open({ types: { DocumentReference: { codes: ['create'], conditionalCreate: true } } })
  await send(server, original)

  expect(await send(server, recall)).toMatchObject({ state: 'rejected', reason: 'told-by-hand' })
})

test.each(['transaction', 'resources'] as const)(
  'D238: an amendment in the form %s makes history of what the edition before stated, and of nothing else',
  async (form) => {
    const server = await open(servers[form])
    server.put(ownPatient)
    const other = server.put({
      resourceType: 'Condition',
      identifier: [{ system: 'urn:other', value: '1' }],
      verificationStatus: { text: 'own' },
    })
    await send(server, original)

    await send(server, amended)

    const statuses = listOf<Condition>(server, 'Condition').map(({ id, verificationStatus }) =>
      id === other.id ? 'other' : verificationStatus?.coding?.[0]?.code,
    )
    expect(statuses.slice(0, 3)).toEqual(['other', 'entered-in-error', 'entered-in-error'])
    expect(statuses.slice(3).sort()).toEqual(['confirmed', 'provisional'])
    expect(listOf<Composition>(server, 'Composition').map(({ status }) => status)).toEqual(['amended', 'amended'])
    expect(listOf<DocumentReference>(server, 'DocumentReference').map(({ status }) => status)).toEqual([
      'superseded',
      'current',
    ])
    expect(listOf<Condition>(server, 'Condition')[0]).toEqual(other)
  },
)

test.each(['document', 'reference'] as const)(
  'D238: an amendment in the form %s makes the DocumentReference of the edition before superseded',
  async (form) => {
    const server = await open(servers[form])
    server.put(ownPatient)
    await send(server, original)

    await send(server, amended)
    await send(server, amended)

    const references = listOf<DocumentReference>(server, 'DocumentReference')
    expect(references.map(({ status }) => status)).toEqual(['superseded', 'current'])
    expect(references[1]?.relatesTo).toMatchObject([
      { code: 'replaces', target: { identifier: references[0]?.masterIdentifier } },
    ])
  },
)

test('D238: the form document goes to a receiver that lets nothing be changed or searched, and changes nothing there', async () => {
  const created = { codes: ['create'], conditionalCreate: true }
  const server = await open({ types: { Bundle: created, DocumentReference: created }, interactions: ['transaction'] })
  await send(server, original)

  const receipt = await send(server, amended)

  expect(receipt).toMatchObject({ state: 'accepted', acknowledgement: '201 document' })
  expect(listOf<DocumentReference>(server, 'DocumentReference').map(({ status }) => status)).toEqual([
    'current',
    'current',
  ])
  // The last one is a conditional create, which finds the edition before.
  expect(server.requests).toEqual(['POST ', 'POST ', 'POST DocumentReference'])
})

test('D237: a receiver without a statement is neither searched nor changed for an amendment', async () => {
  const server = await open(servers.document)
  server.hasStatement = false
  await send(server, original)

  const receipt = await send(server, amended)

  expect(receipt).toMatchObject({ state: 'accepted', acknowledgement: '201 document' })
  expect(server.requests).toEqual(['POST ', 'POST '])
})

test.each(['resources', 'reference'] as const)(
  'D249: if the reference with the PDF is larger than the channel allows, the form %s sends nothing of the document',
  async (form) => {
    const server = await open(servers[form])
    server.put(ownPatient)
    const large = transmit(exampleDocument(), { maxBytes: 100_000, readPdf: async () => Buffer.alloc(90_000) })

    const receipt = await send(server, large)

    expect(receipt).toEqual({ state: 'rejected', reason: 'over-max-bytes', retry: false, unknown: false })
    expect(counts(server)).toEqual({ Patient: 1 })
  },
)

test.each(['resources', 'reference'] as const)(
  'D249: if a receiver says of the PDF that it is too large, the delivery of the form %s is rejected with that reason',
  async (form) => {
    const server = await open(servers[form])
    server.put(ownPatient)
    server.fault = (name, body) => (name === 'POST DocumentReference' && body.includes('JVBER') ? 413 : undefined)

    const receipt = await send(server, original)

    expect(receipt).toMatchObject({ state: 'rejected', reason: 'too-large', acknowledgement: `413 ${form}` })
  },
)

test('D238: a server that ignores the search parameter and answers everything loses nothing to a recall', async () => {
  const server = await open(servers.resources)
  const other = server.put({
    resourceType: 'Condition',
    identifier: [{ system: 'urn:other', value: '1' }],
    code: { text: 'Gout' },
  })
  await send(server, original)
  const find = server.stored
  expect(find.get('Condition')).toHaveLength(3)
  server.lenient = true

  await send(server, recall)

  expect(listOf<Condition>(server, 'Condition')[0]).toEqual(other)
})

test.each([
  ['nobody', []],
  ['two people', [ownPatient, ownPatient]],
  ['somebody with another birth date', [{ ...ownPatient, birthDate: '1984-09-03' }]],
])('spec 7: a receiver whose number belongs to %s gets nothing', async (_title, patients) => {
  const server = await open(servers.reference)
  for (const patient of patients) server.put(patient)

  expect(await send(server, original)).toMatchObject({ state: 'rejected', reason: 'patient-not-found', retry: false })
  expect(server.stored.get('DocumentReference')).toBeUndefined()
})

test('D237: the statement is read once, and again after a refusal', async () => {
  const server = await open(servers.transaction)
  const fhir = openFhir(policy)
  const destination = { baseUrl: server.baseUrl, auth: { type: 'none' }, form: 'auto' } as const
  await fhir.send(destination, original, never)
  await fhir.send(destination, original, never)
  expect(server.statements).toBe(1)

  server.options = servers.resources
  const receipt = await fhir.send(destination, original, never)

  expect(receipt).toMatchObject({ state: 'accepted', acknowledgement: '200 resources' })
  expect(server.statements).toBe(2)
})

test('D237: the statement is read again after a day', async () => {
  let now = Date.parse('2026-03-01T00:00:00Z')
  const server = await open(servers.transaction)
  const fhir = openFhir(policy, () => new Date(now))
  const destination = { baseUrl: server.baseUrl, auth: { type: 'none' }, form: 'auto' } as const
  await fhir.send(destination, original, never)
  now += 86_400_000

  await fhir.send(destination, original, never)

  expect(server.statements).toBe(2)
})

test('D237: a form that the client may not send gives way to the next', async () => {
  const server = await open(servers.transaction)
  server.fault = (request, body) => (request === 'POST ' && JSON.parse(body).entry.length > 2 ? 403 : undefined)
  const fhir = openFhir(policy)
  const destination = { baseUrl: server.baseUrl, auth: { type: 'none' }, form: 'auto' } as const

  const receipts = [await fhir.send(destination, original, never), await fhir.send(destination, original, never)]

  expect(receipts.map(({ acknowledgement }) => acknowledgement)).toEqual(['201 document', '200 document'])
  // The refused form is not tried for each document.
  expect(server.requests.filter((request) => request === 'POST ')).toHaveLength(3)
  expect(server.statements).toBe(1)
})

test('D237: documents sent at once to a server that refuses a form each try it twice at most', async () => {
  const server = await open(servers.transaction)
  server.fault = (request, body) => (request === 'POST ' && JSON.parse(body).entry.length > 2 ? 403 : undefined)
  const fhir = openFhir(policy)
  const destination = { baseUrl: server.baseUrl, auth: { type: 'none' }, form: 'auto' } as const

  const sends = Array.from({ length: 8 }, (_, at) =>
    // One after another, so that some read the statement that others have kept.
    setTimeout(at * 2).then(() => fhir.send(destination, original, AbortSignal.timeout(10_000))),
  )
  const receipts = await Promise.all(sends)

  expect(receipts.map(({ state }) => state)).toEqual(receipts.map(() => 'accepted'))
  expect(server.requests.filter((request) => request === 'POST ').length).toBeLessThanOrEqual(8 * 3)
})

test('D238: a recall by a client that may see the documents alone withdraws these', async () => {
  const server = await open(servers.transaction)
  server.fault = (request, body) => {
    if (request === 'POST ') return JSON.parse(body).entry.length > 2 ? 403 : undefined
    return /^(GET|POST|PUT) (Bundle|DocumentReference)/.test(request) ? undefined : 403
  }
  const fhir = openFhir(policy)
  const destination = { baseUrl: server.baseUrl, auth: { type: 'none' }, form: 'auto' } as const
  const receipts = [
    await fhir.send(destination, original, never),
    await fhir.send(destination, recall, never),
    // Another process does not know which form the server has refused, nor that the recall has arrived.
    await openFhir(policy).send(destination, recall, never),
  ]

  expect(receipts.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted'])
  expect(listOf<DocumentReference>(server, 'DocumentReference').map(({ status }) => status)).toEqual([
    'entered-in-error',
  ])
})

test('D237: a pinned form that the server does not take is refused, and nothing is sent', async () => {
  const server = await open(servers.reference)

  expect(await send(server, original, 'bundle')).toMatchObject({ state: 'rejected', reason: 'no-form' })
  expect(server.requests).toEqual([])
})

test('D206: what may no longer go out stops between single resources, and counts as tried', async () => {
  const server = await open(servers.resources)
  let left = 3
  const mayStart = async () => left-- > 0

  expect(await send(server, { ...original, mayStart })).toMatchObject({
    state: 'failed',
    reason: 'cancelled',
    unknown: true,
  })
  expect(server.requests).toHaveLength(3)
  expect(await send(server, { ...original, mayStart: async () => false })).toMatchObject({ isUnstarted: true })
})
