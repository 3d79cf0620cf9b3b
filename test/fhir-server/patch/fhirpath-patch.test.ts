/** FHIRPath Patch. R4 fhirpatch.html. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create, observationText, patient } from '../resources.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

/** The second tenant asks for base R4 only. */
const base = { tenant: 2 } as const

type Part = JsonObject

const operation = (type: string, path: string, ...parts: Part[]): JsonObject => ({
  name: 'operation',
  part: [{ name: 'type', valueCode: type }, { name: 'path', valueString: path }, ...parts],
})
const named = (name: string): Part => ({ name: 'name', valueString: name })
const value = (suffix: string, own: JsonObject | string): Part => ({ name: 'value', [`value${suffix}`]: own })
const number = (name: string, own: number): Part => ({ name, valueInteger: own })

const send = (path: string, ...parameter: JsonObject[]) =>
  app.send('PATCH', path, { body: { resourceType: 'Parameters', parameter }, as: base })

const rows: readonly (readonly [string, JsonObject, JsonObject[], JsonObject])[] = [
  [
    'add: a member, an item, a choice',
    {},
    [
      operation('add', 'Patient', named('maritalStatus'), value('CodeableConcept', { text: 'Single' })),
      operation('add', 'Patient.name[0]', named('given'), value('String', 'Rose')),
      operation('add', 'Patient', named('deceased'), value('DateTime', '2020-01-01')),
      operation('add', 'Patient', named('telecom'), value('ContactPoint', { system: 'phone', value: '1' })),
    ],
    {
      maritalStatus: { text: 'Single' },
      name: [{ family: 'Wattle', given: ['Grevillea', 'Rose'] }],
      deceasedDateTime: '2020-01-01',
      telecom: [{ system: 'phone', value: '1' }],
    },
  ],
  [
    'add: a backbone element made of parts',
    {},
    [
      operation('add', 'Patient', named('contact'), {
        name: 'value',
        part: [
          { name: 'relationship', valueCodeableConcept: { text: 'Sister' } },
          { name: 'name', valueHumanName: { text: 'A' } },
        ],
      }),
    ],
    { contact: [{ relationship: [{ text: 'Sister' }], name: { text: 'A' } }] },
  ],
  [
    'insert and move within a list',
    { name: [{ text: 'B' }, { text: 'C' }] },
    [
      operation('insert', 'Patient.name', number('index', 0), value('HumanName', { text: 'A' })),
      operation('move', 'Patient.name', number('source', 2), number('destination', 0)),
    ],
    { name: [{ text: 'C' }, { text: 'A' }, { text: 'B' }] },
  ],
  [
    'delete: by criteria, the last item with its list, and what is not there',
    {
      telecom: [{ system: 'phone', value: '1' }],
      address: [
        { use: 'home', city: 'A' },
        { use: 'old', city: 'B' },
      ],
    },
    [
      operation('delete', "Patient.address.where(use = 'old')"),
      operation('delete', 'Patient.telecom[0]'),
      operation('delete', 'Patient.maritalStatus'),
    ],
    { address: [{ use: 'home', city: 'A' }], telecom: undefined as never },
  ],
  [
    'replace: a primitive of a list by criteria, a choice by one of another type',
    {
      name: [
        { use: 'official', given: ['A', 'B'] },
        { use: 'usual', given: ['C'] },
      ],
      deceasedBoolean: false,
    },
    [
      operation('replace', "Patient.name.where(use = 'official').given.last()", value('String', 'Z')),
      operation('replace', 'Patient.deceased', value('DateTime', '2020')),
    ],
    {
      name: [
        { use: 'official', given: ['A', 'Z'] },
        { use: 'usual', given: ['C'] },
      ],
      deceasedDateTime: '2020',
      deceasedBoolean: undefined as never,
    },
  ],
  [
    'by extension and by ofType',
    {
      extension: [
        { url: 'http://a', valueString: 'x' },
        { url: 'http://b', valueString: 'y' },
      ],
      deceasedBoolean: true,
    },
    [
      operation('replace', "Patient.extension('http://b').value", value('String', 'z')),
      operation('delete', 'Patient.deceased.ofType(boolean)'),
    ],
    {
      extension: [
        { url: 'http://a', valueString: 'x' },
        { url: 'http://b', valueString: 'z' },
      ],
      deceasedBoolean: undefined as never,
    },
  ],
  [
    'a primitive and its extensions stay together',
    {
      birthDate: '1970-01-02',
      _birthDate: { extension: [{ url: 'http://a', valueString: 'x' }] },
      name: [{ given: ['A', 'B'], _given: [null as never, { id: 'b' }] }],
    },
    [
      operation('replace', 'Patient.birthDate', value('Date', '1971-01-02')),
      operation('move', 'Patient.name[0].given', number('source', 1), number('destination', 0)),
    ],
    {
      birthDate: '1971-01-02',
      _birthDate: undefined as never,
      name: [{ given: ['B', 'A'], _given: [{ id: 'b' }, null as never] }],
    },
  ],
  ['no operation at all changes nothing', { gender: 'female' }, [], { gender: 'female' }],
  [
    'delete: an only child takes its parents along',
    {
      name: [{ given: ['A'] }, { text: 'B' }],
      contact: [{ name: { family: 'C' } }],
      maritalStatus: { coding: [{ id: 'a', code: 'M' }] },
      telecom: [{ system: 'phone', value: '1' }],
    },
    [
      operation('delete', 'Patient.name[0].given[0]'),
      operation('delete', 'Patient.contact[0].name.family'),
      operation('delete', 'Patient.maritalStatus.coding[0].code'),
      operation('delete', 'Patient.telecom[0].value'),
    ],
    {
      name: [{ text: 'B' }],
      contact: undefined as never,
      maritalStatus: undefined as never,
      telecom: [{ system: 'phone' }],
    },
  ],
  [
    'add: an extension of a primitive',
    { birthDate: '1970-01-02', gender: 'female', _gender: { id: 'g' }, name: [{ given: ['A', 'B', 'C'] }] },
    [
      operation(
        'add',
        'Patient.birthDate',
        named('extension'),
        value('Extension', { url: 'http://a', valueString: 'x' }),
      ),
      operation(
        'add',
        'Patient.birthDate',
        named('extension'),
        value('Extension', { url: 'http://b', valueString: 'y' }),
      ),
      operation('add', 'Patient.gender', named('extension'), value('Extension', { url: 'http://a', valueString: 'x' })),
      operation('add', 'Patient.name[0].given[1]', named('extension'), {
        name: 'value',
        part: [
          { name: 'url', valueUri: 'http://a' },
          { name: 'value', valueString: 'x' },
        ],
      }),
      operation('replace', "Patient.birthDate.extension('http://b').value", value('String', 'z')),
    ],
    {
      birthDate: '1970-01-02',
      _birthDate: {
        extension: [
          { url: 'http://a', valueString: 'x' },
          { url: 'http://b', valueString: 'z' },
        ],
      },
      gender: 'female',
      _gender: { id: 'g', extension: [{ url: 'http://a', valueString: 'x' }] },
      name: [
        {
          given: ['A', 'B', 'C'],
          _given: [null as never, { extension: [{ url: 'http://a', valueString: 'x' }] }, null as never],
        },
      ],
    },
  ],
  [
    'delete: extensions of primitives, the last one with the object that holds it',
    {
      birthDate: '1970-01-02',
      _birthDate: { extension: [{ url: 'http://a', valueString: 'x' }] },
      gender: 'female',
      _gender: { id: 'g', extension: [{ url: 'http://a', valueString: 'x' }] },
      name: [
        {
          given: ['A', 'B'],
          _given: [{ extension: [{ url: 'http://a', valueString: 'x' }] }, { id: 'b' }],
        },
      ],
    },
    [
      operation('delete', 'Patient.birthDate.extension[0]'),
      operation('delete', 'Patient.gender.extension[0]'),
      operation('delete', 'Patient.name[0].given[0].extension[0]'),
    ],
    {
      birthDate: '1970-01-02',
      _birthDate: undefined as never,
      _gender: { id: 'g' },
      name: [{ given: ['A', 'B'], _given: [null as never, { id: 'b' }] }],
    },
  ],
]

test.each(rows)('R4 fhirpatch.html: %s', async (_, before, operations, after) => {
  const { id } = await create(app, patient(before), 2)

  const answer = await send(`/Patient/${id}`, ...operations)

  expect([answer.status, answer.body.issue]).toEqual([200, undefined])
  for (const [name, expected] of Object.entries(after)) expect(answer.body[name]).toEqual(expected)
  expect(answer.body.meta.versionId).toBe('2')
})

test.each([
  ['add to several', operation('add', 'Patient.name', named('use'), value('Code', 'usual')), 422],
  ['add what is there', operation('add', 'Patient', named('gender'), value('Code', 'male')), 422],
  ['add an unknown member', operation('add', 'Patient', named('weight'), value('Decimal', '1')), 422],
  ['insert past the end', operation('insert', 'Patient.name', number('index', 9), value('HumanName', {})), 422],
  ['insert into no list', operation('insert', 'Patient.gender', number('index', 0), value('Code', 'male')), 422],
  ['delete several', operation('delete', 'Patient.name'), 422],
  ['delete the resource', operation('delete', 'Patient'), 422],
  ['replace nothing', operation('replace', 'Patient.photo', value('Attachment', {})), 422],
  ['move past the end', operation('move', 'Patient.name', number('source', 0), number('destination', 2)), 422],
  ['an invalid result', operation('replace', 'Patient.gender', value('Code', 'banana')), 422],
  ['no FHIRPath', operation('delete', 'Patient.name['), 400],
  ['a function that takes long', operation('delete', "Patient.name.where(family.matches('(a+)+$'))"), 400],
  ['a path that makes up values', operation('delete', 'Patient.name.family & 1'), 400],
  ['an unknown operation', operation('drop', 'Patient.name'), 400],
  ['no operation', { name: 'other' }, 400],
  ['an operation without parts', { name: 'operation' }, 400],
  ['a value beside a primitive', operation('add', 'Patient.gender', named('value'), value('Code', 'male')), 422],
])('R4 fhirpatch.html: %s is refused, without a value; nothing changes', async (_, parameter, status) => {
  const { id } = await create(app, patient({ name: [{ text: 'A' }, { text: 'B' }] }), 2)

  const answer = await send(`/Patient/${id}`, parameter)

  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain('banana')
  expect((await app.send('GET', `/Patient/${id}`, { as: base })).body.meta.versionId).toBe('1')
})

test('R4 datatypes.html#decimal: numbers keep their text', async () => {
  const { id } = await create(app, observationText(`Patient/${(await create(app, patient(), 2)).id}`), 2)
  const quantity = JSON.stringify(
    operation('add', 'Observation', named('referenceRange'), {
      name: 'value',
      part: [{ name: 'low', valueQuantity: { value: 0, unit: 'kg' } }],
    }),
  ).replace('"value":0', '"value":60.0')

  const answer = await app.send('PATCH', `/Observation/${id}`, {
    body: `{"resourceType":"Parameters","parameter":[${quantity}]}`,
    as: base,
  })

  expect(answer.status).toBe(200)
  expect(answer.text).toContain('"valueQuantity":{"value":70.00,"unit":"kg"}')
  expect(answer.text).toContain('"referenceRange":[{"low":{"value":60.0,"unit":"kg"}}]')
})

test('R4 fhirpatch.html: a body that is no Parameters is refused', async () => {
  const { id } = await create(app, patient(), 2)

  expect((await app.send('PATCH', `/Patient/${id}`, { body: patient({ id }), as: base })).status).toBe(400)
})
