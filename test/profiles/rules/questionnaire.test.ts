/** Questionnaires and responses; org.hl7.fhir.validation 6.6.7 refuses the refused ones for the same reason, as measured. */
import { expect, test } from '@jest/globals'
import { type JsonObject, type JsonValue, parseJson } from '../../../src/core/json.ts'
import { checkQuestionnaire } from '../../../src/profiles/rules/questionnaires/questionnaire.ts'
import { compileResponse } from '../../../src/profiles/rules/questionnaires/questionnaire-response.ts'
import { listReported, noSources } from './recorder.ts'

const checkMembership = (_valueSet: string, { code }: { readonly code?: string }) =>
  code === 'a' ? 'member' : 'not-member'
const checkResponse = compileResponse({ ...noSources, codes: { ...noSources.codes, checkMembership } })

const questionnaire = (...item: JsonObject[]): JsonObject => ({
  resourceType: 'Questionnaire',
  id: 'q',
  status: 'active',
  item,
})
const ask = (linkId: string, type: string, more: JsonObject = {}): JsonObject => ({
  linkId,
  text: `Text of ${linkId}`,
  type,
  ...more,
})
const response = (asked: JsonObject[], item: JsonObject[], status = 'completed'): JsonObject => ({
  resourceType: 'QuestionnaireResponse',
  status,
  questionnaire: '#q',
  contained: [questionnaire(...asked)],
  item,
})
const give = (linkId: string, ...answer: JsonObject[]): JsonObject => ({ linkId, answer })
const x: JsonObject = { valueString: 'x' }
const coded = (code: string, more: JsonObject = {}): JsonObject => ({
  valueCoding: { system: 'http://x.y', code, ...more },
})
const options: JsonObject = { answerOption: [coded('a', { display: 'A' }), coded('b')] }
const when = (operator: string, answer: JsonObject, question = 'a'): JsonObject => ({
  enableWhen: [{ question, operator, ...answer }],
})

/** An answer by the JSON name of its value. */
const values: Readonly<Record<string, JsonValue>> = {
  valueBoolean: true,
  valueDecimal: 1.5,
  valueInteger: 1,
  valueDate: '2020-01-01',
  valueDateTime: '2020-01-01T00:00:00Z',
  valueTime: '10:00:00',
  valueString: 'x',
  valueUri: 'http://x.y',
  valueAttachment: { contentType: 'text/plain' },
  valueReference: { reference: 'Patient/1' },
  valueQuantity: { value: 1 },
  valueCoding: { system: 'http://x.y', code: 'a' },
}

// biome-ignore format: one row a type
test.each<[type: string, ...taken: string[]]>([
  ['boolean', 'valueBoolean'], ['decimal', 'valueDecimal'], ['integer', 'valueInteger'], ['date', 'valueDate'], ['dateTime', 'valueDateTime'], ['time', 'valueTime'], ['string', 'valueString'], ['text', 'valueString'],
  ['url', 'valueUri'], ['attachment', 'valueAttachment'], ['reference', 'valueReference'], ['quantity', 'valueQuantity'], ['choice', 'valueCoding'], ['open-choice', 'valueString', 'valueCoding'],
])('R4 valueset-item-type.html: what answers an item of %s', (type, ...taken) => {
  const asked = ask('a', type, type.endsWith('choice') ? options : {})
  const isTaken = (name: string): boolean => listReported(response([asked], [give('a', { [name]: values[name] ?? null })]), checkResponse).length === 0

  expect(Object.keys(values).filter(isTaken)).toEqual(taken)
})

const group = (...item: JsonObject[]): JsonObject => ask('g', 'group', { item })
const [a, b] = [ask('a', 'string'), ask('b', 'string')]
const required = ask('a', 'string', { required: true })

// biome-ignore format: one row a case
const rows: readonly (readonly [name: string, response: JsonObject, ...found: string[]])[] = [
  ['the text of the questionnaire', response([a], [{ ...give('a', x), text: 'Text of a' }])],
  ['another text', response([a], [{ ...give('a', x), text: 'Other' }]), 'response-text item.0.text'],
  ['an item that is not asked for', response([a], [give('z', x)]), 'response-unknown item.0.linkId'],
  ['an item of a group outside of it', response([group(a)], [give('a', x)]), 'response-place item.0.linkId'],
  ['an item twice', response([a], [give('a', x), give('a', x)]), 'response-repeated item.1'],
  ['an item twice that repeats', response([ask('a', 'string', { repeats: true })], [give('a', x), give('a', x)])],
  ['two answers', response([a], [give('a', x, x)]), 'response-repeated item.0.answer'],
  ['two answers to what repeats', response([ask('a', 'string', { repeats: true })], [give('a', x, x)])],
  ['a required item missing', response([required, b], [give('b', x)]), 'response-required'],
  ['a required item missing of what was amended', response([required, b], [give('b', x)], 'amended'), 'response-required'],
  ...['in-progress', 'stopped', 'entered-in-error'].map((status) => [`a required item missing, ${status}`, response([required, b], [give('b', x)], status), 'response-unfinished'] as const),
  ['a required item without answer', response([required], [{ linkId: 'a' }]), 'response-required item.0'],
  ['a required item of a group that is not there', response([group(required), b], [give('b', x)])],
  ['a required item of a group that is there', response([group(required, b)], [{ linkId: 'g', item: [give('b', x)] }]), 'response-required item.0'],
  ['a required item that is not enabled', response([b, { ...required, ...when('=', { answerString: 'y' }, 'b') }], [give('b', x)])],
  ['a reason for a missing answer', response([required], [give('a', { _valueString: { extension: [] } })])],
  ['items in order', response([a, b, ask('c', 'string')], [give('a', x), give('c', x)])],
  ['items out of order', response([a, b], [give('b', x), give('a', x)]), 'response-order item.1'],
  ['a group with items', response([group(a)], [{ linkId: 'g', item: [give('a', x)] }])],
  ['a group with an answer', response([group(a)], [give('g', x)]), 'response-no-question item.0.answer'],
  ['a display', response([ask('d', 'display')], [{ linkId: 'd' }])],
  ['a display with an answer', response([ask('d', 'display')], [give('d', x)]), 'response-no-question item.0.answer'],
  ['an item below an answer', response([ask('a', 'string', { item: [b] })], [give('a', { ...x, item: [give('b', x)] })])],
  ['an item beside an answer', response([ask('a', 'string', { item: [b] })], [{ ...give('a', x), item: [give('b', x)] }]), 'response-place item.0.item'],
  ['an option', response([ask('a', 'choice', options)], [give('a', coded('a', { display: 'Other' }))])],
  ...[coded('z'), { valueCoding: { system: 'http://x.z', code: 'a' } }, { valueCoding: { code: 'a' } }, { valueCoding: { display: 'A' } }, { valueString: 'A' }].map((answer) => [`no option: ${JSON.stringify(answer)}`, response([ask('a', 'choice', options)], [give('a', answer)]), 'response-option item.0.answer.0'] as const),
  ['no option of an open choice', response([ask('a', 'open-choice', options)], [give('a', coded('z'))]), 'response-option item.0.answer.0'],
  ['words for an open choice', response([ask('a', 'open-choice', options)], [give('a', { valueString: 'free' })])],
  ['a choice without options', response([ask('a', 'choice')], [give('a', coded('a'))])],
  ['an integer of the options', response([ask('a', 'choice', { answerOption: [{ valueInteger: 1 }] })], [give('a', { valueInteger: 1 })])],
  ['another integer', response([ask('a', 'integer', { answerOption: [{ valueInteger: 1 }] })], [give('a', { valueInteger: 2 })]), 'response-option item.0.answer.0'],
  ['a word of the options', response([ask('a', 'choice', { answerOption: [x] })], [give('a', x)])],
  ['another word', response([ask('a', 'choice', { answerOption: [x] })], [give('a', { valueString: 'y' })]), 'response-option item.0.answer.0'],
  ['a code of the value set', response([ask('a', 'choice', { answerValueSet: 'http://x.y/v' })], [give('a', coded('a'))])],
  ['another code', response([ask('a', 'open-choice', { answerValueSet: 'http://x.y/v' })], [give('a', coded('q'))]), 'response-option item.0.answer.0'],
  ['too long an answer', response([ask('a', 'string', { maxLength: 2 })], [give('a', { valueString: 'abc' })]), 'response-length item.0.answer.0'],
  ['no questionnaire', { resourceType: 'QuestionnaireResponse', status: 'completed' }, 'response-unnamed'],
  ['a questionnaire that is not here', { ...response([a], [give('z', x)]), questionnaire: 'http://x.y/q' }, 'response-unknown-form questionnaire'],
]

const core = (name: string, value: JsonObject): JsonObject => ({
  url: `http://hl7.org/fhir/StructureDefinition/${name}`,
  ...value,
})
const sdc = (side: string, value: JsonObject): JsonObject => ({
  url: `http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-${side}Quantity`,
  ...value,
})
const ucum = 'http://unitsofmeasure.org'
const quantity = (value: number, code: string, system = ucum): JsonObject => ({
  valueQuantity: { value, system, code },
})
const held = (type: string, extension: JsonObject[], answer: JsonObject, more: JsonObject = {}): JsonObject =>
  response(
    [ask('a', type, { ...more, extension })],
    [give('a', ...(Array.isArray(answer['all']) ? (answer['all'] as JsonObject[]) : [answer]))],
  )
const several = (...all: JsonObject[]): JsonObject => ({ all })
const three: JsonObject = { valueInteger: 3 }
const seven: JsonObject = { valueInteger: 7 }
const alone: JsonObject = { extension: [core('questionnaire-optionExclusive', { valueBoolean: true })] }
const exclusive: JsonObject = { repeats: true, answerOption: [coded('a'), { ...alone, ...coded('none') }] }
const occurs = (side: string, valueInteger: number): JsonObject => core(`questionnaire-${side}Occurs`, { valueInteger })
const again: JsonObject = { repeats: true }
const bytes = { contentType: 'image/png', data: 'AAECAwQFBgcICQ==' }

// biome-ignore format: one row a case
test.each<[name: string, response: JsonObject, ...found: string[]]>([
  ['an integer at its minimum', held('integer', [core('minValue', three)], three)],
  ['an integer below its minimum', held('integer', [core('minValue', seven)], three), 'response-minimum item.0.answer.0'],
  ['an integer above its maximum', held('integer', [core('maxValue', three)], seven), 'response-maximum item.0.answer.0'],
  ['a date before its minimum', held('date', [core('minValue', { valueDate: '2020-06-15' })], { valueDate: '2020-06-14' }), 'response-minimum item.0.answer.0'],
  ['a year as its first moment', held('date', [core('minValue', { valueDate: '2020-06-15' })], { valueDate: '2020' }), 'response-minimum item.0.answer.0'],
  ['a moment of another zone', held('dateTime', [core('minValue', { valueDateTime: '2020-06-15T10:00:00Z' })], { valueDateTime: '2020-06-15T09:00:00-02:00' })],
  ['a time after its maximum', held('time', [core('maxValue', { valueTime: '17:00:00' })], { valueTime: '17:00:00.5' }), 'response-maximum item.0.answer.0'],
  ['a time at its maximum', held('time', [core('maxValue', { valueTime: '17:00:00.5' })], { valueTime: '17:00:00.50' })],
  ['a quantity in another unit, met', held('quantity', [core('minValue', quantity(2, 'kg'))], quantity(2000, 'g'))],
  ['a quantity in another unit, too small', held('quantity', [sdc('min', quantity(2, 'kg'))], quantity(1999, 'g')), 'response-minimum item.0.answer.0'],
  ['a quantity above its maximum', held('quantity', [sdc('max', quantity(0.1, 'kg'))], quantity(100.5, 'g')), 'response-maximum item.0.answer.0'],
  ['a quantity of another dimension', held('quantity', [sdc('max', quantity(2, 'kg'))], quantity(1, 'mm')), 'response-incomparable item.0.answer.0'],
  ['a quantity without a coded unit', held('quantity', [sdc('max', quantity(2, 'kg'))], { valueQuantity: { value: 1, unit: 'kg' } }), 'response-incomparable item.0.answer.0'],
  ['a quantity with a comparator', held('quantity', [sdc('max', quantity(2, 'kg'))], { valueQuantity: { value: 1, comparator: '>', system: ucum, code: 'kg' } }), 'response-incomparable item.0.answer.0'],
  ['a word of the least length', held('string', [core('minLength', three)], { valueString: 'abc' })],
  ['a shorter word', held('text', [core('minLength', three)], { valueString: 'ab' }), 'response-short item.0.answer.0'],
  ['a word of the form', held('string', [core('regex', { valueString: '[0-9]{4}' })], { valueString: '1234' })],
  ['a word with the form inside', held('string', [core('regex', { valueString: '[0-9]{4}' })], { valueString: 'a1234' }), 'response-form item.0.answer.0'],
  ['a word of one of two forms and more', held('string', [core('regex', { valueString: 'yes|no' })], { valueString: 'nope' }), 'response-form item.0.answer.0'],
  ['a form that cannot be read', held('string', [core('regex', { valueString: '[' })], x), 'response-form item.0.answer.0'],
  ['a form that takes too long', held('string', [core('regex', { valueString: '(x+x+)+y' })], { valueString: 'x'.repeat(200) }), 'response-form item.0.answer.0'],
  ['lines of a string', held('string', [], { valueString: 'x\ny' }), 'response-line-break item.0.answer.0'],
  ['lines of a text', held('text', [], { valueString: 'x\ny' })],
  ['enough answers', held('string', [occurs('min', 2)], several(x, x), again)],
  ['too few answers', held('string', [occurs('min', 2)], x, again), 'response-too-few item.0'],
  ['as many answers as allowed', held('string', [occurs('max', 2)], several(x, x), again)],
  ['too many answers', held('string', [occurs('max', 2)], several(x, x, x), again), 'response-too-many item.0'],
  ['too many groups', response([ask('g', 'group', { ...again, extension: [occurs('max', 1)], item: [a] })], [{ linkId: 'g', item: [give('a', x)] }, { linkId: 'g', item: [give('a', x)] }]), 'response-too-many item.0'],
  ['an exclusive option alone', held('choice', [], coded('none'), exclusive)],
  ['an exclusive option with another', held('choice', [], several(coded('a'), coded('none')), exclusive), 'response-exclusive item.0.answer'],
  ['an attachment as asked for', held('attachment', [core('mimeType', { valueCode: 'image/png' }), core('maxSize', { valueDecimal: 10 })], { valueAttachment: bytes })],
  ['an attachment of another type', held('attachment', [core('mimeType', { valueCode: 'image/gif' })], { valueAttachment: bytes }), 'response-media-type item.0.answer.0'],
  ['an attachment with parameters', held('attachment', [core('mimeType', { valueCode: 'text/plain' })], { valueAttachment: { contentType: 'text/plain; charset=utf-8' } })],
  ['an attachment without a type', held('attachment', [core('mimeType', { valueCode: 'image/gif' })], { valueAttachment: { url: 'http://x.y' } }), 'response-media-type item.0.answer.0'],
  ['a large attachment', held('attachment', [core('maxSize', { valueDecimal: 9 })], { valueAttachment: bytes }), 'response-size item.0.answer.0'],
  ['an attachment that tells its size', held('attachment', [core('maxSize', { valueDecimal: 9 })], { valueAttachment: { url: 'http://x.y', size: 10 } }), 'response-size item.0.answer.0'],
  ['a unit of the options', held('quantity', [core('questionnaire-unitOption', { valueCoding: { system: ucum, code: 'kg' } })], quantity(1, 'kg'))],
  ['a unit that is no option', held('quantity', [core('questionnaire-unitOption', { valueCoding: { system: ucum, code: 'kg' } })], quantity(1, 'kg', 'http://x.y')), 'response-unit item.0.answer.0'],
  ['a unit of the value set', held('quantity', [core('questionnaire-unitValueSet', { valueCanonical: 'http://x.y/v' })], quantity(1, 'a'))],
  ['a unit that the value set lacks', held('quantity', [core('questionnaire-unitValueSet', { valueCanonical: 'http://x.y/v' })], quantity(1, 'kg')), 'response-unit item.0.answer.0'],
  ['a reference to a type that is asked for', held('reference', [core('questionnaire-referenceResource', { valueCode: 'Patient' })], { valueReference: { reference: 'Patient/1' } })],
  ['a reference to another type', held('reference', [core('questionnaire-referenceResource', { valueCode: 'Patient' })], { valueReference: { reference: 'http://x.y/Group/1' } }), 'response-target item.0.answer.0'],
  ['a reference that tells another type', held('reference', [core('questionnaire-referenceResource', { valueCode: 'Patient' })], { valueReference: { type: 'Group', display: 'x' } }), 'response-target item.0.answer.0'],
  ['a reference of unknown type', held('reference', [core('questionnaire-referenceResource', { valueCode: 'Patient' })], { valueReference: { display: 'x' } })],
  ['a required group without items', response([ask('g', 'group', { required: true, item: [a] }), b], [{ linkId: 'g' }, give('b', x)]), 'response-group-empty item.0'],
  ['a group without items', response([group(a), b], [{ linkId: 'g' }, give('b', x)])],
  ...['valueCoding', 'valueDate', 'valueInteger', 'valueString', 'valueTime'].map((name): [string, JsonObject] => [`a choice without options: ${name}`, response([ask('a', 'choice')], [give('a', { [name]: values[name] ?? null })])]),
])('D118: %s', (_name, value, ...expected) => {
  expect(listReported(value, checkResponse)).toEqual(expected)
})

test.each([
  ['1.25', 2, true],
  ['1.250', 2, false],
  ['1.2e-3', 2, false],
  ['1.2e-3', 4, true],
  ['1.2e3', 0, true],
  ['1.0', 0, false],
])('D118: %s has at most %d decimal places: %s', (number, valueInteger, isKept) => {
  const asked = ask('a', 'decimal', { extension: [core('maxDecimalPlaces', { valueInteger })] })
  const value = parseJson(
    `${JSON.stringify(response([asked], [])).replace('"item":[]}', '')}"item":[{"linkId":"a","answer":[{"valueDecimal":${number}}]}]}`,
  )

  expect(listReported(value as JsonObject, checkResponse)).toEqual(isKept ? [] : ['response-places item.0.answer.0'])
})

test.each(rows)('R4 questionnaireresponse.html: %s', (_name, value, ...expected) => {
  expect(listReported(value, checkResponse)).toEqual(expected)
})

const five: JsonObject = { valueInteger: 5 }
// biome-ignore format: one row a case
test.each<[operator: string, wanted: JsonObject, given: JsonObject | undefined, isEnabled: boolean]>([
  ['=', { answerString: 'x' }, x, true], ['=', { answerString: 'y' }, x, false], ['=', { answerString: 'x' }, undefined, false],
  ['!=', { answerString: 'y' }, x, true], ['!=', { answerString: 'x' }, x, false], ['!=', { answerString: 'x' }, undefined, false],
  ['exists', { answerBoolean: true }, x, true], ['exists', { answerBoolean: false }, x, false], ['exists', { answerBoolean: false }, undefined, true],
  ['>', { answerInteger: 4 }, five, true], ['>', { answerInteger: 5 }, five, false], ['>=', { answerInteger: 5 }, five, true], ['<', { answerInteger: 6 }, five, true], ['<=', { answerInteger: 4 }, five, false],
  ['>', { answerString: 'a' }, x, true], ['=', { answerCoding: { system: 'http://x.y', code: 'a' } }, coded('a', { display: 'A' }), true], ['=', { answerCoding: { system: 'http://x.y', code: 'b' } }, coded('a'), false],
])('R4 questionnaire.html#enableWhen: %s %j of %j', (operator, wanted, given, isEnabled) => {
  const [asked] = Object.keys(given ?? x)
  const type = asked === 'valueCoding' ? 'choice' : asked === 'valueInteger' ? 'integer' : 'string'
  const value = response([ask('a', type), { ...b, ...when(operator, wanted) }], [...(given === undefined ? [] : [give('a', given)]), give('b', x)])

  expect(listReported(value, checkResponse)).toEqual(isEnabled ? [] : [`response-disabled item.${given === undefined ? 0 : 1}`])
})

test('R4 questionnaire.html#enableWhen: any of several conditions, or all of them', () => {
  const conditions = [
    { question: 'a', operator: '=', answerString: 'x' },
    { question: 'a', operator: '=', answerString: 'y' },
  ]
  const found = (enableBehavior: string): string[] =>
    listReported(
      response([a, { ...b, enableWhen: conditions, enableBehavior }], [give('a', x), give('b', x)]),
      checkResponse,
    )

  expect(found('any')).toEqual([])
  expect(found('all')).toEqual(['response-disabled item.1'])
})

// biome-ignore format: one row a case
test.each<[string, JsonObject, ...string[]]>([
  ['an item before', questionnaire(a, { ...b, ...when('=', { answerString: 'x' }) })],
  ['an item after', questionnaire({ ...a, ...when('=', { answerString: 'x' }, 'b') }, b)],
  ['no item', questionnaire({ ...a, ...when('=', { answerString: 'x' }, 'z') }), 'enable-unknown item.0.enableWhen'],
  ['itself', questionnaire({ ...a, ...when('=', { answerString: 'x' }) }), 'enable-self item.0.enableWhen'],
  ['an item within it', questionnaire({ ...group(a), ...when('=', { answerString: 'x' }) }), 'enable-self item.0.enableWhen'],
])('R4 questionnaire.html#enableWhen: an item enabled by %s', (_name, value, ...expected) => {
  expect(listReported(value, checkQuestionnaire)).toEqual(expected)
})
