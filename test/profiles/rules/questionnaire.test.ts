/** Questionnaires and responses; org.hl7.fhir.validation 6.6.7 refuses the refused ones for the same reason, as measured. */
import { expect, test } from '@jest/globals'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import { checkQuestionnaire } from '../../../src/profiles/rules/questionnaire.ts'
import { compileResponse } from '../../../src/profiles/rules/questionnaire-response.ts'
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
