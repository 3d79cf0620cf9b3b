/**
 * AU Core 2.0.0 over AU Base 6.0.0: what each profile demands beyond R4. Composition, DocumentReference, DiagnosticReport, Endpoint and
 * MedicationDispense follow the 2.1.0 draft. Bindings to value sets that are not shipped are left to terminology.
 */
import type { IdentifierKind } from './code-systems.ts'

export type ProfileRule = {
  readonly key: string
  /** FHIRPath of the elements that the expression is about; absent for the resource. */
  readonly at?: string
  readonly expression: string
  readonly message: string
}

/** Identifiers of a slice; `by` is its discriminator. */
export type IdentifierSlice = { readonly kind: IdentifierKind; readonly by: 'type' | 'system'; readonly max?: 1 }

/** The date is known at least to the day, or its absence has a reason, never both. */
export type DateRule = { readonly key: string; readonly element: string }

export type Profile = {
  readonly url: string
  readonly type: string
  /** Demanded of every resource of the type where the tenant requires AU Core. */
  readonly general: boolean
  /** Elements that R4 leaves optional: `a.b` means in every `a`. */
  readonly required: readonly string[]
  readonly rules: readonly ProfileRule[]
  readonly identifiers: readonly IdentifierSlice[]
  readonly dates: readonly DateRule[]
}

const urlOf = (name: string): string => `http://hl7.org.au/fhir/core/StructureDefinition/au-core-${name}`

const absent = "extension.where(url = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason').exists()"
const snomedSite = "coding.exists() implies coding.where(system = 'http://snomed.info/sct').exists()"
const identified = 'identifier.where(system.exists() and value.exists()).exists()'

const bodySite = (key: string): ProfileRule => ({
  key,
  at: 'bodySite',
  expression: snomedSite,
  message: 'A coded body site has a SNOMED CT coding',
})

const valued = (key: string): ProfileRule => ({
  key,
  expression: 'dataAbsentReason.exists() or value.exists()',
  message: 'A value or a data absent reason is present',
})

const results: readonly ProfileRule[] = [
  {
    key: 'au-core-obs-01',
    expression: '(component.empty() and hasMember.empty()) implies (dataAbsentReason.exists() or value.exists())',
    message: 'Without components or members a value or a data absent reason is present',
  },
  {
    key: 'au-core-obs-03',
    at: 'component',
    expression: 'value.exists() or dataAbsentReason.exists()',
    message: 'A component has a value or a data absent reason',
  },
]

const coded = (key: string, at: string, codes: readonly [loinc: string, snomed: string]): ProfileRule[] => [
  {
    key: `${key}-loinc`,
    at,
    expression: `coding.where(system = 'http://loinc.org' and code = '${codes[0]}').count() = 1`,
    message: "The profile's LOINC coding is present once",
  },
  {
    key: `${key}-snomed`,
    at,
    expression: `coding.where(system = 'http://snomed.info/sct' and code = '${codes[1]}').count() = 1`,
    message: "The profile's SNOMED CT coding is present once",
  },
]

const categorized = (code: string): ProfileRule => ({
  key: 'category-slice',
  expression: `category.where(coding.where(system = 'http://terminology.hl7.org/CodeSystem/observation-category' and code = '${code}').exists()).count() = 1`,
  message: "The profile's category is present once",
})

type Rest = Partial<Omit<Profile, 'url' | 'type'>>

const profile = (name: string, type: string, rest: Rest = {}): Profile => ({
  url: urlOf(name),
  type,
  general: true,
  required: [],
  rules: [],
  identifiers: [],
  dates: [],
  ...rest,
})

const observation = (name: string, rules: readonly ProfileRule[], dates: readonly DateRule[] = []): Profile =>
  profile(name, 'Observation', { general: false, required: ['category', 'subject', 'effective'], rules, dates })

const resultDates: readonly DateRule[] = [{ key: 'au-core-obs-02', element: 'effective' }]

/** LOINC and SNOMED CT codes that a vital sign carries, both of them. */
const vitalSign = (name: string, codes: readonly [string, string], rules: readonly ProfileRule[]): Profile =>
  observation(name, [categorized('vital-signs'), ...coded('code-slice', 'code', codes), ...rules])

const pressure = (part: string, codes: readonly [loinc: string, snomed: string]): ProfileRule => ({
  key: `${part}-slice`,
  expression:
    `component.where(code.coding.where(system = 'http://loinc.org' and code = '${codes[0]}').exists()` +
    ` and code.coding.where(system = 'http://snomed.info/sct' and code = '${codes[1]}').exists()).count() = 1`,
  message: 'Systolic and diastolic components are present, each with its LOINC and SNOMED CT coding',
})

export const profiles: readonly Profile[] = [
  profile('patient', 'Patient', {
    required: ['identifier', 'name', 'gender', 'birthDate'],
    rules: [
      {
        key: 'au-core-pat-01',
        expression: `${identified} xor identifier.${absent}`,
        message: 'An identifier has system and value, or its absence has a reason, never both',
      },
      {
        key: 'au-core-pat-02',
        expression: `name.family.exists() xor name.${absent}`,
        message: 'A name has a family name, or its absence has a reason, never both',
      },
      {
        key: 'au-core-pat-03',
        at: 'name',
        expression: `(text.exists() or family.exists() or given.exists()) xor ${absent}`,
        message: 'A name has text, family or given name, or its absence has a reason, never both',
      },
    ],
    identifiers: [
      { kind: 'ihi', by: 'type', max: 1 },
      { kind: 'medicare', by: 'type' },
    ],
  }),
  profile('practitioner', 'Practitioner', {
    required: ['name', 'name.family'],
    identifiers: [{ kind: 'hpii', by: 'type', max: 1 }],
  }),
  profile('practitionerrole', 'PractitionerRole', {
    required: ['practitioner'],
    rules: [
      {
        key: 'au-core-prarol-01',
        at: 'practitioner',
        expression: `(reference.exists() or identifier.exists() or display.exists()) xor ${absent}`,
        message: 'A reference, identifier or display is present, or its absence has a reason, never both',
      },
    ],
    identifiers: [{ kind: 'medicareProvider', by: 'type', max: 1 }],
  }),
  profile('organization', 'Organization', {
    required: ['name'],
    rules: [
      {
        key: 'au-core-org-01',
        at: 'identifier',
        expression:
          "type.coding.where(code = 'NOI').exists() implies (system = 'http://ns.electronichealth.net.au/id/hi/hpio/1.0'" +
          " or system = 'http://ns.electronichealth.net.au/id/pcehr/paio/1.0')",
        message: 'A national organisation identifier is an HPI-O or a PAI-O',
      },
    ],
    identifiers: [
      { kind: 'hpio', by: 'system', max: 1 },
      { kind: 'abn', by: 'system' },
    ],
  }),
  profile('location', 'Location', {
    rules: [
      {
        key: 'au-core-loc-01',
        expression: `address.exists() or type.exists() or ${identified}`,
        message: 'An address, a type or an identifier with system and value is present',
      },
    ],
  }),
  profile('encounter', 'Encounter', { required: ['subject'] }),
  profile('condition', 'Condition', { required: ['category', 'code'], rules: [bodySite('au-core-cond-01')] }),
  profile('medication', 'Medication', { required: ['code'] }),
  profile('medicationstatement', 'MedicationStatement'),
  profile('medicationrequest', 'MedicationRequest', {
    required: ['authoredOn', 'requester'],
    dates: [{ key: 'au-core-medreq-01', element: 'authoredOn' }],
  }),
  profile('allergyintolerance', 'AllergyIntolerance', { required: ['code'] }),
  profile('procedure', 'Procedure', { required: ['code'], rules: [bodySite('au-core-pro-01')] }),
  profile('immunization', 'Immunization'),
  profile('healthcareservice', 'HealthcareService', { required: ['name'] }),
  profile('relatedperson', 'RelatedPerson', {
    rules: [
      {
        key: 'au-core-relper-01',
        expression: 'name.exists() or relationship.exists()',
        message: 'A name or a relationship is present',
      },
      {
        key: 'au-core-relper-02',
        expression: `name.exists() implies (name.${absent} xor name.all(text.exists() or family.exists() or given.exists()))`,
        message: 'A name has text, family or given name, or its absence has a reason, never both',
      },
    ],
  }),
  vitalSign(
    'bloodpressure',
    ['85354-9', '75367002'],
    [
      bodySite('au-core-obs-01'),
      pressure('systolic', ['8480-6', '271649006']),
      pressure('diastolic', ['8462-4', '271650006']),
    ],
  ),
  vitalSign('bodyheight', ['8302-2', '50373000'], [valued('au-core-obs-01')]),
  vitalSign('bodytemp', ['8310-5', '386725007'], [valued('au-core-obs-01'), bodySite('au-core-obs-02')]),
  vitalSign('bodyweight', ['29463-7', '27113001'], [valued('au-core-obs-01')]),
  vitalSign('heartrate', ['8867-4', '364075005'], [bodySite('au-core-obs-01')]),
  vitalSign('resprate', ['9279-1', '86290005'], [valued('au-core-obs-01'), bodySite('au-core-obs-02')]),
  vitalSign('waistcircum', ['8280-0', '276361009'], [valued('au-core-obs-01'), bodySite('au-core-obs-02')]),
  observation(
    'smokingstatus',
    [
      valued('au-core-obs-01'),
      categorized('social-history'),
      {
        key: 'code-pattern',
        at: 'code',
        expression: "coding.where(system = 'http://snomed.info/sct' and code = '1747861000168109').exists()",
        message: "The profile's SNOMED CT coding is present",
      },
    ],
    resultDates,
  ),
  observation('diagnosticresult', [...results, bodySite('au-core-obs-04')], resultDates),
  observation('diagnosticresult-path', [...results, categorized('laboratory')], resultDates),
  profile('composition', 'Composition', { required: ['subject', 'section', 'section.title'] }),
  profile('documentreference', 'DocumentReference', { required: ['type', 'subject'] }),
  profile('diagnosticreport', 'DiagnosticReport', {
    general: false,
    required: ['category', 'subject'],
    rules: [
      {
        key: 'au-core-dr-01',
        expression:
          "(status in ('partial' | 'preliminary' | 'final' | 'amended' | 'corrected' | 'appended')) implies (effective.exists() and issued.exists())",
        message: 'A report that has results has effective and issued times',
      },
    ],
  }),
  profile('endpoint', 'Endpoint', { general: false }),
  profile('medicationdispense', 'MedicationDispense', { general: false, required: ['subject'] }),
]

/** Profiles that a resource claims, as far as they are known, and with `requireAuCore` the general one of its type. */
export function listProfiles(type: string, claimed: readonly string[], requireAuCore: boolean): Profile[] {
  const urls = new Set(claimed.map((canonical) => canonical.split('|')[0]))
  return profiles.filter((row) => row.type === type && (urls.has(row.url) || (requireAuCore && row.general)))
}

/** Whether a canonical is a row of this table or the type's own definition. */
export const isKnownProfile = (canonical: string, type: string): boolean => {
  const url = canonical.split('|')[0]
  return url === `http://hl7.org/fhir/StructureDefinition/${type}` || profiles.some((row) => row.url === url)
}
