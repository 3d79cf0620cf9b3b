/** Code systems and addresses of a release beyond the published ones: FHIR R4 Provenance, AU Core 2.0.0 profile addresses. */
import {
  codeSystems as publishedCodeSystems,
  identifierSystems as publishedIdentifiers,
} from '../profiles/code-systems.ts'

export const codeSystems = {
  ...publishedCodeSystems,
  dataAbsentReason: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
  nullFlavor: 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor',
  dataOperation: 'http://terminology.hl7.org/CodeSystem/v3-DataOperation',
  listUse: 'http://terminology.hl7.org/CodeSystem/list-example-use-codes',
  medicineItemChange: 'http://terminology.hl7.org.au/CodeSystem/medicine-item-change',
  provenanceParticipant: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
} as const

/** URIs only; their rules are in src/profiles. */
export const identifierSystems = {
  ihi: publishedIdentifiers.ihi.system,
  hpii: publishedIdentifiers.hpii.system,
  hpio: publishedIdentifiers.hpio.system,
  medicare: publishedIdentifiers.medicare.system,
  dva: publishedIdentifiers.dva.system,
  medicareProvider: publishedIdentifiers.medicareProvider.system,
  uri: 'urn:ietf:rfc:3986',
} as const

/** Only the 2.1.0 draft profiles Composition and DocumentReference. */
export const auCore = (name: string): string => `http://hl7.org.au/fhir/core/StructureDefinition/au-core-${name}`
