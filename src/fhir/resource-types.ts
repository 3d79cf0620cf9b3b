/** The resource types that the server offers, and what may be done with each. */

import { backportDefinition } from './backport.ts'
import type { FhirInteraction } from './fhir-interactions.ts'

const all = [
  'read',
  'vread',
  'update',
  'patch',
  'delete',
  'history-instance',
  'history-type',
  'create',
  'search-type',
] as const satisfies readonly FhirInteraction[]
const lookUp = ['read', 'search-type'] as const satisfies readonly FhirInteraction[]

export type TypeCode = (typeof all)[number]

/** `profile`: beyond those of AU Core in src/profiles/au-core/responder.ts. */
type TypeRow = { readonly type: string; readonly codes: readonly TypeCode[]; readonly profile?: string }

/** Stored as R4 defines them. */
// biome-ignore format: many on a line
const plain = [
  'Account', 'ActivityDefinition', 'AdverseEvent', 'AllergyIntolerance', 'Appointment', 'AppointmentResponse',
  'Basic', 'Binary', 'BiologicallyDerivedProduct', 'BodyStructure', 'Bundle', 'CapabilityStatement', 'CarePlan',
  'CareTeam', 'CatalogEntry', 'ChargeItem', 'ChargeItemDefinition', 'Claim', 'ClaimResponse', 'ClinicalImpression',
  'CodeSystem', 'Communication', 'CommunicationRequest', 'CompartmentDefinition', 'ConceptMap', 'Consent',
  'Contract', 'Coverage', 'CoverageEligibilityRequest', 'CoverageEligibilityResponse', 'DetectedIssue', 'Device',
  'DeviceDefinition', 'DeviceMetric', 'DeviceRequest', 'DeviceUseStatement', 'DiagnosticReport',
  'DocumentManifest', 'EffectEvidenceSynthesis', 'Endpoint', 'EnrollmentRequest', 'EnrollmentResponse',
  'EpisodeOfCare', 'EventDefinition', 'Evidence', 'EvidenceVariable', 'ExampleScenario', 'ExplanationOfBenefit',
  'FamilyMemberHistory', 'Flag', 'Goal', 'GraphDefinition', 'Group', 'GuidanceResponse', 'HealthcareService',
  'ImagingStudy', 'Immunization', 'ImmunizationEvaluation', 'ImmunizationRecommendation', 'ImplementationGuide',
  'InsurancePlan', 'Invoice', 'Library', 'Linkage', 'List', 'Measure', 'MeasureReport', 'Media',
  'MedicationAdministration', 'MedicationDispense', 'MedicationKnowledge', 'MedicationRequest', 'MedicinalProduct',
  'MedicinalProductAuthorization', 'MedicinalProductContraindication', 'MedicinalProductIndication',
  'MedicinalProductIngredient', 'MedicinalProductInteraction', 'MedicinalProductManufactured',
  'MedicinalProductPackaged', 'MedicinalProductPharmaceutical', 'MedicinalProductUndesirableEffect',
  'MessageDefinition', 'MessageHeader', 'MolecularSequence', 'NamingSystem', 'NutritionOrder', 'Observation',
  'ObservationDefinition', 'OperationDefinition', 'OrganizationAffiliation', 'PaymentNotice', 'PaymentReconciliation', 'Person',
  'PlanDefinition', 'Procedure', 'Provenance', 'Questionnaire', 'QuestionnaireResponse', 'RelatedPerson',
  'RequestGroup', 'ResearchDefinition', 'ResearchElementDefinition', 'ResearchStudy', 'ResearchSubject',
  'RiskAssessment', 'RiskEvidenceSynthesis', 'Schedule', 'SearchParameter', 'ServiceRequest', 'Slot', 'Specimen',
  'SpecimenDefinition', 'StructureDefinition', 'StructureMap', 'Substance', 'SubstanceNucleicAcid',
  'SubstancePolymer', 'SubstanceProtein', 'SubstanceReferenceInformation', 'SubstanceSourceMaterial',
  'SubstanceSpecification', 'SupplyDelivery', 'SupplyRequest', 'Task', 'TerminologyCapabilities', 'TestReport',
  'TestScript', 'ValueSet', 'VerificationResult', 'VisionPrescription',
]

// biome-ignore format: one row a line
export const resourceTypes: readonly TypeRow[] = [
  { type: 'Patient',             codes: all },
  { type: 'Practitioner',        codes: all },
  { type: 'PractitionerRole',    codes: all },
  { type: 'Organization',        codes: all },
  { type: 'Location',            codes: all },
  { type: 'Encounter',           codes: all },
  { type: 'DocumentReference',   codes: all },
  { type: 'Composition',         codes: all },
  { type: 'Condition',           codes: all },
  { type: 'Medication',          codes: all },
  { type: 'MedicationStatement', codes: all },
  { type: 'Subscription',        codes: all, profile: backportDefinition('backport-subscription') },
  { type: 'AuditEvent',          codes: lookUp },
  ...plain.map((type) => ({ type, codes: all })),
]

const byType = new Map(resourceTypes.map((row) => [row.type, row]))

export const findResourceType = (type: string): TypeRow | undefined => byType.get(type)

/** Types with stored versions: an AuditEvent is a view. */
export const versionedTypes: readonly string[] = resourceTypes.flatMap(({ type, codes }) =>
  codes.includes('history-type') ? [type] : [],
)
