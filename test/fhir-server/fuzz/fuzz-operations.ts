/** Hostile calls of operations, and resources that make the server do something: Subscriptions and SearchParameters. */

import type { JsonObject } from '../../../src/core/json.ts'
import { operations } from '../../../src/fhir-server/operations/operations.ts'
import type { Draw } from '../../fhir-search/search-world.ts'
import type { FuzzRequest } from './fuzz-client.ts'
import { canary, hostileQuery, hostileText, hostileValue } from './fuzz-values.ts'
import { bytesOf, jsonType, post, replaceSomewhere, root, type World } from './fuzz-world.ts'

// biome-ignore format: many on a line
const inputs = ['resource', 'mode', 'profile', 'start', 'end', '_since', '_type', '_typeFilter', '_outputFormat', '_elements', '_count', '_cursor', 'patient', 'type', 'date', 'on-demand', 'max', 'category', 'onlyCertainMatches', 'count', 'identifier', 'id', 'status', 'eventsSinceNumber', 'eventsUntilNumber', 'content', 'meta', canary]

/** Operations that write get a `meta` that cannot be added. */
export function operation(draw: Draw, { headers, patientId }: World): FuzzRequest {
  const { method, path, types } = draw.one(operations)
  const place = path
    .replace('{type}', types.length === 0 ? '' : draw.one(types))
    .replace('{id}', draw.chance(0.5) ? patientId : encodeURIComponent(hostileText(draw).toWellFormed()))
  const prefer = draw.chance(0.3) ? { prefer: 'respond-async', accept: 'application/fhir+json' } : {}
  const query = draw.chance(0.5) ? `?${draw.one(inputs)}=${hostileQuery(draw)}` : ''
  const given = { method, path: `${root}/${place}${query}`, headers: { ...headers, ...prefer } }
  if (method === 'GET') return given
  const parameter = Array.from({ length: draw.below(6) }, () => ({
    name: draw.one(inputs),
    [draw.one(['valueString', 'valueDate', 'valueInteger', 'resource', 'part', canary])]: hostileValue(draw),
  }))
  const body = bytesOf(
    JSON.stringify(draw.chance(0.2) ? hostileValue(draw) : { resourceType: 'Parameters', parameter }),
  )
  return { ...given, headers: { ...given.headers, ...jsonType }, body }
}

const expressions = [
  'Patient.name.family',
  'Patient.name.given',
  'Patient.address.city',
  'Patient.name.repeat(children())',
  "Patient.name.family.matches('^(a+)+$')",
  'descendants().descendants().descendants()',
  `${'('.repeat(2000)}Patient.name${')'.repeat(2000)}`,
  `Patient.name${'.where(true)'.repeat(500)}`,
  `Patient.name.where(family = '${canary}')`,
  '%resource.iif(true, $this, $this)',
]
const endpoints = [
  'http://127.0.0.1:22/',
  'https://169.254.169.254/latest',
  'file:///etc/passwd',
  `https://${canary}.invalid/`,
]

export function acting(draw: Draw, world: World): FuzzRequest {
  const subscription: JsonObject = {
    resourceType: 'Subscription',
    status: draw.one(['requested', 'active', 'off']),
    reason: canary,
    criteria: draw.one(['Patient?', 'Patient?name=a', `${canary}?${canary}`, hostileText(draw).toWellFormed()]),
    channel: {
      type: draw.one(['rest-hook', 'email', 'websocket']),
      endpoint: draw.one(endpoints),
      payload: draw.one(['application/fhir+json', 'text/html']),
      header: ['Authorization: Bearer a', `X: ${hostileText(draw).toWellFormed()}`],
    },
  }
  const searchParameter: JsonObject = {
    resourceType: 'SearchParameter',
    url: `http://example.org/${draw.below(5)}`,
    name: 'Zebra',
    status: 'active',
    description: canary,
    code: draw.one([`zebra${draw.below(1000)}`, 'zebra', 'name', canary.toLowerCase()]),
    base: [draw.one(['Patient', 'Patient', 'Observation', 'Resource'])],
    type: draw.one(['string', 'string', 'token', 'date', 'number', 'reference', 'composite']),
    expression: draw.one(expressions),
  }
  const resource = draw.one([subscription, searchParameter])
  const body = draw.chance(0.5) ? resource : replaceSomewhere(draw, resource)
  return post(world, String(resource['resourceType']), bytesOf(JSON.stringify(body)))
}
