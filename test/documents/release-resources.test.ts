import { expect, test } from '@jest/globals'
import type { Coding, Condition, MedicationStatement, Observation, Resource } from '@medplum/fhirtypes'
import type { Claim, Note } from '../../src/core/clinical-note.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { FactTerm } from '../../src/documents/claim-code.ts'
import { buildDocument } from '../../src/documents/document.ts'
import { renderMarkdown, renderXhtml } from '../../src/documents/narrative.ts'
import { buildRecall } from '../../src/documents/recall.ts'
import { buildReleaseResources } from '../../src/documents/release-resources.ts'
import { checkResource } from '../../src/profiles/check.ts'
import {
  exampleApprovedAt,
  exampleClaim,
  exampleDocument,
  exampleDocumentId,
  exampleNote,
  examplePatient,
  exampleRecall,
  exampleRelease,
  exampleReleaseInput,
  exampleSection,
  exampleStatement,
} from '../builders.ts'
import { openTestValidator } from '../profiles/open-definitions.ts'

const validator = await openTestValidator()

const noteOf = (claims: readonly Claim[], text = 'As stated.'): Note => ({
  title: 'Consultation note',
  sections: [exampleSection('subjective', [exampleStatement('x', text, claims)])],
  openQuestions: [],
})

const derivedOf = (claims: readonly Claim[], text?: string): readonly Resource[] =>
  exampleRelease(noteOf(claims, text)).filter(({ resourceType }) =>
    ['Condition', 'MedicationStatement', 'Observation'].includes(resourceType),
  )

const typesOf = (resources: readonly Resource[]) => resources.map(({ resourceType }) => resourceType)

test('AU Core 2.0.0: every resource of a release and of its recall passes, and so does the document', () => {
  const resources = [...exampleRelease(), ...exampleRecall(), exampleDocument()] as unknown as JsonObject[]

  const errors = resources.flatMap((resource) =>
    checkResource(resource, { validator, requiredProfiles: 'au-core' }).findings.filter(
      ({ severity }) => severity === 'error',
    ),
  )

  expect(errors).toEqual([])
})

test('docs/design/hub.md#release: the same input gives the same resources, each with its own id', () => {
  const once = exampleRelease()
  const again = exampleRelease()

  expect(again).toEqual(once)
  expect(new Set(once.map(({ id }) => id)).size).toBe(once.length)
  expect(typesOf(once)).toEqual([
    'Composition',
    'DocumentReference',
    'Provenance',
    'Condition',
    'Condition',
    'MedicationStatement',
    'Observation',
    'Observation',
    'Observation',
  ])
})

test.each<[string, Partial<Claim>]>([
  ['denied', { polarity: 'absent' }],
  ['of a relative', { person: 'relative' }],
  ['uncertain', { certainty: 'uncertain' }],
])('docs/design/hub.md#release: what is %s stays in the narrative', (_, more) => {
  const claims = [
    exampleClaim('history', 'Asthma', more),
    exampleClaim('medication', 'Warfarin', more),
    exampleClaim('vital', 'Temperature', { value: 38, ...more }),
  ]

  expect(derivedOf(claims)).toEqual([])
})

test('docs/design/hub.md#release: a past medicine, a symptom and a plan make no resource', () => {
  const claims = [
    exampleClaim('medication', 'Amoxicillin', { time: 'past' }),
    exampleClaim('symptom', 'Cough'),
    exampleClaim('plan', 'Chest X-ray'),
    exampleClaim('finding', 'Wheeze'),
  ]

  expect(derivedOf(claims)).toEqual([])
})

test('AU Core Condition: a tentative impression is provisional, a certain one confirmed, a past one inactive', () => {
  const claims = [
    exampleClaim('impression', 'Pneumonia', { certainty: 'uncertain' }),
    exampleClaim('impression', 'Otitis media', { side: 'left', code: '65363002' }),
    exampleClaim('history', 'Gout', { time: 'past' }),
  ]

  const conditions = derivedOf(claims) as Condition[]

  const codesOf = (condition: Condition) => [
    condition.code?.text,
    condition.code?.coding?.[0]?.code,
    condition.category?.[0]?.coding?.[0]?.code,
    condition.clinicalStatus?.coding?.[0]?.code,
    condition.verificationStatus?.coding?.[0]?.code,
  ]
  expect(conditions.map(codesOf)).toEqual([
    ['Otitis media (left)', '65363002', 'encounter-diagnosis', 'active', 'confirmed'],
    ['Pneumonia', undefined, 'encounter-diagnosis', 'active', 'provisional'],
    ['Gout', undefined, 'problem-list-item', 'inactive', 'confirmed'],
  ])
})

test('AU Core Condition: candidates in one sentence are a differential, an unclear recording is no record', () => {
  const unsure = { certainty: 'uncertain' } as const
  const candidates = [
    exampleClaim('impression', 'influenza', unsure),
    exampleClaim('impression', 'tonsillitis', unsure),
  ]

  const conditions = derivedOf(candidates, 'Possible influenza or tonsillitis.') as Condition[]
  const unclear = derivedOf(candidates, 'Possible influenza or tonsillitis (recording unclear).')

  expect(conditions.map(({ code, verificationStatus }) => [code?.text, verificationStatus?.coding?.[0]?.code])).toEqual(
    [
      ['Influenza', 'differential'],
      ['Tonsillitis', 'differential'],
    ],
  )
  expect(unclear).toEqual([])
})

test.each([
  ['Type 2 diabetes.', ['Type 2 diabetes'], 'certain', ['confirmed']],
  ['Likely gout.', ['gout'], 'uncertain', ['provisional']],
  ['Likely asthma and eczema.', ['asthma', 'eczema'], 'uncertain', ['provisional', 'provisional']],
  ['Gout versus cellulitis.', ['gout', 'cellulitis'], 'uncertain', ['differential', 'differential']],
  ['To exclude: pulmonary embolism.', ['pulmonary embolism'], 'uncertain', ['differential']],
] as const)('D72: %s is released as sure as it is', (text, names, certainty, expected) => {
  const claims = names.map((name) => exampleClaim('impression', name, { certainty }))

  const conditions = derivedOf(claims, text) as Condition[]

  expect(conditions.map(({ verificationStatus }) => verificationStatus?.coding?.[0]?.code)).toEqual(expected)
})

test('R4 MedicationStatement: the patient is the source of what was said here, and of nothing else', () => {
  const note = noteOf([exampleClaim('medication', 'Warfarin')])
  const recorded: Note = {
    ...note,
    sections: note.sections.map((section) => ({
      ...section,
      statements: section.statements.map((statement) => ({
        ...statement,
        evidence: [{ kind: 'resource', reference: 'MedicationStatement/1' }],
      })),
    })),
  }
  const sourceOf = (of: Note) => (exampleRelease(of).find(({ resourceType }) => resourceType === 'MedicationStatement') as MedicationStatement).informationSource // biome-ignore format: one row

  expect(sourceOf(note)?.reference).toMatch(/^Patient\//)
  expect(sourceOf(recorded)).toBeUndefined()
})

test('docs/design/hub.md#release: a fact that two statements make is one resource that notes both', () => {
  const note: Note = {
    ...exampleNote,
    sections: [
      exampleSection('subjective', [exampleStatement('1', 'Asthma as a child.', [exampleClaim('history', 'Asthma')])]),
      exampleSection('assessment', [exampleStatement('2', 'Asthma.', [exampleClaim('impression', 'Asthma')])]),
    ],
  }

  const [composition, ...rest] = exampleRelease(note)
  const conditions = rest.filter((resource) => resource.resourceType === 'Condition')

  expect(conditions).toHaveLength(1)
  expect(conditions[0]?.note?.map(({ text }) => text)).toEqual(['Asthma.', 'Asthma as a child.'])
  expect(composition).toMatchObject({ section: [{ title: 'Subjective' }, { entry: [{}] }] })
})

test('AU Core MedicationStatement: the dose as said, no code', () => {
  const claims = [
    exampleClaim('medication', 'Metformin', { value: 500, unit: 'mg', frequency: 'twice a day', duration: '2 years' }),
    exampleClaim('medication', 'Ventolin'),
  ]

  const medicines = derivedOf(claims) as MedicationStatement[]

  expect(medicines.map(({ medicationCodeableConcept, dosage }) => [medicationCodeableConcept, dosage])).toEqual([
    [{ text: 'Metformin' }, [{ text: '500 mg, twice a day, for 2 years' }]],
    [{ text: 'Ventolin' }, undefined],
  ])
})

test('AU Core vital signs: LOINC, SNOMED CT and UCUM, or no profile at all', () => {
  const claims = [
    exampleClaim('vital', 'Temperature', { value: 38.2 }),
    exampleClaim('vital', 'Temperature', { value: 101, unit: 'fahrenheit' }),
    exampleClaim('vital', 'Weight', { value: 12 }),
    exampleClaim('finding', 'Peak flow', { value: 420, unit: 'L/min' }),
  ]

  const observations = derivedOf(claims) as Observation[]

  const shape = ({ meta, category, code, valueQuantity }: Observation) => [
    meta?.profile?.length ?? 0,
    category?.[0]?.coding?.[0]?.code,
    code?.coding?.map((coding) => coding.code) ?? code?.text,
    valueQuantity?.code ?? valueQuantity?.unit,
  ]
  expect(observations.map(shape)).toEqual([
    [1, 'vital-signs', ['8310-5', '386725007'], 'Cel'],
    [0, 'exam', 'Temperature', 'fahrenheit'],
    [0, 'exam', 'Weight', undefined],
    [0, 'exam', 'Peak flow', 'L/min'],
  ])
})

test.each<[string, readonly Claim[], (number | undefined)[]]>([
  ['Blood pressure 140/90.', [exampleClaim('vital', 'Blood pressure')], [140, 90]],
  ['Blood pressure 150 on 95.', [exampleClaim('vital', 'Blood pressure', { value: 150 })], [150, 95]],
  ['Systolic 120.', [exampleClaim('vital', 'Systolic blood pressure', { value: 120 })], [120, undefined]],
])('AU Core blood pressure: %s', (text, claims, values) => {
  const [observation] = derivedOf(claims, text) as Observation[]

  expect(observation?.component?.map(({ valueQuantity }) => valueQuantity?.value)).toEqual(values)
  expect(observation?.component?.filter(({ dataAbsentReason }) => dataAbsentReason)).toHaveLength(
    values.filter((value) => value === undefined).length,
  )
})

test('R4 provenance.html: clinician, verifier, sources and attestations are named', () => {
  const note: Note = {
    ...exampleNote,
    sections: [
      exampleSection('objective', [
        {
          ...exampleStatement('o', 'Chest clear.'),
          evidence: [
            { kind: 'attestation', by: 'PractitionerRole/9', reasonCode: 'observed' },
            { kind: 'resource', reference: 'AllergyIntolerance/8' },
          ],
        },
      ]),
    ],
  }

  const provenance = exampleRelease(note).find((resource) => resource.resourceType === 'Provenance')

  expect(provenance?.agent.map(({ type }) => type?.coding?.[0]?.code)).toEqual([
    'author',
    'attester',
    'verifier',
    'assembler',
    'informant',
  ])
  expect(provenance?.entity?.map(({ what }) => what.reference ?? what.identifier?.value)).toEqual([
    expect.stringMatching(/^urn:uuid:/),
    'AllergyIntolerance/8',
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ])
})

test('docs/design/hub.md#release: an amendment names the document that it replaces', () => {
  const input = exampleReleaseInput()
  const replaces = '0198f2a0-0000-7000-8000-0000000000d0'

  const released = buildReleaseResources({ ...input, artifact: { ...input.artifact, replaces: [replaces] } })

  // Composition.identifier, which all editions share, and the relations of Composition, DocumentReference and Provenance.
  expect(JSON.stringify(released).split(`urn:uuid:${replaces}`)).toHaveLength(5)
})

test('docs/design/hub.md#release: a recall leaves what another artifact supports, and con-5 holds', () => {
  const released = exampleRelease()
  const kept = released.find(({ resourceType }) => resourceType === 'Condition')

  const recalled = buildRecall({
    artifactId: 'a',
    released,
    supportedElsewhere: new Set([`Condition/${kept?.id}`]),
    recalledAt: exampleApprovedAt,
    recalledBy: 'PractitionerRole/1',
    reasonCode: 'wrong_patient',
    ids: () => 'recall',
  })

  expect(recalled.map(({ id }) => id)).not.toContain(kept?.id)
  const statuses = recalled.flatMap((resource) => ('status' in resource ? [resource.status] : []))
  expect(new Set(statuses)).toEqual(new Set(['entered-in-error']))
  const conditions = recalled.filter((resource) => resource.resourceType === 'Condition')
  expect(conditions.map(({ clinicalStatus }) => clinicalStatus)).toEqual([undefined])
  expect(conditions[0]?.verificationStatus?.coding?.[0]?.code).toBe('entered-in-error')
  expect(recalled.at(-1)).toMatchObject({ resourceType: 'Provenance', reason: [{ text: 'wrong_patient' }] })
})

test('R4 documents.html: Composition first, and every reference in the document resolves to an entry', () => {
  const document = exampleDocument()
  const fullUrls = document.entry?.map(({ fullUrl }) => fullUrl) ?? []
  const references = [...JSON.stringify(document).matchAll(/"reference":"([^"]+)"/g)].map((match) => match[1])

  expect(document.entry?.[0]?.resource?.resourceType).toBe('Composition')
  expect(document.identifier?.value).toBe(`urn:uuid:${exampleDocumentId}`)
  expect(document).not.toHaveProperty('id')
  expect(new Set(fullUrls).size).toBe(fullUrls.length)
  expect(references.filter((reference) => !fullUrls.includes(reference))).toEqual([])
  expect(references.length).toBeGreaterThan(20)
})

test('R4 references.html: an id that is no UUID, a clash and a target outside the document are closed', () => {
  const document = buildDocument({
    documentId: exampleDocumentId,
    at: exampleApprovedAt,
    released: exampleRelease(),
    context: [
      { ...examplePatient, id: 'maeve', meta: { versionId: '3', lastUpdated: exampleApprovedAt } },
      {
        resourceType: 'Encounter',
        id: exampleDocumentId,
        status: 'finished',
        class: { code: 'AMB' },
        subject: { reference: 'Patient/maeve/_history/3' },
        location: [{ location: { reference: 'Location/elsewhere', display: 'Rooms' } }],
        account: [{ reference: 'https://example.org/Account/1' }],
      },
      { resourceType: 'Organization', id: exampleDocumentId, name: 'Clinic' },
    ],
  })

  const [, patient, encounter, organization] = document.entry ?? []
  expect(patient?.fullUrl).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(patient?.resource).not.toHaveProperty('meta')
  expect(organization?.fullUrl).not.toBe(encounter?.fullUrl)
  expect(encounter?.resource).toMatchObject({
    subject: { reference: patient?.fullUrl },
    location: [{ location: { type: 'Location', display: 'Rooms' } }],
    account: [{ identifier: { system: 'urn:ietf:rfc:3986', value: 'https://example.org/Account/1' } }],
  })
  expect(JSON.stringify(encounter)).not.toContain('Location/elsewhere')
})

test('R4 narrative.html: hostile text cannot leave its list item', () => {
  const hostile = '</li><script>alert(1)</script> & "quoted" \u202Ereversed\u202C \u0001\u001b[2J \u{1F600} \uFFFE'

  const html = renderXhtml(exampleSection('plan', [exampleStatement('h', hostile)]))

  expect(html).toBe(
    '<div xmlns="http://www.w3.org/1999/xhtml"><ul><li>&lt;/li&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; ' +
      '&quot;quoted&quot; reversed [2J \u{1F600}</li></ul></div>',
  )
})

test('CommonMark 0.31: hostile text stays text, an empty section says so', () => {
  const note: Note = {
    title: 'Note *of* a_day',
    sections: [
      exampleSection('plan', [
        exampleStatement('1', '2. second\n# heading'),
        exampleStatement('2', '# <b>x</b> [a](http://b) &amp; `c`'),
      ]),
      exampleSection('objective', []),
    ],
    openQuestions: ['Never part of the document?'],
  }

  expect(renderMarkdown(note)).toBe(
    '# Note \\*of\\* a\\_day\n\n## Plan\n\n- 2\\. second # heading\n' +
      '- \\# \\<b\\>x\\</b\\> \\[a\\](http://b) &amp;amp; \\`c\\`\n\n## Objective\n\nNothing recorded.\n',
  )
})

test('D37: ICD-10-AM stands beside SNOMED CT, of each system one code, and what has none is tagged', () => {
  const icd = { system: 'http://hl7.org/fhir/sid/icd-10-am', code: 'Z99.1', display: 'A concept made for this test' }
  const other = { system: 'http://snomed.info/sct', code: '999999990', display: 'Another concept' }
  const claims = [
    exampleClaim('history', 'Asthma', { code: '195967001' }),
    exampleClaim('impression', 'Gout'),
    exampleClaim('impression', 'Malaise'),
  ]
  const asked: FactTerm[] = []
  const codings = (term: FactTerm): readonly Coding[] => {
    asked.push(term)
    return { Asthma: [other, icd], Gout: [icd] }[term.words] ?? []
  }

  const released = buildReleaseResources({ ...exampleReleaseInput(noteOf(claims)), codings })

  const told = released.flatMap((one) => (one.resourceType === 'Condition' ? [[one.code, one.meta?.tag]] : []))
  expect(told).toContainEqual([
    { coding: [{ system: 'http://snomed.info/sct', code: '195967001' }, icd], text: 'Asthma' },
    undefined,
  ])
  expect(told).toContainEqual([{ coding: [icd], text: 'Gout' }, undefined])
  expect(told).toContainEqual([
    { text: 'Malaise' },
    [{ system: 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor', code: 'UNC', display: 'un-encoded' }],
  ])
  expect(asked).toContainEqual({ type: 'Condition', words: 'Asthma', snomed: '195967001' })
  for (const resource of released)
    expect(
      checkResource(resource as unknown as JsonObject, { validator, requiredProfiles: 'au-core' }).findings.filter(
        ({ severity }) => severity === 'error',
      ),
    ).toEqual([])
})

test('AU Core MedicationStatement: PBS stands beside AMT where both are loaded', () => {
  const amt = { system: 'http://snomed.info/sct', code: '21433011000036107', display: 'A concept made for this test' }
  const pbs = { system: 'http://pbs.gov.au/code/item', code: '00000X', display: 'An item made for this test' }
  const codings = ({ type }: FactTerm): readonly Coding[] => (type === 'MedicationStatement' ? [amt, pbs] : [])

  const released = buildReleaseResources({
    ...exampleReleaseInput(noteOf([exampleClaim('medication', 'Paracetamol')])),
    codings,
  })

  const medicine = released.find((one) => one.resourceType === 'MedicationStatement')
  expect(medicine?.medicationCodeableConcept).toEqual({ coding: [amt, pbs], text: 'Paracetamol' })
})
