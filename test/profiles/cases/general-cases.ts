/** Cases of values of any resource: addresses of examples, characters and markup, references inside Parameters, contained resources, releases of extensions. R4 datatypes.html, references.html, parameters.html, versions.html#extensions. */
import type { JsonObject } from '../../../src/core/json.ts'
import type { Case } from './cases.ts'

type Row = readonly [kind: string, resource: JsonObject]

const text = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>' }
const core = 'http://hl7.org/fhir/StructureDefinition/'
const ex = 'http://example.org/'
const uuid = (digit: number): string => `urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e${digit}`
const pat = (more: JsonObject): JsonObject => ({ resourceType: 'Patient', text, name: [{ family: 'a' }], ...more })
const obs = (more: JsonObject): JsonObject => ({
  ...{ resourceType: 'Observation', text, status: 'final', code: { text: 'x' }, ...more },
})
const defined = (type: string, id: string, own: JsonObject, more: JsonObject): JsonObject => ({
  ...{
    resourceType: type,
    id,
    text,
    url: `http://banksia.test/fhir/${type}/${id}`,
    version: '1',
    name: id.toUpperCase(),
  },
  ...{ title: id, status: 'draft', publisher: 'a', description: 'a', ...own, ...more },
})
const loinc = [{ system: 'http://loinc.org', concept: [{ code: '1963-8' }] }]
const vset = (more: JsonObject): JsonObject =>
  defined('ValueSet', 'v', { experimental: false, compose: { include: loinc } }, more)
const concepts = [{ code: 'a', display: 'a', definition: 'a' }]
const csys = (more: JsonObject): JsonObject =>
  defined('CodeSystem', 'c', { experimental: false, caseSensitive: true, content: 'complete', concept: concepts }, more)
const asPatient = {
  ...{ fhirVersion: '4.0.1', kind: 'resource', abstract: false, type: 'Patient', baseDefinition: `${core}Patient` },
  ...{ derivation: 'constraint', differential: { element: [{ id: 'Patient', path: 'Patient' }] } },
}
const sd = (more: JsonObject): JsonObject => defined('StructureDefinition', 's', asPatient, more)
const quest = (more: JsonObject): JsonObject =>
  defined('Questionnaire', 'q', { item: [{ linkId: '1', text: 'a', type: 'string' }] }, more)
const params = (...parameter: JsonObject[]): JsonObject => ({ resourceType: 'Parameters', parameter })
const con = (resource: JsonObject, contained: JsonObject[]): JsonObject => ({ ...resource, contained })
const xv = (release: string, path: string): string =>
  `http://hl7.org/fhir/${release}/StructureDefinition/extension-${path}`

// biome-ignore format: one row a line
const examples: readonly Row[] = [
  ['identifier system', pat({ identifier: [{ system: `${ex}id`, value: 'a' }] })],
  ['identifier system of acme', pat({ identifier: [{ system: 'http://acme.com/id', value: 'a' }] })],
  ['identifier system example.com', pat({ identifier: [{ system: 'http://example.com/id', value: 'a' }] })],
  ['identifier system fhir example', pat({ identifier: [{ system: 'http://fhir.example.org/id', value: 'a' }] })],
  ['coding system', obs({ code: { coding: [{ system: `${ex}codes`, code: 'a' }] } })],
  ['coding system in meta tag', pat({ meta: { tag: [{ system: `${ex}codes`, code: 'a' }] } })],
  ['coding system in meta security', pat({ meta: { security: [{ system: `${ex}codes`, code: 'a' }] } })],
  ['meta profile', pat({ meta: { profile: [`${ex}StructureDefinition/p`] } })],
  ['meta source', pat({ meta: { source: `${ex}system` } })],
  ['extension url', pat({ extension: [{ url: `${ex}ext`, valueString: 'a' }] })],
  ['nested extension url', pat({ extension: [{ url: `${core}patient-nationality`, extension: [{ url: `${ex}ext`, valueString: 'a' }] }] })],
  ['modifier extension url', pat({ modifierExtension: [{ url: `${ex}ext`, valueString: 'a' }] })],
  ['photo url', pat({ photo: [{ contentType: 'image/png', url: `${ex}p.png` }] })],
  ['telecom url', pat({ telecom: [{ system: 'url', value: `${ex}x` }] })],
  ['reference absolute', obs({ subject: { reference: `${ex}fhir/Patient/1` } })],
  ['reference identifier system', obs({ subject: { identifier: { system: `${ex}id`, value: 'a' } } })],
  ['unit system', obs({ valueQuantity: { value: 1, unit: 'x', system: `${ex}units`, code: 'x' } })],
  ['implicit rules', pat({ implicitRules: `${ex}rules` })],
  ['endpoint address', { resourceType: 'Endpoint', text, status: 'active', connectionType: { system: 'http://terminology.hl7.org/CodeSystem/endpoint-connection-type', code: 'hl7-fhir-rest' }, payloadType: [{ text: 'any' }], address: `${ex}fhir` }],
  ['instantiates canonical', { resourceType: 'ServiceRequest', text, status: 'active', intent: 'order', subject: { reference: 'Patient/a' }, code: { text: 'a' }, instantiatesCanonical: [`${ex}ActivityDefinition/a`] }],
  ['instantiates uri', { resourceType: 'ServiceRequest', text, status: 'active', intent: 'order', subject: { reference: 'Patient/a' }, code: { text: 'a' }, instantiatesUri: [`${ex}a`] }],
  ['value set url', vset({ url: `${ex}ValueSet/v` })],
  ['value set include system', vset({ compose: { include: [{ system: `${ex}codes`, concept: [{ code: 'a' }] }] } })],
  ['code system url', csys({ url: `${ex}CodeSystem/c` })],
  ['code system value set', csys({ valueSet: `${ex}ValueSet/c` })],
  ['structure url', sd({ url: `${ex}StructureDefinition/s` })],
  ['structure base', sd({ baseDefinition: `${ex}StructureDefinition/s` })],
  ['structure type profile', sd({ differential: { element: [{ id: 'Patient', path: 'Patient' }, { id: 'Patient.generalPractitioner', path: 'Patient.generalPractitioner', type: [{ code: 'Reference', targetProfile: [`${ex}StructureDefinition/x`] }] }] } })],
  ['structure binding', sd({ differential: { element: [{ id: 'Patient', path: 'Patient' }, { id: 'Patient.maritalStatus', path: 'Patient.maritalStatus', binding: { strength: 'required', valueSet: `${ex}ValueSet/x` } }] } })],
  ['structure fixed uri', sd({ differential: { element: [{ id: 'Patient', path: 'Patient' }, { id: 'Patient.implicitRules', path: 'Patient.implicitRules', fixedUri: `${ex}x` }] } })],
  ['structure contact url', sd({ contact: [{ telecom: [{ system: 'url', value: `${ex}x` }] }] })],
  ['questionnaire url', quest({ url: `${ex}Questionnaire/q` })],
  ['questionnaire answer value set', quest({ item: [{ linkId: '1', text: 'a', type: 'choice', answerValueSet: `${ex}ValueSet/v` }] })],
  ['questionnaire item definition', quest({ item: [{ linkId: '1', text: 'a', type: 'string', definition: `${ex}StructureDefinition/s#Patient.name` }] })],
  ['questionnaire item code', quest({ item: [{ linkId: '1', text: 'a', type: 'string', code: [{ system: `${ex}codes`, code: 'a' }] }] })],
  ['response questionnaire', { resourceType: 'QuestionnaireResponse', text, status: 'completed', questionnaire: `${ex}Questionnaire/q` }],
  ['bundle fullUrl', { resourceType: 'Bundle', type: 'collection', entry: [{ fullUrl: `${ex}fhir/Patient/a`, resource: { ...pat({}), id: 'a' } }] }],
  ['bundle link', { resourceType: 'Bundle', type: 'searchset', total: 0, link: [{ relation: 'self', url: `${ex}fhir/Patient` }] }],
  ['naming system value', { resourceType: 'NamingSystem', text, name: 'N', status: 'draft', kind: 'identifier', date: '2020-01-01', uniqueId: [{ type: 'uri', value: `${ex}id` }] }],
  ['narrative link', pat({ text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml"><a href="${ex}a">a</a></div>` } })],
  ['message event uri', { resourceType: 'MessageHeader', text, eventUri: `${ex}e`, source: { endpoint: 'http://banksia.test' } }],
  ['capability implementation url', { resourceType: 'CapabilityStatement', text, status: 'draft', date: '2020-01-01', kind: 'instance', fhirVersion: '4.0.1', format: ['json'], implementation: { description: 'a', url: `${ex}fhir` }, rest: [{ mode: 'server' }] }],
  ['endpoint of a message header', { resourceType: 'MessageHeader', text, eventUri: 'http://banksia.test/e', source: { endpoint: `${ex}a` } }],
  ['provenance target canonical', { resourceType: 'PlanDefinition', id: 'p', text, status: 'draft', url: `${ex}PlanDefinition/p`, action: [{ definitionCanonical: `${ex}ActivityDefinition/a` }] }],
]

// biome-ignore format: one row a line
const strings: readonly Row[] = [
  ['markup in a string', pat({ name: [{ family: '<b>a</b>' }] })],
  ['less than in a string', pat({ name: [{ family: 'a < b' }] })],
  ['tag like without close', pat({ name: [{ family: 'a <b' }] })],
  ['entity in a string', pat({ name: [{ family: 'a &amp; b' }] })],
  ['script in a string', pat({ name: [{ family: '<script>alert(1)</script>' }] })],
  ['markup in a markdown', vset({ description: 'a <b>b</b>' })],
  ['line break tag in a markdown', vset({ description: 'a<br/>b' })],
  ['script in a markdown', vset({ description: '<script>alert(1)</script>' })],
  ['comparison in a markdown', vset({ description: 'a < b and c > d' })],
  ['entity in a markdown', vset({ description: 'a &lt; b' })],
  ['code span in a markdown', vset({ description: 'a `<b>` b' })],
  ['autolink in a markdown', vset({ description: 'see <http://hl7.org>' })],
  ['comment in a markdown', vset({ description: 'a <!-- b --> c' })],
  ['placeholder in a markdown', vset({ description: 'a <name> c' })],
  ['javascript link in a markdown', vset({ description: '[a](javascript:alert(1))' })],
  ['tab in a string', pat({ name: [{ family: 'a\tb' }] })],
  ['line feed in a string', pat({ name: [{ family: 'a\nb' }] })],
  ['carriage return in a string', pat({ name: [{ family: 'a\r\nb' }] })],
  ['bell in a string', pat({ name: [{ family: 'a\u0007b' }] })],
  ['nul in a string', pat({ name: [{ family: 'a\u0000b' }] })],
  ['escape in a string', pat({ name: [{ family: 'a\u001bb' }] })],
  ['form feed in a string', pat({ name: [{ family: 'a\fb' }] })],
  ['delete in a string', pat({ name: [{ family: 'a\u007fb' }] })],
  ['C1 control in a string', pat({ name: [{ family: 'a\u0085b' }] })],
  ['C1 control 9b in a string', pat({ name: [{ family: 'a\u009bb' }] })],
  ['right to left override in a string', pat({ name: [{ family: 'a\u202eb' }] })],
  ['right to left isolate in a string', pat({ name: [{ family: 'a\u2067b' }] })],
  ['isolate closed', pat({ name: [{ family: 'a\u2067b\u2069' }] })],
  ['zero width space', pat({ name: [{ family: 'a\u200bb' }] })],
  ['byte order mark', pat({ name: [{ family: 'a\ufeffb' }] })],
  ['noncharacter', pat({ name: [{ family: 'a\uffffb' }] })],
  ['emoji', pat({ name: [{ family: 'a😀b' }] })],
  ['no-break space ends', pat({ name: [{ family: 'a\u00a0' }] })],
  ['leading space', pat({ name: [{ family: ' a' }] })],
  ['trailing space', pat({ name: [{ family: 'a ' }] })],
  ['double space', pat({ name: [{ family: 'a  b' }] })],
  ['only spaces', pat({ name: [{ family: '   ' }] })],
  ['only no-break spaces', pat({ name: [{ family: '\u00a0\u00a0' }] })],
  ['bell in a markdown', vset({ description: 'a\u0007b' })],
  ['line feeds in a markdown', vset({ description: 'a\n\nb' })],
  ['bell in a code', obs({ code: { coding: [{ system: 'http://banksia.test/c', code: 'a\u0007' }] } })],
  ['tab in a code', obs({ code: { coding: [{ system: 'http://banksia.test/c', code: 'a\tb' }] } })],
  ['double space in a code', obs({ code: { coding: [{ system: 'http://banksia.test/c', code: 'a  b' }] } })],
  ['leading space in a code', obs({ code: { coding: [{ system: 'http://banksia.test/c', code: ' a' }] } })],
  ['space in a uri', pat({ identifier: [{ system: 'http://banksia.test/a b', value: 'a' }] })],
  ['trailing space in an id', { ...pat({}), id: 'a ' }],
  ['bell in an extension string', pat({ extension: [{ url: `${core}patient-birthPlace`, valueAddress: { text: 'a\u0007' } }] })],
  ['markup in an annotation', obs({ note: [{ text: '<b>a</b>' }] })],
  ['script in an annotation', obs({ note: [{ text: '<script>x</script>' }] })],
  ['markup in a display', obs({ code: { coding: [{ system: 'http://banksia.test/c', code: 'a', display: '<b>a</b>' }] } })],
  ['markup in a title', vset({ title: '<i>v</i>' })],
  ['bidi in a markdown', vset({ description: 'a\u202eb' })],
  ['bidi in narrative', pat({ text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a\u202eb</p></div>' } })],
  ['bell in narrative', pat({ text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a\u0007b</p></div>' } })],
  ['email telecom with markup', pat({ telecom: [{ system: 'email', value: 'a <a@b.c>' }] })],
]

// biome-ignore format: one row a line
const parameters: readonly Row[] = [
  ['reference relative to another parameter', params({ name: 'o', resource: { ...obs({ subject: { reference: 'Patient/a' } }), id: 'o' } }, { name: 'p', resource: { ...pat({}), id: 'a' } })],
  ['reference relative to nothing', params({ name: 'o', resource: obs({ subject: { reference: 'Patient/zz' } }) })],
  ['reference of a uuid', params({ name: 'o', resource: obs({ subject: { reference: uuid(1) } }) })],
  ['reference to a resource of another type', params({ name: 'o', resource: obs({ subject: { reference: 'Medication/a' } }) }, { name: 'm', resource: { resourceType: 'Medication', id: 'a', text, code: { text: 'a' } } })],
  ['value reference relative', params({ name: 'r', valueReference: { reference: 'Patient/a' } })],
  ['value reference to nothing in it', params({ name: 'r', valueReference: { reference: uuid(2) } })],
  ['value reference to a fragment', params({ name: 'r', valueReference: { reference: '#a' } })],
  ['value reference malformed', params({ name: 'r', valueReference: { reference: 'Patient a' } })],
  ['value reference type unlike', params({ name: 'r', valueReference: { reference: 'Patient/a', type: 'Observation' } })],
  ['resource with a fragment to its own contained', params({ name: 'o', resource: { ...obs({ subject: { reference: '#p' } }), contained: [{ ...pat({}), id: 'p' }] } })],
  ['resource with a fragment to nothing', params({ name: 'o', resource: obs({ subject: { reference: '#p' } }) })],
  ['resource with a fragment to another parameter', params({ name: 'o', resource: obs({ subject: { reference: '#p' } }) }, { name: 'p', resource: { ...pat({}), id: 'p' } })],
  ['bundle in parameters', params({ name: 'b', resource: { resourceType: 'Bundle', type: 'collection', entry: [{ fullUrl: uuid(1), resource: obs({ subject: { reference: uuid(2) } }) }, { fullUrl: uuid(2), resource: pat({}) }] } })],
  ['bundle in parameters reference out of it', params({ name: 'b', resource: { resourceType: 'Bundle', type: 'collection', entry: [{ fullUrl: uuid(1), resource: obs({ subject: { reference: uuid(3) } }) }] } })],
  ['part with a resource', params({ name: 'x', part: [{ name: 'o', resource: obs({ subject: { reference: 'Patient/a' } }) }, { name: 'p', resource: { ...pat({}), id: 'a' } }] })],
  ['part with a value reference', params({ name: 'x', part: [{ name: 'o', valueReference: { reference: 'Device/a' } }] })],
  ['reference to the wrong type by its text', params({ name: 'o', resource: obs({ encounter: { reference: 'Patient/a' } }) }, { name: 'p', resource: { ...pat({}), id: 'a' } })],
  ['two resources of one id', params({ name: 'p', resource: { ...pat({}), id: 'a' } }, { name: 'q', resource: { ...pat({}), id: 'a' } })],
  ['reference conditional', params({ name: 'o', resource: obs({ subject: { reference: 'Patient?identifier=a' } }) })],
]

// biome-ignore format: one row a line
const contained: readonly Row[] = [
  ['with an id and a reference', con(obs({ subject: { reference: '#p' } }), [{ resourceType: 'Patient', id: 'p', name: [{ family: 'a' }] }])],
  ['without an id', con(obs({ subject: { reference: '#p' } }), [{ resourceType: 'Patient', name: [{ family: 'a' }] }])],
  ['nobody refers to', con(obs({}), [{ resourceType: 'Patient', id: 'p', name: [{ family: 'a' }] }])],
  ['two of one id', con(obs({ subject: { reference: '#p' } }), [{ resourceType: 'Patient', id: 'p' }, { resourceType: 'Patient', id: 'p' }])],
  ['two of one id, other types', con(obs({ subject: { reference: '#p' }, performer: [{ reference: '#p' }] }), [{ resourceType: 'Patient', id: 'p' }, { resourceType: 'Practitioner', id: 'p' }])],
  ['id of the container', con({ ...obs({ subject: { reference: '#p' } }), id: 'p' }, [{ resourceType: 'Patient', id: 'p' }])],
  ['id with a hash', con(obs({ subject: { reference: '#p' } }), [{ resourceType: 'Patient', id: '#p' }])],
  ['id with bad characters', con(obs({ subject: { reference: '#p q' } }), [{ resourceType: 'Patient', id: 'p q' }])],
  ['id with underscore', con(obs({ subject: { reference: '#p_q' } }), [{ resourceType: 'Patient', id: 'p_q' }])],
  ['id of 65 characters', con(obs({ subject: { reference: `#${'a'.repeat(65)}` } }), [{ resourceType: 'Patient', id: 'a'.repeat(65) }])],
  ['id of 64 characters', con(obs({ subject: { reference: `#${'a'.repeat(64)}` } }), [{ resourceType: 'Patient', id: 'a'.repeat(64) }])],
  ['contained in contained', con(obs({ subject: { reference: '#p' } }), [{ resourceType: 'Patient', id: 'p', contained: [{ resourceType: 'Organization', id: 'o', name: 'o' }] }])],
  ['with version', con(obs({ subject: { reference: '#p' } }), [{ resourceType: 'Patient', id: 'p', meta: { versionId: '1' } }])],
  ['with last updated', con(obs({ subject: { reference: '#p' } }), [{ resourceType: 'Patient', id: 'p', meta: { lastUpdated: '2020-01-01T00:00:00Z' } }])],
  ['with security', con(obs({ subject: { reference: '#p' } }), [{ resourceType: 'Patient', id: 'p', meta: { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R' }] } }])],
  ['with text', con(obs({ subject: { reference: '#p' } }), [{ resourceType: 'Patient', id: 'p', text }])],
  ['reference with type', con(obs({ subject: { reference: 'Patient/p' } }), [{ resourceType: 'Patient', id: 'p' }])],
  ['reference of wrong type', con(obs({ subject: { reference: '#p' } }), [{ resourceType: 'Practitioner', id: 'p' }])],
  ['reference to the container', con(obs({}), [{ resourceType: 'Provenance', id: 'p', target: [{ reference: '#' }], recorded: '2020-01-01T00:00:00Z', agent: [{ who: { display: 'a' } }] }])],
  ['reference among contained', con(obs({ subject: { reference: '#p' } }), [{ resourceType: 'Patient', id: 'p', managingOrganization: { reference: '#o' } }, { resourceType: 'Organization', id: 'o', name: 'o' }])],
  ['reference among contained only', con(obs({}), [{ resourceType: 'Patient', id: 'p', managingOrganization: { reference: '#o' } }, { resourceType: 'Organization', id: 'o', name: 'o' }])],
  ['case differs', con(obs({ subject: { reference: '#P' } }), [{ resourceType: 'Patient', id: 'p' }])],
  ['duplicate element ids', pat({ name: [{ id: 'n', family: 'a' }, { id: 'n', family: 'b' }] })],
  ['element id of the contained', con({ ...obs({ subject: { id: 'p', reference: '#p' } }) }, [{ resourceType: 'Patient', id: 'p' }])],
  ['element id with a space', pat({ name: [{ id: 'n n', family: 'a' }] })],
  ['contained referred by a canonical', { resourceType: 'QuestionnaireResponse', text, status: 'completed', questionnaire: '#q', contained: [{ ...quest({}), text }] }],
  ['contained parameters', con(obs({}), [{ resourceType: 'Parameters', id: 'p', parameter: [{ name: 'a', valueString: 'b' }] }])],
  ['contained bundle', con(obs({}), [{ resourceType: 'Bundle', id: 'p', type: 'collection' }])],
]

// biome-ignore format: one row a line
const releases: readonly Row[] = [
  ['R5 element by its extension', pat({ extension: [{ url: xv('5.0', 'Patient.birthDate'), valueDate: '2020-01-01' }] })],
  ['R5 element new in R5', { resourceType: 'Encounter', text, status: 'finished', class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' }, extension: [{ url: xv('5.0', 'Encounter.plannedStartDate'), valueDateTime: '2020-01-01' }] }],
  ['R3 element', pat({ extension: [{ url: xv('3.0', 'Patient.animal'), extension: [{ url: 'species', valueCodeableConcept: { text: 'a' } }] }] })],
  ['R3 element by number', pat({ extension: [{ url: xv('3.0', 'Patient.animal.species'), valueCodeableConcept: { text: 'a' } }] })],
  ['unknown element of R5', pat({ extension: [{ url: xv('5.0', 'Patient.nothing'), valueString: 'a' }] })],
  ['unknown version', pat({ extension: [{ url: xv('9.0', 'Patient.name'), valueString: 'a' }] })],
  ['R4 element in R4', pat({ extension: [{ url: xv('4.0', 'Patient.gender'), valueCode: 'male' }] })],
  ['R4B element', pat({ extension: [{ url: xv('4.3', 'Patient.gender'), valueCode: 'male' }] })],
  ['published for R4', pat({ extension: [{ url: `${core}patient-birthPlace`, valueAddress: { text: 'a' } }] })],
  ['published with version', pat({ extension: [{ url: `${core}patient-birthPlace|5.3.0-ballot-tc1`, valueAddress: { text: 'a' } }] })],
  ['published core version', pat({ extension: [{ url: `${core}patient-birthPlace|4.0.1`, valueAddress: { text: 'a' } }] })],
  ['published unknown version', pat({ extension: [{ url: `${core}patient-birthPlace|9.9.9`, valueAddress: { text: 'a' } }] })],
]

const groups = [
  ['example addresses', examples],
  ['strings', strings],
  ['Parameters', parameters],
  ['contained resources', contained],
  ['extensions of releases', releases],
] as const

export const listGeneralCases = (): Case[] =>
  groups.flatMap(([group, rows]) =>
    rows.map(([kind, resource]): Case => ({ id: `${group}: ${kind}`, group, kind, text: JSON.stringify(resource) })),
  )
