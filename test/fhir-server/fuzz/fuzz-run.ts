/**
 * Requests that nobody should send, drawn by a seed, against the whole server: each is answered as it should be, nothing is half
 * written, nothing is repeated, and the server goes on. FUZZ_SEED, FUZZ_FROM and FUZZ_REQUESTS choose others, FUZZ_REPORT tells more.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { SearchParameters } from '../../../src/fhir-search/parameters/search-parameters.ts'
import { parseXml } from '../../../src/profiles/xml/xml-reader.ts'
import { renderXml } from '../../../src/profiles/xml/xml-writer.ts'
import { drawFrom } from '../../fhir-search/search-world.ts'
import { openTestDefinitions } from '../../profiles/open-definitions.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../../running-server.ts'
import { type FuzzAnswer, type FuzzRequest, openFuzzClient } from './fuzz-client.ts'
import { drawRequest, heavyKinds, type Kind } from './fuzz-kinds.ts'
import { canary } from './fuzz-values.ts'
import { drawResources, type World } from './fuzz-world.ts'

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120)
const from = Number(process.env['FUZZ_FROM'] ?? 0)
const atOnce = 16
/** The log of the test itself is the larger part. */
const maxGrowthBytes = 100_000_000

/** The IssueType for a status; a status that is not listed may have any except those of a bug. */
// biome-ignore format: one row a line
const codesByStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['login'], 403: ['forbidden', 'suppressed'], 404: ['not-found', 'not-supported'], 405: ['not-supported'], 406: ['not-supported'],
  409: ['conflict', 'business-rule'], 410: ['deleted'], 412: ['conflict', 'multiple-matches'], 413: ['too-long', 'too-costly'], 415: ['not-supported'], 429: ['throttled'], 431: ['too-long'],
}

type Reading = (answer: FuzzAnswer) => JsonObject

/** Finds the faults of an answer; nothing if all is well. */
function findWrong(kind: Kind, { method }: FuzzRequest, answer: FuzzAnswer, readXml: Reading): string | undefined {
  if (!kind.statuses.includes(answer.status)) return 'the status'
  if (answer.status < 400) return undefined
  if (`${JSON.stringify(answer.headers)}${answer.text}`.includes(canary)) return 'what was sent is in the answer'
  // Node answers these before the server sees them, and a HEAD has no body.
  if (method === 'raw' || method === 'HEAD' || [417, 431, 501].includes(answer.status)) return undefined
  const mediaType = answer.headers['content-type'] ?? ''
  if (!/^application\/fhir\+(json|xml); charset=utf-8$/.test(mediaType)) return 'the media type'
  const outcome = (mediaType.includes('xml') ? readXml(answer) : JSON.parse(answer.text)) as Outcome
  if (outcome.resourceType !== 'OperationOutcome') return 'no OperationOutcome'
  const known = codesByStatus[answer.status]
  const isRight = ({ severity, code }: Issue): boolean =>
    severity === 'error' && (known?.includes(code) ?? !['exception', 'transient', 'throttled'].includes(code))
  return outcome.issue.length > 0 && outcome.issue.some(isRight) ? undefined : 'the code of the issue'
}

type Issue = { readonly severity: string; readonly code: string }
type Outcome = { readonly resourceType: string; readonly issue: readonly Issue[] }

/** Counts the entries of a Bundle; a history shows resources that others created. */
function countCreated({ method, path }: FuzzRequest, { status, text }: FuzzAnswer): number {
  if (status !== 200 || method !== 'POST' || !/^\/fhir\/R4(?:\/Batch)?$/.test(path)) return status === 201 ? 1 : 0
  return text.split('"status":"201 Created"').length - 1
}

const shorten = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}...` : text)

const describeRequest = ({ method, path, headers, body, raw }: FuzzRequest): string =>
  shorten(
    `${method} ${path} ${JSON.stringify({ ...headers, authorization: '' })} ${Buffer.from(body ?? raw ?? []).toString('latin1')}`,
  )

const countText = `select coalesce(sum(version), 0)::int as versions, count(*)::int as resources,
  coalesce(sum(version) filter (where type = 'DocumentReference'), 0)::int as documents from resource where space = 'fhir'`

/** Bytes of objects that are still used. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

async function buildWorld(server: RunningServer): Promise<World> {
  const definitions = await openTestDefinitions()
  const parameters = new SearchParameters(definitions)
  const tenant = developmentTenants[1]
  const headers = { authorization: `Bearer ${await server.token({ tenant })}`, 'x-tenant-id': tenant }
  const types = [
    'Patient',
    'Observation',
    'Condition',
    'Encounter',
    'DocumentReference',
    'Bundle',
    'Binary',
    'AuditEvent',
  ]
  const patient = { resourceType: 'Patient', name: [{ family: 'Wattle' }], gender: 'female' }
  const { body } = await server.call('POST', '/fhir/R4/Patient', { body: patient, headers, as: { tenant } })
  return {
    headers,
    resources: drawResources(seed),
    parameters: new Map(types.map((type) => [type, parameters.list(type).map(({ code }) => code)])),
    toXml: (resource) => renderXml(definitions, resource),
    patientId: body.id,
  }
}

type Fuzz = {
  readonly requests: number
  /** How many requests of each kind that takes long; all of them unless it is said. */
  readonly mostHeavy?: number
}

/** Sends the requests to a server of their own, and checks every answer, the database, the log and the memory. */
export async function runFuzz(fuzz: Fuzz): Promise<void> {
  const site = await createSite()
  const server = await startRunning({ site, env: { BANKSIA_REQUESTS_PER_MINUTE: '100000000' } })
  try {
    await sendAll({ site, server }, fuzz)
  } finally {
    await server.stop()
    await site.remove()
  }
}

type Target = { readonly site: Site; readonly server: RunningServer }

async function sendAll({ site, server }: Target, { requests: count, mostHeavy = Infinity }: Fuzz): Promise<void> {
  const requests = Number(process.env['FUZZ_REQUESTS'] ?? count)
  const definitions = await openTestDefinitions()
  const world = await buildWorld(server)
  const client = openFuzzClient(server.base, atOnce)
  const readXml: Reading = ({ text }) => parseXml(definitions, text)
  const wrong: string[] = []
  const byStatus = new Map<string, number>()
  const slowest: [number, string][] = []
  let created = 0
  const run = async (index: string, kind: Kind, asked: FuzzRequest): Promise<void> => {
    const startedAt = performance.now()
    const answer = await client.send(asked)
    slowest.push([Math.round(performance.now() - startedAt), `${index}, ${kind.name}: ${describeRequest(asked)}`])
    slowest.sort((a, b) => b[0] - a[0]).splice(10)
    const key = `${kind.name}: ${answer.status}`
    byStatus.set(key, (byStatus.get(key) ?? 0) + 1)
    created += countCreated(asked, answer)
    const reason = findWrong(kind, asked, answer, readXml)
    if (reason !== undefined)
      wrong.push(
        `${index}, ${kind.name}: ${reason}\n  ${describeRequest(asked)}\n  ${answer.status} ${shorten(answer.text)}`,
      )
  }
  const before = (await site.pool.query(countText)).rows[0]
  // The first requests fill the caches that are filled once.
  for (let index = 0; index < 200; index += 1) {
    const { kind, asked } = drawRequest(seed + 1, index, world)
    await run(`warm ${index}`, kind, asked)
  }
  const heap = measureHeap()

  let next = from
  const work = async (): Promise<void> => {
    while (next < from + requests && wrong.length < 20) {
      const index = next++
      const { kind, asked } = drawRequest(seed, index, world)
      await run(String(index), kind, asked)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const kind of heavyKinds)
    for (let time = 0; time < Math.min(kind.times, mostHeavy); time += 1)
      await run(`${time}`, kind, kind.make(drawFrom(seed + time), world))

  const grown = measureHeap() - heap
  const { documents, ...counts } = (await site.pool.query(countText)).rows[0]
  // D84: beside each version of a DocumentReference stands one Provenance.
  const added = created + documents - before.documents
  const alive = await server.call('GET', `/fhir/R4/Patient/${world.patientId}`, {
    headers: world.headers,
    as: { tenant: developmentTenants[1] },
  })
  client.close()
  if (process.env['FUZZ_REPORT'] !== undefined || wrong.length > 0)
    process.stderr.write(
      `FUZZ_SEED=${seed}; grown by ${grown} bytes; slowest in ms:\n${slowest.join('\n')}\n${[...byStatus]
        .sort()
        .map(([key, count]) => `${key} × ${count}`)
        .join('\n')}\n`,
    )
  const errors = server.lines.filter(({ level }) => level === 'error')
  expect({ wrong: wrong.join('\n'), counts, errors, name: alive.body.name }).toEqual({
    wrong: '',
    counts: { versions: before.versions + added, resources: before.resources + added },
    errors: [],
    name: [{ family: 'Wattle' }],
  })
  expect(JSON.stringify(server.lines)).not.toContain(canary)
  expect(grown).toBeLessThan(maxGrowthBytes)
}
