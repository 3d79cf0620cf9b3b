/** Hostile addresses: searches, headers, paths and methods. */

import type { Draw } from '../../fhir-search/search-world.ts'
import type { FuzzRequest } from './fuzz-client.ts'
import { canary, hostileHeader, hostileQuery } from './fuzz-values.ts'
import { bytesOf, jsonType, post, replaceSomewhere, root, typeOf, type World } from './fuzz-world.ts'

export const types = [
  'Patient',
  'Observation',
  'Condition',
  'Encounter',
  'DocumentReference',
  'Bundle',
  'Binary',
  'AuditEvent',
]

const modifiers = [
  '',
  '',
  '',
  ':exact',
  ':contains',
  ':missing',
  ':not',
  ':text',
  ':in',
  ':not-in',
  ':above',
  ':below',
  ':identifier',
  ':of-type',
  ':Patient',
  ':iterate',
  `:${canary}`,
]
const prefixes = ['', '', 'ge', 'lt', 'sa', 'ap', 'ne', 'zz']
const goodValues = [
  '2024',
  'A1',
  'http://loinc.org|A1',
  'true',
  '5.4|http://unitsofmeasure.org|mg',
  'Banks',
  'Patient/a',
  '*',
  '0',
  '',
]

function queryParameter(draw: Draw, names: readonly string[]): string {
  const value = (): string =>
    `${draw.one(prefixes)}${draw.chance(0.5) ? hostileQuery(draw) : encodeURIComponent(draw.one(goodValues))}`
  const several = (): string => Array.from({ length: draw.one([1, 1, 1, 3, 60]) }, value).join(',')
  return draw.one<() => string>([
    () => `${draw.one(names)}${draw.one(modifiers)}=${several()}`,
    () => `${draw.one(names)}${draw.one(modifiers)}=${several()}`,
    () => `${'subject:Patient.organization.'.repeat(20)}name=${value()}`,
    () => `${Array.from({ length: 20 }, () => draw.one(names)).join('.')}=${value()}`,
    () => `${'_has:Observation:subject:'.repeat(draw.one([1, 20]))}code=${value()}`,
    () => `_has:${hostileQuery(draw)}=${value()}`,
    () =>
      Array.from(
        { length: 15 },
        () =>
          `_include${draw.one(['', ':iterate'])}=${draw.one(['*', 'Observation:subject', 'Patient:*', hostileQuery(draw)])}`,
      ).join('&'),
    () =>
      Array.from(
        { length: 15 },
        () =>
          `_revinclude${draw.one(['', ':iterate'])}=${draw.one(['*', 'Observation:*', 'Provenance:target', hostileQuery(draw)])}`,
      ).join('&'),
    () => `_sort=${draw.one(['-date', 'name,-birthdate,_id,code', hostileQuery(draw), ','.repeat(500)])}`,
    () => `_count=${draw.one(['-1', '0', '1000000000', '1e3', 'NaN', hostileQuery(draw)])}`,
    () =>
      `_${draw.one(['total', 'summary', 'elements', 'cursor', 'since', 'at', 'type', 'format', 'pretty', 'lastUpdated', 'filter', 'text', 'content', 'list', 'query'])}=${value()}`,
    () => `${draw.one(['_id', 'identifier'])}=${Array.from({ length: 300 }, () => draw.below(1e9)).join(',')}`,
    () => `${hostileQuery(draw)}=${value()}`,
  ])()
}

export function search(draw: Draw, { headers, parameters }: World): FuzzRequest {
  const type = draw.one([...types, ''])
  const names = parameters.get(type === '' ? 'Patient' : type) ?? ['_id']
  const query = Array.from({ length: 1 + draw.below(3) }, () => queryParameter(draw, names)).join('&')
  const prefer = draw.chance(0.3) ? { prefer: 'handling=strict' } : {}
  const path = draw.one([type, type, type === '' ? type : `Patient/a/${type}`, `${type}/_history`]).replace(/^\//, '')
  if (draw.chance(0.3) && !path.endsWith('_history')) {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const place = path === '' ? '_search' : `${path}/_search`
    return {
      method: 'POST',
      path: `${root}/${place}`,
      headers: { ...headers, ...form, ...prefer },
      body: bytesOf(query),
    }
  }
  return { method: 'GET', path: `${root}${path === '' ? '' : `/${path}`}?${query}`, headers: { ...headers, ...prefer } }
}

const headerNames = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-none-exist',
  'prefer',
  'accept',
  'accept-encoding',
  'content-type',
  'content-encoding',
  'x-provenance',
  'x-request-id',
  'x-tenant-id',
  'x-http-method-override',
  'range',
  'expect',
  'origin',
  'cookie',
  'authorization',
  'forwarded',
]
const headerValues = [
  '*',
  'W/"1"',
  'W/"999999999999"',
  'identifier=a|b',
  'return=minimal',
  'return=zebra; handling=strict',
  'gzip',
  'br;q=nan',
  '*/*;q=0',
  'application/fhir+xml',
  'text/html',
  '{"resourceType":"Provenance"}',
  `${'['.repeat(200)}`,
  'Bearer a.b.c',
  'Basic YTpi',
]

export function withHeaders(draw: Draw, world: World): FuzzRequest {
  const resource = draw.one(world.resources)
  const more = Object.fromEntries(
    Array.from({ length: 1 + draw.below(4) }, () => [
      draw.one(headerNames),
      draw.chance(0.5) ? hostileHeader(draw) : draw.one(headerValues),
    ]),
  )
  if (draw.chance(0.5))
    return { method: 'GET', path: `${root}/Patient/${world.patientId}`, headers: { ...world.headers, ...more } }
  return post(world, typeOf(resource), bytesOf(JSON.stringify(resource)), { ...jsonType, ...more })
}

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'LOCK',
  'MKCOL',
  'SEARCH',
  'PURGE',
  'QUERY',
]
const segments = [
  'Patient',
  'Observation',
  'metadata',
  '_history',
  '_search',
  '$everything',
  '$validate',
  '$meta',
  '$export',
  '$nothing',
  'Batch',
  '*',
  '1',
  'a',
  '..',
  '.',
  '',
  '%2e%2e',
  '%00',
  '%',
  'a%2Fb',
  '%ff',
  'Zebra',
  'patient',
  'Patient;a=b',
  '_history/0',
  '_history/99999999999999999999',
]

export function withPath(draw: Draw, world: World): FuzzRequest {
  const segment = (): string =>
    draw.chance(0.2) ? hostileQuery(draw).replaceAll(/[^\x21-\x7e]/g, '') : draw.one(segments)
  const path = Array.from({ length: draw.below(6) }, segment).join('/')
  const method = draw.one(methods)
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method) && draw.chance(0.7)
  return {
    method,
    path: `${root}/${path}${draw.chance(0.2) ? `?${hostileQuery(draw)}` : ''}`,
    headers: { ...world.headers, ...(hasBody ? jsonType : {}) },
    ...(hasBody ? { body: bytesOf(JSON.stringify(replaceSomewhere(draw, draw.one(world.resources)))) } : {}),
  }
}
