/** The demands of a profile: values, slices, types, targets. R4 profiling.html, elementdefinition.html. */
import { describe, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { buildProfile, listFindings, type Row, urlOf } from './profile-builder.ts'

const v2 = 'http://terminology.hl7.org/CodeSystem/v2-0203'
const patient = (more: JsonObject): JsonObject => ({ resourceType: 'Patient', ...more })
const identifier = (code: string, more: JsonObject = {}): JsonObject => ({
  type: { coding: [{ system: v2, code }] },
  ...more,
})

const errorsOf = (resource: JsonObject, rows: readonly Row[], type = 'Patient'): string[] =>
  listFindings(resource, [buildProfile('p', type, rows)]).filter((found) => !/^(?:warning|information)/.test(found))

describe('R4 elementdefinition.html', () => {
  test.each<[string, Row, JsonObject, string[]]>([
    ['min', ['Patient.name', { min: 1 }], {}, ['minimum Patient.name']],
    ['min of several', ['Patient.name', { min: 2 }], { name: [{ text: 'A' }] }, ['cardinality Patient.name']],
    ['max', ['Patient.name', { max: '1' }], { name: [{ text: 'A' }, { text: 'B' }] }, ['cardinality Patient.name']],
    ['max of none', ['Patient.gender', { max: '0' }], { gender: 'male' }, ['cardinality Patient.gender']],
    [
      'fixed, exactly',
      ['Patient.maritalStatus', { max: '1', fixedCodeableConcept: { text: 'A' } }],
      { maritalStatus: { text: 'A', coding: [{ code: 'M' }] } },
      ['fixed-value Patient.maritalStatus'],
    ],
    [
      'pattern, within more',
      ['Patient.maritalStatus', { max: '1', patternCodeableConcept: { coding: [{ code: 'M' }] } }],
      { maritalStatus: { text: 'A', coding: [{ code: 'S' }, { code: 'M' }] } },
      [],
    ],
    [
      'pattern',
      ['Patient.maritalStatus', { max: '1', patternCodeableConcept: { coding: [{ code: 'M' }] } }],
      { maritalStatus: { text: 'A' } },
      ['pattern-value Patient.maritalStatus'],
    ],
    [
      'maxLength',
      ['Patient.language', { max: '1', maxLength: 4 }],
      { language: 'en-AU' },
      ['too-long Patient.language'],
    ],
    [
      'minValue',
      ['Patient.birthDate', { max: '1', minValueDate: '1900-01-01' }],
      { birthDate: '1899-12-31' },
      ['minimum-value Patient.birthDate'],
    ],
    [
      'minValue of an instant, beyond milliseconds and in another zone',
      [
        'Patient.deceased[x]',
        { max: '1', type: [{ code: 'dateTime' }], minValueDateTime: '2024-01-01T00:00:00.1234568Z' },
      ],
      { deceasedDateTime: '2024-01-01T11:00:00.1234567+11:00' },
      ['minimum-value Patient.deceasedDateTime'],
    ],
    [
      'maxValue',
      ['Patient.multipleBirth[x]', { max: '1', type: [{ code: 'boolean' }, { code: 'integer' }], maxValueInteger: 3 }],
      { multipleBirthInteger: 4 },
      ['maximum-value Patient.multipleBirthInteger'],
    ],
    [
      'type',
      ['Patient.multipleBirth[x]', { max: '1', type: [{ code: 'integer' }] }],
      { multipleBirthBoolean: true },
      ['type-not-allowed Patient.multipleBirthBoolean'],
    ],
  ])('%s', (_title, row, more, expected) => {
    expect(errorsOf(patient(more), [row])).toEqual(expected)
  })

  test('a part of a data type', () => {
    const rows: Row[] = [
      ['Patient.name', { type: [{ code: 'HumanName' }] }],
      ['Patient.name.family', { min: 1, max: '1', type: [{ code: 'string' }] }],
    ]

    expect(errorsOf(patient({ name: [{ family: 'A' }, { text: 'B' }] }), rows)).toEqual([
      'minimum Patient.name[1].family',
    ])
  })
})

describe('R4 profiling.html#slicing', () => {
  const slicing = (discriminator: JsonObject[], more: JsonObject = {}): Row => [
    'Patient.identifier',
    { type: [{ code: 'Identifier' }], slicing: { discriminator, rules: 'open', ...more } as never },
  ]
  const byType = [{ type: 'pattern', path: 'type' }]
  const slice = (name: string, code: string, more: JsonObject = {}): Row[] => [
    [`Patient.identifier:${name}`, { type: [{ code: 'Identifier' }], ...more }],
    [
      `Patient.identifier.type`,
      { max: '1', type: [{ code: 'CodeableConcept' }], patternCodeableConcept: { coding: [{ system: v2, code }] } },
    ],
    ['Patient.identifier.value', { min: 1, max: '1', type: [{ code: 'string' }] }],
  ]

  test('a slice by pattern: its content, and nothing of the others', () => {
    const found = errorsOf(patient({ identifier: [identifier('MR'), identifier('NI')] }), [
      slicing(byType),
      ...slice('ni', 'NI'),
    ])

    expect(found).toEqual(['minimum Patient.identifier[1].value'])
  })

  test('a required slice, and one that has too many', () => {
    const rows = [slicing(byType), ...slice('ni', 'NI', { min: 1, max: '1' })]

    expect(errorsOf(patient({ identifier: [identifier('MR')] }), rows)).toEqual(['slice-minimum ni Patient.identifier'])
    expect(
      errorsOf(patient({ identifier: [identifier('NI', { value: '1' }), identifier('NI', { value: '2' })] }), rows),
    ).toEqual(['slice-maximum ni Patient.identifier'])
    expect(errorsOf(patient({}), rows)).toEqual(['slice-minimum ni Patient.identifier'])
  })

  test('a closed slicing', () => {
    expect(
      errorsOf(patient({ identifier: [identifier('MR')] }), [
        slicing(byType, { rules: 'closed' }),
        ...slice('ni', 'NI'),
      ]),
    ).toEqual(['slice-closed Patient.identifier[0]'])
  })

  test('an ordered slicing', () => {
    const rows = [slicing(byType, { ordered: true }), ...slice('ni', 'NI'), ...slice('mr', 'MR')]
    const of = (...codes: string[]) => patient({ identifier: codes.map((code) => identifier(code, { value: '1' })) })

    expect(errorsOf(of('NI', 'MR'), rows)).toEqual([])
    expect(errorsOf(of('MR', 'NI'), rows)).toEqual(['slice-order Patient.identifier[1]'])
  })

  test('more at the end alone', () => {
    const rows = [slicing(byType, { rules: 'openAtEnd' }), ...slice('ni', 'NI')]
    const of = (...codes: string[]) => patient({ identifier: codes.map((code) => identifier(code, { value: '1' })) })

    expect(errorsOf(of('NI', 'MR'), rows)).toEqual([])
    expect(errorsOf(of('MR', 'NI'), rows)).toEqual(['slice-order Patient.identifier[1]'])
  })

  test('a slice for what is in no other one', () => {
    const rows = [slicing(byType, { rules: 'closed' }), ...slice('ni', 'NI'), ...slice('@default', 'MR')]

    expect(errorsOf(patient({ identifier: [identifier('MR', { value: '1' })] }), rows)).toEqual([])
    expect(errorsOf(patient({ identifier: [identifier('PI', { value: '1' })] }), rows)).toEqual([
      'pattern-value Patient.identifier[0].type',
    ])
  })

  test('a slice within a slice', () => {
    const rows: Row[] = [
      slicing(byType),
      [
        'Patient.identifier:ni',
        {
          type: [{ code: 'Identifier' }],
          slicing: { discriminator: [{ type: 'value', path: 'system' }], rules: 'open' } as never,
        },
      ],
      [
        'Patient.identifier.type',
        { type: [{ code: 'CodeableConcept' }], patternCodeableConcept: { coding: [{ system: v2, code: 'NI' }] } },
      ],
      ['Patient.identifier:ni/own', { min: 1, type: [{ code: 'Identifier' }] }],
      ['Patient.identifier.system', { min: 1, max: '1', type: [{ code: 'uri' }], fixedUri: 'urn:own' }],
      ['Patient.identifier.value', { min: 1, max: '1', type: [{ code: 'string' }] }],
    ]

    expect(errorsOf(patient({ identifier: [identifier('NI', { system: 'urn:other' })] }), rows)).toEqual([
      'slice-minimum ni/own Patient.identifier',
    ])
    expect(errorsOf(patient({ identifier: [identifier('NI', { system: 'urn:own' })] }), rows)).toEqual([
      'minimum Patient.identifier[0].value',
    ])
  })

  test('by existence', () => {
    const rows: Row[] = [
      slicing([{ type: 'exists', path: 'period' }]),
      ['Patient.identifier:past', { max: '1', type: [{ code: 'Identifier' }] }],
      ['Patient.identifier.period', { min: 1, max: '1', type: [{ code: 'Period' }] }],
      ['Patient.identifier:now', { type: [{ code: 'Identifier' }] }],
      ['Patient.identifier.period', { max: '0', type: [{ code: 'Period' }] }],
    ]
    const past = { value: 'a', period: { start: '2020' } }

    expect(errorsOf(patient({ identifier: [past, { value: 'b' }, { value: 'c' }] }), rows)).toEqual([])
    expect(errorsOf(patient({ identifier: [past, past] }), rows)).toEqual(['slice-maximum past Patient.identifier'])
  })

  test('by required value set', () => {
    const rows: Row[] = [
      [
        'Patient.telecom',
        {
          type: [{ code: 'ContactPoint' }],
          slicing: { discriminator: [{ type: 'value', path: 'use' }], rules: 'open' } as never,
        },
      ],
      ['Patient.telecom:any', { max: '1', type: [{ code: 'ContactPoint' }] }],
      [
        'Patient.telecom.use',
        {
          min: 1,
          max: '1',
          type: [{ code: 'code' }],
          binding: { strength: 'required', valueSet: 'http://hl7.org/fhir/ValueSet/contact-point-use' },
        },
      ],
    ]

    expect(
      errorsOf(
        patient({
          telecom: [
            { system: 'phone', value: '1' },
            { system: 'phone', value: '2', use: 'home' },
          ],
        }),
        rows,
      ),
    ).toEqual([])
    expect(
      errorsOf(
        patient({
          telecom: [
            { system: 'phone', value: '1', use: 'work' },
            { system: 'phone', value: '2', use: 'home' },
          ],
        }),
        rows,
      ),
    ).toEqual(['slice-maximum any Patient.telecom'])
  })

  test('by type of a choice', () => {
    const rows: Row[] = [
      [
        'Observation.value[x]',
        {
          max: '1',
          slicing: { discriminator: [{ type: 'type', path: '$this' }], rules: 'open' } as never,
          type: [{ code: 'Quantity' }, { code: 'string' }],
        },
      ],
      ['Observation.value[x]:valueQuantity', { max: '1', type: [{ code: 'Quantity' }] }],
      ['Observation.value[x].unit', { min: 1, max: '1', type: [{ code: 'string' }] }],
    ]
    const observation = (more: JsonObject) => ({
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      ...more,
    })

    expect(errorsOf(observation({ valueString: 'a' }), rows, 'Observation')).toEqual([])
    expect(errorsOf(observation({ valueQuantity: { value: 1 } }), rows, 'Observation')).toEqual([
      'minimum Observation.valueQuantity.unit',
    ])
  })

  test('by the type and the profile of what a reference points to', () => {
    const rows = (type: string): Row[] => [
      ['Condition.evidence', { type: [{ code: 'BackboneElement' }] }],
      [
        'Condition.evidence.detail',
        {
          type: [{ code: 'Reference' }],
          slicing: { discriminator: [{ type, path: 'resolve()' }], rules: 'open' } as never,
        },
      ],
      [
        'Condition.evidence.detail:one',
        {
          max: '1',
          type: [
            {
              code: 'Reference',
              targetProfile: [type === 'type' ? 'http://hl7.org/fhir/StructureDefinition/Patient' : urlOf('named')],
            },
          ],
        },
      ],
    ]
    const named = buildProfile('named', 'Patient', [['Patient.name', { min: 1 }]])
    const condition = (...patients: JsonObject[]) => ({
      resourceType: 'Condition',
      subject: { reference: 'Patient/1' },
      contained: patients.map((more, index) => patient({ id: `p${index}`, ...more })),
      evidence: [{ detail: patients.map((_more, index) => ({ reference: `#p${index}` })) }],
    })
    const found = (type: string, ...patients: JsonObject[]) =>
      listFindings(condition(...patients), [buildProfile('p', 'Condition', rows(type)), named])

    expect(found('type', { gender: 'male' }, { gender: 'male' })).toEqual([
      'slice-maximum one Condition.evidence[0].detail',
    ])
    expect(found('profile', { name: [{ text: 'A' }] }, { gender: 'male' })).toEqual([])
    expect(found('profile', { name: [{ text: 'A' }] }, { name: [{ text: 'B' }] })).toEqual([
      'slice-maximum one Condition.evidence[0].detail',
    ])
  })

  test('through an extension', () => {
    const rows: Row[] = [
      slicing([{ type: 'value', path: "extension('http://example.org/kind').value" }]),
      ['Patient.identifier:own', { max: '1', type: [{ code: 'Identifier' }] }],
      [
        'Patient.identifier.extension',
        {
          type: [{ code: 'Extension' }],
          slicing: { discriminator: [{ type: 'value', path: 'url' }], rules: 'open' } as never,
        },
      ],
      [
        'Patient.identifier.extension:kind',
        { min: 1, max: '1', type: [{ code: 'Extension', profile: ['http://example.org/kind'] }] },
      ],
      ['Patient.identifier.extension.value[x]', { min: 1, max: '1', type: [{ code: 'code' }], fixedCode: 'own' }],
    ]
    const kind = buildProfile('kind', 'Extension', [
      ['Extension.url', { max: '1', type: [{ code: 'uri' }], fixedUri: 'http://example.org/kind' }],
    ])
    const own = (valueCode: string) => ({ value: '1', extension: [{ url: 'http://example.org/kind', valueCode }] })
    const found = (...codes: string[]) =>
      listFindings(patient({ identifier: codes.map(own) }), [
        buildProfile('p', 'Patient', rows),
        { ...kind, url: 'http://example.org/kind' },
      ])

    expect(found('own', 'other')).toEqual([])
    expect(found('own', 'own')).toEqual(['slice-maximum own Patient.identifier'])
  })

  test('without a discriminator: the definition is told to be faulty, naming the element', () => {
    expect(errorsOf(patient({}), [slicing([]), ...slice('ni', 'NI')])).toEqual(['definition-faulty Patient'])
  })
})

test('R4 ElementDefinition.type.profile: at least one of several is met', () => {
  const named = (name: string, member: string) => ({
    ...buildProfile(name, 'Identifier', [[`Identifier.${member}`, { min: 1, max: '1', type: [{ code: 'string' }] }]]),
    kind: 'complex-type' as const,
  })
  const both = buildProfile('p', 'Patient', [
    ['Patient.identifier', { type: [{ code: 'Identifier', profile: [urlOf('a'), urlOf('b')] }] }],
  ])
  const found = (one: JsonObject) =>
    listFindings(patient({ identifier: [one] }), [both, named('a', 'value'), named('b', 'system')])

  expect(found({ value: '1' })).toEqual([])
  expect(found({ system: 'urn:a' })).toEqual([])
  expect(found({ use: 'usual' })).toEqual(['profile-unmet Patient.identifier[0]'])
})

test('R4 elementdefinition.html: a reference that has to be contained', () => {
  const rows: Row[] = [
    [
      'Patient.managingOrganization',
      {
        max: '1',
        type: [
          {
            code: 'Reference',
            targetProfile: ['http://hl7.org/fhir/StructureDefinition/Organization'],
            aggregation: ['contained'],
          },
        ],
      },
    ],
  ]

  expect(errorsOf(patient({ managingOrganization: { reference: 'Organization/1' } }), rows)).toEqual([
    'reference-aggregation Patient.managingOrganization',
  ])
})

test('R4 profiling.html: the target of a reference meets the profile; profiles that go round in circles end', () => {
  const target = urlOf('p')
  const rows: Row[] = [
    ['Patient.link', { type: [{ code: 'BackboneElement' }] }],
    ['Patient.link.other', { min: 1, max: '1', type: [{ code: 'Reference', targetProfile: [target] }] }],
    ['Patient.name', { min: 1 }],
  ]
  const link = (reference: string) => [{ other: { reference }, type: 'seealso' }]
  const inner = (more: JsonObject) => patient({ id: 'a', link: link('#'), ...more })
  const outer = (more: JsonObject) => patient({ name: [{ text: 'A' }], contained: [inner(more)], link: link('#a') })

  expect(errorsOf(outer({ name: [{ text: 'B' }] }), rows)).toEqual([])
  expect(errorsOf(outer({}), rows)).toEqual(['reference-profile Patient.link[0].other.reference'])
})

test('R4 terminologies.html#required: a value set that is not known here is a warning, and the code is left to others', () => {
  const rows: Row[] = [
    [
      'Patient.maritalStatus',
      {
        max: '1',
        type: [{ code: 'CodeableConcept' }],
        binding: { strength: 'required', valueSet: 'http://example.org/ValueSet/unknown' },
      },
    ],
  ]
  const maritalStatus = { coding: [{ system: 'http://example.org/codes', code: 'a', display: 'A' }] }

  expect(listFindings(patient({ maritalStatus }), [buildProfile('p', 'Patient', rows)])).toContain(
    'warning binding-unknown Patient.maritalStatus',
  )
})
