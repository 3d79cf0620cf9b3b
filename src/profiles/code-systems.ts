/** Code systems and identifier systems by the URIs of their publishers. AU Base 6.0.0, hl7.terminology.r4, HL7 v2 tables 0203 and 0396. */

export const codeSystems = {
  snomed: 'http://snomed.info/sct',
  loinc: 'http://loinc.org',
  ucum: 'http://unitsofmeasure.org',
  pbs: 'http://pbs.gov.au/code/item',
  icd10am: 'http://hl7.org/fhir/sid/icd-10-am',
  identifierType: 'http://terminology.hl7.org/CodeSystem/v2-0203',
  identifierTypeAu: 'http://terminology.hl7.org.au/CodeSystem/v2-0203',
  observationCategory: 'http://terminology.hl7.org/CodeSystem/observation-category',
  conditionCategory: 'http://terminology.hl7.org/CodeSystem/condition-category',
  conditionClinical: 'http://terminology.hl7.org/CodeSystem/condition-clinical',
  conditionVerification: 'http://terminology.hl7.org/CodeSystem/condition-ver-status',
  allergyClinical: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical',
  allergyVerification: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification',
  actCode: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
  absentReason: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
} as const

export type IdentifierRow = {
  readonly title: string
  readonly system: string
  /** Coding of Identifier.type, which selects the slice. */
  readonly type?: { readonly system: string; readonly code: string }
  readonly pattern?: RegExp
  readonly luhn?: true
}

const ns = 'http://ns.electronichealth.net.au/id'
const { identifierType: v2, identifierTypeAu: au } = codeSystems

/** AU Base identifier profiles. AU Base demands `pattern` and `luhn`; other check digits are in identifiers.ts. */
export const identifierSystems = {
  ihi: {
    title: 'IHI',
    system: `${ns}/hi/ihi/1.0`,
    type: { system: v2, code: 'NI' },
    pattern: /^800360\d{10}$/,
    luhn: true,
  },
  hpii: {
    title: 'HPI-I',
    system: `${ns}/hi/hpii/1.0`,
    type: { system: v2, code: 'NPI' },
    pattern: /^800361\d{10}$/,
    luhn: true,
  },
  hpio: {
    title: 'HPI-O',
    system: `${ns}/hi/hpio/1.0`,
    type: { system: au, code: 'NOI' },
    pattern: /^800362\d{10}$/,
    luhn: true,
  },
  csp: {
    title: 'CSP registration',
    system: `${ns}/hi/csp/1.0`,
    type: { system: au, code: 'CSPRN' },
    pattern: /^800363\d{10}$/,
    luhn: true,
  },
  paio: {
    title: 'PAI-O',
    system: `${ns}/pcehr/paio/1.0`,
    type: { system: au, code: 'NOI' },
    pattern: /^800364\d{10}$/,
    luhn: true,
  },
  paid: {
    title: 'PAI-D',
    system: `${ns}/pcehr/paid/1.0`,
    type: { system: au, code: 'NDI' },
    pattern: /^800364\d{10}$/,
    luhn: true,
  },
  medicare: {
    title: 'Medicare card',
    system: `${ns}/medicare-number`,
    type: { system: v2, code: 'MC' },
    pattern: /^.{1,11}$/,
  },
  dva: { title: 'DVA', system: `${ns}/dva` },
  medicareProvider: {
    title: 'Medicare provider number',
    system: `${ns}/medicare-provider-number`,
    type: { system: au, code: 'UPIN' },
  },
  prescriber: {
    title: 'PBS prescriber number',
    system: `${ns}/medicare-prescriber-number`,
    type: { system: au, code: 'PRES' },
  },
  ahpra: {
    title: 'Ahpra registration',
    system: 'http://hl7.org.au/id/ahpra-registration-number',
    type: { system: au, code: 'AHPRA' },
    pattern: /^[A-Z]{3}\d{10}$/,
  },
  abn: { title: 'ABN', system: 'http://hl7.org.au/id/abn', pattern: /^\d{11}$/ },
  acn: { title: 'ACN', system: 'http://hl7.org.au/id/acn', pattern: /^\d{9}$/ },
  arbn: { title: 'ARBN', system: 'http://hl7.org.au/id/arbn', pattern: /^\d{9}$/ },
} as const satisfies Readonly<Record<string, IdentifierRow>>

export type IdentifierKind = keyof typeof identifierSystems
