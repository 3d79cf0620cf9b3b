/** How pages look by the settings of the practice and of its clinicians, through the API and over real workers. D144. */
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { unpackFiles } from '../../../src/exports/cda/package.ts'
import { eraseTenant } from '../../../src/store/tenants/erase-tenant.ts'
import { examplePatient } from '../../builders.ts'
import {
  addColleague,
  approveOne,
  createColleague,
  draftVerified,
  giveConsent,
  must,
  practitionerRoleId,
} from '../../consultation.ts'
import { halfRed, makeJpeg, makePng, whitePng } from '../../images.ts'
import { runJudge, testWithPrograms } from '../../judges.ts'
import { waitFor } from '../../patience.ts'
import type { Answer, Call } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const operator = { role: 'operator' } as const
const settings = '/v1/platform/appearance'
const signatureOf = (role: string): string => `/v1/platform/signatures/${role}`

/** Told apart on a page by their sizes. */
const [logo, otherLogo, own, foreign] = [whitePng(31, 11), whitePng(32, 12), whitePng(33, 13), whitePng(34, 14)]
const base64 = (bytes: Buffer): string => bytes.toString('base64')

const server = useRunning()
const { call } = server
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'banksia-appearance-'))
  await createColleague(call)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const setLook = (body: object, by: Call = call): Promise<Answer> => by('PUT', settings, { body, as: operator })
const sign = (body: object, as: object = {}, role: string = practitionerRoleId): Promise<Answer> =>
  call('PUT', signatureOf(role), { body, as })

afterEach(async () => {
  await must(200, setLook({}))
  await must(200, sign({}))
})

async function readBytes(path: string, as: object = {}): Promise<Buffer> {
  const answer = await fetch(`${server.base}${path}`, {
    headers: {
      authorization: `Bearer ${await server.token(as)}`,
      'x-tenant-id': developmentTenants[0],
      'x-spoke-id': 'connect',
      'x-request-id': newId(),
      ...('tenant' in as ? { 'x-tenant-id': String(as.tenant) } : {}),
    },
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** The bytes of an export, once it is built. */
async function build(artifactId: string, body: object = {}, as: object = {}): Promise<Buffer> {
  const path = `/v1/artifacts/${artifactId}/exports`
  const asked = await call('POST', path, { body: { format: 'pdf', ...body }, as })
  expect([201, 202]).toContain(asked.status)
  await waitFor(
    async () => (await must(200, call('GET', `/v1/exports/${asked.body.id}`, { as }))).body,
    ({ state }) => state === 'built',
  )
  return readBytes(`/v1/exports/${asked.body.id}/content`, as)
}

function write(pdf: Buffer): string {
  const path = join(folder, `${newId()}.pdf`)
  writeFileSync(path, pdf)
  return path
}

/** The widths of the images on its pages. */
const listImages = (pdf: Buffer): readonly number[] =>
  [...runJudge('pdfimages', ['-list', write(pdf)]).said.matchAll(/\bimage +(\d+)/g)].map(([, width]) => Number(width))

const countAttached = (pdf: Buffer): number => Number(runJudge('pdfdetach', ['-list', write(pdf)]).said.split(' ')[0])

const preview = (artifactId: string, query = ''): Promise<Buffer> =>
  readBytes(`/v1/artifacts/${artifactId}/preview?format=pdf${query}`)

const withImages = testWithPrograms('pdfimages', 'pdfdetach')

describe('settings', () => {
  test('D73: the first is set without a version, and each later one names what it replaces', async () => {
    const as = { tenant: developmentTenants[1], ...operator }
    const put = (headers: Record<string, string>) =>
      call('PUT', settings, { body: { logo: base64(logo) }, as, headers })

    expect((await call('GET', settings, { as })).status).toBe(404)
    expect((await put({ 'if-match': '' })).status).toBe(428)
    const first = await must(200, put({ 'if-none-match': '*' }))
    expect((await put({ 'if-none-match': '*' })).status).toBe(412)
    expect((await put({ 'if-match': 'W/"7"' })).status).toBe(412)
    const read = await must(200, call('GET', settings, { as }))
    expect(read.body).toEqual(first.body)
    expect(read.body).toMatchObject({ version: 1, logo: base64(logo), omitEmptySections: false, attachBundle: false })
    const again = await must(200, call('PUT', settings, { body: read.body, as }))
    expect(again.body).toMatchObject({ version: 2, logo: base64(logo) })
    await must(200, call('PUT', settings, { body: {}, as }))
    expect((await must(200, call('GET', settings, { as }))).body.logo).toBeUndefined()
  })

  test('D73: of several who set it first at once, one does', async () => {
    const role = await addColleague(call)
    const put = () =>
      call('PUT', signatureOf(role), {
        body: { image: base64(own) },
        as: { practitionerRole: role },
        headers: { 'if-none-match': '*' },
      })

    const answers = await Promise.all(Array.from({ length: 5 }, put))

    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 409, 412]).toContain(status)
    const kept = await must(200, call('GET', signatureOf(role), { as: { practitionerRole: role } }))
    expect(kept.body.version).toBe(1)
  })

  test('docs/design/hub.md#access: an operator sets the practice, a clinician their own signature, and nobody that of another', async () => {
    const colleague = { practitionerRole: 'colleague' } as const
    const body = { image: base64(own) }
    const refusals = [
      call('PUT', settings, { body: { logo: base64(logo) } }),
      call('GET', settings, { as: { role: 'patient', patient: 'someone' } }),
      sign(body, operator),
      sign(body, { role: 'system' }),
      sign(body, colleague),
      sign(body, { fhirUser: 'Practitioner/colleague' }),
      sign(body, {}, 'nobody'),
      call('GET', signatureOf(practitionerRoleId), { as: colleague }),
      call('GET', signatureOf('colleague')),
    ]

    for (const refused of refusals) expect(await refused).toMatchObject({ status: 403, problem: 'role-required' })
    await must(200, sign(body))
    const { body: kept } = await must(200, call('GET', signatureOf(practitionerRoleId)))
    expect(kept).toMatchObject({ id: practitionerRoleId, image: base64(own) })
    await must(200, sign(body, colleague, 'colleague'))
    await must(200, call('GET', settings))
  })

  test('D144: a role that is not there, and so names no Practitioner, has no signature', async () => {
    const refused = await sign({ image: base64(own) }, { practitionerRole: 'missing' }, 'missing')

    expect(refused).toMatchObject({ status: 403, problem: 'role-required' })
  })

  test.each<[string, string, number, string]>([
    ['is no base64', 'not base64!', 400, 'logo'],
    ['is empty', '', 400, 'logo'],
    ['is 20 MB', base64(Buffer.alloc(20 * 2 ** 20)), 413, ''],
    ['is 300 kB', base64(Buffer.concat([whitePng(3, 2), Buffer.alloc(300_000)])), 400, 'logo'],
    [
      'says 30,000 x 30,000 pixels',
      base64(makePng({ width: 30_000, height: 30_000, colour: 2, lines: Buffer.alloc(9) })),
      400,
      'logo',
    ],
    [
      'holds more than it says',
      base64(makePng({ width: 9, height: 9, colour: 0, lines: Buffer.alloc(20 * 2 ** 20) })),
      400,
      'logo',
    ],
    ['is an SVG', base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')), 400, 'logo'],
    ['is a PDF', base64(Buffer.from('%PDF-1.7')), 400, 'logo'],
    ['is cut off', base64(whitePng(31, 11).subarray(0, 60)), 400, 'logo'],
    ['is a JPEG that is cut off', base64(makeJpeg().subarray(0, -2)), 400, 'logo'],
    ['is a JPEG in the colours of print', base64(makeJpeg({ components: 4 })), 400, 'logo'],
  ])('D144: an image that %s is refused by its name, and nothing is kept', async (_, image, status, field) => {
    await must(200, setLook({ logo: base64(logo) }))

    const refused = await setLook({ logo: image })
    const unsigned = await sign({ image })

    expect([refused.status, unsigned.status]).toEqual([status, status])
    expect(refused.fields).toEqual(field === '' ? [] : [field])
    expect(unsigned.fields).toEqual(field === '' ? [] : ['image'])
    if (image.length > 0) expect(refused.text).not.toContain(image.slice(0, 60))
    expect((await must(200, call('GET', settings))).body.logo).toBe(base64(logo))
  })

  test('docs/design/store.md#audit: each change and reading is recorded, and no log or record holds an image', async () => {
    const before = new Date().toISOString()
    await must(200, setLook({ logo: base64(halfRed) }))
    await must(200, sign({ image: base64(own) }))
    await must(200, call('GET', signatureOf(practitionerRoleId)))
    await must(200, call('GET', settings))

    const { body } = await must(200, call('GET', `/v1/audit/events?from=${before}`, { as: { role: 'auditor' } }))
    const kinds = body.items.map(({ kind }: { kind: string }) => kind)
    for (const kind of ['appearance.changed', 'appearance.read', 'signature.changed', 'signature.read'])
      expect(kinds).toContain(kind)
    const said = JSON.stringify(body) + JSON.stringify(server.lines)
    for (const image of [halfRed, own]) expect(said).not.toContain(base64(image).slice(-40))
  })

  test('docs/security.md: an image is sealed in the database', async () => {
    await must(200, setLook({ logo: base64(halfRed) }))
    const { rows } = await server.site.pool.query(
      `select encode(content, 'escape') as content from resource where space = 'hub' and type in ('Appearance', 'Signature')`,
    )

    expect(rows.length).toBeGreaterThan(1)
    for (const { content } of rows) expect(content).not.toContain(base64(halfRed).slice(0, 30))
  })
})

describe('pages', () => {
  withImages('D144: a released PDF has the logo and the signature of who approved it', async () => {
    await must(200, setLook({ logo: base64(logo) }))
    await must(200, sign({ image: base64(own) }))
    await must(200, sign({ image: base64(foreign) }, { practitionerRole: 'colleague' }, 'colleague'))
    const { artifactId } = await approveOne(call)

    expect(listImages(await build(artifactId))).toEqual([31, 33])
    expect(listImages(await build(artifactId, { preset: 'archive-1b' }))).toEqual([31, 33])
    expect(listImages(await preview(artifactId))).toEqual([31, 33])
  })

  withImages('D144: who approves signs, and not who drafted it or for whom the encounter is', async () => {
    await must(200, sign({ image: base64(own) }))
    const role = await addColleague(call)
    const as = { practitionerRole: role }
    const signed = await draftVerified(call)
    await must(200, call('POST', `/v1/artifacts/${signed.artifactId}:approve`, { as }))

    expect(listImages(await build(signed.artifactId))).toEqual([])
    await must(200, sign({ image: base64(foreign) }, as, role))
    expect(listImages(await preview(signed.artifactId))).toEqual([34])
  })

  withImages('D144: a role that has become another person’s does not sign for them', async () => {
    const role = await addColleague(call)
    const as = { practitionerRole: role }
    await must(200, sign({ image: base64(foreign) }, as, role))
    const { id: _id, meta: _meta, ...stored } = (await must(200, call('GET', `/fhir/R4/PractitionerRole/${role}`))).body
    const body = { ...stored, id: role, practitioner: { reference: 'Practitioner/colleague' } }
    const headers = { 'content-type': 'application/fhir+json' }
    await must(200, call('PUT', `/fhir/R4/PractitionerRole/${role}`, { body, headers }))
    const { artifactId } = await draftVerified(call)
    await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`, { as }))

    expect(listImages(await preview(artifactId))).toEqual([])
  })

  withImages('D144: a draft and a recalled document have the logo and no signature', async () => {
    await must(200, setLook({ logo: base64(logo), attachBundle: true }))
    await must(200, sign({ image: base64(own) }))
    const { artifactId } = await draftVerified(call)
    const draft = await preview(artifactId)
    await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
    const approved = await preview(artifactId)
    await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }))
    const recalled = await preview(artifactId)

    expect([draft, approved, recalled].map(listImages)).toEqual([[31], [31, 33], [31]])
    expect([draft, approved, recalled].map(countAttached)).toEqual([0, 1, 0])
  })

  withImages('D144: what is rendered stays as it is, whatever is set later', async () => {
    await must(200, setLook({ logo: base64(logo) }))
    const { artifactId } = await approveOne(call)
    const before = await build(artifactId)
    await must(200, setLook({ logo: base64(otherLogo) }))
    await must(200, sign({ image: base64(own) }))

    const after = await build(artifactId)
    const addressed = await build(artifactId, { recipient: { name: 'Dr Anh Nguyen' } })

    expect(after.equals(before)).toBe(true)
    expect(listImages(before)).toEqual([31])
    expect(listImages(addressed)).toEqual([32, 33])
  })

  withImages(
    'D144: the PDF in a message and in a CDA package has the images, and nothing is attached to it',
    async () => {
      await must(200, setLook({ logo: base64(halfRed), attachBundle: true }))
      const { artifactId } = await approveOne(call)
      const message = (await build(artifactId, { format: 'hl7v2' })).toString()
      const pdf = Buffer.from(/\^application\^pdf\^Base64\^([^|\r]+)/.exec(message)?.[1] ?? '', 'base64')

      const zip = await build(artifactId, { format: 'cda', preset: 'general-1A' })
      const page = Buffer.from(unpackFiles(zip)['IHE_XDM/SUBSET01/attachment.pdf'] ?? [])

      expect([pdf, page].map(listImages)).toEqual([[2], [2]])
      expect([pdf, page].map(countAttached)).toEqual([0, 0])
      expect(countAttached(await build(artifactId))).toBe(1)
    },
  )

  withImages(
    'D144: a link opens a PDF without an attachment, even where an export to the same recipient has one',
    async () => {
      await must(200, setLook({ logo: base64(logo), attachBundle: true }))
      const { artifactId, patientId } = await approveOne(call)
      await giveConsent(call, patientId, { permits: ['share'], purposes: ['PATRQT'] })
      expect(countAttached(await build(artifactId, { recipient: { name: 'Maeve' } }))).toBe(1)
      const recipient = { name: 'Maeve', class: 'patient' }
      const body = { artifactId, link: true, recipient, purposeOfUse: 'PATRQT', legalBasis: 'consent' }
      const { link } = (await must(201, call('POST', '/v1/shares', { body }))).body
      const opened = await fetch(`${server.base}/s`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/pdf' },
        body: JSON.stringify({ link: link.split('#')[1], dateOfBirth: examplePatient.birthDate }),
      })
      const pdf = Buffer.from(await opened.arrayBuffer())

      expect(opened.status).toBe(200)
      expect(listImages(pdf)).toEqual([31])
      expect(countAttached(pdf)).toBe(0)
    },
  )

  withImages('D75, D144: while the feature is off pages are plain, and nothing is set', async () => {
    await must(200, setLook({ logo: base64(logo), attachBundle: true }))
    await must(200, sign({ image: base64(own) }))
    const config = (body: object) => must(200, call('PUT', '/v1/platform/config/tenant', { body, as: operator }))
    await config({ killSwitches: { appearance: true } })
    const refused = [await setLook({}), await sign({})]
    const { artifactId } = await approveOne(call)
    const plain = await build(artifactId)
    await config({})

    for (const answer of refused) expect(answer.problem).toBe('feature-disabled')
    expect([listImages(plain), countAttached(plain)]).toEqual([[], 0])
    expect(listImages(await build(artifactId, { recipient: { name: 'Dr Anh Nguyen' } }))).toEqual([31, 33])
  })

  testWithPrograms('pdftotext')('D144: empty sections are left out where the practice wishes it', async () => {
    const { artifactId } = await draftVerified(call)
    const textOf = async () => runJudge('pdftotext', ['-layout', write(await preview(artifactId)), '-']).said
    const whole = await textOf()
    await must(200, setLook({ omitEmptySections: true }))
    const short = await textOf()

    expect(whole).toMatch(/^ *Objective$/m)
    expect(short).toMatch(/^ *Subjective$/m)
    expect(short).not.toMatch(/^ *Objective$/m)
  })
})

describe('another tenant', () => {
  const other = { tenant: developmentTenants[1] } as const
  const there: Call = (method, path, { as, ...rest } = {}) => call(method, path, { ...rest, as: { ...as, ...other } })

  withImages('R5.2: sees and prints nothing of it, though its clinician has a role of the same name', async () => {
    await must(200, setLook({ logo: base64(logo) }))
    await must(200, sign({ image: base64(own) }))
    const { artifactId } = await approveOne(there)
    const pdf = await build(artifactId, {}, other)

    expect(listImages(pdf)).toEqual([])
    expect((await there('GET', signatureOf(practitionerRoleId))).status).toBe(404)
    expect((await there('GET', settings, { as: operator })).body.logo).toBeUndefined()
  })

  // The last: nothing of this tenant works afterwards.
  test('D78: what is erased leaves neither images nor keys to read them', async () => {
    await must(200, setLook({ logo: base64(logo) }, there))
    const text = `select (select count(*)::int from resource r join tenant t on t.number = r.tenant where t.id = $1 and type = 'Appearance')
      + (select count(*)::int from history h join tenant t on t.number = h.tenant where t.id = $1 and type = 'Appearance')
      + (select count(*)::int from data_key k join tenant t on t.number = k.tenant where t.id = $1) as n`
    const count = async () => (await server.site.pool.query(text, [other.tenant])).rows[0].n
    expect(await count()).toBeGreaterThan(1)

    await eraseTenant(server.site.pool, other.tenant, { isForced: true, onRows: () => undefined })

    expect(await count()).toBe(0)
    const answer = await waitFor(
      () => there('GET', settings, { as: operator }),
      ({ status }) => status === 403,
    )
    expect(answer.problem).toBe('tenant-unknown')
  })
})
