/** Requests within all limits that ask for much work, by kind. D81. */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../src/core/json.ts'

/** A large request, after the resource `first` exists: `{id}` in the path is the id of that resource. */
export type LargeRequest = {
  readonly first?: () => JsonObject
  readonly method: string
  readonly path: string
  readonly mediaType?: string
  readonly accept?: string
  readonly body?: () => string
  /** It is refused, because it is too large or not as expected. */
  readonly isRefused?: true
}

export const fhirJson = 'application/fhir+json'
export const fhirXml = 'application/fhir+xml'
const jsonPatch = 'application/json-patch+json'

const list = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const basic = (members: JsonObject): JsonObject => ({ resourceType: 'Basic', code: { text: 'large' }, ...members })

export const extensions = (count: number): JsonObject =>
  basic({ extension: list(count, () => ({ url: 'urn:a', valueCode: 'a' })) })

const nested = (depth: number): JsonObject =>
  depth === 0 ? { url: 'urn:a', valueCode: 'a' } : { url: 'urn:a', extension: [nested(depth - 1)] }

const narrative = (paragraph: string, count: number): JsonObject =>
  basic({
    text: {
      status: 'additional',
      div: `<div xmlns="http://www.w3.org/1999/xhtml">${paragraph.repeat(count)}</div>`,
    },
  })

const observation = (): JsonObject => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'urn:codes', code: 'steps', display: 'Steps of a day' }] },
  effectiveDateTime: '2026-01-02T03:04:05+10:00',
  valueQuantity: { value: 1, unit: '1', system: 'http://unitsofmeasure.org', code: '1' },
})

/** Bodies of 0.7 to 0.9 MB each, by the element that fills them. */
const large = {
  '30,000 extensions': () => basic({ extension: list(30_000, () => ({ url: 'u:a', valueCode: 'a' })) }),
  'extensions 30 deep': () => basic({ extension: list(900, () => nested(30)) }),
  'a narrative of 100,000 elements': () => narrative('<p><b>a</b> c</p>', 50_000),
  'a narrative of links': () => narrative('<p id="a"><a href="#a">b</a></p>', 22_000),
  '1,000 contained': () =>
    basic({
      contained: list(1_000, (at) => ({ ...extensions(24), id: `c${at}` })),
      extension: list(1_000, (at) => ({ url: 'urn:a', valueReference: { reference: `#c${at}` } })),
    }),
  'a string': () => basic({ code: { text: 'a'.repeat(900_000) } }),
  'a string of escapes': () => basic({ code: { text: '"'.repeat(450_000) } }),
  'a Binary': () => ({ resourceType: 'Binary', contentType: 'text/plain', data: 'YWFh'.repeat(225_000) }),
  '16,000 names': () => ({
    resourceType: 'Patient',
    name: list(16_000, (at) => ({ family: `Family${at}`, given: [`Given ${at}`] })),
  }),
  '20,000 identifiers': () => ({
    resourceType: 'Patient',
    identifier: list(20_000, (at) => ({ system: 'urn:s', value: `${at}` })),
  }),
  '20,000 codings': () => ({
    ...observation(),
    code: { coding: list(20_000, (at) => ({ system: 'urn:a', code: `${at}` })) },
  }),
  '20,000 references': () => ({
    resourceType: 'List',
    status: 'current',
    mode: 'working',
    entry: list(20_000, (at) => ({ item: { reference: `Basic/${at}` } })),
  }),
  '8,000 components': () => ({
    ...observation(),
    component: list(8_000, (at) => ({
      code: { coding: [{ code: `${at % 50}` }] },
      valueQuantity: { value: at },
    })),
  }),
} as const satisfies Readonly<Record<string, () => JsonObject>>

const bundle = (type: string, resources: readonly JsonObject[]): JsonObject => ({
  resourceType: 'Bundle',
  type,
  entry: resources.map((resource) => ({
    fullUrl: `urn:uuid:${randomUUID()}`,
    resource,
    request: { method: 'POST', url: String(resource['resourceType']) },
  })),
})

const posted = (path: string, make: () => JsonObject): LargeRequest => ({
  method: 'POST',
  path,
  mediaType: fhirJson,
  body: () => JSON.stringify(make()),
})

const operations = (count: number, path: (at: number) => string): JsonObject => ({
  resourceType: 'Parameters',
  parameter: list(count, (at) => ({
    name: 'operation',
    part: [
      { name: 'type', valueCode: 'replace' },
      { name: 'path', valueString: path(at) },
      { name: 'value', valueCode: 'b' },
    ],
  })),
})

const patched = (mediaType: string, body: () => unknown): LargeRequest => ({
  first: large['30,000 extensions'],
  method: 'PATCH',
  path: '/Basic/{id}',
  mediaType,
  body: () => JSON.stringify(body()),
})

const read = (first: () => JsonObject, path: string, accept: string): LargeRequest => ({
  first,
  method: 'GET',
  path,
  accept,
})

const refused = (body: () => string, mediaType = fhirJson): LargeRequest => ({
  method: 'POST',
  path: '/Basic',
  mediaType,
  body,
  isRefused: true,
})

const creates = Object.entries<() => JsonObject>(large).map(([name, make]): [string, LargeRequest] => [
  `create: ${name}`,
  posted(`/${make()['resourceType']}`, make),
])

export const largeRequests: ReadonlyMap<string, LargeRequest> = new Map([
  ...creates,
  ['$validate: 30,000 extensions', posted('/Basic/$validate', large['30,000 extensions'])],
  ['read as XML: 30,000 extensions', read(large['30,000 extensions'], '/Basic/{id}', fhirXml)],
  ['read as XML: extensions 30 deep', read(large['extensions 30 deep'], '/Basic/{id}', fhirXml)],
  ['read as XML: a narrative of links', read(large['a narrative of links'], '/Basic/{id}', fhirXml)],
  ['read with _pretty: 30,000 extensions', read(large['30,000 extensions'], '/Basic/{id}?_pretty=true', fhirJson)],
  ['read with _elements: 30,000 extensions', read(large['30,000 extensions'], '/Basic/{id}?_elements=code', fhirJson)],
  [
    'JSON Patch of 1,000 operations',
    patched(jsonPatch, () =>
      list(1_000, () => ({ op: 'add', path: '/extension/0', value: { url: 'urn:b', valueCode: 'b' } })),
    ),
  ],
  [
    'FHIRPath Patch of 1,000 operations',
    patched(fhirJson, () => operations(1_000, (at) => `Basic.extension[${at}].value`)),
  ],
  [
    'FHIRPath Patch with criteria',
    patched(fhirJson, () => operations(1, () => "Basic.extension.where(url = 'u:a').first().value")),
  ],
  ['transaction of 2,000', posted('', () => bundle('transaction', list(2_000, observation)))],
  ['batch of 2,000', posted('', () => bundle('batch', list(2_000, observation)))],
  [
    'batch of 2,000, all refused',
    posted('', () =>
      bundle(
        'batch',
        list(2_000, () => ({ resourceType: 'Patent' })),
      ),
    ),
  ],
  ['transaction of 20 of 0.9 MB', posted('', () => bundle('transaction', list(20, large['30,000 extensions'])))],
  ['batch of 20 of 0.9 MB', posted('', () => bundle('batch', list(20, large['30,000 extensions'])))],
  ['a body of 20 MB, nested arrays', refused(() => '['.repeat(20_000_000))],
  ['a body of 20 MB, numbers', refused(() => `[${'1,'.repeat(9_000_000)}1]`)],
  ['a body of 20 MB, extensions', refused(() => JSON.stringify(extensions(480_000)))],
  [
    'a body of 20 MB, escapes',
    refused(() => `{"resourceType":"Basic","code":{"text":"${'\\u0041'.repeat(3_300_000)}"}}`),
  ],
  ['a body of 20 MB, lines before what is no JSON', refused(() => `${'\n'.repeat(20_000_000)}x`)],
  [
    'a body of 0.9 MB as XML, nested elements',
    refused(() => `<Basic xmlns="http://hl7.org/fhir">${'<extension url="a">'.repeat(45_000)}`, fhirXml),
  ],
])
