/** Responses to a contained questionnaire: for each way to constrain an answer some that keep it and some that break it. R4 questionnaire.html, questionnaireresponse.html. */
import type { JsonObject } from '../../../src/core/json.ts'
import type { Case, Family } from './cases.ts'

type Row = readonly [kind: string, asked: readonly JsonObject[], given: readonly JsonObject[], status?: string]

const text = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>' }

/** Quotes around a number keep its text as it is, with its zeros and its exponent. */
const unquote = (json: string): string => json.replace(/"number:([^"]*)"/g, '$1')
const exact = (number: string): string => `number:${number}`

const core = (name: string, value: JsonObject): JsonObject => ({
  url: `http://hl7.org/fhir/StructureDefinition/${name}`,
  ...value,
})
const ask = (linkId: string, type: string, more: JsonObject = {}, ...extension: JsonObject[]): JsonObject => ({
  ...(extension.length === 0 ? {} : { extension }),
  linkId,
  text: `Text of ${linkId}`,
  type,
  ...more,
})
const give = (linkId: string, ...answer: JsonObject[]): JsonObject => ({ linkId, answer })
const group = (linkId: string, more: JsonObject, ...item: JsonObject[]): JsonObject =>
  ask(linkId, 'group', { ...more, ...(item.length === 0 ? {} : { item }) })
const within = (linkId: string, ...item: JsonObject[]): JsonObject => ({ linkId, item })

const units = 'http://unitsofmeasure.org'
const quantity = (value: string, code?: string): JsonObject => ({
  valueQuantity: { value: exact(value), ...(code === undefined ? {} : { unit: code, system: units, code }) },
})
const word = (valueString: string): JsonObject => ({ valueString })
const whole = (valueInteger: number): JsonObject => ({ valueInteger })
const decimal = (number: string): JsonObject => ({ valueDecimal: exact(number) })
const date = (valueDate: string): JsonObject => ({ valueDate })
const dateTime = (valueDateTime: string): JsonObject => ({ valueDateTime })
const time = (valueTime: string): JsonObject => ({ valueTime })
const coding = (code: string): JsonObject => ({ valueCoding: { system: 'http://banksia.test/codes', code } })
const attached = (more: JsonObject): JsonObject => ({ valueAttachment: more })
const refer = (reference: string): JsonObject => ({ valueReference: { reference } })

/** One question, answered once. */
const one = (kind: string, type: string, extensions: readonly JsonObject[], answer: JsonObject): Row => [
  kind,
  [ask('a', type, {}, ...extensions)],
  [give('a', answer)],
]
const least = (value: JsonObject): JsonObject[] => [core('minValue', value)]
const most = (value: JsonObject): JsonObject[] => [core('maxValue', value)]
const places = (valueInteger: number): JsonObject[] => [core('maxDecimalPlaces', { valueInteger })]
const occurs = (side: 'min' | 'max', valueInteger: number): JsonObject =>
  core(`questionnaire-${side}Occurs`, { valueInteger })
const again = { repeats: true }
const exclusive = { extension: [core('questionnaire-optionExclusive', { valueBoolean: true })] }
const options = { answerOption: [coding('a'), coding('b'), { ...exclusive, ...coding('none') }] }
const png = { contentType: 'image/png', data: 'AAECAwQFBgcICQ==' }

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  one('minimum integer: met', 'integer', least(whole(3)), whole(3)),
  one('minimum integer: too small', 'integer', least(whole(3)), whole(2)),
  one('maximum integer: too large', 'integer', most(whole(3)), whole(4)),
  one('minimum decimal: met', 'decimal', least(decimal('1.5')), decimal('1.50')),
  one('minimum decimal: too small', 'decimal', least(decimal('1.5')), decimal('1.49')),
  one('maximum decimal: too large', 'decimal', most(decimal('1.5')), decimal('1.51')),
  one('minimum of another type', 'decimal', least(whole(2)), decimal('1.5')),
  one('minimum date: met', 'date', least(date('2020-06-15')), date('2020-06-15')),
  one('minimum date: too early', 'date', least(date('2020-06-15')), date('2020-06-14')),
  one('maximum date: too late', 'date', most(date('2020-06-15')), date('2021-01-01')),
  one('minimum date: a year', 'date', least(date('2020-06-15')), date('2020')),
  one('minimum date: an earlier year', 'date', least(date('2020-06-15')), date('2019')),
  one('minimum dateTime: too early', 'dateTime', least(dateTime('2020-06-15T10:00:00Z')), dateTime('2020-06-15T09:59:59Z')),
  one('minimum dateTime: later in another zone', 'dateTime', least(dateTime('2020-06-15T10:00:00Z')), dateTime('2020-06-15T09:00:00-02:00')),
  one('maximum dateTime: too late', 'dateTime', most(dateTime('2020-06-15T10:00:00Z')), dateTime('2020-06-16T10:00:00Z')),
  one('minimum time: met', 'time', least(time('09:00:00')), time('09:00:00')),
  one('minimum time: too early', 'time', least(time('09:00:00')), time('08:59:59')),
  one('maximum time: too late', 'time', most(time('17:00:00')), time('17:00:01')),
  one('minimum quantity: met', 'quantity', least(quantity('2', 'kg')), quantity('2.5', 'kg')),
  one('minimum quantity: too small', 'quantity', least(quantity('2', 'kg')), quantity('1.5', 'kg')),
  one('maximum quantity: too large', 'quantity', most(quantity('2', 'kg')), quantity('3', 'kg')),
  one('minimum quantity: another unit, met', 'quantity', least(quantity('2', 'kg')), quantity('2500', 'g')),
  one('minimum quantity: another unit, too small', 'quantity', least(quantity('2', 'kg')), quantity('500', 'g')),
  one('minimum quantity: a unit that cannot be compared', 'quantity', least(quantity('2', 'kg')), quantity('500', 'mm')),
  one('maximum quantity: a unit that cannot be compared', 'quantity', most(quantity('2', 'kg')), quantity('1', 'mm')),
  one('minimum quantity: no unit', 'quantity', least(quantity('2', 'kg')), quantity('5')),
  one('least length: met', 'string', [core('minLength', whole(3))], word('abc')),
  one('least length: too short', 'string', [core('minLength', whole(3))], word('ab')),
  one('least length of text: too short', 'text', [core('minLength', whole(3))], word('ab')),
  one('regex: met', 'string', [core('regex', word('[0-9]{4}'))], word('1234')),
  one('regex: not met', 'string', [core('regex', word('[0-9]{4}'))], word('12a4')),
  one('regex: met in part', 'string', [core('regex', word('[0-9]{4}'))], word('a1234b')),
  one('regex of an integer: not met', 'integer', [core('regex', word('[0-9]{4}'))], whole(12)),
  one('decimal places: met', 'decimal', places(2), decimal('1.25')),
  one('decimal places: too many', 'decimal', places(2), decimal('1.253')),
  one('decimal places: too many, zeros', 'decimal', places(2), decimal('1.250')),
  one('decimal places: an exponent', 'decimal', places(2), decimal('1.2e-3')),
  one('decimal places: none allowed', 'decimal', places(0), decimal('1.0')),
  one('decimal places of a quantity', 'quantity', places(1), quantity('1.25', 'kg')),
  ['least occurrences: met', [ask('a', 'string', again, occurs('min', 2))], [give('a', word('x'), word('y'))]],
  ['least occurrences: too few', [ask('a', 'string', again, occurs('min', 2))], [give('a', word('x'))]],
  ['least occurrences: none of what is not required', [ask('a', 'string', again, occurs('min', 2)), ask('b', 'string')], [give('b', word('x'))]],
  ['least occurrences: none of what is required', [ask('a', 'string', { ...again, required: true }, occurs('min', 2)), ask('b', 'string')], [give('b', word('x'))]],
  ['most occurrences: met', [ask('a', 'string', again, occurs('max', 2))], [give('a', word('x'), word('y'))]],
  ['most occurrences: too many', [ask('a', 'string', again, occurs('max', 2))], [give('a', word('x'), word('y'), word('z'))]],
  ['most occurrences of a group: too many', [{ ...ask('g', 'group', again, occurs('max', 1)), item: [ask('a', 'string')] }], [within('g', give('a', word('x'))), within('g', give('a', word('y')))]],
  ['least occurrences of a group: too few', [{ ...ask('g', 'group', { ...again, required: true }, occurs('min', 2)), item: [ask('a', 'string')] }], [within('g', give('a', word('x')))]],
  one('mime type: met', 'attachment', [core('mimeType', { valueCode: 'image/png' })], attached(png)),
  one('mime type: one of two', 'attachment', [core('mimeType', { valueCode: 'image/jpeg' }), core('mimeType', { valueCode: 'image/png' })], attached(png)),
  one('mime type: another', 'attachment', [core('mimeType', { valueCode: 'image/jpeg' })], attached(png)),
  one('mime type: not given', 'attachment', [core('mimeType', { valueCode: 'image/png' })], attached({ url: 'http://banksia.test/a.png' })),
  one('size: met', 'attachment', [core('maxSize', decimal('10'))], attached(png)),
  one('size: too large', 'attachment', [core('maxSize', decimal('9'))], attached(png)),
  one('size: told too large', 'attachment', [core('maxSize', decimal('9'))], attached({ contentType: 'image/png', url: 'http://banksia.test/a.png', size: 10 })),
  ['exclusive option: alone', [ask('a', 'choice', { ...again, ...options })], [give('a', coding('none'))]],
  ['exclusive option: with another', [ask('a', 'choice', { ...again, ...options })], [give('a', coding('none'), coding('a'))]],
  ['exclusive option: others together', [ask('a', 'choice', { ...again, ...options })], [give('a', coding('b'), coding('a'))]],
  ['group: without children', [group('g', {}, ask('a', 'string')), ask('b', 'string')], [{ linkId: 'g' }, give('b', word('x'))]],
  ['required group: without children', [group('g', { required: true }, ask('a', 'string')), ask('b', 'string')], [{ linkId: 'g' }, give('b', word('x'))]],
  ['required group: absent', [group('g', { required: true }, ask('a', 'string')), ask('b', 'string')], [give('b', word('x'))]],
  ['required group: a child without answer', [group('g', { required: true }, ask('a', 'string'))], [within('g', { linkId: 'a' })]],
  ['group: a required child is missing', [group('g', {}, ask('a', 'string', { required: true })), ask('b', 'string')], [{ linkId: 'g' }, give('b', word('x'))]],
  ['group: an answer', [group('g', {}, ask('a', 'string'))], [{ ...within('g', give('a', word('x'))), answer: [word('y')] }]],
  ['display: no answer', [ask('d', 'display'), ask('b', 'string')], [{ linkId: 'd' }, give('b', word('x'))]],
  ['display: an answer', [ask('d', 'display')], [give('d', word('x'))]],
  ['display: items below', [ask('d', 'display'), ask('b', 'string')], [within('d', give('b', word('x')))]],
  ['question: no answer', [ask('a', 'string'), ask('b', 'string')], [{ linkId: 'a' }, give('b', word('x'))]],
  ...Object.entries({ integer: whole(1), date: date('2020-01-01'), time: time('10:00:00'), string: word('x'), Coding: coding('a'), Reference: refer('Patient/p'), boolean: { valueBoolean: true }, decimal: decimal('1.5'), Quantity: quantity('1', 'kg'), uri: { valueUri: 'http://banksia.test/a' } }).flatMap(([name, answer]): Row[] => [
    one(`choice without options: ${name}`, 'choice', [], answer), one(`open choice without options: ${name}`, 'open-choice', [], answer),
  ]),
  one('unit: one of the options', 'quantity', [core('questionnaire-unitOption', { valueCoding: { system: units, code: 'kg' } })], quantity('1', 'kg')),
  one('unit: none of the options', 'quantity', [core('questionnaire-unitOption', { valueCoding: { system: units, code: 'kg' } })], quantity('1', 'mm')),
  one('reference: the resource that is asked for', 'reference', [core('questionnaire-referenceResource', { valueCode: 'Patient' })], refer('Patient/p')),
  one('reference: another resource', 'reference', [core('questionnaire-referenceResource', { valueCode: 'Patient' })], refer('Group/p')),
  ['minimum integer: too small, in progress', [ask('a', 'integer', {}, ...least(whole(3)))], [give('a', whole(2))], 'in-progress'],
  ['least occurrences: too few, in progress', [ask('a', 'string', again, occurs('min', 2))], [give('a', word('x'))], 'in-progress'],
  ['required group: without children, in progress', [group('g', { required: true }, ask('a', 'string')), ask('b', 'string')], [{ linkId: 'g' }, give('b', word('x'))], 'in-progress'],
]

const sdc = (side: 'min' | 'max', value: JsonObject): JsonObject[] => [
  { url: `http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-${side}Quantity`, ...value },
]
const choice = (more: JsonObject, ...answerOption: JsonObject[]): JsonObject =>
  ask('a', 'choice', { ...more, answerOption })
const b = ask('b', 'string')
const x = give('b', word('x'))

/** Made after the first rows had their verdicts. */
// biome-ignore format: one row a line
const laterRows: readonly Row[] = [
  ['later: a range of integers, met', [ask('a', 'integer', {}, ...least(whole(1)), ...most(whole(10)))], [give('a', whole(10))]],
  ['later: a range of integers, above', [ask('a', 'integer', {}, ...least(whole(1)), ...most(whole(10)))], [give('a', whole(11))]],
  ['later: a range of decimals, below zero', [ask('a', 'decimal', {}, ...least(decimal('-0.5')), ...most(decimal('0.5')))], [give('a', decimal('-0.51'))]],
  ['later: a range of decimals, met below zero', [ask('a', 'decimal', {}, ...least(decimal('-0.5')), ...most(decimal('0.5')))], [give('a', decimal('-0.49'))]],
  ['later: a range in a group', [group('g', {}, ask('a', 'integer', {}, ...most(whole(10))))], [within('g', give('a', whole(12)))]],
  ['later: a range below an answer', [ask('b', 'string', { item: [ask('a', 'integer', {}, ...most(whole(10)))] })], [give('b', { ...word('x'), item: [give('a', whole(12))] })]],
  ['later: a range of the second answer', [ask('a', 'integer', again, ...most(whole(10)))], [give('a', whole(1), whole(12))]],
  ['later: a range in the second group', [group('g', again, ask('a', 'integer', {}, ...least(whole(5))))], [within('g', give('a', whole(6))), within('g', give('a', whole(4)))]],
  ['later: bounds of a month', [ask('a', 'date', {}, ...least(date('2020-01-01')), ...most(date('2020-01-31')))], [give('a', date('2020-02-01'))]],
  ['later: bounds of a month, last day', [ask('a', 'date', {}, ...least(date('2020-01-01')), ...most(date('2020-01-31')))], [give('a', date('2020-01-31'))]],
  ['later: bounds of a date, without day', [ask('a', 'date', {}, ...least(date('2020-01-15')))], [give('a', date('2020-02'))]],
  ['later: dateTime in another zone, too late', [ask('a', 'dateTime', {}, ...most(dateTime('2020-06-15T10:00:00+10:00')))], [give('a', dateTime('2020-06-15T00:30:00Z'))]],
  ['later: dateTime in another zone, met', [ask('a', 'dateTime', {}, ...most(dateTime('2020-06-15T10:00:00+10:00')))], [give('a', dateTime('2020-06-14T23:30:00Z'))]],
  ['later: time at noon, met', [ask('a', 'time', {}, ...most(time('12:00:00')))], [give('a', time('11:59:59'))]],
  ['later: time before the first', [ask('a', 'time', {}, ...least(time('08:00:00')), ...most(time('12:00:00')))], [give('a', time('07:00:00'))]],
  ['later: sdc minimum without a code', [ask('a', 'quantity', {}, ...sdc('min', quantity('2', 'kg')))], [give('a', { valueQuantity: { value: 3, unit: 'kilos' } })]],
  ['later: sdc minimum of another dimension', [ask('a', 'quantity', {}, ...sdc('min', quantity('2', 'kg')))], [give('a', quantity('3', 's'))]],
  ['later: sdc maximum of another dimension', [ask('a', 'quantity', {}, ...sdc('max', quantity('2', 'm')))], [give('a', quantity('1', 'kg'))]],
  ['later: sdc maximum, equal', [ask('a', 'quantity', {}, ...sdc('max', quantity('2', 'm')))], [give('a', quantity('2', 'm'))]],
  ['later: letters only, met', [ask('a', 'string', {}, core('regex', word('[A-Z]{2,4}')))], [give('a', word('ABC'))]],
  ['later: letters only, too many', [ask('a', 'string', {}, core('regex', word('[A-Z]{2,4}')))], [give('a', word('ABCDE'))]],
  ['later: a form with a choice, met', [ask('a', 'string', {}, core('regex', word('yes|no')))], [give('a', word('no'))]],
  ['later: a form with a choice, not met', [ask('a', 'string', {}, core('regex', word('yes|no')))], [give('a', word('nope'))]],
  ['later: a form with its format told', [ask('a', 'string', {}, core('regex', word('\\d{3}-\\d{3}')), core('entryFormat', word('nnn-nnn')))], [give('a', word('123456'))]],
  ['later: least length among others', [ask('a', 'string', { maxLength: 5 }, core('minLength', whole(2)))], [give('a', word('abcde'))]],
  ['later: a single letter', [ask('a', 'string', { maxLength: 5 }, core('minLength', whole(2)))], [give('a', word('a'))]],
  ['later: three places, two given', [ask('a', 'decimal', {}, ...places(3))], [give('a', decimal('12.25'))]],
  ['later: three places, four given', [ask('a', 'decimal', {}, ...places(3))], [give('a', decimal('0.0625'))]],
  ['later: a quantity with three places', [ask('a', 'quantity', {}, ...places(3))], [give('a', quantity('0.0625', 'kg'))]],
  ['later: three of at least two', [ask('a', 'integer', { ...again, required: true }, occurs('min', 2))], [give('a', whole(1), whole(2), whole(3))]],
  ['later: one of at least three', [ask('a', 'integer', { ...again, required: true }, occurs('min', 3))], [give('a', whole(1))]],
  ['later: five of at most three', [ask('a', 'integer', again, occurs('max', 3))], [give('a', ...[1, 2, 3, 4, 5].map(whole))]],
  ['later: a required question with repeats, absent', [ask('a', 'integer', { ...again, required: true }, occurs('min', 2)), b], [x]],
  ['later: a picture among pictures', [ask('a', 'attachment', {}, core('mimeType', { valueCode: 'image/gif' }), core('mimeType', { valueCode: 'image/png' }), core('maxSize', decimal('100')))], [give('a', attached(png))]],
  ['later: a text among pictures', [ask('a', 'attachment', {}, core('mimeType', { valueCode: 'image/gif' }), core('mimeType', { valueCode: 'image/png' }))], [give('a', attached({ contentType: 'text/plain', data: 'AAEC' }))]],
  ['later: a large picture', [ask('a', 'attachment', {}, core('maxSize', decimal('5')))], [give('a', attached(png))]],
  ['later: none of the above, first', [choice(again, { ...exclusive, ...coding('none') }, coding('a'))], [give('a', coding('a'), coding('none'))]],
  ['later: none of the above, alone', [choice(again, { ...exclusive, ...coding('none') }, coding('a'))], [give('a', coding('none'))]],
  ['later: none of the above, not exclusive', [choice(again, coding('none'), coding('a'))], [give('a', coding('none'), coding('a'))]],
  ['later: none of the above and free words', [{ ...choice(again, { ...exclusive, ...coding('none') }), type: 'open-choice' }], [give('a', coding('none'), word('y'))]],
  ['later: an inner required group, empty', [group('g', {}, group('h', { required: true }, ask('a', 'string')), b)], [within('g', { linkId: 'h' }, x)]],
  ['later: an inner group, empty', [group('g', {}, group('h', {}, ask('a', 'string')), b)], [within('g', { linkId: 'h' }, x)]],
  ['later: an inner required group, absent', [group('g', {}, group('h', { required: true }, ask('a', 'string')), b)], [within('g', x)]],
  ['later: a display in a group with an answer', [group('g', {}, ask('d', 'display'), b)], [within('g', give('d', word('y')), x)]],
  ['later: a group with an answer and no items', [group('g', {}, b)], [give('g', word('y'))]],
  ['later: a choice without options, two types', [ask('a', 'choice', again)], [give('a', whole(1), word('y'))]],
  ['later: an open choice without options, a date', [ask('a', 'open-choice')], [give('a', date('2020'))]],
  ['later: a choice of codings, an integer', [choice({}, coding('a'))], [give('a', whole(1))]],
  ['later: a choice of integers and words', [choice({}, whole(1), word('one'))], [give('a', word('one'))]],
  ['later: a choice of integers and words, neither', [choice({}, whole(1), word('one'))], [give('a', word('two'))]],
  ['later: a unit of two', [ask('a', 'quantity', {}, core('questionnaire-unitOption', { valueCoding: { system: units, code: 'kg' } }), core('questionnaire-unitOption', { valueCoding: { system: units, code: 'g' } }))], [give('a', quantity('1', 'g'))]],
  ['later: a unit of another system', [ask('a', 'quantity', {}, core('questionnaire-unitOption', { valueCoding: { system: units, code: 'kg' } }))], [give('a', { valueQuantity: { value: 1, unit: 'kg', system: 'http://banksia.test/units', code: 'kg' } })]],
  ['later: too small a value, amended', [ask('a', 'integer', {}, ...least(whole(3)))], [give('a', whole(2))], 'amended'],
  ['later: too long a value, stopped', [ask('a', 'string', { maxLength: 2 })], [give('a', word('abc'))], 'stopped'],
  ['later: too small a value of what is not enabled', [ask('a', 'integer', { enableWhen: [{ question: 'b', operator: '=', answerString: 'y' }] }, ...least(whole(3))), b], [give('a', whole(5)), x]],
]

export const listResponseCases = (): Case[] => [
  ...rows.map((row) => buildCase(row, 'questionnaire responses')),
  ...laterRows.map((row) => buildCase(row, 'questionnaire responses, afterwards')),
]

const buildCase = ([kind, asked, given, status = 'completed']: Row, group: Family): Case => ({
  id: `response: ${kind}`,
  group,
  kind,
  text: unquote(
    JSON.stringify({
      resourceType: 'QuestionnaireResponse',
      id: 'r',
      text,
      contained: [{ resourceType: 'Questionnaire', id: 'q', status: 'active', item: asked }],
      questionnaire: '#q',
      status,
      item: given,
    }),
  ),
})
