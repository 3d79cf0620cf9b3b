/** Bundles; org.hl7.fhir.validation 6.6.7 refuses the refused ones for the same reason, as measured. */
import { expect, test } from '@jest/globals'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import { compileBundle } from '../../../src/profiles/rules/bundle.ts'
import { listReported, noSources } from './recorder.ts'

const types = new Set([
  'Patient',
  'Observation',
  'Organization',
  'Composition',
  'OperationOutcome',
  'Questionnaire',
  'DocumentReference',
  'Binary',
  'Group',
])
const check = compileBundle({ ...noSources, isResourceType: (name) => types.has(name) })

const urn = (n: number): string => `urn:uuid:c757873d-ec9a-4326-a141-55600000000${n}`
const at = (n: number): JsonObject => ({ reference: urn(n) })
const patient = (more: JsonObject = {}): JsonObject => ({ resourceType: 'Patient', id: 'p', active: true, ...more })
const observation = (n: number, more: JsonObject = {}): JsonObject => ({
  fullUrl: urn(n),
  resource: { resourceType: 'Observation', id: `o${n}`, status: 'final', ...more },
})
const organization = (n: number): JsonObject => ({
  fullUrl: urn(n),
  resource: { resourceType: 'Organization', id: 'g', name: 'x' },
})
const bundle = (type: string, entry: JsonValue[], more: JsonObject = {}): JsonObject => ({
  resourceType: 'Bundle',
  type,
  entry,
  ...more,
})
const first = (type: string, more: JsonObject): JsonObject => ({
  fullUrl: urn(1),
  resource: { resourceType: type, id: 'c', ...more },
})
const composed = (composition: JsonObject, ...entries: JsonObject[]): JsonObject =>
  bundle('document', [first('Composition', composition), ...entries])
const section = (...entry: JsonObject[]): JsonObject => ({ section: [{ title: 'x', entry }] })
const message = (header: JsonObject, ...entries: JsonObject[]): JsonObject =>
  bundle('message', [first('MessageHeader', header), ...entries])
const url = 'http://a.b/Patient/p'
const found = (search: JsonObject | undefined, more: JsonObject = {}): JsonObject => ({
  fullUrl: url,
  resource: patient(),
  ...(search === undefined ? {} : { search }),
  ...more,
})
const self = (address: string): JsonObject => ({ link: [{ relation: 'self', url: address }] })
const links = (...relations: string[]): JsonObject => ({ link: relations.map((relation) => ({ relation, url })) })
const outcome: JsonObject = { resourceType: 'OperationOutcome', issue: [] }

// biome-ignore format: one row a case
const rows: readonly (readonly [name: string, bundle: JsonObject, ...found: string[]])[] = [
  ['an address for each entry', bundle('collection', [{ fullUrl: url, resource: patient() }])],
  ['no address', bundle('collection', [{ resource: patient() }]), 'full-url entry.0'],
  ['no address in a history', bundle('history', [{ resource: patient() }]), 'full-url entry.0'],
  ['no address in a batch', bundle('batch', [{ resource: patient() }])],
  ['no address in a transaction-response', bundle('transaction-response', [{ resource: patient() }])],
  ...['x', '/x', '//a/b', 'Patient/p'].map((fullUrl) => [`the address ${fullUrl}`, bundle('collection', [{ fullUrl, resource: patient() }]), 'full-url-relative entry.0.fullUrl'] as const),
  ...['foo:bar', 'ftp://x/Patient/p', 'urn:x', 'http://a.b/Patient/p?x', 'https://a.b/fhir/r4/Patient/p', 'http://a.b/Foo/p', 'http://a.b/Patient', 'http://a.b/Patient/a_b', 'http://a.b/Patient/x/Patient/p', 'http://a.b/x/y', 'urn:oid:1.2.3.4'].map(
    (fullUrl) => [`the address ${fullUrl}`, bundle('collection', [{ fullUrl, resource: patient() }])] as const),
  ['an address of another id', bundle('collection', [{ fullUrl: 'http://a.b/Patient/q', resource: patient() }]), 'full-url-id entry.0.fullUrl'],
  ['an address of another type', bundle('transaction', [{ fullUrl: 'http://a.b/Group/p', resource: patient() }]), 'full-url-id entry.0.fullUrl'],
  ['a resource without the id that its address has', bundle('collection', [{ fullUrl: url, resource: { resourceType: 'Patient' } }]), 'full-url-id entry.0.fullUrl'],
  ['an address with a version', bundle('collection', [{ fullUrl: `${url}/_history/1`, resource: patient() }]), 'full-url-id entry.0.fullUrl'],
  ['an address of what was deleted', bundle('history', [{ fullUrl: url }])],
  ['a canonical address as the entry’s', bundle('collection', [{ fullUrl: urn(1), resource: { resourceType: 'Questionnaire', id: 'g', url: urn(1) } }]), 'full-url-canonical entry.0.fullUrl'],
  ...['collection', 'batch', 'transaction', 'batch-response'].map((type) => [`pages of a ${type}`, bundle(type, [], links('first', 'previous', 'next', 'last')), ...Array<string>(4).fill('bundle-link link')] as const),
  ['other links of a collection', bundle('collection', [], links('self', 'prev', 'alternate', 'foo', 'foo'))],
  ['pages of a history', bundle('history', [], links('self', 'first', 'next'))],
  ['a page twice', bundle('searchset', [], links('self', 'next', 'next')), 'bundle-link-repeated link'],
  ['itself twice', bundle('collection', [], links('self', 'self')), 'bundle-link-repeated link'],
  ['other links twice', bundle('searchset', [], links('self', 'prev', 'prev', 'foo', 'foo'))],
  ['a search that does not tell what for', bundle('searchset', [found({ mode: 'match' })]), 'bundle-self link'],
  ...['http://a.b/Patient?x=1', 'Patient', 'http://a.b?_type=Patient', 'http://a.b?_type=Group,Patient', 'http://a.b/Observation/_search?x', 'http://a.b/Observation/$everything', 'http://a.b/Foo?x=y', 'http://a.b/Observation/1', 'http://a.b/x/y'].map(
    (address) => [`found by ${address}`, bundle('searchset', [found({ mode: 'match' })], self(address))] as const),
  ...['http://a.b/Observation', 'http://a.b/Observation?x=y', 'http://a.b/?_type=Observation', 'Observation?x', 'http://a.b/Patient/1/Observation?x'].map(
    (address) => [`found by ${address}`, bundle('searchset', [found({ mode: 'match' })], self(address)), 'search-type entry.0.resource'] as const),
  ['another type, included', bundle('searchset', [found({ mode: 'include' })], self('Observation?x'))],
  ['another type, of no mode', bundle('searchset', [found(undefined)], self('Observation?x')), 'search-mode entry.0.resource'],
  ['a patient as outcome', bundle('searchset', [found({ mode: 'outcome' })], self('Patient')), 'search-outcome entry.0.resource'],
  ['an outcome as match', bundle('searchset', [{ fullUrl: urn(1), resource: outcome, search: { mode: 'match' } }], self('Patient')), 'search-type entry.0.resource'],
  ['an outcome', bundle('searchset', [{ fullUrl: urn(1), resource: outcome, search: { mode: 'outcome' } }], self('Patient'))],
  ['found without an id', bundle('searchset', [{ fullUrl: urn(1), resource: { resourceType: 'Patient' }, search: { mode: 'match' } }], self('Patient')), 'search-id entry.0.resource'],
  ['found without a resource', bundle('searchset', [{ fullUrl: url, search: { mode: 'match' } }], self('Patient')), 'search-resource entry.0'],
  ...['subject', 'encounter', 'custodian'].map((name) => [`a document without its ${name}`, composed({ [name]: at(5) }), 'document-reference entry.0'] as const),
  ['a document without its author', composed({ author: [at(5)] }), 'document-reference entry.0'],
  ['a document without who attests it', composed({ attester: [{ mode: 'legal', party: at(5) }] }), 'document-reference entry.0'],
  ['a document without its event', composed({ event: [{ detail: [at(5)] }] }), 'document-reference entry.0'],
  ['a document without an entry of a section', composed(section(at(5))), 'document-reference entry.0'],
  ['a document without an entry of an inner section', composed({ section: [{ title: 'x', section: [{ title: 'y', entry: [at(5)] }] }] }), 'document-reference entry.0'],
  ['a document without the author or focus of a section', composed({ section: [{ title: 'x', author: [at(5)], focus: at(6) }] }), 'document-reference entry.0'],
  ['a document without what is elsewhere', composed({ subject: { reference: url } }), 'document-reference entry.0'],
  ['a document without what it replaces', composed({ relatesTo: [{ code: 'replaces', targetReference: at(5) }] })],
  ['a document with a subject by name', composed({ subject: { display: 'x', identifier: { value: 'x' } } })],
  ['a document with a contained subject', composed({ subject: { reference: '#p' }, contained: [patient()] })],
  ['a document with relative references', bundle('document', [{ fullUrl: 'http://a.b/Composition/c', resource: { resourceType: 'Composition', id: 'c', subject: { reference: 'Patient/p' } } }, { fullUrl: url, resource: patient() }])],
  ['a document with relative references from nowhere', composed({ subject: { reference: 'Patient/p' } }, { fullUrl: url, resource: patient() }), 'document-reference entry.0', 'document-orphan entry.1'],
  ['a document with the version', composed({ subject: { reference: `${url}/_history/1` } }, { fullUrl: url, resource: patient({ meta: { versionId: '1' } }) })],
  ['a document with another version', composed({ subject: { reference: `${url}/_history/1` } }, { fullUrl: url, resource: patient() }), 'document-reference entry.0', 'document-orphan entry.1'],
  ['a document with an entry of nobody', composed({}, organization(2)), 'document-orphan entry.1'],
  ['a document with two entries of nobody', composed({}, observation(2, { subject: at(3) }), organization(3)), 'document-orphan entry.1', 'document-orphan entry.2'],
  ['a document with an entry by a contained resource', composed(section(at(2)), observation(2, { contained: [patient({ managingOrganization: at(3) })] }), organization(3))],
  ['a document with an entry by an extension', composed({ extension: [{ url: 'http://x.y/z', valueUri: urn(3) }] }, organization(3))],
  ['a document with an entry by an attachment', composed(section(at(2)), observation(2, { content: [{ attachment: { url: urn(3) } }] }), organization(3))],
  ['a document with an entry by a link of its narrative', composed({ text: { div: `<img src="${urn(3)}"/>` } }, organization(3)), 'document-orphan entry.1'],
  ['a document with an entry that leads to it', composed({ subject: at(2) }, { fullUrl: urn(2), resource: patient() }, observation(3, { subject: at(2), performer: [at(4)] }), organization(4)), 'document-reverse entry.2', 'document-reverse entry.3'],
  ['a document with its provenance', composed({}, { fullUrl: urn(2), resource: { resourceType: 'Provenance', id: 'v', target: [at(1)] } })],
  ['a message with its focus', message({ focus: [at(2)] }, organization(2))],
  ['a message without its focus', message({ focus: [at(2)] }), 'document-reference entry.0'],
  ['a message without its sender', message({ sender: at(2) })],
  ['a message with an entry of nobody', message({}, organization(2)), 'message-orphan entry.1'],
]

test.each(rows)('R4 bundle.html: %s', (_name, value, ...expected) => {
  expect(listReported(value, check)).toEqual(expected)
})
