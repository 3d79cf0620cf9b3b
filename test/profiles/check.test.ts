/** Base R4 and AU Core checks of one resource. docs/au-core.md. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { JsonObject, JsonValue } from '../../src/core/json.ts'
import { parseJson } from '../../src/core/json.ts'
import { checkResource, finishCheck, hasErrors } from '../../src/profiles/check.ts'
import { openTestValidator } from './open-definitions.ts'

const validator = await openTestValidator()

const examples = join(import.meta.dirname, '../../../shared/au-core/examples')
const v2 = 'http://terminology.hl7.org/CodeSystem/v2-0203'
const ihiSystem = 'http://ns.electronichealth.net.au/id/hi/ihi/1.0'
const absentReason = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'
const auCorePatient = 'http://hl7.org.au/fhir/core/StructureDefinition/au-core-patient'

const patient = (changes: JsonObject = {}): JsonObject => ({
  resourceType: 'Patient',
  identifier: [{ system: 'urn:oid:1.2.36.1', value: 'MRN1' }],
  name: [{ family: 'Wattle', given: ['Grevillea'] }],
  gender: 'female',
  birthDate: '1970-01-02',
  ...changes,
})

const ihi = (changes: JsonObject = {}): JsonObject => ({
  type: { coding: [{ system: v2, code: 'NI' }] },
  system: ihiSystem,
  value: '8003608166690503',
  ...changes,
})

const narrative = (div: string): JsonObject => patient({ text: { status: 'generated', div } })
const div = (content: string): string => `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`

function listErrors(resource: JsonValue, requiredProfiles: 'au-core' | 'base' = 'base'): string[] {
  const { findings } = checkResource(resource, { validator, requiredProfiles })
  return findings
    .filter(({ severity }) => severity === 'error')
    .map((found) => `${found.rule} ${found.code} ${found.expression}`)
}

test('R4 resource.html: a plain resource has no findings', () => {
  expect(checkResource(patient(), { validator, requiredProfiles: 'au-core' })).toEqual({
    findings: [],
    pending: { references: [], codes: [] },
  })
})

test.each<[string, JsonObject]>([
  [
    'datatypes.html#base64Binary: lines of base64',
    patient({ photo: [{ contentType: 'image/png', data: 'QUJD\r\nREVG QUI=' }] }),
  ],
  ['narrative.html#xhtml: a narrative of more than 1 MB', narrative(div('a'.repeat(1_100_000)))],
  [
    'bundle.html: the outcome of an entry',
    {
      resourceType: 'Bundle',
      type: 'batch-response',
      entry: [
        {
          response: {
            status: '404 Not Found',
            outcome: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'not-found' }] },
          },
        },
      ],
    },
  ],
])('R4: %s is taken', (_rule, resource) => {
  expect(listErrors(resource)).toEqual([])
})

describe('R4: what is refused, by rule, issue code and place', () => {
  const rows: readonly (readonly [string, JsonValue, string])[] = [
    [
      'terminologies.html#required: a code outside its value set',
      patient({ gender: 'banana' }),
      'required-binding code-invalid Patient.gender',
    ],
    [
      'a required CodeableConcept of another system',
      {
        resourceType: 'Condition',
        subject: { reference: 'Patient/1' },
        clinicalStatus: { coding: [{ system: 'urn:x', code: 'active' }] },
      },
      'required-binding code-invalid Condition.clinicalStatus',
    ],
    [
      'a required CodeableConcept with text alone',
      { resourceType: 'Condition', subject: { reference: 'Patient/1' }, clinicalStatus: { text: 'active' } },
      'required-binding code-invalid Condition.clinicalStatus',
    ],
    ['json.html: an empty array', patient({ telecom: [] }), 'empty-value structure Patient.telecom'],
    ['an empty object', patient({ maritalStatus: {} }), 'empty-value structure Patient.maritalStatus'],
    ['an empty string', patient({ language: '' }), 'empty-value structure Patient.language'],
    ['null', patient({ gender: null }), 'null-value structure Patient.gender'],
    ['null in an array of objects', patient({ name: [null] }), 'null-value structure Patient.name[0]'],
    ['an unknown element', patient({ nmae: [] }), 'element-unknown structure Patient.nmae'],
    [
      'extensions of an element that is no primitive',
      patient({ _name: [{ id: 'a' }] }),
      'element-unknown structure Patient.name',
    ],
    ['an array where one value belongs', patient({ gender: ['male'] }), 'single-expected structure Patient.gender'],
    ['one value where an array belongs', patient({ name: { family: 'A' } }), 'array-expected structure Patient.name'],
    ['a string where an object belongs', patient({ name: ['A'] }), 'object-expected structure Patient.name[0]'],
    [
      'an object where a primitive belongs',
      patient({ gender: { code: 'male' } }),
      'json-type structure Patient.gender',
    ],
    [
      'a number where a string belongs',
      patient({ name: [{ family: 7 }] }),
      'json-type structure Patient.name[0].family',
    ],
    [
      'two types of one choice',
      patient({ deceasedBoolean: true, deceasedDateTime: '2020' }),
      'choice-repeated structure Patient.deceasedDateTime',
    ],
    [
      'datatypes.html#string: a control character',
      patient({ name: [{ family: 'a\u0007' }] }),
      'control-character value Patient.name[0].family',
    ],
    [
      'datatypes.html: a day that does not exist',
      patient({ birthDate: '2026-02-30' }),
      'primitive-format value Patient.birthDate',
    ],
    [
      'datatypes.html#dateTime: a time without its zone',
      patient({ deceasedDateTime: '2026-02-03T10:00:00' }),
      'primitive-format value Patient.deceasedDateTime',
    ],
    [
      'datatypes.html#dateTime: an hour alone',
      patient({ deceasedDateTime: '2026-02-03T10' }),
      'primitive-format value Patient.deceasedDateTime',
    ],
    ['resource.html#id: an id with a slash', patient({ id: 'a/b' }), 'primitive-format value Patient.id'],
    ['an id of 65 characters', patient({ id: 'a'.repeat(65) }), 'primitive-format value Patient.id'],
    [
      'references.html: free text as reference',
      patient({ managingOrganization: { reference: 'the clinic' } }),
      'reference-format value Patient.managingOrganization.reference',
    ],
    [
      'a reference to no type of R4',
      patient({ managingOrganization: { reference: 'Clinic/1' } }),
      'reference-format value Patient.managingOrganization.reference',
    ],
    [
      'an unresolved conditional reference',
      patient({ managingOrganization: { reference: 'Organization?identifier=1' } }),
      'reference-format value Patient.managingOrganization.reference',
    ],
    [
      'a reference to a type that is not allowed',
      patient({ managingOrganization: { reference: 'Patient/1' } }),
      'reference-target value Patient.managingOrganization.reference',
    ],
    [
      'the same by absolute URL',
      patient({ managingOrganization: { reference: 'https://x.example/fhir/Patient/1' } }),
      'reference-target value Patient.managingOrganization.reference',
    ],
    [
      'a contained resource that is not there',
      patient({ managingOrganization: { reference: '#o' } }),
      'reference-contained not-found Patient.managingOrganization.reference',
    ],
    [
      'a contained resource without id',
      patient({ contained: [{ resourceType: 'Organization', name: 'A' }] }),
      'contained-id required Patient.contained[0]',
    ],
    [
      'a missing required element',
      { resourceType: 'Encounter', class: { code: 'AMB' } },
      'minimum required Encounter.status',
    ],
    [
      'an invariant: con-5',
      {
        resourceType: 'Condition',
        subject: { reference: 'Patient/1' },
        clinicalStatus: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }],
        },
        verificationStatus: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code: 'entered-in-error' }],
        },
      },
      'con-5 invariant Condition',
    ],
    ['no resource at all', ['x'], 'resource-type structure Resource'],
    ['an unknown type', { resourceType: 'Clinic' }, 'resource-type structure Resource'],
    ['an abstract type', { resourceType: 'DomainResource' }, 'resource-type structure Resource'],
    [
      'a contained unknown type',
      patient({ contained: [{ resourceType: 'Project', id: 'a' }] }),
      'resource-type structure Patient.contained[0]',
    ],
  ]

  test.each(rows)('R4 %s', (_, resource, expected) => {
    expect(listErrors(resource)).toContain(expected)
  })
})

test('R4 references.html#contained: two contained resources with one id are refused', () => {
  const contained = [
    { resourceType: 'Organization', id: 'o', name: 'A' },
    { resourceType: 'Organization', id: 'o', name: 'B' },
  ]

  const errors = listErrors(patient({ contained, managingOrganization: { reference: '#o' } }))

  expect(errors).toEqual(['contained-duplicate duplicate Patient.contained[1].id'])
})

test('R4 json.html: primitive extensions, alone or beside a null, are accepted', () => {
  const extension = [{ url: absentReason, valueCode: 'unknown' }]
  const name = [{ family: 'Wattle', given: ['A', null], _given: [null, { extension }] }]

  expect(listErrors(patient({ name, _birthDate: { extension } }))).toEqual([])
})

test('docs/au-core.md#definitions: what has too many elements is refused before it is looked at', () => {
  const extension = Array.from({ length: 170_000 }, () => ({ url: 'urn:a', valueCode: 'b' }))

  expect(listErrors(patient({ extension }))).toEqual(['too-large too-costly Patient'])
})

describe('R4 narrative.html: what a div may hold', () => {
  test.each([
    div('<p class="a" style="color:red">a &amp; b &lt; c &#160;</p><br id="x"/><img src="#x" alt="y"/>'),
    `<!-- note -->${div("<table><tr><td colspan='2'>a</td></tr></table>")}`,
    div('<a href="https://example.org/a?b=1&amp;c=2">a</a><a name="here">.</a>'),
    div('<img src="data:image/png;base64,AAAA" alt="a"/>'),
  ])('R4 txt-1: accepts %s', (text) => {
    expect(listErrors(narrative(text))).toEqual([])
  })

  test.each([
    div('<script>alert(1)</script>'),
    div('<p onclick="x()">a</p>'),
    div('<a href="javascript:x()">a</a>'),
    div('<a href="java&#115;cript:x()">a</a>'),
    div('<a href=" java\nscript:x()">a</a>'),
    div('<a href="data:text/html;base64,AAAA">a</a>'),
    div('<p style="width:expression(x())">a</p>'),
    div('<iframe src="x">a</iframe>'),
    div('<form>a</form>'),
    div('<b>a</i>'),
    div('<p>a'),
    div('a & b'),
    div('a < b'),
    div('<p a="1" a="2">a</p>'),
    div('<![CDATA[a]]>'),
    div('<p title=a>a</p>'),
    div('a ]]> b'),
    div('a &#0; b'),
    div('a &nbsp; b'),
    div('a &#xD800; b'),
    div('a\u0001b'),
    div('<p\u00a0title="a">a</p>'),
    div('<p data-a:b="a">a</p>'),
    div('  '),
    '<p>a</p>',
    '<div>a</div>',
    `${div('a')}${div('b')}`,
    `${div('a')}b`,
    `<!DOCTYPE html>${div('a')}`,
    '<div xmlns="http://www.w3.org/1999/xhtml"/>',
    'a',
  ])('R4 txt-1: refuses %s', (text) => {
    expect(listErrors(narrative(text))).toEqual([expect.stringMatching(/^narrative(?:-\w+)? \w+ Patient\.text\.div$/)])
  })

  test('R4 txt-1: long hostile input takes linear time', () => {
    const started = performance.now()
    const texts = [
      '<a '.repeat(50_000),
      `<div ${'a="b" '.repeat(50_000)}`,
      '<!--'.repeat(50_000),
      `<p${' '.repeat(100_000)}x`,
    ]

    expect(texts.flatMap((text) => listErrors(narrative(div(text))))).toHaveLength(texts.length)
    expect(performance.now() - started).toBeLessThan(4000)
  })
})

test('Spec 7: findings and places hold no value of the caller', () => {
  const canary = 'ZZCANARY'
  const resource = patient({
    [canary]: canary,
    gender: canary,
    birthDate: canary,
    name: [{ family: 7, [`${canary} x`]: [canary] }],
    managingOrganization: { reference: canary },
    text: { status: canary, div: canary },
    communication: [{ language: { coding: [{ system: canary, code: '', display: canary }] } }],
    link: [{ other: { reference: `#${canary}` }, type: canary }],
  })

  expect(JSON.stringify(checkResource(resource, { validator, requiredProfiles: 'au-core' }).findings)).not.toContain(
    canary,
  )
})

test('R4 references.html: what only the store can answer is pending; what is missing becomes not-found', () => {
  const resource = patient({
    managingOrganization: { reference: 'Organization/o1' },
    generalPractitioner: [
      { reference: 'https://other.example/fhir/Practitioner/1' },
      { reference: 'Practitioner/p1/_history/2' },
    ],
  })

  const checked = checkResource(resource, { validator, requiredProfiles: 'base' })

  expect(checked.pending.references).toEqual([
    { expression: 'Patient.managingOrganization.reference', reference: 'Organization/o1' },
    {
      expression: 'Patient.generalPractitioner[0].reference',
      reference: 'https://other.example/fhir/Practitioner/1',
    },
    { expression: 'Patient.generalPractitioner[1].reference', reference: 'Practitioner/p1/_history/2' },
  ])
  expect(finishCheck(checked, { missing: [] })).toEqual([])
  expect(finishCheck(checked, { missing: ['Organization/o1'] })).toMatchObject([
    { severity: 'error', code: 'not-found', expression: 'Patient.managingOrganization.reference' },
  ])
})

describe('AU Core 2.0.0: the profiles', () => {
  const type = (code: string) => ({ coding: [{ system: v2, code }] })
  const rows: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    ['patient: a name is required', without(patient(), 'name'), ['au-core-pat-02 Patient', 'minimum Patient.name']],
    ['patient: a birth date is required', without(patient(), 'birthDate'), ['minimum Patient.birthDate']],
    [
      'patient: or why it is absent',
      { ...without(patient(), 'birthDate'), _birthDate: { extension: [{ url: absentReason, valueCode: 'unknown' }] } },
      [],
    ],
    [
      'au-core-pat-01: an identifier without value',
      patient({ identifier: [{ system: 'urn:oid:1.2.36.1' }] }),
      ['au-core-pat-01 Patient'],
    ],
    [
      'au-core-pat-01: or why it is absent',
      patient({ identifier: [{ extension: [{ url: absentReason, valueCode: 'unknown' }] }] }),
      [],
    ],
    [
      'au-core-pat-01: never both',
      patient({
        identifier: [{ system: 'urn:x', value: '1' }, { extension: [{ url: absentReason, valueCode: 'unknown' }] }],
      }),
      ['au-core-pat-01 Patient'],
    ],
    [
      'au-core-pat-03: a name of a prefix alone',
      patient({ name: [{ family: 'A' }, { prefix: ['Dr'] }] }),
      ['au-core-pat-03 Patient.name[1]'],
    ],
    ['patient: a valid IHI', patient({ identifier: [ihi()] }), []],
    [
      'patient: an IHI with a wrong check digit',
      patient({ identifier: [ihi({ value: '8003608166690504' })] }),
      ['inv-ihi-value-2 Patient.identifier[0]'],
    ],
    [
      'patient: an IHI with a wrong prefix',
      patient({ identifier: [ihi({ value: '8003619900015717' })] }),
      ['inv-ihi-value-1 Patient.identifier[0]'],
    ],
    [
      'patient: an IHI with spaces',
      patient({ identifier: [ihi({ value: '8003 6081 6669 0503' })] }),
      [
        'inv-ihi-value-0 Patient.identifier[0]',
        'inv-ihi-value-1 Patient.identifier[0]',
        'inv-ihi-value-2 Patient.identifier[0]',
        'too-long Patient.identifier[0].value',
      ],
    ],
    [
      'patient: an IHI under another system',
      patient({ identifier: [ihi({ system: 'urn:x' })] }),
      ['fixed-value Patient.identifier[0].system'],
    ],
    [
      'patient: two IHIs',
      patient({ identifier: [ihi(), ihi({ value: '8003608333647261' })] }),
      ['slice-maximum ihi Patient.identifier'],
    ],
    [
      'patient: a wrong number that no type marks as IHI passes',
      patient({ identifier: [{ system: ihiSystem, value: '1' }] }),
      [],
    ],
    [
      'practitioner: a family name',
      { resourceType: 'Practitioner', name: [{ text: 'A' }] },
      ['minimum Practitioner.name[0].family'],
    ],
    [
      'practitioner: a wrong HPI-I',
      {
        resourceType: 'Practitioner',
        name: [{ family: 'A' }],
        identifier: [
          { type: type('NPI'), system: 'http://ns.electronichealth.net.au/id/hi/hpii/1.0', value: '8003619900015718' },
        ],
      },
      ['inv-hpii-2 Practitioner.identifier[0]'],
    ],
    [
      'organization: a wrong HPI-O',
      {
        resourceType: 'Organization',
        name: 'A',
        identifier: [
          {
            type: { coding: [{ system: 'http://terminology.hl7.org.au/CodeSystem/v2-0203', code: 'NOI' }] },
            system: 'http://ns.electronichealth.net.au/id/hi/hpio/1.0',
            value: '8003628233352433',
          },
        ],
      },
      ['inv-hpio-2 Organization.identifier[0]'],
    ],
    ['location: nothing to find it by', { resourceType: 'Location', name: 'A' }, ['au-core-loc-01 Location']],
    [
      'encounter: a subject',
      { resourceType: 'Encounter', status: 'planned', class: { code: 'AMB' } },
      ['minimum Encounter.subject'],
    ],
    [
      'condition: category and code',
      { resourceType: 'Condition', subject: { reference: 'Patient/1' } },
      ['minimum Condition.category', 'minimum Condition.code'],
    ],
    [
      'au-core-cond-01: a body site of another system',
      {
        resourceType: 'Condition',
        subject: { reference: 'Patient/1' },
        category: [{ text: 'a' }],
        code: { text: 'a' },
        bodySite: [{ coding: [{ system: 'urn:x', code: '1' }] }],
      },
      ['au-core-cond-01 Condition.bodySite[0]'],
    ],
    ['medication: a code', { resourceType: 'Medication', status: 'active' }, ['minimum Medication.code']],
    [
      'documentreference: type and subject',
      {
        resourceType: 'DocumentReference',
        status: 'current',
        content: [{ attachment: { contentType: 'text/plain' } }],
      },
      ['minimum DocumentReference.type', 'minimum DocumentReference.subject'],
    ],
  ]

  test.each(rows)('AU Core %s', (_, resource, expected) => {
    const errors = listErrors(resource, 'au-core').map((found) =>
      found.replace(/ (?:structure|value|required|invariant|too-long) /, ' '),
    )

    expect(errors).toEqual(expected)
  })

  test('AU Core: a claim is checked where the tenant does not require it, and the finding names the profile', () => {
    const resource = without(patient({ meta: { profile: [`${auCorePatient}|2.0.0`] } }), 'gender')

    expect(listErrors(without(patient(), 'gender'))).toEqual([])
    expect(checkResource(resource, { validator, requiredProfiles: 'base' }).findings).toMatchObject([
      { code: 'required', expression: 'Patient.gender', profile: auCorePatient },
    ])
  })

  test('AU Core vital signs: both the LOINC and the SNOMED CT coding', () => {
    const url = 'http://hl7.org.au/fhir/core/StructureDefinition/au-core-bodyweight'
    const observation = {
      resourceType: 'Observation',
      meta: { profile: [url] },
      status: 'final',
      category: [
        { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] },
      ],
      code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
      subject: { reference: 'Patient/1' },
      effectiveDateTime: '2026-01-01',
      valueQuantity: { value: 70, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
    }

    expect(listErrors(observation)).toEqual([
      'cardinality structure Observation.code.coding',
      'slice-minimum snomedBodyWeightCode required Observation.code.coding',
    ])
  })

  test('AU Core: an unknown claim is a warning', () => {
    const { findings } = checkResource(patient({ meta: { profile: ['https://example.org/p'] } }), {
      validator,
      requiredProfiles: 'base',
    })

    expect(findings).toMatchObject([
      { severity: 'warning', rule: 'profile-unknown', expression: 'Patient.meta.profile[0]' },
    ])
    expect(hasErrors(findings)).toBe(false)
  })
})

describe('AU Core 2.0.0: the official examples', () => {
  const files = existsSync(examples) ? readdirSync(examples).filter((file) => file !== 'manifest.json') : []
  const run = files.length === 0 ? test.skip : test

  run('AU Core: none is refused (skipped where the examples are absent)', () => {
    const refused = files.filter(
      (file) => listErrors(parseJson(readFileSync(join(examples, file), 'utf8')), 'au-core').length > 0,
    )

    expect(refused).toEqual([])
  })
})

function without(resource: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = resource
  return rest
}

test.each(['toString', 'valueOf', 'constructor'])(
  'docs/au-core.md#definitions: an object with %s in the place of a text is a finding, not a failure',
  (name) => {
    const odd = `{"${name}":"x"}`
    const texts = [
      `{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":${odd}}]}}`,
      `{"resourceType":"Bundle","type":"document","entry":[{"fullUrl":"urn:uuid:x","resource":{"resourceType":"Patient","id":${odd}}}]}`,
      `{"resourceType":"Bundle","type":"searchset","entry":[{"fullUrl":"http://a.example/Patient/1","resource":{"resourceType":${odd},"id":"1"}}]}`,
      `{"resourceType":"SearchParameter","base":[${odd}],"expression":"Patient.name"}`,
      `{"resourceType":"QuestionnaireResponse","contained":[{"resourceType":"Questionnaire","id":"q","item":[{"linkId":"1","type":"integer"}]}],"questionnaire":"#q","item":[{"linkId":${odd},"answer":[{"valueInteger":${odd}}]}]}`,
    ]

    for (const text of texts) expect(listErrors(parseJson(text), 'base').length).toBeGreaterThan(0)
  },
)

test('docs/au-core.md#definitions: more contained resources than can be looked for by each other are refused', () => {
  const contained = Array.from({ length: 1_001 }, (_, index) => ({ resourceType: 'Basic', id: `b${index}` }))
  const patient = { resourceType: 'Patient', contained }
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: patient }] }

  expect(listErrors(patient)).toEqual([expect.stringContaining('too-large')])
  expect(listErrors(bundle)).toEqual([expect.stringContaining('too-large')])
})
