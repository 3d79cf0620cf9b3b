/** URIs of the code systems, identifier systems and profiles that a release uses. AU Core 2.0.0 over AU Base 6.0.0; R4 terminologies. */

export const codeSystems = {
  loinc: 'http://loinc.org',
  snomed: 'http://snomed.info/sct',
  ucum: 'http://unitsofmeasure.org',
  conditionCategory: 'http://terminology.hl7.org/CodeSystem/condition-category',
  conditionClinical: 'http://terminology.hl7.org/CodeSystem/condition-clinical',
  conditionVerification: 'http://terminology.hl7.org/CodeSystem/condition-ver-status',
  dataOperation: 'http://terminology.hl7.org/CodeSystem/v3-DataOperation',
  observationCategory: 'http://terminology.hl7.org/CodeSystem/observation-category',
  provenanceParticipant: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
} as const

export const identifierSystems = {
  ihi: 'http://ns.electronichealth.net.au/id/hi/ihi/1.0',
  hpii: 'http://ns.electronichealth.net.au/id/hi/hpii/1.0',
  hpio: 'http://ns.electronichealth.net.au/id/hi/hpio/1.0',
  medicare: 'http://ns.electronichealth.net.au/id/medicare-number',
  dva: 'http://ns.electronichealth.net.au/id/dva',
  medicareProvider: 'http://ns.electronichealth.net.au/id/medicare-provider-number',
  uri: 'urn:ietf:rfc:3986',
} as const

/** AU Core profile addresses; Composition and DocumentReference exist in the 2.1.0 draft only. */
export const auCore = (name: string): string => `http://hl7.org.au/fhir/core/StructureDefinition/au-core-${name}`
