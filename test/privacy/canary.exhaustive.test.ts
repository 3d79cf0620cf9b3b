/** A patient planted in every field, by FHIR and by the Hub: no file, queue, log line or error holds a value of hers. docs/design/house.md#patient-data. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { must } from '../consultation.ts'
import { hasRedis, openReceiver, type Receiver, type RedisServer, startRedis } from '../queues/receivers.ts'
import { type Answer, type Call, openCall, openTokens } from '../running-server.ts'
import { endAll, makeFolder, type Server, startServer, stop } from '../system/processes.ts'
import { listFiles, openFinder, readWhole } from './needles.ts'
import { canaries, runPlantedFlow } from './planted-patient.ts'
import { listPlantedResources, type PlantedResource } from './planted-resources.ts'

const values = Object.values(canaries)
const find = openFinder(values)
const { family, given, street, birthDate, record, written } = canaries

type Site = {
  readonly server: Server
  readonly call: Call
  readonly folder: string
  readonly receiver: Receiver
  readonly refusals: Answer[]
}

const sites: Site[] = []
let first: Site
let redis: RedisServer | undefined

/** Base R4, references need not be there. */
const as = { tenant: developmentTenants[1], role: 'clinician' }
const json = { 'content-type': 'application/fhir+json' }

async function openSite(env: Readonly<Record<string, string>>): Promise<Site> {
  const server = await startServer(join(makeFolder(), 'data'), { env: { BANKSIA_LOG_LEVEL: 'trace', ...env } })
  const call = openCall(server.base, openTokens(server.base))
  const folder = await mkdtemp(join(tmpdir(), 'banksia-test-folder-'))
  const site = { server, call, folder, receiver: await openReceiver({ manner: 'AE' }), refusals: [] }
  sites.push(site)
  return site
}

beforeAll(async () => {
  redis = hasRedis ? await startRedis({ isKept: true }) : undefined
  await Promise.all([plantEverywhere(), redis === undefined ? undefined : plantOverRedis(redis.url)])
})

async function plantEverywhere(): Promise<void> {
  first = await openSite({})
  await plantByFhir(first)
  first.refusals.push(...(await runPlantedFlow(first)))
}

/** The store is the same; the queues are not. */
async function plantOverRedis(url: string): Promise<void> {
  const site = await openSite({ REDIS_URL: url })
  site.refusals.push(...(await runPlantedFlow(site)))
}

afterAll(async () => {
  for (const { receiver, folder } of sites) {
    await receiver.close()
    await rm(folder, { recursive: true, force: true })
  }
  await endAll()
  await redis?.stop()
})

async function plantByFhir({ call, refusals }: Site): Promise<void> {
  const send = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = json) =>
    call(method, `/fhir/R4${path}`, { as, headers, ...(body === undefined ? {} : { body }) })
  for (const candidates of listPlantedResources()) await writeEach(send, candidates)
  await searchEach(send)
  await writeBundles(send)
  refusals.push(...(await refuseEach(send)))
}

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>

/** The first that is valid. */
async function createOne(send: Send, candidates: readonly PlantedResource[]) {
  const told: string[] = []
  for (const resource of candidates) {
    const { resourceType: type } = resource
    const criteria = `identifier=${encodeURIComponent(`urn:canary|${record} ${type}`)}`
    const identifier = [{ system: 'urn:canary', value: `${record} ${type}` }]
    const known = { ...resource, ...(type === 'Composition' || type === 'QuestionnaireResponse' ? {} : { identifier }) }
    const { status, body, text } = await send('POST', `/${type}`, known, { ...json, 'if-none-exist': criteria })
    if (status === 201) return { type, criteria, known, body }
    told.push(text)
  }
  throw new Error(told.join('\n'))
}

/** Every way of writing one resource, and of reading it. */
async function writeEach(send: Send, candidates: readonly PlantedResource[]): Promise<void> {
  const { type, criteria, known, body } = await createOne(send, candidates)
  const path = `/${type}/${body.id}`
  await must(200, send('PUT', path, { ...body, language: 'en-AU' }))
  await send('PUT', `/${type}?${criteria}`, known)
  const text = { status: 'additional', div: `<div xmlns="http://www.w3.org/1999/xhtml">${family} ${given}</div>` }
  const patch = [{ op: 'add', path: '/text', value: text }]
  await must(200, send('PATCH', path, patch, { 'content-type': 'application/json-patch+json' }))
  await must(200, send('GET', `${path}/_history`))
  await must(200, send('GET', path, undefined, { accept: 'application/fhir+xml' }))
  await must(204, send('DELETE', path))
}

async function searchEach(send: Send): Promise<void> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const queries = [
    `name=${family}&given:contains=${given}`,
    `birthdate=${birthDate}&family:exact=${family}`,
    `address=${street}&address-city:contains=${street}`,
    `identifier=${record}&phone=0491%20570%20313`,
    `_has:Observation:patient:code=${written}`,
    `general-practitioner.name=${family}&_sort=family`,
    `${family}=${given}`,
  ]
  for (const query of queries) {
    await must(200, send('GET', `/Patient?${query}`))
    await must(200, send('POST', '/Patient/_search', query, form))
  }
  await send('DELETE', `/Patient?identifier=${record}`)
}

async function writeBundles(send: Send): Promise<void> {
  const resource = { resourceType: 'Patient', name: [{ family, given: [given] }], birthDate }
  const other = { ...resource, identifier: [{ system: 'urn:other', value: record }] }
  const ifNoneExist = `identifier=urn:canary|${record}`
  const entry = [
    { resource, request: { method: 'POST', url: 'Patient', ifNoneExist } },
    { resource: other, request: { method: 'PUT', url: `Patient?identifier=urn:other|${record}` } },
    { request: { method: 'GET', url: `Patient?name=${family}` } },
    { request: { method: 'DELETE', url: `Patient?identifier=${record}${given}` } },
  ]
  for (const type of ['transaction', 'batch'])
    await must(200, send('POST', '', { resourceType: 'Bundle', type, entry }))
}

async function refuseEach(send: Send): Promise<readonly Answer[]> {
  const asks = [
    send('POST', '/Patient', { resourceType: 'Patient', name: [{ family, given }] }),
    send('POST', '/Patient', { resourceType: 'Patient', birthDate: family }),
    send('POST', '/Patient', `{"resourceType": "Patient", "name": [{"family": "${family}`),
    send('POST', '/Patient', `<Patient xmlns="${family}"><name value="${given}"/></Patient>`, {
      'content-type': 'application/fhir+xml',
    }),
    send('GET', `/Patient?birthdate=${family}`),
    send('GET', `/Patient?_sort=${family}`),
    send('GET', `/Patient/${family}`),
    send('PUT', `/Patient/${given}`, { resourceType: 'Patient', id: family }),
    send('GET', `/${family}?name=${given}`),
    send('POST', `/Patient/$${family}`, { resourceType: 'Parameters' }),
    send('POST', '', {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [{ request: { method: family, url: given } }],
    }),
    send('GET', `/Patient?_cursor=${family}`),
  ]
  const answers = await Promise.all(asks)
  for (const { status } of answers) expect([400, 404, 405, 412, 415, 422]).toContain(status)
  return answers
}

const lookInto = (folder: string): readonly string[] =>
  listFiles(folder).flatMap((path) => find(readWhole(path)).map((what) => `${path.slice(folder.length)}: ${what}`))

test('docs/design/house.md#patient-data: the finder finds every form', () => {
  const { said } = canaries
  const lost = ['text', 'UTF-16LE', 'UTF-16BE', 'hex', 'base64', 'percent', 'JSON'].filter((form, at) => {
    const text = `x${said.toUpperCase()}`
    const forms = [
      Buffer.from(text),
      Buffer.from(text, 'utf16le'),
      Buffer.from(text, 'utf16le').swap16(),
      Buffer.from(Buffer.from(text).toString('hex')),
      Buffer.from(Buffer.from(text).toString('base64')),
      Buffer.from([...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')),
      Buffer.from([...text].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')),
    ]
    return !find(forms[at] ?? Buffer.alloc(0)).includes(`${said} as ${form}`)
  })

  expect(lost).toEqual([])
})

test('docs/design/house.md#patient-data: no refusal repeats a value of hers', () => {
  const told = sites.flatMap(({ refusals }) =>
    refusals.flatMap(({ text, headers, fields }) =>
      find(
        Buffer.from(
          `${fields.length > 0 ? text.replaceAll(/"field":"[^"]*"/g, '') : text}${JSON.stringify([...headers])}`,
        ),
      ),
    ),
  )

  expect(sites.flatMap(({ refusals }) => refusals).length).toBeGreaterThan(30)
  expect(told).toEqual([])
})

test('docs/design/house.md#patient-data: no log line holds a value of hers, even at the finest level', () => {
  for (const { server } of sites) {
    expect(server.errors().split('\n').length).toBeGreaterThan(50)
    expect(find(Buffer.from(`${server.output()}${server.errors()}`))).toEqual([])
  }
})

test('docs/design/house.md#patient-data: no job in Redis holds a value of hers', async () => {
  if (redis === undefined) return process.stderr.write('skipped: redis-server is not installed\n')
  const kept = listFiles(redis.folder).map((path) => readWhole(path))

  expect(Buffer.concat(kept).includes('artifactId') || Buffer.concat(kept).includes('bull')).toBe(true)
  expect(lookInto(redis.folder)).toEqual([])
})

test('docs/design/house.md#patient-data: no file of the data directory holds a value of hers, while the server runs and when it has stopped', async () => {
  const { server } = first
  const base = join(server.dataDirectory, 'postgres/base')
  const known = openFinder(['QuestionnaireResponse'])
  const running = lookInto(server.dataDirectory)
  await stop(server)

  expect(listFiles(server.dataDirectory).some((path) => path.includes('pg_wal'))).toBe(true)
  // The search of PostgreSQL's files does find values that are in the clear.
  expect(listFiles(base).flatMap((path) => known(readWhole(path)))).toContain('QuestionnaireResponse as text')
  expect([...running, ...lookInto(server.dataDirectory)]).toEqual([])
})

test('docs/design/house.md#patient-data: her birth date is in no column of dates or numbers either', async () => {
  const day = Date.parse(birthDate)
  const doubles = [day, day * 1000, day / 1000].map((number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleLE(number)
    return bytes
  })
  // PostgreSQL counts microseconds since 2000.
  const instant = Buffer.alloc(8)
  instant.writeBigInt64LE(BigInt(day - Date.parse('2000-01-01')) * 1000n)

  const files = listFiles(first.server.dataDirectory)
  const found = files.filter((path) => [...doubles, instant].some((bytes) => readWhole(path).includes(bytes)))

  expect(found).toEqual([])
})
