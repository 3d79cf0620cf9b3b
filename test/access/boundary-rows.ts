/** The interactions of the patient boundary. `{name}` is an id or a value of the record that may not be read. R4 http.html, search.html. */
import type { Names } from './boundary-world.ts'

type Row = {
  readonly interaction: string
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

const types = ['Patient', 'Encounter', 'Observation', 'Condition', 'Composition', 'DocumentReference', 'Binary', 'Provenance', 'Consent', 'List', 'Task'] // biome-ignore format: one row

const system = 'http://ns.example.org/numbers'
const get = (interaction: string, path: string, headers = {}): Row => ({ interaction, method: 'GET', path, headers })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const entryOf = (url: string) => ({ request: { method: 'GET', url } })
const bundle = (type: string, ...entry: object[]) => ({ resourceType: 'Bundle', type, entry })
const observation = { resourceType: 'Observation', status: 'final', code: { text: 'x' } }
const json = { 'content-type': 'application/fhir+json' }
const patch = { 'content-type': 'application/json-patch+json' }
const operations = [{ op: 'add', path: '/language', value: 'en' }]
const meta = { resourceType: 'Parameters', parameter: [{ name: 'meta', valueMeta: { tag: [{ code: 'x' }] } }] }

const matching = {
  resourceType: 'Parameters',
  parameter: [{ name: 'resource', resource: { resourceType: 'Patient', identifier: [{ system, value: '{mrn}' }] } }],
}

// biome-ignore format: one row a line
export const namingRows: readonly Row[] = [
  ...types.map((type) => get('read', `${type}/{${type}}`)),
  ...types.map((type) => get('history of one', `${type}/{${type}}/_history`)),
  ...types.map((type) => get('vread', `${type}/{${type}}/_history/1`)),
  get('read of a deleted one', 'Observation/{Gone}'),
  get('history of a deleted one', 'Observation/{Gone}/_history'),
  get('vread of a deleted one', 'Observation/{Gone}/_history/1'),
  get('vread of its deletion', 'Observation/{Gone}/_history/2'),
  get('read of a large one', 'Binary/{Large}'),
  get('history of a large one', 'Binary/{Large}/_history'),
  get('vread of a large one', 'Binary/{Large}/_history/1'),
  get('search of a large one', 'Binary?_id={Large}'),
  get('vread of no version', 'Observation/{Observation}/_history/7'),
  get('history since', 'Observation/{Observation}/_history?_since=2026-01-01T00:00:00Z'),
  { ...get('read', 'Observation/{Observation}'), method: 'HEAD' },
  get('read as XML', 'Observation/{Observation}', { accept: 'application/fhir+xml' }),
  get('read of a part', 'Observation/{Observation}?_summary=true'),
  get('read of a part', 'Observation/{Observation}?_elements=status'),
  get('read with If-None-Match', 'Observation/{Observation}', { 'if-none-match': 'W/"1"' }),
  get('read with If-None-Match', 'Observation/{Observation}', { 'if-none-match': '*' }),
  get('read with If-Modified-Since', 'Observation/{Observation}', { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
  get('read of bytes', 'Binary/{Binary}', { accept: 'text/plain' }),
  get('search by id', 'Observation?_id={Observation}'),
  get('search by patient', 'Observation?patient={Patient}'),
  get('search by patient', 'Observation?subject=Patient/{Patient}&_total=accurate'),
  get('search by identifier', `Observation?identifier=${system}|{value}`),
  get('search by identifier', `Patient?identifier=${system}|{mrn}`),
  get('search without the resource', 'Observation?_id:not={Observation}&_summary=count'),
  get('search by encounter', 'Condition?encounter={Encounter}'),
  get('search by target', 'Provenance?target=Observation/{Observation}'),
  get('search by item', 'List?item=Observation/{Observation}'),
  get('search by focus', 'Task?focus=Observation/{Observation}'),
  get('search of a list', 'Observation?_list={List}'),
  get('search by filter', 'Observation?_filter=subject%20re%20Patient/{Patient}'),
  get('search of all types', '?_id={Observation}&_type=Observation,Condition'),
  get('search of all types', '?_type=Condition&_id={Condition}'),
  { interaction: 'search by POST', method: 'POST', path: 'Observation/_search', headers: form, body: { patient: '{Patient}' } },
  { interaction: 'search by POST', method: 'POST', path: 'Patient/_search', headers: form, body: { identifier: `${system}|{mrn}` } },
  get('total', 'Observation?patient={Patient}&_summary=count'),
  get('total', `Patient?identifier=${system}|{mrn}&_total=estimate`),
  get('chain', `Observation?patient.identifier=${system}|{mrn}`),
  get('chain', 'Observation?subject:Patient._id={Patient}'),
  get('chain', `Condition?encounter.identifier=${system}|{visit}`),
  get('_has', 'Patient?_has:Observation:patient:_id={Observation}'),
  get('_has', `Encounter?_has:Observation:encounter:identifier=${system}|{value}`),
  get('_include', 'Observation?_id={Observation}&_include=*'),
  get('_include', 'Observation?_id={Observation}&_include=Observation:patient'),
  get('_revinclude', 'Patient?_id={Patient}&_revinclude=Observation:patient'),
  get('_revinclude', 'Encounter?_id={Encounter}&_revinclude=*'),
  get('compartment', 'Patient/{Patient}/Observation'),
  get('compartment', 'Patient/{Patient}/*'),
  get('compartment', 'Patient/{Patient}/AuditEvent'),
  get('compartment', 'Encounter/{Encounter}/Condition'),
  get('AuditEvent', 'AuditEvent?patient={Patient}'),
  get('AuditEvent', 'AuditEvent?entity=Observation/{Observation}'),
  get('$everything', 'Patient/{Patient}/$everything'),
  get('$everything', 'Encounter/{Encounter}/$everything'),
  get('$summary', 'Patient/{Patient}/$summary'),
  get('$summary', `Patient/$summary?identifier=${system}|{mrn}`),
  get('$document', 'Composition/{Composition}/$document'),
  get('$docref', 'DocumentReference/$docref?patient={Patient}'),
  get('$lastn', 'Observation/$lastn?patient={Patient}'),
  get('$meta', 'Observation/{Observation}/$meta'),
  get('$validate', 'Observation/{Observation}/$validate'),
  { interaction: '$match', method: 'POST', path: 'Patient/$match', headers: json, body: matching },
  { interaction: '$match', method: 'POST', path: 'Patient/$match', headers: json, body: { ...matching, parameter: [...matching.parameter, { name: 'onlyCertainMatches', valueBoolean: true }] } },
  get('search by text', 'Observation?_id={Observation}&code:text=seen'),
  get('search by part', `Patient?_id={Patient}&identifier:text={mrn}`),
  get('search by identifier of a target', `Observation?subject:identifier=${system}|{mrn}`),
  get('chain through', `List?item:Observation.identifier=${system}|{value}`),
  get('chain through', `Provenance?target:Observation.identifier=${system}|{value}`),
  get('chain of two', `List?item:Observation.subject:Patient.identifier=${system}|{mrn}`),
  get('_has through', 'Observation?_has:List:item:_id={List}'),
  get('_has through', 'Observation?_has:Provenance:target:_id={Provenance}'),
  get('_include, again', 'List?_id={List}&_include=List:item&_include:iterate=Observation:subject'),
  get('_revinclude', 'Observation?_id={Observation}&_revinclude=Provenance:target&_revinclude=List:item'),
  get('search with a sort', 'Observation?patient={Patient}&_sort=code&_count=1'),
  get('compartment by POST', 'Encounter/{Encounter}/Observation?_summary=count'),
  get('$events', 'Subscription/{Observation}/$events'),
  get('$export', 'Group/{Patient}/$export', { prefer: 'respond-async' }),
  { interaction: 'batch', method: 'POST', path: '', headers: json, body: bundle('batch', entryOf('Observation/{Observation}'), entryOf('Observation?patient={Patient}'), entryOf('Patient/{Patient}/_history'), entryOf(`Patient?identifier=${system}|{mrn}`)) },
  { interaction: 'transaction', method: 'POST', path: '', headers: json, body: bundle('transaction', entryOf('Observation/{Observation}')) },
  { interaction: 'transaction', method: 'POST', path: '', headers: json, body: bundle('transaction', entryOf('Observation?patient={Patient}')) },
  { interaction: 'conditional reference', method: 'POST', path: '', headers: json, body: bundle('transaction', { request: { method: 'POST', url: 'Observation' }, resource: { ...observation, subject: { reference: `Patient?identifier=${system}|{mrn}` } } }) },
  { interaction: 'conditional patch', method: 'PATCH', path: `Observation?identifier=${system}|{value}`, headers: patch, body: operations },
  { interaction: 'conditional delete', method: 'DELETE', path: `Observation?identifier=${system}|{value}` },
  { interaction: 'conditional delete', method: 'DELETE', path: `Observation?identifier=${system}|{value}&_count=5` },
  { interaction: 'patch', method: 'PATCH', path: 'Observation/{Observation}', headers: patch, body: operations },
  { interaction: 'patch with If-Match', method: 'PATCH', path: 'Observation/{Observation}', headers: { ...patch, 'if-match': 'W/"9"' }, body: operations },
  { interaction: 'delete', method: 'DELETE', path: 'Observation/{Observation}' },
  { interaction: 'delete with Prefer', method: 'DELETE', path: 'Observation/{Observation}', headers: { prefer: 'return=OperationOutcome' } },
  { interaction: 'patch with If-None-Match', method: 'PATCH', path: 'Observation/{Observation}', headers: { ...patch, 'if-none-match': '*' }, body: operations },
  { interaction: 'patch that is wrong', method: 'PATCH', path: 'Observation/{Observation}', headers: patch, body: [{ op: 'test', path: '/status', value: 'x' }] },
  { interaction: 'transaction', method: 'POST', path: '', headers: json, body: bundle('transaction', { request: { method: 'DELETE', url: 'Observation/{Observation}' } }) },
  { interaction: 'transaction', method: 'POST', path: '', headers: json, body: bundle('transaction', { request: { method: 'DELETE', url: `Observation?identifier=${system}|{value}` } }) },
  { interaction: 'batch', method: 'POST', path: '', headers: json, body: bundle('batch', { request: { method: 'DELETE', url: 'Observation/{Observation}' } }, { request: { method: 'PUT', url: 'Observation/{Observation}', ifMatch: 'W/"1"' }, resource: { ...observation, id: '{Observation}' } }) },
  { interaction: 'delete with If-Match', method: 'DELETE', path: 'Observation/{Observation}', headers: { 'if-match': 'W/"9"' } },
  { interaction: 'patch of a large one', method: 'PATCH', path: 'Binary/{Large}', headers: patch, body: operations },
  { interaction: 'delete of a large one', method: 'DELETE', path: 'Binary/{Large}' },
  { interaction: 'update of the wrong type', method: 'PUT', path: 'Observation/{Observation}', headers: json, body: { resourceType: 'Patient' } },
  { interaction: 'update with If-Match', method: 'PUT', path: 'Observation/{Observation}', headers: { ...json, 'if-match': 'W/"1"' }, body: { ...observation, id: '{Observation}' } },
  { interaction: '$meta-add', method: 'POST', path: 'Observation/{Observation}/$meta-add', headers: json, body: meta },
  { interaction: '$meta-delete', method: 'POST', path: 'Observation/{Observation}/$meta-delete', headers: json, body: meta },
]

/** Writes that would land on the record, or in it: nothing of them is done. D95, D179. */
// biome-ignore format: one row a line
export const landingRows: readonly Row[] = [
  { interaction: 'conditional create', method: 'POST', path: 'Observation', headers: { ...json, 'if-none-exist': `identifier=${system}|{value}` }, body: observation },
  { interaction: 'conditional update', method: 'PUT', path: `Observation?identifier=${system}|{value}`, headers: json, body: observation },
  { interaction: 'create that refers', method: 'POST', path: 'Observation', headers: json, body: { ...observation, subject: { reference: 'Patient/{Patient}' } } },
  { interaction: 'update', method: 'PUT', path: 'Observation/{Observation}', headers: json, body: { ...observation, id: '{Observation}' } },
  { interaction: 'update that refers', method: 'PUT', path: 'Observation/{other}', headers: json, body: { ...observation, id: '{other}', subject: { reference: 'Patient/{Patient}' } } },
]

/** Interactions that name nothing of the record: their answers are the same before and after it is there. */
// biome-ignore format: one row a line
export const wholeRows: readonly Row[] = [
  get('history of a type', 'Observation/_history'),
  get('history of a type', 'Observation/_history?_count=1'),
  get('history of all', '_history?_type=Observation,Encounter'),
  get('search of a type', 'Observation'),
  get('page of a search', 'Observation?_count=1'),
  get('page of a search', 'Observation?_count=1&_sort=status'),
  get('page of a search of all types', '?_type=Observation,Condition,Encounter&_count=1'),
  get('search of a type', 'Condition?_sort=-_lastUpdated'),
  get('search of a type', 'List'),
  get('search of a type', 'Task'),
  get('search of a type', 'Provenance'),
  get('search of a type', 'DocumentReference?_total=accurate'),
  get('search of all types', '?_type=Observation,Condition,Encounter'),
  get('total', 'Observation?_summary=count'),
  get('total', 'Encounter?_total=accurate&_count=0'),
  get('missing', 'Observation?subject:missing=false'),
  get('search by text', 'Observation?code:text=seen&_total=accurate'),
  get('page of a search by text', 'Observation?code:text=seen&_count=1'),
  get('count of a search by text', 'Observation?code:text=seen&_summary=count'),
  get('page of a sort', 'Condition?_sort=code&_count=1'),
  get('search of a compartment', 'Practitioner/colleague/Observation?_total=accurate'),
  get('$meta', 'Observation/$meta'),
  get('$docref', 'DocumentReference/$docref'),
]

const fill = (text: string, names: Names): string =>
  text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? _all)

export type Request = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The request of a row with the ids and values of `names`. */
export function requestOf({ method, path, headers = {}, body }: Row, names: Names): Request {
  const isForm = headers['content-type'] === form['content-type']
  const text =
    body === undefined ? undefined : isForm ? new URLSearchParams(body as Names).toString() : JSON.stringify(body)
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value, names)])
  const encoded = isForm && text !== undefined ? decodeURIComponent(text) : text
  return {
    method,
    path: `/fhir/R4/${fill(path, names)}`,
    headers: { accept: 'application/fhir+json', ...Object.fromEntries(filled) },
    ...(encoded === undefined ? {} : { body: fill(encoded, names) }),
  }
}

export const titleOf = ({ interaction, method, path }: Row): string => `${interaction}: ${method} ${path || '/'}`
