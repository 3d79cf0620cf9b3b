/** Whom a copy is addressed to: by channel, share, dispatch and export. D139; docs/hub.md. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { examplePatient, exampleRecipient } from '../../builders.ts'
import { approveOne, createColleague, giveConsent, must, templateId } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { openReceiver } from '../../queues/receivers.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

const operator = { role: 'operator' } as const
const otherTenant = { tenant: developmentTenants[1] } as const

let server: RunningServer
let call: Call
let folder: string
const opened = new Map<string, object>()

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  folder = await mkdtemp(join(tmpdir(), 'banksia-test-recipients-'))
})

afterEach(async () => {
  for (const [id, body] of opened) await changeChannel(id, { ...body, templateIds: [] })
  opened.clear()
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

const name = 'Heath Specialists'
const fax = '08 7010 0201'
const otherFax = '08 7010 0999'

const bodyOf = (more: object = {}) => ({
  name: 'Specialists',
  templateIds: [templateId],
  recipient: { name },
  purposeOfUse: 'TREAT',
  legalBasis: 'own_organisation',
  format: 'rtf',
  transport: 'file',
  destination: { directory: folder },
  retry: { attempts: 2, baseMs: 50, maxMs: 100 },
  ...more,
})

const askChannel = (more: object, as: object = operator) => call('POST', '/v1/channels', { body: bodyOf(more), as })

async function openChannel(more: object = {}): Promise<string> {
  const { id } = (await must(201, askChannel(more))).body
  opened.set(id, bodyOf(more))
  return id
}

const changeChannel = (id: string, body: object) => must(200, call('PUT', `/v1/channels/${id}`, { body, as: operator }))

async function until(channelId: string, state: string, kind = 'original') {
  const { items } = await waitFor(
    async () => (await must(200, call('GET', `/v1/deliveries?channelId=${channelId}`))).body,
    ({ items }) => items.some((item: { state: string; kind: string }) => item.state === state && item.kind === kind),
  )
  return items.find((item: { kind: string }) => item.kind === kind)
}

/** The words of the file that a folder got. */
const readLetter = async (documentId: string): Promise<string> => readFile(join(folder, `${documentId}.rtf`), 'utf8')

const listRendered = async (artifactId: string, format: string, kind = 'original') => {
  const text =
    'select recipient, sha256 from rendering where artifact_id = $1 and format = $2 and kind = $3 order by created_at'
  return (await server.site.pool.query(text, [artifactId, format, kind])).rows
}

const readDeliveryRow = async (id: string) =>
  (await server.site.pool.query('select recipient from delivery where id = $1', [id])).rows[0]

describe('a channel', () => {
  test('D139: a channel keeps every member of its recipient, and its copies are addressed to it', async () => {
    const recipient = { ...exampleRecipient, kind: 'practitioner' }
    const channelId = await openChannel({ recipient })
    const { artifactId } = await approveOne(call)

    const { documentId } = await until(channelId, 'sent')

    expect((await must(200, call('GET', `/v1/channels/${channelId}`, { as: operator }))).body.recipient).toEqual(
      recipient,
    )
    const letter = await readLetter(documentId)
    for (const said of ['Dr Anh Nguyen', 'Harbour Hospital', '1 Harbour Street', fax]) expect(letter).toContain(said)
    expect(await listRendered(artifactId, 'rtf')).toMatchObject([
      { recipient: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  test.each([
    ['a provider number with a wrong check character', { providerNumber: '2122661A' }, 'recipient.providerNumber'],
    ['an HPI-I with a wrong check digit', { hpii: '8003610000021102' }, 'recipient.hpii'],
    ['an HPI-O that is an HPI-I', { hpio: '8003610000021101' }, 'recipient.hpio'],
    ['a fax that is none', { fax: 'by post' }, 'recipient.fax'],
    ['two lines in a telephone number', { phone: '08 7010\n0200' }, 'recipient.phone'],
    ['five lines of address', { address: { line: ['1', '2', '3', '4', '5'] } }, 'recipient.address.line'],
    ['a person without a family name', { person: { given: 'Anh' } }, 'recipient.person.family'],
    ['a member that nobody knows', { pager: '1' }, 'recipient.pager'],
  ])('D139: %s is refused by its place', async (_, member, field) => {
    const channel = await askChannel({ recipient: { name, ...member } })
    const { artifactId } = await approveOne(call)
    const body = { format: 'pdf', recipient: { name, ...member } }
    const exported = await call('POST', `/v1/artifacts/${artifactId}/exports`, { body })

    for (const refused of [channel, exported])
      expect(refused).toMatchObject({ status: 400, problem: 'validation', fields: [field] })
  })

  test('D140: a preset that the format does not have is refused with those that it has, at a channel and an export', async () => {
    const channelId = await openChannel({ templateIds: [] })
    const { artifactId } = await approveOne(call)
    const preset = 'nonesuch'

    const made = await askChannel({ preset })
    const body = bodyOf({ preset })
    const changed = await call('PUT', `/v1/channels/${channelId}`, { body, as: operator })
    const exported = await call('POST', `/v1/artifacts/${artifactId}/exports`, { body: { format: 'rtf', preset } })
    const previewed = await call('GET', `/v1/artifacts/${artifactId}/preview?format=rtf&preset=${preset}`)

    for (const refused of [made, changed, exported, previewed]) {
      expect(refused).toMatchObject({ status: 400, problem: 'validation', fields: ['preset'] })
      expect(refused.body.errors[0].message).toContain('default')
    }
  })

  test('D139: a retried delivery sends the same bytes, a replay goes to the channel’s new recipient, and the recall to whom the last went', async () => {
    const receiver = await openReceiver({ manner: 'AE' })
    const mllp = { format: 'hl7v2', transport: 'mllp', destination: { host: '127.0.0.1', port: receiver.port } }
    const first = bodyOf({ ...mllp, recipient: { name, fax } })
    const channelId = await openChannel(first)
    const { artifactId } = await approveOne(call)
    const dead = await until(channelId, 'dead')
    const before = await readDeliveryRow(dead.id)
    const retried = await listRendered(artifactId, 'hl7v2')

    await changeChannel(channelId, { ...first, recipient: { name, fax: otherFax } })
    receiver.behave('AA')
    await must(200, call('POST', `/v1/deliveries/${dead.id}:replay`, { as: operator }))
    await until(channelId, 'accepted')
    const after = await readDeliveryRow(dead.id)
    const force = { force: true, reason: 'receiver_lost_it' }
    await changeChannel(channelId, first)
    await must(200, call('POST', `/v1/deliveries/${dead.id}:replay`, { body: force, as: operator }))
    await waitFor(
      async () => receiver.received.length,
      (count) => count === 4,
    )
    await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }))
    const recall = await until(channelId, 'accepted', 'recall')
    await receiver.close()

    expect(dead.attempts).toBe(2)
    expect(retried).toMatchObject([before])
    expect(after.recipient).not.toBe(before.recipient)
    // It had arrived: the repetition is of the same bytes, whatever the channel says by then.
    expect(await readDeliveryRow(dead.id)).toEqual(after)
    expect(await listRendered(artifactId, 'hl7v2')).toHaveLength(2)
    expect(await readDeliveryRow(recall.id)).toEqual(after)
    expect(await listRendered(artifactId, 'hl7v2', 'recall')).toMatchObject([after])
  })

  test('D139: what waits when the recipient of a channel changes goes to the new one', async () => {
    const body = bodyOf({ recipient: { name, fax } })
    const channelId = await openChannel(body)
    await changeChannel(channelId, { ...body, status: 'paused' })
    await approveOne(call)
    await changeChannel(channelId, { ...body, recipient: { name, fax: otherFax } })

    const { documentId } = await until(channelId, 'sent')

    const letter = await readLetter(documentId)
    expect(letter).toContain(otherFax)
    expect(letter).not.toContain(fax)
  })

  test('D139: one channel, one message for each recipient: two channels send two copies of one document', async () => {
    const one = await openChannel({ recipient: { name, fax } })
    const other = await openChannel({ format: 'pdf', recipient: { name: 'Other Specialists', fax: otherFax } })
    const { artifactId } = await approveOne(call)

    await until(one, 'sent')
    await until(other, 'sent')

    const [rtf, pdf] = [await listRendered(artifactId, 'rtf'), await listRendered(artifactId, 'pdf')]
    expect(rtf).toHaveLength(1)
    // The release has one of its own, to nobody.
    expect(pdf.filter(({ recipient }) => recipient !== '' && recipient !== rtf[0].recipient)).toHaveLength(1)
  })
})

describe('a share', () => {
  const dispatch = (artifactId: string, channelId: string, recipient: object, as: object = {}) =>
    call('POST', '/v1/deliveries', {
      body: { artifactId, channelId, recipient: { name, class: 'organisation', ...recipient }, purposeOfUse: 'TREAT' },
      as,
    })

  test('D139: a dispatch that refers to a PractitionerRole is addressed by that record, and by what it gives itself', async () => {
    await createColleague(call, 'heath', {
      identifier: [{ system: 'http://ns.electronichealth.net.au/id/medicare-provider-number', value: '2122661L' }],
      telecom: [
        { system: 'fax', value: fax },
        { system: 'phone', value: '08 7010 0200' },
      ],
    })
    const channelId = await openChannel({
      templateIds: [],
      recipient: { name, fax: '08 7010 0111', application: 'HEATH' },
    })
    const { artifactId } = await approveOne(call)

    await must(202, dispatch(artifactId, channelId, { reference: 'PractitionerRole/heath', phone: '08 7010 0300' }))
    const { documentId, shareId } = await until(channelId, 'sent')
    const share = (await must(200, call('GET', `/v1/shares/${shareId}`))).body

    expect(share.recipient).toMatchObject({
      name,
      reference: 'PractitionerRole/heath',
      person: { given: 'heath', family: 'Colleague' },
      organisation: expect.any(String),
      providerNumber: '2122661L',
      fax,
      phone: '08 7010 0300',
    })
    const letter = await readLetter(documentId)
    expect(letter).toContain(fax)
    expect(letter).not.toContain('08 7010 0111')
  })

  test('D139: what a record says of a practitioner’s home, or with a wrong check digit, stands in no share', async () => {
    const headers = { 'content-type': 'application/fhir+json' }
    const identifier = [{ system: 'http://ns.electronichealth.net.au/id/medicare-provider-number', value: '2122661A' }]
    const telecom = [
      { system: 'phone', value: '0491 570 006', use: 'home' },
      { system: 'fax', value: fax, use: 'work' },
    ]
    const address = [{ use: 'home', line: ['7 Private Lane'], city: 'Perth' }]
    const body = { resourceType: 'Practitioner', name: [{ family: 'Homebody' }], identifier, telecom, address }
    const { id } = (await must(201, call('POST', '/fhir/R4/Practitioner', { body, headers }))).body
    const channelId = await openChannel({ templateIds: [], recipient: { name } })
    const { artifactId } = await approveOne(call)

    await must(202, dispatch(artifactId, channelId, { reference: `Practitioner/${id}` }))
    const { shareId } = await until(channelId, 'sent')

    expect((await must(200, call('GET', `/v1/shares/${shareId}`))).body.recipient).toEqual({
      name,
      class: 'organisation',
      reference: `Practitioner/${id}`,
      person: { family: 'Homebody' },
      fax,
    })
  })

  test('D139: a share that does not say who it is has the members of its channel', async () => {
    const channelId = await openChannel({
      templateIds: [],
      recipient: { name, fax, address: exampleRecipient.address },
    })
    const { artifactId } = await approveOne(call)

    await must(202, dispatch(artifactId, channelId, { phone: '08 7010 0300' }))

    const letter = await readLetter((await until(channelId, 'sent')).documentId)
    for (const said of [fax, '1 Harbour Street']) expect(letter).toContain(said)
  })

  test('D139: a reference to another patient fills nothing, and another tenant’s record is not there', async () => {
    const channelId = await openChannel({ templateIds: [], recipient: { name } })
    const { artifactId } = await approveOne(call)
    const { patientId: other } = await approveOne(call)
    const headers = { 'content-type': 'application/fhir+json' }
    const body = { resourceType: 'Organization', name: 'Elsewhere', telecom: [{ system: 'fax', value: otherFax }] }
    const { id } = (await must(201, call('POST', '/fhir/R4/Organization', { body, headers, as: otherTenant }))).body

    const ofPatient = await dispatch(artifactId, channelId, { reference: `Patient/${other}` })
    const ofTenant = await dispatch(artifactId, channelId, { reference: `Organization/${id}` })
    const byOperator = await dispatch(artifactId, channelId, {}, operator)
    const fromElsewhere = await dispatch(artifactId, channelId, {}, otherTenant)

    for (const refused of [ofPatient, ofTenant])
      expect(refused).toMatchObject({ status: 400, fields: ['recipient.reference'] })
    expect(byOperator.status).toBe(403)
    expect(fromElsewhere.status).toBe(400)
  })

  test('D139: a link opens the PDF that is addressed to its recipient, however often and by two at once', async () => {
    const { artifactId, patientId } = await approveOne(call)
    await giveConsent(call, patientId, { permits: ['share'], purposes: ['PATRQT'] })
    const recipient = { name: 'Maeve', class: 'patient', reference: `Patient/${patientId}` }
    const body = { artifactId, link: true, recipient, purposeOfUse: 'PATRQT', legalBasis: 'consent' }
    const share = (await must(201, call('POST', '/v1/shares', { body }))).body
    const open = async () => {
      const answer = await fetch(`${server.base}/s`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/pdf' },
        body: JSON.stringify({ link: share.link.split('#')[1], dateOfBirth: examplePatient.birthDate }),
      })
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    }

    const [one, other] = await Promise.all([open(), open()])

    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.bytes.equals(other.bytes)).toBe(true)
    expect(share.recipient.person).toMatchObject({ family: examplePatient.name?.[0]?.family })
    const kept = await listRendered(artifactId, 'pdf')
    expect(kept.filter((row) => row.recipient !== '')).toHaveLength(1)
    expect((await must(200, call('GET', `/v1/shares/${share.id}`))).body.redemptions).toBe(2)
  })
})

describe('an export', () => {
  const ask = (artifactId: string, body: object, as: object = {}) =>
    call('POST', `/v1/artifacts/${artifactId}/exports`, { body, as })

  test('D139: exports of one form to two recipients are two, and the same recipient asked again is one', async () => {
    const { artifactId } = await approveOne(call)
    const recipient = { name: 'Dr Anh Nguyen', fax, phone: '1' }

    const nobody = (await ask(artifactId, { format: 'rtf' })).body
    const addressed = (await ask(artifactId, { format: 'rtf', recipient })).body
    const again = (await ask(artifactId, { format: 'rtf', recipient: { phone: '1', fax, name: 'Dr Anh Nguyen' } })).body
    const built = await waitFor(
      async () => (await must(200, call('GET', `/v1/exports/${addressed.id}`))).body,
      ({ state }) => state === 'built',
    )
    const { text } = await must(200, call('GET', `/v1/exports/${addressed.id}/content`))

    expect(new Set([nobody.id, addressed.id, again.id]).size).toBe(2)
    expect(again.id).toBe(addressed.id)
    expect(nobody.recipient).toBeUndefined()
    expect(built.recipient).toEqual(recipient)
    expect(text).toContain(fax)
    const { items } = (await must(200, call('GET', `/v1/artifacts/${artifactId}/exports`))).body
    expect(items.map((item: { recipient?: object }) => item.recipient)).toEqual([recipient, undefined])
    expect((await call('GET', `/v1/exports/${addressed.id}`, { as: otherTenant })).status).toBe(404)
    expect((await ask(artifactId, { format: 'rtf', recipient }, operator)).status).toBe(403)
  })

  test('D139: the copy of a FHIR document names its recipient, and is the document in everything else', async () => {
    const { artifactId } = await approveOne(call)
    const { documentId } = (await must(200, call('GET', `/v1/artifacts/${artifactId}`))).body
    const readCopy = async (body: object) => {
      const { id } = (await ask(artifactId, { format: 'bundle', ...body })).body
      return waitFor(
        () => call('GET', `/v1/exports/${id}/content`),
        ({ status }) => status === 200,
      )
    }

    const own = await readCopy({})
    const copy = await readCopy({ recipient: { name, fax } })

    const stored = (await must(200, call('GET', `/fhir/R4/Bundle/${documentId}`))).body
    const { extension = [], ...composition } = copy.body.entry[0].resource
    expect(own.body).toEqual(stored)
    expect(extension).toMatchObject([{ valueReference: { display: name } }])
    expect(composition).toEqual(stored.entry[0].resource)
    expect(copy.body.entry.slice(1, stored.entry.length)).toEqual(stored.entry.slice(1))
    expect(copy.text).toContain(fax)
  })

  test('D139: a preview of a FHIR document is byte for byte what the channel sends', async () => {
    const recipient = { ...exampleRecipient, kind: 'practitioner' }
    const channelId = await openChannel({ format: 'bundle', recipient })
    const { artifactId } = await approveOne(call)
    const { fileName } = await until(channelId, 'sent')

    const shown = await must(200, call('GET', `/v1/artifacts/${artifactId}/preview?channelId=${channelId}`))

    expect(shown.text).toBe(await readFile(join(folder, fileName), 'utf8'))
  })

  test('D139: a preview shows the document as a channel would send it', async () => {
    const channelId = await openChannel({ templateIds: [], recipient: { name, fax } })
    const { artifactId } = await approveOne(call)

    const own = await must(200, call('GET', `/v1/artifacts/${artifactId}/preview?format=rtf`))
    const asSent = await must(200, call('GET', `/v1/artifacts/${artifactId}/preview?channelId=${channelId}`))
    const unknown = await call('GET', `/v1/artifacts/${artifactId}/preview?channelId=${artifactId}`)

    expect(asSent.headers.get('content-type')).toContain('rtf')
    expect([own.text.includes(fax), asSent.text.includes(fax)]).toEqual([false, true])
    expect(unknown).toMatchObject({ status: 400, fields: ['channelId'] })
  })

  test('docs/design/house.md#patient-data: who a copy is addressed to stands nowhere in the clear', async () => {
    const { artifactId } = await approveOne(call)
    await must(202, ask(artifactId, { format: 'rtf', recipient: { name: 'Unmistakable Recipient', fax } }))

    const { rows } = await server.site.pool.query('select hash, blob_id from recipient')

    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('Unmistakable')
  })
})
