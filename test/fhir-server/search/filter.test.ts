/** Searches by `_filter`. R4 search_filter.html; D115. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { parseFilterText } from '../../../src/fhir-search/criteria/filter-syntax.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create } from '../resources.ts'

let app: FhirApp
const ids: Record<string, string> = {}

const people: Readonly<Record<string, JsonObject>> = {
  ann: { name: [{ family: 'Smith', given: ['Ann', 'Mary'] }], gender: 'female', birthDate: '1970-01-02', active: true },
  bob: { name: [{ family: 'Smithson', given: ['Bob'] }], gender: 'male', birthDate: '1980-05' },
  cyd: { name: [{ family: 'Ng', given: ['Cyd'] }], gender: 'other', birthDate: '1990' },
  dee: { name: [{ family: 'O’Brien-Featherstonehaugh', given: ['Dee'] }] },
}
const loinc = 'http://loinc.org'
const observations: Readonly<Record<string, JsonObject>> = {
  low: { subject: { reference: 'ann' }, effectiveDateTime: '2024-01-01', valueQuantity: quantity(3.5) },
  high: {
    subject: { reference: 'ann' },
    effectivePeriod: { start: '2024-02-01', end: '2024-02-20' },
    valueQuantity: quantity(5.5),
  },
  bobs: {
    subject: { reference: 'bob' },
    effectiveDateTime: '2024-03-01',
    valueQuantity: quantity(3.5),
    status: 'amended',
  },
  bare: { code: { text: 'other' }, subject: { reference: 'cyd' } },
}

function quantity(value: number): JsonObject {
  return { value, system: 'http://unitsofmeasure.org', code: 'mmol/L', unit: 'mmol/L' }
}

beforeAll(async () => {
  app = await startFhir()
  for (const [name, changes] of Object.entries(people))
    ids[name] = (await create(app, { resourceType: 'Patient', ...changes }, 2)).id
  const code = {
    coding: [
      { system: loinc, code: '2823-3' },
      { system: 'http://codes.example.org', code: 'K' },
    ],
  }
  for (const [name, changes] of Object.entries(observations)) {
    const { reference = '' } = changes['subject'] as { reference?: string }
    const resource = { resourceType: 'Observation', status: 'final', code, ...changes }
    ids[name] = (await create(app, { ...resource, subject: { reference: `Patient/${ids[reference]}` } }, 2)).id
  }
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const search = (type: string, filter: string, person: object = {}, more = '') =>
  app.send('GET', `/${type}?_filter=${encodeURIComponent(filter)}${more}`, { as: { tenant: 2, ...person } })

async function found(type: string, filter: string, person: object = {}, more = ''): Promise<string> {
  const { status, body, text } = await search(type, filter, person, more)
  expect([filter, status, status === 200 ? '' : text]).toEqual([filter, 200, ''])
  const shown = (body.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource.id)
  return Object.keys(ids)
    .filter((name) => shown.includes(ids[name]))
    .sort()
    .join(' ')
}

const all = 'bare bobs high low'
const idOf = (name: string): string => String(ids[name])

// biome-ignore format: one row a line
test.each([
  // Texts, without case
  ['Patient', 'family eq "smith"',                                                    'ann'],
  ['Patient', 'family sw smith',                                                      'ann bob'],
  ['Patient', 'given eq "mary" or given eq BOB',                                      'ann bob'],
  ['Patient', 'not (family eq "SMITH")',                                              'bob cyd dee'],
  ['Patient', 'name sw "obrienfeatherstoneh"',                                        'dee'],
  ['Patient', 'not (family sw "obrienfeatherstoneh")',                                'ann bob cyd'],
  ['Patient', 'not (family eq "o\'brien-featherstonehaughs")',                        'ann bob cyd dee'],
  ['Patient', 'family eq "Smith, Ann"',                                               ''],
  // Tokens
  ['Patient', 'gender eq female',                                                     'ann'],
  ['Patient', 'gender ne female',                                                     'bob cyd'],
  ['Patient', 'gender ne female and not(gender eq other)',                            'bob'],
  ['Patient', 'active eq true or birthdate ge 1990-01-01',                            'ann cyd'],
  ['Patient', 'gender pr false',                                                      'dee'],
  ['Patient', 'gender pr true and birthdate pr true',                                 'ann bob cyd'],
  ['Observation', 'code eq http://loinc.org|2823-3',                                  'bobs high low'],
  ['Observation', 'code eq loinc|2823-3 and status eq final',                         'high low'],
  ['Observation', 'not(code eq LOINC|2823-3)',                                        'bare'],
  ['Observation', 'code eq K',                                                        'bobs high low'],
  ['Observation', 'status ne final',                                                  'bobs'],
  // Dates
  ['Patient', 'birthdate eq 1970-01-02 or birthdate eq 1980',                         'ann bob'],
  ['Patient', 'birthdate lt 1980-01-01',                                              'ann'],
  ['Patient', 'not (birthdate lt 1980-01-01)',                                        'bob cyd dee'],
  ['Patient', 'birthdate po 1980-05-15 or gender eq female',                          'ann bob'],
  ['Observation', 'date gt 2024-01-15 and date lt 2024-03-01',                        'high'],
  ['Observation', 'date sa 2024-02-10',                                               'bobs'],
  ['Observation', 'date eb 2024-02-10',                                               'low'],
  ['Observation', 'date po 2024-02-10',                                               'high'],
  ['Observation', 'not (date ge 2024-02-01)',                                         'bare low'],
  ['Observation', 'date ne 2024-01-01',                                               'bobs high'],
  // Quantities
  ['Observation', 'value-quantity ge 5',                                              'high'],
  ['Observation', 'value-quantity eq 3.5|ucum|mmol/L',                                'bobs low'],
  ['Observation', 'value-quantity ne 3.5',                                            'high'],
  ['Observation', 'value-quantity le 3.5||mmol/L and date lt 2024-02-01',             'low'],
  ['Observation', 'value-quantity ap 5.7',                                            'high'],
  // R4 search_filter.html: from left to right, without precedence
  ['Observation', 'status eq amended or status eq final and date pr false',           'bare'],
  ['Observation', 'status eq amended or (status eq final and date pr false)',         'bare bobs'],
  ['Observation', '((not ((status eq amended))))',                                    'bare high low'],
  ['Observation', 'NOT(status eq amended) AND (date PR true)',                        'high low'],
  // Chains
  ['Observation', 'subject.name sw "smiths"',                                         'bobs'],
  ['Observation', 'patient.family eq "smith" or patient.gender eq other',             'bare high low'],
  ['Observation', 'not (patient.gender eq female)',                                   'bare bobs'],
  ['Observation', 'patient.birthdate lt 1975',                                        'high low'],
  ['Observation', 'encounter.date pr false and code eq K',                            'bobs high low'],
])('R4 search_filter.html: %s %s finds "%s"', async (type, filter, expected) => {
  expect(await found(type, filter)).toBe(expected)
})

test('R4 search_filter.html#ops: re points to a resource, in any form of its address', async () => {
  for (const form of ['', 'Patient/', `${app.base}/Patient/`])
    expect(await found('Observation', `subject re ${form}${idOf('bob')} or status eq none`)).toBe('bobs')
  expect(await found('Observation', `not (subject re Patient/${idOf('bob')})`)).toBe('bare high low')
})

test('R4 search_filter.html: joins other parameters, pages, sorts and is audited by names', async () => {
  expect(
    await found('Observation', 'status eq final or status eq amended', {}, `&patient=${ids['ann']}&_sort=-date`),
  ).toBe('high low')
  expect(await found('Observation', 'status eq final', {}, '&_filter=date%20pr%20true')).toBe('high low')
  expect(await found('Observation', ' ')).toBe(all)
  const { body } = await search('Observation', 'status eq final or date pr true', {}, '&_count=1&_total=accurate')
  const next = body.link.find(({ relation }: { relation: string }) => relation === 'next').url
  const more = await app.send('GET', next.slice(app.base.length), { as: { tenant: 2 } })

  expect([body.total, body.entry.length, more.body.entry.length]).toEqual([4, 1, 1])
  const { rows } = await app.owner.query("select * from audit where kind = 'fhir.search' order by seq desc limit 1")
  expect(JSON.stringify(rows[0])).toContain('status')
  expect(JSON.stringify(rows[0])).not.toContain('amended')
})

test('SMART scopes: a filter finds nothing outside the own record or scope, nor through closed types', async () => {
  const own = { roles: ['patient'], scopes: ['patient/*.rs'], patient: ids['bob'] }

  expect(await found('Observation', 'status eq final or status eq amended', own)).toBe('bobs')
  expect(await found('Observation', 'not (status eq none)', own)).toBe('bobs')
  expect(await found('Observation', 'not (patient.family eq "smith")', own)).toBe('bobs')
  expect(await found('Observation', 'not (status eq none)', { scopes: ['user/Observation.rs?status=amended'] })).toBe(
    'bobs',
  )
  expect(await found('Observation', 'not (status eq none)', { tenant: 1 })).toBe('')
  const closed = await search('Observation', 'status eq final or not (patient.family eq "smith")', {
    scopes: ['user/Observation.rs'],
  })
  expect(closed.status).toBe(403)
})

// biome-ignore format: one row a line
test.each([
  ['Patient', 'name co "secret"',                              'at character 1: the operator co is not supported for a parameter of type string'],
  ['Patient', 'active eq true and name ew secret',             'at character 20: the operator ew is not supported for a parameter of type string'],
  ['Patient', 'family gt secret',                              'operator gt is not supported for a parameter of type string'],
  ['Patient', 'identifier ne secret',                          'at character 1: the operator ne is not supported where there may be several values'],
  ['Observation', 'code ss secret',                            'operator ss is not supported for a parameter of type token'],
  ['Observation', 'code in http://secret',                     'operator in is not supported for a parameter of type token'],
  ['Observation', 'subject eq Patient/secret',                 'operator eq is not supported for a parameter of type reference'],
  ['Observation', 'code-value-quantity eq secret$1',           'operator eq is not supported for a parameter of type composite'],
  ['Observation', 'patient.gender ne male',                    'operator ne is not supported after a reference'],
  ['Observation', 'related[type eq secret].target pr true',    'at character 9: a filter in brackets is not supported'],
  ['Patient', 'secret eq 1',                                   'at character 1: the type has no search parameter of this name'],
  ['Patient', 'gender.secret eq 1',                            'only a reference has a name after it'],
  ['Patient', 'gender is secret',                              'this is no operator'],
  ['Patient', 'gender constructor secret',                     'this is no operator'],
  ['Patient', 'gender',                                        'at character 7: a space and an operator are expected'],
  ['Patient', 'gender eq',                                     'at character 10: a space and a value are expected'],
  ['Patient', 'gender eq "secret',                             'a value is expected'],
  ['Patient', '(gender eq secret',                             'closing parenthesis'],
  ['Patient', 'gender eq secret)',                             'at character 17: and, or, or the end is expected'],
  ['Patient', 'gender eq secret also',                         'at character 18'],
  ['Patient', 'gender eq secret and',                          'a search parameter is expected'],
  ['Patient', 'not gender eq secret',                          'at character 15: and, or, or the end is expected'],
  ['Patient', 'gender eq secret,male',                         'join several comparisons by or'],
  ['Patient', 'birthdate ge secret',                           'must be a date or a time'],
  ['Patient', 'birthdate ge lt2020',                           'must be a date or a time'],
  ['Patient', 'gender pr secret',                              'the value must be true or false'],
  ['Patient', 'family eq ""',                                  'the value is empty'],
  ['Patient', `${'('.repeat(50)}gender eq secret${')'.repeat(50)}`, 'too deep'],
  ['Patient', Array.from({ length: 101 }, () => 'gender eq secret').join(' or '), 'more than 100 comparisons'],
  ['Patient', `gender eq ${'secret'.repeat(2000)}`,            'too long'],
  ['', 'gender eq secret',                                     'needs a search of one type'],
])('R4 search_filter.html: %s %s is refused: %s', async (type, filter, words) => {
  const { status, text } = await search(type, filter)

  expect([status, text.includes(words) ? words : text, text.includes('secret')]).toEqual([400, words, false])
})

test('R4 search_filter.html: the grammar, with JSON strings and spaces', () => {
  const path = ['a', '_b-2']
  expect(parseFilterText('  a._b-2   EQ "x \\"y\\" \\u0041)"  ')).toEqual({
    kind: 'test',
    path,
    operator: 'eq',
    value: 'x "y" A)',
    at: 3,
  })
  expect(parseFilterText('a eq 1 and b eq 2 or not(c eq 3)')).toMatchObject({
    kind: 'or',
    of: [{ kind: 'and' }, { kind: 'not' }],
  })
  expect(parseFilterText('a eq 1 and(b eq 2)and c eq 3')).toMatchObject({
    kind: 'and',
    of: [{ value: '1' }, { value: '2' }, { value: '3' }],
  })
})
