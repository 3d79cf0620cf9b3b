/** Cases by hand: rules that published examples seldom touch. Each row is one resource; the reference says which are valid. */
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import type { Case } from './cases.ts'

type Row = readonly [kind: string, resource: JsonObject]

const text = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>' }
const uuid = (digit: number): string => `urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e${digit}`
const loinc = (code: string, display?: string): JsonObject => ({
  coding: [{ system: 'http://loinc.org', code, ...(display === undefined ? {} : { display }) }],
})
const patient: JsonObject = { resourceType: 'Patient', text, name: [{ family: 'Test' }] }
const practitioner: JsonObject = { resourceType: 'Practitioner', text, name: [{ family: 'Test' }] }
const composition: JsonObject = {
  ...{ resourceType: 'Composition', text, status: 'final', type: loinc('11488-4'), date: '2023-02-03', title: 'a' },
  subject: { reference: uuid(2) },
  author: [{ reference: uuid(3) }],
}
type Entry = readonly [fullUrl: string | undefined, resource: JsonObject, more?: JsonObject]
const bundle = (type: string, entries: readonly Entry[], more: JsonObject = {}): JsonObject => ({
  ...{ resourceType: 'Bundle', type, ...more },
  entry: entries.map(([fullUrl, resource, rest = {}]) => ({
    ...(fullUrl === undefined ? {} : { fullUrl }),
    resource,
    ...rest,
  })),
})
const identified = { identifier: { system: 'urn:ietf:rfc:3986', value: uuid(0) }, timestamp: '2023-02-03T10:00:00Z' }
const documented: readonly Entry[] = [
  [uuid(1), composition],
  [uuid(2), patient],
  [uuid(3), practitioner],
]
const message: JsonObject = {
  resourceType: 'MessageHeader',
  text,
  eventUri: 'http://banksia.test/event',
  source: { endpoint: 'http://banksia.test' },
  focus: [{ reference: uuid(2) }],
}
const put = (url: string): JsonObject => ({ request: { method: 'PUT', url } })
const post = (url: string): JsonObject => ({ request: { method: 'POST', url } })

// biome-ignore format: one row a line
const bundles: readonly Row[] = [
  ['document', bundle('document', documented, identified)],
  ['document without Composition', bundle('document', documented.slice(1), identified)],
  ['document with its Composition second', bundle('document', [...documented.slice(1), ...documented.slice(0, 1)], identified)],
  ['document without identifier', bundle('document', documented, { timestamp: '2023-02-03T10:00:00Z' })],
  ['document without timestamp', bundle('document', documented, { identifier: { system: 'urn:ietf:rfc:3986', value: uuid(0) } })],
  ['document with a total', bundle('document', documented, { ...identified, total: 3 })],
  ['document whose subject is not in it', bundle('document', [documented[0] ?? ['', {}], documented[2] ?? ['', {}]], identified)],
  ['document with what nobody refers to', bundle('document', [...documented, [uuid(4), practitioner]], identified)],
  ['document without entries', { resourceType: 'Bundle', type: 'document', ...identified }],
  ['document with two of one fullUrl', bundle('document', [...documented, [uuid(2), patient]], identified)],
  ['message', bundle('message', [[uuid(1), message], [uuid(2), patient]], { timestamp: '2023-02-03T10:00:00Z' })],
  ['message without header', bundle('message', [[uuid(2), patient]])],
  ['message whose focus is not in it', bundle('message', [[uuid(1), message]])],
  ['collection', bundle('collection', [[uuid(2), patient]])],
  ['collection without fullUrl', bundle('collection', [[undefined, { ...patient, id: 'a' }]])],
  ['collection with a fullUrl of another id', bundle('collection', [['http://banksia.test/fhir/Patient/b', { ...patient, id: 'a' }]])],
  ['collection with a fullUrl of its id', bundle('collection', [['http://banksia.test/fhir/Patient/a', { ...patient, id: 'a' }]])],
  ['collection with a fullUrl of another type', bundle('collection', [['http://banksia.test/fhir/Group/a', { ...patient, id: 'a' }]])],
  ['collection with a fullUrl and no id', bundle('collection', [['http://banksia.test/fhir/Patient/a', patient]])],
  ['collection with a relative fullUrl', bundle('collection', [['Patient/a', { ...patient, id: 'a' }]])],
  ['collection with a fullUrl of a version', bundle('collection', [['http://banksia.test/fhir/Patient/a/_history/1', { ...patient, id: 'a' }]])],
  ['collection with a bad UUID', bundle('collection', [['urn:uuid:0C3151BD-1CBF-4D64-B04D-CD9187A4C6E0', patient]])],
  ['collection with a request', bundle('collection', [[uuid(2), patient, post('Patient')]])],
  ['collection with a response', bundle('collection', [[uuid(2), patient, { response: { status: '200' } }]])],
  ['collection with a search', bundle('collection', [[uuid(2), patient, { search: { mode: 'match' } }]])],
  ['collection of an invalid resource', bundle('collection', [[uuid(2), { ...patient, gender: 'unheard-of' }]])],
  ['collection with an entry of nothing', { resourceType: 'Bundle', type: 'collection', entry: [{ fullUrl: uuid(2) }] }],
  ['collection twice of one version', bundle('collection', [['http://banksia.test/fhir/Patient/a', { ...patient, id: 'a' }], ['http://banksia.test/fhir/Patient/a', { ...patient, id: 'a' }]])],
  ['collection of two versions', bundle('collection', [['http://banksia.test/fhir/Patient/a', { ...patient, id: 'a', meta: { versionId: '1' } }], ['http://banksia.test/fhir/Patient/a', { ...patient, id: 'a', meta: { versionId: '2' } }]])],
  ['collection with a reference to a wrong type inside', bundle('collection', [[uuid(1), composition], [uuid(2), patient], [uuid(3), { resourceType: 'Location', name: 'a' }]])],
  ['collection with a UUID that is not in it', bundle('collection', [[uuid(1), composition]])],
  ['searchset', bundle('searchset', [['http://banksia.test/fhir/Patient/a', { ...patient, id: 'a' }, { search: { mode: 'match' } }]], { total: 1, link: [{ relation: 'self', url: 'http://banksia.test/fhir/Patient' }] })],
  ['searchset without self link', bundle('searchset', [['http://banksia.test/fhir/Patient/a', { ...patient, id: 'a' }]], { total: 1 })],
  ['searchset without id', bundle('searchset', [['http://banksia.test/fhir/Patient/a', patient, { search: { mode: 'match' } }]], { total: 1 })],
  ['searchset with an outcome as match', bundle('searchset', [[undefined, { resourceType: 'OperationOutcome', issue: [{ severity: 'information', code: 'informational' }] }, { search: { mode: 'match' } }]])],
  ['searchset of two types unlike its link', bundle('searchset', [['http://banksia.test/fhir/Patient/a', { ...patient, id: 'a' }, { search: { mode: 'match' } }]], { total: 1, link: [{ relation: 'self', url: 'http://banksia.test/fhir/Observation?code=a' }] })],
  ['searchset with a bad total', bundle('searchset', [], { total: -1 })],
  ['transaction', bundle('transaction', [[uuid(2), patient, post('Patient')]])],
  ['transaction without request', bundle('transaction', [[uuid(2), patient]])],
  ['transaction with an unknown method', bundle('transaction', [[uuid(2), patient, { request: { method: 'SEND', url: 'Patient' } }]])],
  ['transaction with a put', bundle('transaction', [['http://banksia.test/fhir/Patient/a', { ...patient, id: 'a' }, put('Patient/a')]])],
  ['transaction with a delete', { resourceType: 'Bundle', type: 'transaction', entry: [{ request: { method: 'DELETE', url: 'Patient/a' } }] }],
  ['transaction with a get', { resourceType: 'Bundle', type: 'batch', entry: [{ request: { method: 'GET', url: 'Patient/a' } }] }],
  ['history', bundle('history', [['http://banksia.test/fhir/Patient/a', { ...patient, id: 'a' }, { ...put('Patient/a'), response: { status: '200' } }]])],
  ['history without request', bundle('history', [['http://banksia.test/fhir/Patient/a', { ...patient, id: 'a' }]])],
  ['Bundle of an unknown type', bundle('unheard-of', [])],
  ['Bundle in a Bundle', bundle('collection', [[uuid(1), bundle('collection', [[uuid(2), patient]])]])],
  ['Parameters of a resource', { resourceType: 'Parameters', parameter: [{ name: 'a', resource: patient }] }],
  ['Parameters of an invalid resource', { resourceType: 'Parameters', parameter: [{ name: 'a', resource: { ...patient, gender: 'unheard-of' } }] }],
  ['Parameters of a value and a part', { resourceType: 'Parameters', parameter: [{ name: 'a', valueString: 'b', part: [{ name: 'c', valueString: 'd' }] }] }],
  ['Parameters without name', { resourceType: 'Parameters', parameter: [{ valueString: 'b' }] }],
]

const vital = (code: string, more: JsonObject): JsonObject => ({
  ...{
    resourceType: 'Observation',
    text,
    status: 'final',
    code: loinc(code),
    subject: { reference: 'Patient/a' },
    effectiveDateTime: '2023-02-03',
  },
  category: [
    { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] },
  ],
  ...more,
})
const measured = (value: number, code: string): JsonObject => ({
  valueQuantity: { value, unit: code, system: 'http://unitsofmeasure.org', code },
})
const pressure = (...codes: readonly string[]): JsonObject => ({
  component: codes.map((code) => ({ code: loinc(code), ...measured(100, 'mm[Hg]') })),
})

// biome-ignore format: one row a line
const vitals: readonly Row[] = [
  ['body weight', vital('29463-7', measured(70, 'kg'))], ['body weight in an unfit unit', vital('29463-7', measured(70, 'mm[Hg]'))],
  ['body weight without category', { ...vital('29463-7', measured(70, 'kg')), category: [] }], ['body weight of another category', { ...vital('29463-7', measured(70, 'kg')), category: [{ text: 'a' }] }],
  ['body weight without subject', vital('29463-7', { ...measured(70, 'kg'), subject: { display: 'a' } })], ['body weight without effective', { ...vital('29463-7', measured(70, 'kg')), effectiveDateTime: null }],
  ['body weight of a year', vital('29463-7', { ...measured(70, 'kg'), effectiveDateTime: '2023' })], ['body weight without unit code', vital('29463-7', { valueQuantity: { value: 70, unit: 'kg' } })],
  ['body weight in words', vital('29463-7', { valueString: 'heavy' })], ['body weight without value', vital('29463-7', {})],
  ['body weight absent for a reason', vital('29463-7', { dataAbsentReason: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown' }] } })],
  ['blood pressure', vital('85354-9', pressure('8480-6', '8462-4'))], ['blood pressure of one component', vital('85354-9', pressure('8480-6'))], ['blood pressure without components', vital('85354-9', {})],
  ['blood pressure of two systolic', vital('85354-9', pressure('8480-6', '8480-6', '8462-4'))], ['blood pressure with another component', vital('85354-9', pressure('8480-6', '8462-4', '8478-0'))],
  ['blood pressure with a value', vital('85354-9', { ...pressure('8480-6', '8462-4'), ...measured(100, 'mm[Hg]') })],
  ['heart rate', vital('8867-4', measured(60, '/min'))], ['heart rate in a bad unit', vital('8867-4', measured(60, 'bpm'))], ['heart rate of another system', vital('8867-4', { valueQuantity: { value: 60, unit: 'x', system: 'http://banksia.test/units', code: '/min' } })],
  ['oxygen saturation', vital('2708-6', measured(95, '%'))], ['body height in metres', vital('8302-2', measured(1.7, 'm'))], ['body mass index', vital('39156-5', measured(25, 'kg/m2'))], ['head circumference', vital('9843-4', measured(40, 'cm'))],
  ['temperature', vital('8310-5', measured(37, 'Cel'))], ['temperature in kelvin', vital('8310-5', measured(310, 'K'))], ['vital signs panel', vital('85353-1', {})], ['vital signs panel with member', vital('85353-1', { hasMember: [{ reference: 'Observation/a' }] })],
  ['LOINC with a bad check digit', vital('29463-8', measured(70, 'kg'))], ['LOINC of another form', vital('abc', measured(70, 'kg'))],
]

const form = (...item: readonly JsonObject[]): JsonObject => ({
  resourceType: 'Questionnaire',
  id: 'q',
  url: 'http://banksia.test/Questionnaire/q',
  status: 'active',
  item: [...item],
})
const answered = (questionnaire: JsonObject, ...item: readonly JsonObject[]): JsonObject => ({
  ...{
    resourceType: 'QuestionnaireResponse',
    text,
    status: 'completed',
    questionnaire: '#q',
    contained: [questionnaire],
  },
  item: [...item],
})
const yes = { linkId: 'a', text: 'a', type: 'boolean', required: true }
const choice = {
  linkId: 'c',
  text: 'c',
  type: 'choice',
  answerOption: [
    { valueCoding: { system: 'http://banksia.test/c', code: 'x' } },
    { valueCoding: { system: 'http://banksia.test/c', code: 'y' } },
  ],
}
const group = {
  linkId: 'g',
  text: 'g',
  type: 'group',
  repeats: true,
  item: [{ linkId: 'g1', text: 'g1', type: 'integer' }],
}
const answer = (linkId: string, ...values: readonly JsonObject[]): JsonObject => ({ linkId, answer: [...values] })

// biome-ignore format: one row a line
const forms: readonly Row[] = [
  ['response', answered(form(yes), { linkId: 'a', text: 'a', answer: [{ valueBoolean: true }] })], ['response without a required answer', answered(form(yes, choice), answer('c', { valueCoding: { system: 'http://banksia.test/c', code: 'x' } }))],
  ['response in progress without a required answer', { ...answered(form(yes, choice), answer('c', { valueCoding: { system: 'http://banksia.test/c', code: 'x' } })), status: 'in-progress' }],
  ['response of another type', answered(form(yes), answer('a', { valueString: 'yes' }))], ['response to an unknown item', answered(form(yes), answer('a', { valueBoolean: true }), answer('z', { valueBoolean: true }))],
  ['response in another order', answered(form(yes, choice), answer('c', { valueCoding: { system: 'http://banksia.test/c', code: 'x' } }), answer('a', { valueBoolean: true }))],
  ['response of an option', answered(form(choice), answer('c', { valueCoding: { system: 'http://banksia.test/c', code: 'y' } }))], ['response of no option', answered(form(choice), answer('c', { valueCoding: { system: 'http://banksia.test/c', code: 'z' } }))],
  ['response twice', answered(form(yes), answer('a', { valueBoolean: true }, { valueBoolean: false }))], ['response to an item twice', answered(form(yes), answer('a', { valueBoolean: true }), answer('a', { valueBoolean: true }))],
  ['response of repeated groups', answered(form(group), { linkId: 'g', item: [answer('g1', { valueInteger: 1 })] }, { linkId: 'g', item: [answer('g1', { valueInteger: 2 })] })], ['response to a group', answered(form(group), answer('g', { valueInteger: 1 }))],
  ['response of another text', answered(form(yes), { linkId: 'a', text: 'b', answer: [{ valueBoolean: true }] })], ['response not enabled', answered(form(yes, { ...choice, enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] }), answer('a', { valueBoolean: false }), answer('c', { valueCoding: { system: 'http://banksia.test/c', code: 'y' } }))],
  ['response of a Questionnaire that is not here', { resourceType: 'QuestionnaireResponse', text, status: 'completed', questionnaire: 'http://banksia.test/Questionnaire/none', item: [answer('a', { valueBoolean: true })] }],
  ['response of no Questionnaire', { resourceType: 'QuestionnaireResponse', text, status: 'completed', item: [answer('a', { valueBoolean: true })] }],
  ['Questionnaire', { ...form(yes, choice, group), text }], ['Questionnaire with one linkId twice', { ...form(yes, yes), text }], ['Questionnaire with a display that is required', { ...form({ linkId: 'd', type: 'display', text: 'd', required: true }), text }],
  ['Questionnaire with a group of nothing', { ...form({ linkId: 'd', type: 'group', text: 'd' }), text }], ['Questionnaire with options on a boolean', { ...form({ ...yes, answerOption: [{ valueString: 'a' }] }), text }],
  ['Questionnaire enabled by nothing', { ...form({ ...yes, enableWhen: [{ question: 'nothing', operator: '=', answerBoolean: true }] }), text }], ['Questionnaire of an unknown item type', { ...form({ ...yes, type: 'unheard-of' }), text }],
]

const valueSet = (compose: JsonValue): JsonObject => ({
  resourceType: 'ValueSet',
  text,
  url: 'http://banksia.test/ValueSet/a',
  status: 'active',
  name: 'A',
  compose,
})
const codeSystem = (more: JsonObject): JsonObject => ({
  resourceType: 'CodeSystem',
  text,
  url: 'http://banksia.test/CodeSystem/a',
  status: 'active',
  name: 'A',
  content: 'complete',
  caseSensitive: true,
  ...more,
})
const searchParameter = (more: JsonObject): JsonObject => ({
  resourceType: 'SearchParameter',
  text,
  url: 'http://banksia.test/SearchParameter/a',
  name: 'A',
  status: 'active',
  description: 'a',
  code: 'a',
  base: ['Patient'],
  type: 'string',
  expression: 'Patient.name.family',
  ...more,
})
const gender = 'http://hl7.org/fhir/administrative-gender'

// biome-ignore format: one row a line
const definitions: readonly Row[] = [
  ['ValueSet', valueSet({ include: [{ system: gender, concept: [{ code: 'male' }] }] })], ['ValueSet of an unknown code', valueSet({ include: [{ system: gender, concept: [{ code: 'unheard-of' }] }] })],
  ['ValueSet of an unknown system', valueSet({ include: [{ system: 'http://banksia.test/none', concept: [{ code: 'a' }] }] })], ['ValueSet of nothing', valueSet({ include: [{}] })], ['ValueSet of concepts and a filter', valueSet({ include: [{ system: gender, concept: [{ code: 'male' }], filter: [{ property: 'concept', op: 'is-a', value: 'male' }] }] })],
  ['ValueSet of a value set', valueSet({ include: [{ valueSet: ['http://hl7.org/fhir/ValueSet/administrative-gender'] }] })], ['ValueSet of an unknown value set', valueSet({ include: [{ valueSet: ['http://banksia.test/ValueSet/none'] }] })], ['ValueSet of a relative system', valueSet({ include: [{ system: 'codes' }] })],
  ['ValueSet of a wrong display', valueSet({ include: [{ system: gender, concept: [{ code: 'male', display: 'Something' }] }] })], ['ValueSet of a value set as system', valueSet({ include: [{ system: 'http://hl7.org/fhir/ValueSet/administrative-gender' }] })],
  ['CodeSystem', codeSystem({ concept: [{ code: 'a', display: 'A' }, { code: 'b' }] })], ['CodeSystem of a code twice', codeSystem({ concept: [{ code: 'a' }, { code: 'a' }] })], ['CodeSystem of a code twice below', codeSystem({ concept: [{ code: 'a', concept: [{ code: 'a' }] }] })], ['CodeSystem of a wrong count', codeSystem({ count: 5, concept: [{ code: 'a' }] })],
  ['CodeSystem of an unknown property', codeSystem({ concept: [{ code: 'a', property: [{ code: 'z', valueString: 'x' }] }] })], ['CodeSystem of a property of another type', codeSystem({ property: [{ code: 'z', type: 'boolean' }], concept: [{ code: 'a', property: [{ code: 'z', valueString: 'x' }] }] })], ['CodeSystem without content', { ...codeSystem({}), content: null }],
  ['CodeSystem of a bad name', codeSystem({ name: 'a name' })], ['CodeSystem supplement without its base', codeSystem({ content: 'supplement' })],
  ['SearchParameter', searchParameter({})], ['SearchParameter of a bad expression', searchParameter({ expression: 'Patient.name.(' })], ['SearchParameter of an unknown element', searchParameter({ expression: 'Patient.unheardOf' })], ['SearchParameter without expression', { ...searchParameter({}), expression: null }], ['SearchParameter of an unknown base', searchParameter({ base: ['Nothing'] })], ['SearchParameter of a chain and no reference', searchParameter({ chain: ['a'] })],
  ['Patient with a link', { ...patient, link: [{ other: { reference: 'Patient/b' }, type: 'seealso' }] }], ['Patient with an empty contact', { ...patient, contact: [{ gender: 'female' }] }], ['Patient deceased twice', { ...patient, deceasedBoolean: true, deceasedDateTime: '2023' }],
  ['Observation with the same code inside', { ...vital('1234-4', { valueString: 'a' }), category: [], component: [{ code: loinc('1234-4'), valueString: 'b' }] }], ['Observation of a value and a reason', { resourceType: 'Observation', text, status: 'final', code: { text: 'a' }, valueString: 'a', dataAbsentReason: { text: 'b' } }],
  ['Condition abated and active', { resourceType: 'Condition', text, subject: { reference: 'Patient/a' }, abatementDateTime: '2023', clinicalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }] } }],
  ['Condition in error with a clinical status', { resourceType: 'Condition', text, subject: { reference: 'Patient/a' }, clinicalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }] }, verificationStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code: 'entered-in-error' }] } }],
  ['Condition of the problem list without status', { resourceType: 'Condition', text, subject: { reference: 'Patient/a' }, category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-category', code: 'problem-list-item' }] }] }],
  ['Condition of a status in words', { resourceType: 'Condition', text, subject: { reference: 'Patient/a' }, clinicalStatus: { text: 'active' } }], ['Condition without narrative', { resourceType: 'Condition', subject: { reference: 'Patient/a' }, code: { text: 'a' } }],
  ['AllergyIntolerance in error with a status', { resourceType: 'AllergyIntolerance', text, patient: { reference: 'Patient/a' }, clinicalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }] }, verificationStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification', code: 'entered-in-error' }] } }],
  ['List empty for a reason and full', { resourceType: 'List', text, status: 'current', mode: 'working', emptyReason: { text: 'a' }, entry: [{ item: { reference: 'Patient/a' } }] }], ['List with a deletion and not changes', { resourceType: 'List', text, status: 'current', mode: 'working', entry: [{ deleted: true, item: { reference: 'Patient/a' } }] }],
  ['Composition with an empty section', { ...composition, subject: { reference: 'Patient/a' }, author: [{ reference: 'Practitioner/a' }], section: [{ title: 'a' }] }], ['Composition with a section', { ...composition, subject: { reference: 'Patient/a' }, author: [{ reference: 'Practitioner/a' }], section: [{ title: 'a', text }] }],
  ['Medication by text', { resourceType: 'Medication', text, code: { text: 'a' } }], ['Attachment without anything', { resourceType: 'DocumentReference', text, status: 'current', content: [{ attachment: { title: 'a' } }] }], ['DocumentReference of inline data', { resourceType: 'DocumentReference', text, status: 'current', content: [{ attachment: { contentType: 'text/plain', data: 'YWJj', size: 3 } }] }],
  ['Binary', { resourceType: 'Binary', contentType: 'text/plain', data: 'YWJj' }], ['Binary with text', { resourceType: 'Binary', text, contentType: 'text/plain', data: 'YWJj' }], ['Binary without type', { resourceType: 'Binary', data: 'YWJj' }], ['Provenance of nothing', { resourceType: 'Provenance', text, recorded: '2023-02-03T10:00:00Z', agent: [{ who: { display: 'a' } }] }],
  ['abstract type', { resourceType: 'DomainResource', text }], ['type of R5', { resourceType: 'Transport', text }], ['Organization without name', { resourceType: 'Organization', text, active: true }], ['Organization at home', { resourceType: 'Organization', text, name: 'a', telecom: [{ system: 'phone', value: '1', use: 'home' }] }],
  ['ConceptMap', { resourceType: 'ConceptMap', text, status: 'active', group: [{ source: gender, target: 'http://banksia.test/t', element: [{ code: 'male', target: [{ code: 'a', equivalence: 'equal' }] }] }] }], ['ConceptMap of an unknown code', { resourceType: 'ConceptMap', text, status: 'active', group: [{ source: gender, target: 'http://banksia.test/t', element: [{ code: 'unheard-of', target: [{ code: 'a', equivalence: 'equal' }] }] }] }],
  ['ConceptMap without comment', { resourceType: 'ConceptMap', text, status: 'active', group: [{ source: gender, target: 'http://banksia.test/t', element: [{ code: 'male', target: [{ code: 'a', equivalence: 'narrower' }] }] }] }], ['OperationOutcome of an unknown code', { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'unheard-of' }] }], ['Timing with a when and an offset', { resourceType: 'ServiceRequest', text, status: 'active', intent: 'order', subject: { reference: 'Patient/a' }, occurrenceTiming: { repeat: { when: ['C'], offset: 5 } } }],
]

export const listSpecialCases = (): Case[] =>
  [...bundles, ...vitals, ...forms, ...definitions].map(([kind, resource]) => ({
    id: `special: ${kind}`,
    group: 'special cases' as const,
    kind: 'special',
    text: JSON.stringify(resource, (_, value: unknown) => (value === null ? undefined : value)),
  }))
