/** Exports and previews of artifacts, through the API and over real workers. R3.3; docs/design/hub.md#routes. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { documentFormats } from '../../../src/documents/formats.ts'
import { approveOne, type Drafted, draftVerified, exampleSections, must, templateId } from '../../consultation.ts'
import { runJudge, testWithPrograms } from '../../judges.ts'
import { waitFor } from '../../patience.ts'
import {
  type Answer,
  type Call,
  createSite,
  type RunningServer,
  type Site,
  startRunning,
  waitForQuiet,
} from '../../running-server.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'

let site: Site
let server: RunningServer
let call: Call

const operator = { role: 'operator' } as const
const otherTenant = { tenant: developmentTenants[1] } as const
const formats = documentFormats.map(({ format }) => format)

beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site })
  call = server.call
})

afterAll(async () => {
  await server?.stop()
  await site?.remove()
})

const get = (path: string, as: object = {}): Promise<Answer> => call('GET', path, { as })

type Content = { readonly status: number; readonly headers: Headers; readonly bytes: Buffer }

async function readBytes(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Content> {
  const answer = await fetch(`${server.base}${path}`, {
    headers: {
      authorization: `Bearer ${await server.token()}`,
      'x-tenant-id': developmentTenants[0],
      'x-spoke-id': 'connect',
      'x-request-id': newId(),
      ...headers,
    },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const askExport = (artifactId: string, format: string, more: object = {}): Promise<Answer> =>
  call('POST', `/v1/artifacts/${artifactId}/exports`, { body: { format }, ...more })

/** The export, once it is built. */
async function build(artifactId: string, format: string, more: object = {}) {
  const asked = await call('POST', `/v1/artifacts/${artifactId}/exports`, { body: { format, ...more } })
  expect([201, 202]).toContain(asked.status)
  return waitFor(
    async () => (await must(200, get(`/v1/exports/${asked.body.id}`))).body,
    ({ state }) => state === 'built',
  )
}

const readUsage = async (): Promise<number> =>
  (await must(200, get('/v1/usage/summary?periodDays=1', operator))).body.usage.exportsCreated

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Released by a template of its own, whose titles are given. */
async function approveBy(title: string): Promise<string> {
  const asOperator = (method: string, path: string, body?: object) =>
    call(method, path, { as: operator, ...(body === undefined ? {} : { body }) })
  const template = (await must(201, asOperator('POST', '/v1/templates', { title, artifactType: 'letter' }))).body.id
  const sections = [{ key: 'subjective', title, code: '61150-9', draws: ['complaint', 'symptom'] }]
  const body = { label: '1', title, code: '51852-2', codeDisplay: title, sections }
  const version = (await must(201, asOperator('POST', `/v1/templates/${template}/versions`, body))).body.id
  await must(200, asOperator('POST', `/v1/templates/${template}/versions/${version}:publish`))
  const { encounterId, transcriptId } = await draftVerified(call)
  const draft = { templateId: template, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
  const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body: draft }))).body
  expect((await must(200, call('POST', `/v1/artifacts/${id}:verify`))).body.outcome).toBe('passed')
  await must(200, call('POST', `/v1/artifacts/${id}:approve`))
  return id
}

describe('exports', () => {
  let released: Drafted

  beforeAll(async () => {
    released = await approveOne(call)
  })

  test('R3.3: nothing is exported before its release, nor after its recall', async () => {
    const drafted = await draftVerified(call)
    const before = await readUsage()
    const early = await askExport(drafted.artifactId, 'pdf')
    await must(200, call('POST', `/v1/artifacts/${drafted.artifactId}:approve`))
    const { id } = await build(drafted.artifactId, 'rtf')
    await must(
      200,
      call('POST', `/v1/artifacts/${drafted.artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }),
    )
    const late = await askExport(drafted.artifactId, 'cda')
    const content = await get(`/v1/exports/${id}/content`)
    const told = await must(200, call('GET', `/v1/artifacts/${drafted.artifactId}/recall`))

    expect(told.body.exports).toEqual([{ exportId: id, format: 'rtf', createdAt: expect.any(String) }])
    expect([early.status, early.problem, early.body.detail]).toEqual([
      409,
      'invalid-transition',
      'The operation export is not open from the state in_review',
    ])
    expect([late.status, late.problem]).toEqual([409, 'invalid-transition'])
    expect([content.status, content.problem]).toEqual([410, 'gone'])
    expect((await get(`/v1/exports/${id}`)).body.state).toBe('built')
    expect((await readUsage()) - before).toBe(1)
  })

  test('R3.3: what an amendment has superseded is read by no export any more', async () => {
    const { artifactId, transcriptId } = await approveOne(call)
    const { id } = await build(artifactId, 'pdf')
    const { body: successor } = await must(201, call('POST', `/v1/artifacts/${artifactId}:amend`))
    const under = await readBytes(`/v1/exports/${id}/content`)
    const path = `/v1/artifacts/${successor.id}`
    const sections = exampleSections(transcriptId, 'Sore throat, 4 days.')
    await must(200, call('PATCH', path, { body: { sections } }))
    await must(200, call('POST', `${path}:verify`))
    await must(200, call('POST', `${path}:approve`))

    const content = await get(`/v1/exports/${id}/content`)

    expect(under.status).toBe(200)
    expect([content.status, content.problem]).toEqual([410, 'gone'])
    expect((await build(successor.id, 'pdf')).state).toBe('built')
  })

  test('spec 4.6: every format is built once, and read under the hash of its bytes', async () => {
    const { artifactId } = released
    const before = await readUsage()
    for (const { format, mediaType, fileExtension } of documentFormats) {
      const built = await build(artifactId, format)
      const { status, headers, bytes } = await readBytes(`/v1/exports/${built.id}/content`)
      const again = await askExport(artifactId, format)

      expect(status).toBe(200)
      expect(built).toMatchObject({ format, preset: 'default', mediaType, bytes: bytes.length, version: 2 })
      expect([built.sha256, headers.get('etag')]).toEqual([sha256(bytes), `"${sha256(bytes)}"`])
      expect(headers.get('content-type')).toBe(mediaType)
      expect(headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="[0-9a-f-]{36}\\${fileExtension}"$`),
      )
      expect([again.status, again.body]).toEqual([201, built])
      expect(again.headers.get('location')).toBe(`/v1/exports/${built.id}`)
    }
    const { items } = (await get(`/v1/artifacts/${artifactId}/exports`)).body
    const artifact = (await get(`/v1/artifacts/${artifactId}`)).body

    expect(items.map(({ format }: { format: string }) => format)).toEqual(formats.toReversed())
    expect(artifact.state).toBe('exported')
    expect((await readUsage()) - before).toBe(formats.length)
  })

  test('D2: an exported Bundle is the document as FHIR answers it, byte for byte', async () => {
    const { id } = await build(released.artifactId, 'bundle')
    const { documentId } = (await get(`/v1/artifacts/${released.artifactId}`)).body

    const { bytes } = await readBytes(`/v1/exports/${id}/content`)

    expect(bytes.toString()).toBe((await get(`/fhir/R4/Bundle/${documentId}`)).text)
  })

  test('RFC 9110 13.1.2: a client that has the bytes gets 304', async () => {
    const { id, sha256: hash } = await build(released.artifactId, 'pdf')
    const path = `/v1/exports/${id}/content`

    const same = await readBytes(path, { 'if-none-match': `"x", "${hash}"` })
    const other = await readBytes(path, { 'if-none-match': '"x"' })

    expect([same.status, same.bytes.length, same.headers.get('etag')]).toEqual([304, 0, `"${hash}"`])
    expect(other.status).toBe(200)
  })

  test('RFC 9110 14.2: a range of the bytes is answered, and the whole where they are others by now', async () => {
    const { id, sha256: hash } = await build(released.artifactId, 'pdf')
    const path = `/v1/exports/${id}/content`
    const whole = await readBytes(path)
    const { length } = whole.bytes
    const ask = async (range: string, more: object = {}) => {
      const { status, headers, bytes } = await readBytes(path, { range, ...more })
      return { status, range: headers.get('content-range'), bytes }
    }

    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    for (const [range, first, last] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, length - 1],
      ['bytes=-7', length - 7, length - 1],
      [`bytes=5-${length + 5}`, 5, length - 1],
      [`bytes=-${length + 5}`, 0, length - 1],
    ] as const) {
      const bytes = whole.bytes.subarray(first, last + 1)
      expect(await ask(range)).toEqual({ status: 206, range: `bytes ${first}-${last}/${length}`, bytes })
    }
    expect(await ask('bytes=0-9', { 'if-range': `"${hash}"` })).toMatchObject({ status: 206 })
    for (const [range, ifRange] of [
      ['bytes=0-9', '"other"'],
      ['bytes=0-9', `W/"${hash}"`],
      ['bytes=0-9', 'Fri, 20 Nov 2026 00:00:00 GMT'],
      ['bytes=0-1,5-6', `"${hash}"`],
      ['bytes=9-0', `"${hash}"`],
      ['lines=0-9', `"${hash}"`],
    ] as const)
      expect(await ask(range, { 'if-range': ifRange })).toEqual({ status: 200, range: null, bytes: whole.bytes })
  })

  test('RFC 9110 15.5.17: a range beyond the end is refused, with how long it is', async () => {
    const { id, bytes } = await build(released.artifactId, 'pdf')

    const beyond = await call('GET', `/v1/exports/${id}/content`, { headers: { range: `bytes=${bytes}-` } })
    const none = await call('GET', `/v1/exports/${id}/content`, { headers: { range: 'bytes=-0' } })

    for (const answer of [beyond, none]) {
      expect(answer).toMatchObject({ status: 416, problem: 'range-not-satisfiable' })
      expect(answer.headers.get('content-range')).toBe(`bytes */${bytes}`)
    }
  })

  test('docs/design/hub.md#routes: a channel sends the same bytes as the export has', async () => {
    const directory = makeScratchFolder('exports')
    const channel = {
      name: 'Folder',
      templateIds: [templateId],
      recipient: { name: 'Heath Specialists' },
      purposeOfUse: 'TREAT',
      legalBasis: 'own_organisation',
      format: 'rtf',
      transport: 'file',
      destination: { directory },
    }
    const { id: channelId } = (await must(201, call('POST', '/v1/channels', { body: channel, as: operator }))).body
    const { artifactId } = await approveOne(call)
    // As the channel addresses it.
    const recipient = { name: 'Heath Specialists', organisation: 'Heath Specialists' }
    const built = await build(artifactId, 'rtf', { recipient })
    const sent = await waitFor(
      async () => (await get(`/v1/deliveries?artifactId=${artifactId}&channelId=${channelId}`)).body.items[0],
      ({ state }) => state === 'sent',
    )
    const { body } = await get(`/v1/deliveries/${sent.id}`)
    await must(200, call('PUT', `/v1/channels/${channelId}`, { body: { ...channel, templateIds: [] }, as: operator }))

    const { bytes } = await readBytes(`/v1/exports/${built.id}/content`)

    expect(sha256(readFileSync(join(directory, body.fileName)))).toBe(sha256(bytes))
  })

  test('D45: however often and by whomever it is asked for at once, an export is one', async () => {
    const { artifactId } = await approveOne(call)
    const before = await readUsage()
    const key = newId()

    const raced = await Promise.all(Array.from({ length: 5 }, () => askExport(artifactId, 'cda')))
    const first = await askExport(artifactId, 'hl7v2', { key })
    const replayed = await askExport(artifactId, 'hl7v2', { key })
    const { id } = raced[0]?.body ?? {}
    await build(artifactId, 'cda')

    expect(raced.map(({ status }) => status).filter((status) => status !== 201)).toContain(202)
    expect(new Set(raced.map(({ body }) => body.id))).toEqual(new Set([id]))
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    expect([replayed.status, replayed.body]).toEqual([first.status, first.body])
    expect((await get(`/v1/artifacts/${artifactId}/exports`)).body.items).toHaveLength(2)
    expect((await readUsage()) - before).toBe(2)
    const { rows } = await site.pool.query(
      `select count(*)::int as n from job where kind = 'export' and artifact_id = $1 and target_id = $2`,
      [artifactId, id],
    )
    expect(rows[0].n).toBe(1)
  })

  test('spec 2.1: a format that the artifact schema does not allow is refused, as export and as preview', async () => {
    const artifactId = await approveBy('Letter')
    const { templateId: own } = (await get(`/v1/artifacts/${artifactId}`)).body
    const path = `/v1/templates/${own}/artifact-schemas`
    const { id: _, version: __, createdAt: ___, updatedAt: ____, ...schema } = (await get(path)).body
    await must(200, call('PUT', path, { as: operator, body: { ...schema, formats: ['pdf'] } }))

    const refused = [await askExport(artifactId, 'rtf'), await get(`/v1/artifacts/${artifactId}/preview?format=rtf`)]
    const unknown = await askExport(artifactId, 'docx')
    const allowed = await build(artifactId, 'pdf')

    expect(refused.map(({ status, problem, fields }) => [status, problem, fields])).toEqual([
      [409, 'business-rule', ['format']],
      [409, 'business-rule', ['format']],
    ])
    expect([unknown.status, unknown.fields]).toEqual([400, ['format']])
    expect(allowed.state).toBe('built')
  })

  test('R5.2: exports of a tenant are not there for another; operators and auditors read none', async () => {
    const { artifactId } = released
    const { id } = await build(artifactId, 'pdf')
    const paths = [
      `/v1/artifacts/${artifactId}/exports`,
      `/v1/artifacts/${artifactId}/preview`,
      `/v1/exports/${id}`,
      `/v1/exports/${id}/content`,
    ]

    const foreign = await Promise.all(paths.map((path) => get(path, otherTenant)))
    const asked = await askExport(artifactId, 'pdf', { as: otherTenant })
    const others = await Promise.all(
      (['operator', 'auditor', 'billing', 'system', 'patient'] as const).flatMap((role) =>
        paths.map((path) => get(path, { role })),
      ),
    )

    expect([...foreign, asked].map(({ status }) => status)).toEqual(Array(5).fill(404))
    expect(new Set(others.map(({ problem }) => problem))).toEqual(new Set(['role-required']))
    expect((await askExport(artifactId, 'pdf', { as: { role: 'system' } })).problem).toBe('role-required')
  })

  test('spec 6: what was exported and read is in the audit, by its hash', async () => {
    const { artifactId } = released
    const { id, sha256: hash } = await build(artifactId, 'pdf')
    await readBytes(`/v1/exports/${id}/content`)

    const { items } = (await get(`/v1/audit/events?artifactId=${artifactId}&limit=200`, { role: 'auditor' })).body
    const of = (kind: string) => items.filter((item: { kind: string }) => item.kind === kind)

    expect(of('artifact.exported')).toContainEqual(
      expect.objectContaining({ resourceType: 'Export', resourceId: id, fromState: 'exported', toState: 'exported' }),
    )
    expect(of('document.read')).toContainEqual(
      expect.objectContaining({ resourceType: 'Export', resourceId: id, hash }),
    )
    expect(of('document.rendered').map((item: { hash: string }) => item.hash)).toContain(hash)
  })

  testWithPrograms('xmllint', 'pdftotext')('PHI: what a template calls itself is text in every format', async () => {
    const title = '</title><script>alert("x")</script> {\\rtf1 \\par} |^~\\& ]]> &amp;'
    const artifactId = await approveBy(title)
    const directory = makeScratchFolder('hostile')
    const contents = new Map<string, Buffer>()
    for (const { format, fileExtension } of documentFormats) {
      const { bytes } = await readBytes(`/v1/exports/${(await build(artifactId, format)).id}/content`)
      writeFileSync(join(directory, `document${fileExtension}`), bytes)
      contents.set(format, bytes)
    }
    const textOf = (format: string): string => contents.get(format)?.toString() ?? ''
    const composition = JSON.parse(textOf('bundle')).entry[0].resource

    expect(composition.title).toBe(title)
    expect(composition.section[0].title).toBe(title)
    expect(composition.text.div).not.toContain('<script')
    expect(runJudge('xmllint', ['--noout', join(directory, 'document.xml')]).status).toBe(0)
    expect(textOf('cda')).not.toContain('<script')
    expect(textOf('rtf')).toContain('\\{\\\\rtf1 \\\\par\\}')
    expect(
      textOf('hl7v2')
        .split('\r')
        .filter((segment) => segment.startsWith('OBX')),
    ).toHaveLength(2)
    expect(textOf('hl7v2')).toContain('\\F\\\\S\\\\R\\\\E\\\\T\\')
    expect(runJudge('pdftotext', [join(directory, 'document.pdf'), '-']).said).toContain('<script>alert("x")</script>')
  })
})

describe('previews', () => {
  const readCounts = async () =>
    (
      await site.pool.query(
        `select (select count(*)::int from rendering) as renderings, (select count(*)::int from artifact_export) as exports,
           (select count(*)::int from blob) as blobs, (select count(*)::int from job) as jobs`,
      )
    ).rows[0]

  const previewOf = (artifactId: string) => (format: string) =>
    readBytes(`/v1/artifacts/${artifactId}/preview?format=${format}`)

  testWithPrograms('pdftotext')('PDF: every page of a draft says that it is one', async () => {
    const { artifactId, transcriptId } = await draftVerified(call)
    const [section] = exampleSections(transcriptId)
    const statements = Array.from({ length: 80 }, (_, at) => ({ ...section?.statements[0], id: `s${at}` }))
    const body = { sections: [{ key: 'subjective', statements }] }
    await must(200, call('PATCH', `/v1/artifacts/${artifactId}`, { body }))
    const path = join(makeScratchFolder('preview'), 'preview.pdf')

    const pdf = await previewOf(artifactId)('pdf')
    writeFileSync(path, pdf.bytes)
    const pages = runJudge('pdftotext', ['-layout', path, '-']).said.split('\f').slice(0, -1)

    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.filter((page) => !page.includes('DRAFT'))).toEqual([])
  })

  test('CSP 3: what a browser may open of a document fetches nothing, and all but a PDF is in a sandbox', async () => {
    const { artifactId } = await draftVerified(call)
    for (const format of ['pdf', 'cda', 'rtf', 'hl7v2', 'bundle']) {
      const { headers } = await previewOf(artifactId)(format)
      expect(headers.get('content-security-policy')).toMatch(
        format === 'pdf' ? /^default-src 'none';.*frame-ancestors 'none'$/ : /^default-src 'none';.*; sandbox$/,
      )
    }
  })

  test('D46: a draft says that it is one in every format, and nothing of it is kept', async () => {
    const { artifactId } = await draftVerified(call)
    await waitForQuiet(site.pool)
    const before = await readCounts()
    const usage = await readUsage()
    const preview = previewOf(artifactId)

    const rtf = (await preview('rtf')).bytes.toString()
    const cda = (await preview('cda')).bytes.toString()
    const hl7 = (await preview('hl7v2')).bytes.toString().split('\r')
    const bundle = await preview('bundle')
    const [{ resource: composition }] = JSON.parse(bundle.bytes.toString()).entry

    expect(rtf).toMatch(/\{\\header [^\n]*DRAFT/)
    expect(cda).toMatch(/<ext:completionCode code="I"/)
    expect(cda).not.toContain('<legalAuthenticator')
    expect(hl7[0]?.split('|')[10]).toBe('T')
    expect(hl7.find((line) => line.startsWith('OBR'))?.split('|')[25]).toBe('P')
    const texts = hl7.filter((line) => line.startsWith('OBX') && line.includes('|FT|'))
    expect(texts).toHaveLength(4)
    expect(texts.filter((line) => !line.includes('|DRAFT. Not approved by a clinician.'))).toEqual([])
    expect(composition).toMatchObject({ status: 'preliminary', title: 'DRAFT: Consultation note' })
    expect(composition.attester).toBeUndefined()
    expect(bundle.headers.get('etag')).toBeNull()
    expect(await readCounts()).toEqual(before)
    expect(await readUsage()).toBe(usage)
    expect((await get(`/v1/artifacts/${artifactId}`)).body.state).toBe('in_review')
  })

  test('docs/design/hub.md#routes: what is released is shown as it is, what is recalled as its receivers were told', async () => {
    const { artifactId } = await approveOne(call)
    const { id } = await build(artifactId, 'rtf')
    const content = await readBytes(`/v1/exports/${id}/content`)
    const shown = await readBytes(`/v1/artifacts/${artifactId}/preview?format=rtf`)
    await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'other' } }))
    const recalled = await readBytes(`/v1/artifacts/${artifactId}/preview?format=rtf`)

    expect(shown.bytes.equals(content.bytes)).toBe(true)
    expect(recalled.bytes.toString()).toContain('RECALLED')
  })
})

describe('workers', () => {
  test('R3.3: what is recalled while its export is built is not exported', async () => {
    await server.stop()
    server = await startRunning({ site, env: { BANKSIA_ROLE: 'web' } })
    call = server.call
    const { artifactId } = await approveOne(call)
    const { body: asked } = await must(202, askExport(artifactId, 'rtf'))
    const early = await get(`/v1/exports/${asked.id}/content`)
    await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'wrong_patient' } }))
    await server.stop()
    server = await startRunning({ site })
    call = server.call

    const failed = await waitFor(
      async () => (await get(`/v1/exports/${asked.id}`)).body,
      ({ state }) => state !== 'building',
    )
    const content = await get(`/v1/exports/${asked.id}/content`)

    expect([early.status, early.problem, early.headers.get('retry-after')]).toEqual([409, 'conflict', '1'])
    expect(failed).toMatchObject({ state: 'failed', reason: 'gone', version: 2 })
    expect(failed.sha256).toBeUndefined()
    expect([content.status, content.problem]).toEqual([410, 'gone'])
    const { rows } = await site.pool.query(`select 1 from rendering where artifact_id = $1 and format = 'rtf'`, [
      artifactId,
    ])
    expect(rows).toEqual([])
  })
})
