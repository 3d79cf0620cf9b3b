/** Ways to break a valid resource, one rule each; a mutated resource may still be valid, and the reference decides that. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/core/json.ts'
import type { Place } from './places.ts'

export type Mutation = {
  readonly kind: string
  readonly applies: (place: Place) => boolean
  readonly change: (place: Place) => void
}

const set =
  (make: JsonValue | ((value: JsonValue) => JsonValue)) =>
  (place: Place): void => {
    write(place, typeof make === 'function' ? make(place.value) : make)
  }

function write({ parent, key }: Place, value: JsonValue): void {
  if (Array.isArray(parent)) parent[Number(key)] = value
  else parent[String(key)] = value
}

function drop({ parent, key }: Place): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete parent[String(key)]
}

const isType =
  (...types: readonly string[]) =>
  ({ type }: Place): boolean =>
    types.includes(type)
const isMember = ({ parent }: Place): boolean => !Array.isArray(parent)
const isObject = ({ value }: Place): boolean => isJsonObject(value)
const isSingle = ({ parent, element }: Place): boolean => !Array.isArray(parent) && element?.max === '1'
const isText = ({ value }: Place): boolean => typeof value === 'string'
const isRequired = ({ element, parent }: Place): boolean => element?.min === 1 && !Array.isArray(parent)
const isTop = ({ path }: Place): boolean => path.split('.').length === 2
const isBound =
  (strength: string, types: readonly string[]) =>
  (place: Place): boolean =>
    place.element?.binding?.strength === strength && types.includes(place.type)
const isResource = ({ type, value }: Place): boolean => type === 'Resource' && isJsonObject(value)
const member =
  (name: string, value: JsonValue) =>
  (place: Place): void => {
    if (isJsonObject(place.value)) place.value[name] = value
  }
const has =
  (name: string) =>
  ({ value }: Place): boolean =>
    isJsonObject(value) && value[name] !== undefined
const without =
  (name: string) =>
  (place: Place): void => {
    if (isJsonObject(place.value)) delete place.value[name]
  }
const both =
  (...tests: readonly ((place: Place) => boolean)[]) =>
  (place: Place): boolean =>
    tests.every((test) => test(place))
const not =
  (test: (place: Place) => boolean) =>
  (place: Place): boolean =>
    !test(place)
/** A member beside a primitive, named as JSON names it. */
const besides =
  (value: JsonValue) =>
  ({ holder, name }: Place): void => {
    holder[`_${name}`] = value
  }
const bad = (kind: string, type: string, value: JsonValue): Mutation => ({
  kind: `${type} ${kind}`,
  applies: isType(type),
  change: set(value),
})
const recode =
  (code: string) =>
  (value: JsonValue): JsonValue => {
    const coding = isJsonObject(value) && Array.isArray(value['coding']) ? value['coding'] : [value]
    for (const item of coding) if (isJsonObject(item) && item['code'] !== undefined) item['code'] = code
    return value
  }
const foreign = { coding: [{ system: 'http://snomed.info/sct', code: '404684003' }] }
const other = { coding: [{ system: 'http://banksia.test/codes', code: 'other' }] }
const unlikely = (place: Place): boolean => place.path.endsWith('.extension') || place.path.includes('.meta')
const twice = (place: Place): void => {
  const { parent, key } = place
  if (Array.isArray(parent)) parent.splice(Number(key), 0, structuredClone(place.value))
}
const isPair = both(isObject, has('coding'))
const hasChoice = ({ path, parent }: Place): boolean => path.endsWith('[x]') && !Array.isArray(parent)
const chooseAgain = ({ parent, path }: Place): void => {
  if (Array.isArray(parent)) return
  const name = (path.split('.').pop() ?? '').slice(0, -3)
  const more = parent[`${name}String`] === undefined ? 'String' : 'Boolean'
  parent[`${name}${more}`] = more === 'String' ? 'again' : true
}
const chooseOther = (place: Place): void => {
  const { parent, path } = place
  if (Array.isArray(parent)) return
  drop(place)
  parent[`${(path.split('.').pop() ?? '').slice(0, -3)}Money`] = { value: 1, currency: 'AUD' }
}
const extend =
  (extension: JsonValue, name = 'extension') =>
  (place: Place): void => {
    if (!isJsonObject(place.value)) return
    const present = place.value[name]
    place.value[name] = [...(Array.isArray(present) ? present : []), extension]
  }
const contain =
  (...resources: readonly JsonObject[]) =>
  (place: Place): void => {
    if (isJsonObject(place.value)) place.value['contained'] = [...resources]
  }
const inRoot = ({ type, path }: Place): boolean => type === 'Resource' && path === ''
const core = 'http://hl7.org/fhir/StructureDefinition/'

/** One a row; `R` marks a change of the resource as a whole. */
// biome-ignore format: one row a line
export const mutations: readonly Mutation[] = [
  // Structure: R4 json.html, element.html.
  { kind: 'required element dropped', applies: isRequired, change: drop },
  { kind: 'top element dropped', applies: both(isTop, isMember, not(isRequired)), change: drop },
  { kind: 'nested element dropped', applies: both(not(isTop), isMember, not(isRequired)), change: drop },
  { kind: 'unknown property', applies: isObject, change: member('unheardOf', 'x') },
  { kind: 'unknown property R', applies: inRoot, change: member('unheardOf', true) },
  { kind: 'misplaced property R', applies: inRoot, change: member('busyDestination', 'x') },
  { kind: 'resourceType on a datatype', applies: both(isObject, not(isResource)), change: member('resourceType', 'Patient') },
  { kind: 'resourceType unknown R', applies: inRoot, change: member('resourceType', 'Patiënt') },
  { kind: 'single as array', applies: isSingle, change: set((value) => [value]) },
  { kind: 'array as single', applies: ({ parent }) => Array.isArray(parent), change: ({ holder, name, value }) => { holder[name] = value } },
  { kind: 'object as string', applies: isObject, change: set('text') },
  { kind: 'string as object', applies: isText, change: set({ value: 'x' }) },
  { kind: 'string as number', applies: isType('string', 'code', 'date'), change: set(2020) },
  { kind: 'boolean as string', applies: isType('boolean'), change: set('true') },
  { kind: 'number as string', applies: isType('decimal', 'integer', 'positiveInt', 'unsignedInt'), change: set(String) },
  { kind: 'null', applies: isMember, change: set(null) },
  { kind: 'null in array', applies: ({ parent }) => Array.isArray(parent), change: set(null) },
  { kind: 'empty array', applies: both(isMember, not(isRequired)), change: set([]) },
  { kind: 'empty object', applies: isObject, change: set({}) },
  { kind: 'empty string', applies: isText, change: set('') },
  { kind: 'blank string', applies: isText, change: set('  ') },
  { kind: 'repeated item', applies: ({ parent }) => Array.isArray(parent), change: twice },
  { kind: 'choice twice', applies: hasChoice, change: chooseAgain },
  { kind: 'choice of a type not offered', applies: both(hasChoice, not(unlikely)), change: chooseOther },
  { kind: 'companion without extension', applies: both(isText, isMember), change: besides({}) },
  { kind: 'companion with extension', applies: both(isText, isMember), change: besides({ extension: [{ url: `${core}data-absent-reason`, valueCode: 'masked' }] }) },
  { kind: 'companion not an object', applies: both(isText, isMember), change: besides('x') },
  { kind: 'companion of another length', applies: both(isText, ({ parent }) => Array.isArray(parent)), change: besides([null, null, null, { id: 'a' }]) },
  { kind: 'companion of an object', applies: both(isObject, isMember, not(isResource)), change: besides({ id: 'a' }) },
  // Primitives: R4 datatypes.html#primitive.
  bad('with a day that does not exist', 'date', '2023-02-30'), bad('with a month of one digit', 'date', '2023-2-03'),
  bad('of a year', 'date', '2023'), bad('with time', 'date', '2023-02-03T10:00:00Z'), bad('in words', 'date', 'yesterday'),
  bad('with a day that does not exist', 'dateTime', '2023-02-29T10:00:00+10:00'), bad('without zone', 'dateTime', '2023-02-03T10:00:00'),
  bad('of a month', 'dateTime', '2023-02'), bad('without seconds', 'dateTime', '2023-02-03T10:00Z'), bad('at 24:00', 'dateTime', '2023-02-03T24:00:00Z'),
  bad('with a zone of 15 hours', 'dateTime', '2023-02-03T10:00:00+15:00'), bad('with a blank', 'dateTime', '2023-02-03 10:00:00Z'),
  bad('far in the past', 'dateTime', '0800-02-03'), bad('of a day', 'instant', '2023-02-03'), bad('at 25 hours', 'time', '25:00:00'),
  bad('of a fraction', 'instant', '2023-02-03T10:00:00.123456789Z'),
  bad('with a blank', 'uri', 'http://banksia.test/a b'), bad('of a word', 'uri', 'anything'), bad('of a bad OID', 'uri', 'urn:oid:1.2.x'),
  bad('of a bad UUID', 'uri', 'urn:uuid:1234'), bad('relative', 'url', 'somewhere'), bad('with a fragment', 'canonical', 'http://banksia.test/Questionnaire/a#b'),
  bad('with a version', 'canonical', 'http://banksia.test/Questionnaire/a|1.0'), bad('relative', 'canonical', 'a b'),
  bad('with blanks around', 'code', ' final '), bad('with two blanks', 'code', 'a  b'), bad('unheard of', 'code', 'unheard-of'),
  bad('of 65', 'id', 'a'.repeat(65)), bad('with an underscore', 'id', 'a_b'), bad('negative', 'positiveInt', -1), bad('zero', 'positiveInt', 0),
  bad('negative', 'unsignedInt', -1), bad('with a fraction', 'integer', 1.5), bad('with a fraction', 'positiveInt', 1.5), bad('too large', 'integer', 3_000_000_000),
  bad('not in base64', 'base64Binary', 'no base64!'), bad('of three', 'base64Binary', 'YWI'), bad('with blanks', 'base64Binary', 'YW Jj'),
  bad('with blanks around', 'string', ' text '), bad('with a tab and a line', 'string', 'a\tb\nc'), bad('with a control character', 'string', 'a\u0001b'),
  bad('with a tag', 'string', 'a <b>bold</b> word'), bad('with a script', 'markdown', 'a <script>alert(1)</script>'), bad('with a tag', 'markdown', 'a <b>bold</b> word'),
  { kind: 'id with a slash R', applies: inRoot, change: member('id', 'a/b') },
  { kind: 'id of 65 R', applies: inRoot, change: member('id', 'i'.repeat(65)) },
  { kind: 'id of 64 R', applies: inRoot, change: member('id', 'i'.repeat(64)) },
  { kind: 'element id with a blank', applies: both(isObject, not(isResource)), change: member('id', 'a b') },
  { kind: 'element id with a slash', applies: both(isObject, not(isResource)), change: member('id', 'a/b') },
  // Bindings: R4 terminologies.html#strength.
  { kind: 'required code', applies: isBound('required', ['code']), change: set('not-a-code') },
  { kind: 'required concept', applies: isBound('required', ['CodeableConcept', 'Coding']), change: set(recode('not-a-code')) },
  { kind: 'required concept of another system', applies: isBound('required', ['CodeableConcept']), change: set(foreign) },
  { kind: 'required concept as text', applies: isBound('required', ['CodeableConcept']), change: set({ text: 'in words' }) },
  { kind: 'extensible concept', applies: isBound('extensible', ['CodeableConcept', 'Coding']), change: set(recode('not-a-code')) },
  { kind: 'extensible concept of another system', applies: isBound('extensible', ['CodeableConcept']), change: set(other) },
  { kind: 'extensible concept as text', applies: isBound('extensible', ['CodeableConcept']), change: set({ text: 'in words' }) },
  { kind: 'preferred concept', applies: isBound('preferred', ['CodeableConcept', 'Coding', 'code']), change: set(recode('not-a-code')) },
  { kind: 'example concept', applies: isBound('example', ['CodeableConcept']), change: set(recode('not-a-code')) },
  { kind: 'coding without system', applies: both(isType('Coding'), has('system')), change: without('system') },
  { kind: 'coding without code', applies: both(isType('Coding'), has('code')), change: without('code') },
  { kind: 'coding of a relative system', applies: isType('Coding'), change: member('system', 'codes') },
  { kind: 'coding of a value set', applies: isType('Coding'), change: member('system', 'http://hl7.org/fhir/ValueSet/observation-status') },
  { kind: 'coding of an unknown system', applies: isType('Coding'), change: member('system', 'http://banksia.test/unknown') },
  { kind: 'coding of an example system', applies: isType('Coding'), change: member('system', 'http://example.org/codes') },
  { kind: 'coding with a wrong display', applies: both(isType('Coding'), has('code')), change: member('display', 'Something else altogether') },
  { kind: 'coding with a wrong version', applies: isType('Coding'), change: member('version', '99') },
  { kind: 'coding with an unheard-of code', applies: both(isType('Coding'), has('code')), change: member('code', 'unheard-of') },
  { kind: 'coding twice', applies: isPair, change: ({ value }) => { if (isJsonObject(value) && Array.isArray(value['coding'])) value['coding'].push(structuredClone(value['coding'][0] ?? null)) } },
  // References: R4 references.html.
  { kind: 'reference to a type not allowed', applies: both(isType('Reference'), has('reference')), change: set({ reference: 'Binary/1' }) },
  { kind: 'reference without form', applies: both(isType('Reference'), has('reference')), change: set({ reference: 'not a reference' }) },
  { kind: 'reference to nothing contained', applies: both(isType('Reference'), has('reference')), change: set({ reference: '#nobody' }) },
  { kind: 'reference by absolute address', applies: both(isType('Reference'), has('reference')), change: set({ reference: 'https://banksia.test/fhir/Patient/1' }) },
  { kind: 'reference by UUID', applies: both(isType('Reference'), has('reference')), change: set({ reference: 'urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0' }) },
  { kind: 'reference by a bad UUID', applies: both(isType('Reference'), has('reference')), change: set({ reference: 'urn:uuid:0C3151BD-nothing' }) },
  { kind: 'reference of another type', applies: both(isType('Reference'), has('reference')), change: member('type', 'Substance') },
  { kind: 'reference of an unknown type', applies: isType('Reference'), change: member('type', 'Nothing') },
  { kind: 'reference by identifier', applies: isType('Reference'), change: set({ identifier: { system: 'http://banksia.test/ids', value: '1' } }) },
  { kind: 'reference by display', applies: isType('Reference'), change: set({ display: 'somebody' }) },
  { kind: 'reference with a version', applies: both(isType('Reference'), ({ value }) => isJsonObject(value) && /^[A-Z]\w+\/[\w.-]+$/.test(String(value['reference']))), change: set((value) => ({ reference: `${isJsonObject(value) ? value['reference'] : ''}/_history/1` })) },
  // Extensions: R4 extensibility.html.
  { kind: 'extension unknown', applies: both(isObject, not(isType('Extension'))), change: extend({ url: 'http://banksia.test/unknown', valueString: 'x' }) },
  { kind: 'extension unknown of HL7', applies: both(isObject, not(isType('Extension'))), change: extend({ url: `${core}unheard-of`, valueString: 'x' }) },
  { kind: 'extension of an example R', applies: inRoot, change: extend({ url: 'http://example.org/unknown', valueString: 'x' }) },
  { kind: 'extension relative', applies: both(isObject, not(isType('Extension'))), change: extend({ url: 'relative', valueString: 'x' }) },
  { kind: 'extension without url', applies: both(isObject, not(isType('Extension'))), change: extend({ valueString: 'x' }) },
  { kind: 'extension without value', applies: isType('Extension'), change: set((value) => (isJsonObject(value) ? { url: value['url'] ?? '' } : value)) },
  { kind: 'extension with value and more', applies: both(isObject, not(isType('Extension'))), change: extend({ url: 'http://banksia.test/unknown', valueString: 'x', extension: [{ url: 'a', valueString: 'b' }] }) },
  { kind: 'extension of another type', applies: isType('Extension'), change: set((value) => (isJsonObject(value) ? { url: value['url'] ?? '', valueRatio: { numerator: { value: 1 }, denominator: { value: 2 } } } : value)) },
  { kind: 'extension where it is not used', applies: both(isObject, not(isType('Extension')), ({ type }) => type !== 'HumanName'), change: extend({ url: `${core}humanname-own-prefix`, valueString: 'von' }) },
  { kind: 'patient extension elsewhere R', applies: inRoot, change: extend({ url: `${core}patient-congregation`, valueString: 'x' }) },
  { kind: 'extension of any context', applies: both(isObject, not(isType('Extension'))), change: extend({ url: `${core}data-absent-reason`, valueCode: 'unknown' }) },
  { kind: 'extension with a bad code', applies: both(isObject, not(isType('Extension'))), change: extend({ url: `${core}data-absent-reason`, valueCode: 'unheard-of' }) },
  { kind: 'modifier extension unknown R', applies: inRoot, change: extend({ url: 'http://banksia.test/unknown', valueString: 'x' }, 'modifierExtension') },
  { kind: 'modifier extension that is none R', applies: inRoot, change: extend({ url: `${core}data-absent-reason`, valueCode: 'unknown' }, 'modifierExtension') },
  { kind: 'modifier extension on a datatype', applies: isType('CodeableConcept', 'HumanName', 'Identifier', 'Period'), change: extend({ url: 'http://banksia.test/unknown', valueString: 'x' }, 'modifierExtension') },
  // Narrative: R4 narrative.html.
  ...narratives([
    ['a script', '<div xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></div>'], ['an event', '<div xmlns="http://www.w3.org/1999/xhtml"><p onclick="x()">a</p></div>'],
    ['no namespace', '<div><p>a</p></div>'], ['no div', '<p xmlns="http://www.w3.org/1999/xhtml">a</p>'], ['nothing in it', '<div xmlns="http://www.w3.org/1999/xhtml"></div>'],
    ['blanks alone', '<div xmlns="http://www.w3.org/1999/xhtml"> <p> </p></div>'], ['an open tag', '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</div>'], ['an image', '<div xmlns="http://www.w3.org/1999/xhtml"><img src="#a" alt="a"/></div>'],
    ['a form', '<div xmlns="http://www.w3.org/1999/xhtml"><form><input type="text"/></form></div>'], ['an entity', '<div xmlns="http://www.w3.org/1999/xhtml"><p>a&nbsp;b&copy;c</p></div>'], ['an unknown entity', '<div xmlns="http://www.w3.org/1999/xhtml"><p>a&nothing;b</p></div>'],
    ['a style', '<div xmlns="http://www.w3.org/1999/xhtml"><p style="color: red" class="a">a</p></div>'], ['a link', '<div xmlns="http://www.w3.org/1999/xhtml"><a href="https://banksia.test" title="a">a</a></div>'], ['a script link', '<div xmlns="http://www.w3.org/1999/xhtml"><a href="javascript:alert(1)">a</a></div>'],
    ['an unknown element', '<div xmlns="http://www.w3.org/1999/xhtml"><blink>a</blink></div>'], ['an unknown attribute', '<div xmlns="http://www.w3.org/1999/xhtml"><p data-x="a">a</p></div>'], ['a table', '<div xmlns="http://www.w3.org/1999/xhtml"><table border="1"><tbody><tr><td colspan="2">a</td></tr></tbody></table></div>'],
    ['a comment', '<div xmlns="http://www.w3.org/1999/xhtml"><!-- c --><p>a</p></div>'], ['an instruction', '<div xmlns="http://www.w3.org/1999/xhtml"><?php x ?><p>a</p></div>'], ['text outside', 'a<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>'],
    ['a nested block in a p', '<div xmlns="http://www.w3.org/1999/xhtml"><p>a<div>b</div></p></div>'], ['an iframe', '<div xmlns="http://www.w3.org/1999/xhtml"><iframe src="a"/></div>'], ['a language', '<div xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en"><p>a</p></div>'],
  ]),
  { kind: 'narrative without status', applies: isType('Narrative'), change: without('status') },
  { kind: 'narrative of an unknown status', applies: isType('Narrative'), change: member('status', 'unheard-of') },
  { kind: 'narrative without div', applies: isType('Narrative'), change: without('div') },
  // Contained resources: R4 references.html#contained.
  { kind: 'contained and not referred to R', applies: inRoot, change: contain({ resourceType: 'Organization', id: 'own', name: 'a' }) },
  { kind: 'contained without id R', applies: inRoot, change: contain({ resourceType: 'Organization', name: 'a' }) },
  { kind: 'contained without type R', applies: inRoot, change: contain({ id: 'own', name: 'a' }) },
  { kind: 'contained that refers to its container R', applies: inRoot, change: contain({ resourceType: 'Provenance', id: 'own', target: [{ reference: '#' }], recorded: '2023-02-03T10:00:00Z', agent: [{ who: { display: 'a' } }] }) },
  { kind: 'contained of contained R', applies: inRoot, change: contain({ resourceType: 'Organization', id: 'own', name: 'a', contained: [{ resourceType: 'Organization', id: 'inner', name: 'b' }] }) },
  { kind: 'contained twice by one id R', applies: inRoot, change: contain({ resourceType: 'Organization', id: 'own', name: 'a' }, { resourceType: 'Organization', id: 'own', name: 'b' }) },
  { kind: 'contained with a version R', applies: inRoot, change: contain({ resourceType: 'Organization', id: 'own', name: 'a', meta: { versionId: '1' } }) },
  { kind: 'contained with a label R', applies: inRoot, change: contain({ resourceType: 'Organization', id: 'own', name: 'a', meta: { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R' }] } }) },
  { kind: 'contained and invalid R', applies: inRoot, change: contain({ resourceType: 'Patient', id: 'own', gender: 'unheard-of' }) },
  // meta and language: R4 resource.html.
  { kind: 'profile unknown R', applies: inRoot, change: member('meta', { profile: ['http://banksia.test/StructureDefinition/unknown'] }) },
  { kind: 'profile unknown of HL7 R', applies: inRoot, change: member('meta', { profile: [`${core}unheard-of`] }) },
  { kind: 'profile of another type R', applies: inRoot, change: member('meta', { profile: [`${core}bmi`] }) },
  { kind: 'profile that is no address R', applies: inRoot, change: member('meta', { profile: ['a b'] }) },
  { kind: 'profile of a known version R', applies: inRoot, change: ({ value }) => { if (isJsonObject(value)) value['meta'] = { profile: [`${core}${value['resourceType']}|4.0.1`] } } },
  { kind: 'profile of an unknown version R', applies: inRoot, change: ({ value }) => { if (isJsonObject(value)) value['meta'] = { profile: [`${core}${value['resourceType']}|9.9`] } } },
  { kind: 'tag twice R', applies: inRoot, change: member('meta', { tag: [{ system: 'http://banksia.test/t', code: 'a' }, { system: 'http://banksia.test/t', code: 'a' }] }) },
  { kind: 'language unheard of R', applies: inRoot, change: member('language', 'zz-unheard') },
  { kind: 'language known R', applies: inRoot, change: member('language', 'en-AU') },
  { kind: 'implicit rules R', applies: inRoot, change: member('implicitRules', 'http://banksia.test/rules') },
  // Datatypes with rules of their own: R4 datatypes.html.
  { kind: 'quantity of a bad UCUM unit', applies: both(isType('Quantity'), has('value')), change: set({ value: 1, unit: 'foo', system: 'http://unitsofmeasure.org', code: 'foo' }) },
  { kind: 'quantity of a UCUM unit', applies: both(isType('Quantity'), has('value')), change: set({ value: 1, unit: 'mg/dL', system: 'http://unitsofmeasure.org', code: 'mg/dL' }) },
  { kind: 'quantity with a code and no system', applies: both(isType('Quantity'), has('value')), change: set({ value: 1, unit: 'mg', code: 'mg' }) },
  { kind: 'quantity with a system and no code', applies: both(isType('Quantity'), has('value')), change: set({ value: 1, unit: 'mg', system: 'http://unitsofmeasure.org' }) },
  { kind: 'quantity in words', applies: both(isType('Quantity'), has('value')), change: member('value', 'one') },
  { kind: 'quantity with a comparator', applies: both(isType('Quantity'), has('value')), change: member('comparator', '<') },
  { kind: 'quantity with a bad comparator', applies: both(isType('Quantity'), has('value')), change: member('comparator', '~') },
  { kind: 'period that ends before it starts', applies: isType('Period'), change: set({ start: '2023-02-03', end: '2022-02-03' }) },
  { kind: 'period of mixed precision', applies: isType('Period'), change: set({ start: '2023-02-03', end: '2023-02-03T10:00:00Z' }) },
  { kind: 'range upside down', applies: isType('Range'), change: set({ low: { value: 2 }, high: { value: 1 } }) },
  { kind: 'ratio of one part', applies: isType('Ratio'), change: set({ numerator: { value: 2 } }) },
  { kind: 'identifier of the URI system with a word', applies: isType('Identifier'), change: set({ system: 'urn:ietf:rfc:3986', value: 'word' }) },
  { kind: 'identifier of the URI system with an OID', applies: isType('Identifier'), change: set({ system: 'urn:ietf:rfc:3986', value: 'urn:oid:1.2.3' }) },
  { kind: 'identifier without value', applies: both(isType('Identifier'), has('value')), change: without('value') },
  { kind: 'identifier with a changed digit', applies: both(isType('Identifier'), ({ value }) => isJsonObject(value) && /\d$/.test(String(value['value']))), change: set((value) => (isJsonObject(value) ? { ...value, value: String(value['value']).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) } : value)) },
  { kind: 'identifier cut short', applies: both(isType('Identifier'), has('value')), change: set((value) => (isJsonObject(value) ? { ...value, value: String(value['value']).slice(0, -1) } : value)) },
  { kind: 'contact point without system', applies: both(isType('ContactPoint'), has('value')), change: set({ value: '1' }) },
  { kind: 'contact point of rank 0', applies: isType('ContactPoint'), change: member('rank', 0) },
  { kind: 'attachment with data and no type', applies: isType('Attachment'), change: set({ data: 'YWJj' }) },
  { kind: 'attachment of a wrong size', applies: isType('Attachment'), change: set({ contentType: 'text/plain', data: 'YWJj', size: 99 }) },
  { kind: 'attachment of a bad type', applies: isType('Attachment'), change: set({ contentType: 'no type', data: 'YWJj' }) },
  { kind: 'attachment of nothing', applies: isType('Attachment'), change: set({ contentType: 'text/plain' }) },
  { kind: 'attachment by a bad address', applies: isType('Attachment'), change: set({ contentType: 'text/plain', url: 'no address' }) },
  { kind: 'money of an unknown currency', applies: isType('Money'), change: set({ value: 1, currency: 'ZZZ' }) },
  { kind: 'timing without meaning', applies: isType('Timing'), change: set({ repeat: { period: 1 } }) },
  { kind: 'timing with an offset alone', applies: isType('Timing'), change: set({ repeat: { offset: 10 } }) },
  { kind: 'timing by a bad unit', applies: isType('Timing'), change: set({ repeat: { frequency: 1, period: 1, periodUnit: 'year' } }) },
  { kind: 'annotation without text', applies: isType('Annotation'), change: without('text') },
  { kind: 'human name of a bad use', applies: isType('HumanName'), change: member('use', 'unheard-of') },
  { kind: 'human name empty', applies: isType('HumanName'), change: set({ use: 'official' }) },
  { kind: 'address of a bad use', applies: isType('Address'), change: member('use', 'unheard-of') },
]

function narratives(rows: readonly (readonly [string, string])[]): Mutation[] {
  return rows.map(([kind, div]) => ({
    kind: `narrative with ${kind}`,
    applies: isType('Narrative'),
    change: set({ status: 'generated', div }),
  }))
}

/** Ways to break the text, with any content. */
// biome-ignore format: one row a line
export const textMutations: readonly { readonly kind: string; readonly change: (text: string) => string }[] = [
  { kind: 'text cut short', change: (text) => text.slice(0, -3) },
  { kind: 'text with a comma at the end', change: (text) => text.replace(/\}\s*$/, ',}') },
  { kind: 'text with a comment', change: (text) => text.replace('{', '{ /* c */') },
  { kind: 'text with a member twice', change: (text) => text.replace('{', '{"language": "en", "language": "en",') },
  { kind: 'text with single quotes', change: (text) => text.replace('{', "{'language': 'en',") },
  { kind: 'text of an array', change: (text) => `[${text}]` },
  { kind: 'text without a type', change: (text) => text.replace(/"resourceType":\s*"\w+",?/, '') },
  { kind: 'text with a number that starts by 0', change: (text) => text.replace('{', '{"unheardOf": 01,') },
  { kind: 'text with more behind it', change: (text) => `${text} x` },
  { kind: 'text with a byte order mark', change: (text) => `\uFEFF${text}` },
]
