/** Asks every operation of `/v1` and `/fhir/R4` as every caller, on one running server, and compares the answers with the tables beside this file. */
import { randomUUID } from 'node:crypto'
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { findResourceType } from '../../src/fhir/resource-types.ts'
import { type Route as FhirRoute, routes as fhirRoutes } from '../../src/fhir-server/interactions.ts'
import type { Route } from '../../src/http/route.ts'
import type { Hub } from '../../src/hub/hub.ts'
import { hubRoutes } from '../../src/hub/routes.ts'
import { readPrecondition } from '../current-version.ts'
import { digestOf, makeAudio } from '../recording.ts'
import type { RunningServer } from '../running-server.ts'
import { type Caller, mayRead, mayWrite, roleLetters, tokenOf } from './callers.ts'
import { askedTypes, fhirNeeds, isLetIn } from './fhir-operations.ts'
import { hubSentences } from './hub-operations.ts'

export type Operation = {
  readonly title: string
  readonly method: string
  /** With the ids of things that are there, or of things that nobody has. */
  readonly pathOf: (ids: Readonly<Record<string, string>>) => string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly lets: (caller: Caller) => boolean
}

const hubTable = hubRoutes(1_000_000)
const titleOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`
const fill = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (all, name: string) => ids[name] ?? all)

export const hubTitles = hubTable.map(titleOf)
export const fhirTitles = [...new Set((fhirRoutes as readonly FhirRoute[]).map(titleOf))]

const exampleOf = ({ body }: Route<Hub>): unknown => (body?.meta()?.['examples'] as readonly unknown[] | undefined)?.[0]
const audio = makeAudio(100)
const chunk = {
  body: audio,
  headers: {
    'content-type': 'application/octet-stream',
    'x-chunk-index': '0',
    'content-digest': digestOf(audio),
  },
}

const rolesOfHub = new Map(hubSentences.flatMap(({ operations, roles }) => operations.map((title) => [title, roles])))

/** Two kinds of events have one name in their paths. */
const eventIdOf = (path: string): string => (path.startsWith('/v1/billing') ? 'billingEventId' : 'auditEventId')

/** By POST, so that what is asked for stands in no address. */
const readsByPost: ReadonlySet<string> = new Set(['POST /v1/messages:search'])
export const isReading = ({ title, method }: Pick<Operation, 'title' | 'method'>): boolean =>
  method === 'GET' || readsByPost.has(title)

function hubOperation(route: Route<Hub>): Operation {
  const title = titleOf(route)
  const isRead = isReading({ title, method: route.method })
  const json = { 'content-type': 'application/json' }
  return {
    title,
    method: route.method,
    pathOf: (ids) => fill(route.path, { ...ids, eventId: ids[eventIdOf(route.path)] ?? '' }),
    ...(route.takes === undefined
      ? { body: route.method === 'GET' ? undefined : (exampleOf(route) ?? {}), headers: json }
      : chunk),
    lets: (caller) =>
      (isRead ? mayRead(caller) : mayWrite(caller)) && (rolesOfHub.get(title) ?? '').includes(caller.role),
  }
}

/** Of a type of which there is nothing. */
const nobody = newId()

const compartmentOf = /^(Patient|Encounter|Practitioner|RelatedPerson|Device)\//
const jsonPatch = [{ op: 'add', path: '/language', value: 'en' }]

/** The types for which a row is asked. */
function typesOf(row: FhirRoute): readonly string[] {
  if (!row.path.includes('{type}')) return ['']
  if (compartmentOf.test(row.path))
    return row.path.startsWith('Patient/') ? ['Observation', 'Coverage'] : ['Observation']
  if (row.code !== 'operation') return askedTypes.filter((type) => isOffered(row, type))
  return row.types.length > 5 ? ['Patient', 'Practitioner', 'Coverage'] : row.types
}

const isOffered = (row: FhirRoute, type: string): boolean =>
  findResourceType(type)?.codes.some((code) => code === row.code) === true

const bodyOf = ({ method, path }: FhirRoute, type: string): unknown => {
  if (method === 'PATCH') return jsonPatch
  if (path.endsWith('_search') || method === 'GET' || method === 'DELETE') return undefined
  if (path.endsWith('$validate'))
    return { resourceType: 'Parameters', parameter: [{ name: 'resource', resource: { resourceType: type } }] }
  if (path.includes('$meta-'))
    return { resourceType: 'Parameters', parameter: [{ name: 'meta', valueMeta: { tag: [{ code: 'x' }] } }] }
  return path.includes('$') ? { resourceType: 'Parameters' } : { resourceType: type, active: true }
}

function fhirOperations(row: FhirRoute): readonly Operation[] {
  const title = titleOf(row)
  const mediaType = row.method === 'PATCH' ? 'application/json-patch+json' : 'application/fhir+json'
  const need = fhirNeeds[title]
  const isFound = !row.path.includes('{id}') && ['PUT', 'PATCH', 'DELETE'].includes(row.method)
  return typesOf(row).map((type) => ({
    title: `${title.replace('{type}', type)} of FHIR`,
    method: row.method,
    pathOf: (ids) => {
      const id = ids[compartmentOf.exec(row.path)?.[1] ?? type] ?? nobody
      const path = row.path.replace('{type}', type).replace('{id}', id).replace('{version}', '1')
      return `/fhir/R4/${path}${isFound ? `?_id=${id}` : ''}`
    },
    body: bodyOf(row, type),
    headers: {
      accept: 'application/fhir+json',
      ...(row.path.includes('$export') ? { prefer: 'respond-async' } : {}),
      ...(bodyOf(row, type) === undefined ? {} : { 'content-type': mediaType }),
    },
    lets: (caller) => need !== undefined && isLetIn(need, type, caller),
  }))
}

export const operations: readonly Operation[] = [
  ...hubTable.map(hubOperation),
  ...(fhirRoutes as readonly FhirRoute[]).flatMap(fhirOperations),
]

export type Cell = { readonly operation: Operation; readonly caller: Caller }
export const nameOf = ({ operation, caller }: Cell): string =>
  `${roleLetters[caller.role]} with ${caller.scopes} from ${caller.spoke}: ${operation.title}`

export type Asked = { readonly status: number; readonly text: string; readonly challenge: string | null }

type World = {
  readonly server: RunningServer
  readonly ids: Readonly<Record<string, string>>
  readonly patientId: string
}

/** Sends the cell's request. Of an answer that goes on (events) it reads the head alone. */
export async function ask(world: World, { operation, caller }: Cell): Promise<Asked> {
  const { server } = world
  const [tenant] = developmentTenants
  const path = operation.pathOf(world.ids)
  const payload = operation.body instanceof Uint8Array ? operation.body : JSON.stringify(operation.body)
  const version = path.startsWith('/v1')
    ? await readPrecondition(server.site.pool, { tenant, method: operation.method, path })
    : {}
  const gone = new AbortController()
  const answer = await fetch(`${server.base}${path}`, {
    method: operation.method,
    signal: gone.signal,
    headers: {
      authorization: `Bearer ${await server.token(tokenOf(caller, world.patientId))}`,
      'x-tenant-id': tenant,
      'x-spoke-id': caller.spoke,
      'x-request-id': newId(),
      ...(operation.method === 'GET' ? {} : { 'x-idempotency-key': randomUUID() }),
      ...version,
      ...operation.headers,
    },
    ...(payload === undefined ? {} : { body: payload as string | Uint8Array<ArrayBuffer> }),
  })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  const text = isStream ? '' : await answer.text()
  if (isStream) gone.abort()
  return { status: answer.status, text, challenge: answer.headers.get('www-authenticate') }
}

/** Several at once, in their order. */
export async function askAll<T>(cells: readonly T[], one: (cell: T) => Promise<void>): Promise<void> {
  const left = cells.values()
  const work = async (): Promise<void> => {
    for (const cell of left) await one(cell)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}
