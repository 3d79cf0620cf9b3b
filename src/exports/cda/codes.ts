/** Code systems and object identifiers of Australian CDA documents, with the names that the Agency's rules expect. */

export const oids = {
  loinc: '2.16.840.1.113883.6.1',
  snomed: '2.16.840.1.113883.6.96',
  nctis: '1.2.36.1.2001.1001.101',
  /** Australian Medicines Terminology, as older documents name it. */
  medicines: '1.2.36.1.2001.1004.100',
  globalStatement: '1.2.36.1.2001.1001.101.104.16299',
  changeType: '1.2.36.1.2001.1001.101.104.16592',
  changeStatus: '1.2.36.1.2001.1001.101.104.16594',
  entitlement: '1.2.36.1.2001.1001.101.104.16047',
  anzsco: '2.16.840.1.113883.13.62',
  sex: '2.16.840.1.113883.13.68',
  indigenousStatus: '2.16.840.1.113883.3.879.291036',
  documentStatus: '1.2.36.1.2001.1001.101.104.20104',
  /** Followed by a national healthcare identifier as the last arc. */
  healthcareIdentifier: '1.2.36.1.2001.1003.0',
  /** Followed by the HPI-O of the organisation that numbers its records. */
  recordNumber: '1.2.36.1.2001.1005.29',
  individualMedicare: '1.2.36.1.5001.1.0.7',
  medicareCard: '1.2.36.1.5001.1.0.7.1',
  dva: '2.16.840.1.113883.3.879.270091',
  medicareProvider: '1.2.36.174030967.0.2',
  medicarePrescriber: '1.2.36.174030967.0.3',
  identifierType: '2.16.840.1.113883.12.203',
  separationMode: '2.16.840.1.113883.13.65',
  observationInterpretation: '2.16.840.1.113883.5.83',
  roleCode: '2.16.840.1.113883.1.11.17660',
  relationship: '2.16.840.1.113883.5.111',
  /** CDA Rendering Specification. */
  rendering: '1.2.36.1.2001.1001.100.149',
} as const

export const codeSystemNames: Readonly<Partial<Record<keyof typeof oids, string>>> = {
  loinc: 'LOINC',
  snomed: 'SNOMED CT-AU',
  nctis: 'NCTIS Data Components',
  globalStatement: 'NCTIS Global Statement Values',
  changeType: 'NCTIS Change Type Values',
  changeStatus: 'NCTIS Recommendation or Change Values',
  entitlement: 'NCTIS Entitlement Type Values',
  anzsco: '1220.0 - ANZSCO - Australian and New Zealand Standard Classification of Occupations, First Edition, 2006',
  sex: 'AS 5017-2006 Health Care Client Identifier Sex',
  indigenousStatus: 'METeOR Indigenous Status',
  documentStatus: 'NCTIS Document Status Values',
  identifierType: 'Identifier Type (HL7)',
  separationMode: 'Episode of admitted patient care-separation mode',
  roleCode: 'HL7 ServiceDeliveryLocatonRoleType',
  relationship: 'HL7 RoleCode',
}

/** AS 5017-2006. */
export const sexes = {
  male: ['M', 'Male'],
  female: ['F', 'Female'],
  other: ['I', 'Intersex or Indeterminate'],
  unknown: ['N', 'Not Stated/Inadequately Described'],
} as const

/** METeOR 291036. */
export const indigenousStatuses: Readonly<Record<string, string>> = {
  1: 'Aboriginal but not Torres Strait Islander origin',
  2: 'Torres Strait Islander but not Aboriginal origin',
  3: 'Both Aboriginal and Torres Strait Islander origin',
  4: 'Neither Aboriginal nor Torres Strait Islander origin',
  9: 'Not stated/inadequately described',
}

/** NCTIS Document Status Values. */
export const documentStatuses = {
  final: ['F', 'Final'],
  interim: ['I', 'Interim'],
  withdrawn: ['W', 'Withdrawn'],
} as const

/** METeOR 270094, with the FHIR dispositions that each covers. */
export const separationModes: readonly {
  readonly code: string
  readonly display: string
  readonly dispositions: readonly string[]
}[] = [
  { code: '1', display: 'Other Hospital', dispositions: [] },
  { code: '2', display: 'Aged Care Service', dispositions: ['long', 'snf'] },
  { code: '3', display: 'Psychiatric Care', dispositions: ['psy'] },
  { code: '4', display: 'Health Service', dispositions: ['other-hcf', 'hosp', 'rehab'] },
  { code: '5', display: 'Administrative Discharge', dispositions: [] },
  { code: '6', display: 'Self-discharged', dispositions: ['aadvice'] },
  { code: '7', display: 'Administrative from Leave', dispositions: [] },
  { code: '8', display: 'Deceased', dispositions: ['exp'] },
  { code: '9', display: 'Other/Home', dispositions: ['home', 'alt-home'] },
]
