/** API4:2023, unrestricted resource consumption: bodies, nesting, counts and steps that grow without a bound. */
import { gzipSync } from 'node:zlib'
import { expect } from '@jest/globals'
import { authorize } from '../identity/issuer/smart-app.ts'
import type { Attack } from './attack.ts'
import { people, type Told, type World } from './world.ts'

const { doctor } = people
const source = 'API4:2023'
const fhirJson = { 'Content-Type': 'application/fhir+json' }
const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join('')
const list = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(',')
const entry = { request: { method: 'GET', url: 'Patient/own' } }

const post = async (
  w: World,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = fhirJson,
): Promise<Told> => w.bear(await w.server.token(doctor), path, { method: 'POST', body, headers })

/** It unpacks to a hundred times as much as a body may be. */
const bomb = new Uint8Array(gzipSync(Buffer.alloc(100_000_000, ' ')))
const laughs = `<!DOCTYPE Patient [<!ENTITY a "ha">${list(8, (at) => `<!ENTITY ${'bcdefghi'[at]} "${times(10, `&${'abcdefgh'[at]};`)}">`).replaceAll(',', '')}]><Patient xmlns="http://hl7.org/fhir"><name><text value="&i;"/></name></Patient>`

const atMost =
  (count: number): NonNullable<Attack['also']> =>
  (_w, [told]) =>
    expect((JSON.parse(told?.text ?? '{}').entry ?? []).length).toBeLessThanOrEqual(count)

// biome-ignore format: one row a line
export const resourceAttacks: readonly Attack[] = [
  { id: 'API4-01', source, cause: 'a body is larger than any resource',                      ask: (w) => post(w, '/fhir/R4/Patient', `{"resourceType":"Patient","x":"${times(3_000_000, 'x')}"}`),             answer: 413 },
  { id: 'API4-02', source, cause: 'a packed body unpacks to more than may be sent',          ask: (w) => post(w, '/fhir/R4/Patient', bomb, { ...fhirJson, 'Content-Encoding': 'gzip' }),                       answer: 413 },
  { id: 'API4-03', source, cause: 'a body is packed in a way that is not read',              ask: (w) => post(w, '/fhir/R4/Patient', '{}', { ...fhirJson, 'Content-Encoding': 'gzip, gzip, gzip' }),           answer: 415 },
  { id: 'API4-04', source, cause: 'a document of JSON nests without end',                    ask: (w) => post(w, '/fhir/R4/Patient', `${times(100_000, '[')}${times(100_000, ']')}`),                          answer: 400 },
  { id: 'API4-05', source, cause: 'a document of XML nests without end',                     ask: (w) => post(w, '/fhir/R4/Patient', `<Patient xmlns="http://hl7.org/fhir"><text><status value="generated"/>${times(50_000, '<div xmlns="http://www.w3.org/1999/xhtml">')}`, { 'Content-Type': 'application/fhir+xml' }), answer: [400, 413] },
  { id: 'API4-06', source, cause: 'entities of XML multiply',                                ask: (w) => post(w, '/fhir/R4/Patient', laughs, { 'Content-Type': 'application/fhir+xml' }),                      answer: 400 },
  { id: 'API4-07', source, cause: 'a page asks for all rows',                                ask: (w) => w.fhir(doctor, 'GET', 'Practitioner?_count=1000000000'),                                              answer: 400 },
  { id: 'API4-08', source, cause: 'a page of the Hub asks for all rows',                     ask: (w) => w.hub({}, 'GET', 'encounters?limit=1000000000'),                                                      answer: 400 },
  { id: 'API4-09', source, cause: 'a bundle has thousands of entries',                       ask: (w) => post(w, '/fhir/R4', JSON.stringify({ resourceType: 'Bundle', type: 'batch', entry: Array.from({ length: 2001 }, () => entry) })), answer: [400, 413, 422] },
  { id: 'API4-10', source, cause: 'a search has hundreds of parameters',                     ask: (w) => w.fhir(doctor, 'GET', `Practitioner?${times(101, '_id=x&')}`),                                       answer: [400, 403, 414, 422] },
  { id: 'API4-11', source, cause: 'a parameter has thousands of alternatives',               ask: (w) => w.fhir(doctor, 'POST', 'Practitioner/_search', { body: `_id=${list(2500, (at) => `x${at}`)}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } }), answer: [400, 403, 422] },
  { id: 'API4-12', source, cause: 'a chain goes through many types',                         ask: (w) => w.fhir(doctor, 'GET', `Observation?${times(20, 'has-member:Observation.')}_id=x`),                   answer: [400, 403, 422] },
  { id: 'API4-13', source, cause: 'a filter nests without end',                              ask: (w) => w.fhir(doctor, 'GET', `Practitioner?_filter=${encodeURIComponent(`${times(100, '(')}name eq x${times(100, ')')}`)}`), answer: [400, 422] },
  { id: 'API4-14', source, cause: 'a search sorts by many keys',                             ask: (w) => w.fhir(doctor, 'GET', `Practitioner?_sort=${list(40, () => 'name')}`),                               answer: [400, 403, 422] },
  { id: 'API4-15', source, cause: 'an include of everything repeats without end',            ask: (w) => w.fhir(doctor, 'GET', 'Practitioner?_count=1&_include:iterate=*&_revinclude:iterate=PractitionerRole:practitioner'), answer: [200, 400], also: atMost(1001) },
  { id: 'API4-16', source, cause: 'a patch has thousands of steps',                          ask: async (w) => w.bear(await w.server.token(doctor), '/fhir/R4/Observation/lab-own', { method: 'PATCH', headers: { 'Content-Type': 'application/json-patch+json', 'If-Match': 'W/"1"' }, body: `[${list(5000, () => '{"op":"test","path":"/status","value":"final"}')}]` }), answer: [400, 413, 422] },
  { id: 'API4-17', source, cause: 'a patch doubles a resource with each step',               ask: async (w) => w.bear(await w.server.token(doctor), '/fhir/R4/Observation/lab-own', { method: 'PATCH', headers: { 'Content-Type': 'application/json-patch+json', 'If-Match': 'W/"1"' }, body: `[{"op":"add","path":"/note","value":["x"]},${list(60, () => '{"op":"copy","from":"/note","path":"/note/-"}')}]` }), answer: 413 },
  { id: 'API4-18', source, cause: 'a request asks for hundreds of scopes',                   ask: async (w) => { const { code, error } = await authorize(w.server, { scope: list(250, (at) => `user/Patient.rs?name=${at}`).replaceAll(',', ' ') }); return { status: code === null ? 400 : 200, headers: new Headers(), text: error ?? '' } }, answer: 400 },
  { id: 'API4-19', source, cause: 'the headers are larger than any token',                   ask: async (w) => w.raw('/fhir/R4/metadata', { headers: { 'X-Large': times(100_000, 'x') } }),                    answer: 431 },
  { id: 'API4-20', source, cause: 'a key of a request is as long as a book',                 ask: (w) => w.hub({}, 'POST', 'consents', { body: {}, key: times(5000, 'k') }),                                   answer: 400 },
  { id: 'API4-21', source, cause: 'a transcript has more segments than a day',               ask: (w) => w.hub({}, 'POST', `encounters/${w.note.encounterId}/transcripts`, { body: `{"segments":[${list(120_000, () => '{"id":"x","speaker":"x","text":"x","startMs":0,"endMs":1,"more":"xxxxxxxxxxxxxxxxxxxxx"}')}]}` }), answer: [400, 413] },
  { id: 'API4-22', source, cause: 'a form for a token is as large as a document',            ask: async (w) => w.raw('/oidc/token', { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded', Connection: 'close' }, body: `grant_type=${times(2_000_000, 'x')}` }), answer: [400, 413] },
  { id: 'API4-23', source, cause: 'an expansion asks for a whole code system',               ask: (w) => w.fhir(doctor, 'GET', 'ValueSet/$expand?url=http%3A%2F%2Fsnomed.info%2Fsct%3Ffhir_vs&count=100000000'), answer: [400, 403, 404, 422] },
  { id: 'API4-24', source, cause: 'an expression of FHIRPath runs without end',              ask: async (w) => w.bear(await w.server.token(doctor), '/fhir/R4/Observation/lab-own', { method: 'PATCH', headers: { ...fhirJson, 'If-Match': 'W/"1"' }, body: JSON.stringify({ resourceType: 'Parameters', parameter: [{ name: 'operation', part: [{ name: 'type', valueCode: 'delete' }, { name: 'path', valueString: `Observation${times(300, '.repeat($this)')}` }] }] }) }), answer: [400, 422] },
]
