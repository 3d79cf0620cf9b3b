/**
 * The elements that say whose record a resource is in: R4 search parameters `patient` and `subject`, and compartmentdefinition-patient.html
 * if a type has neither. D20.
 */
export type SubjectRow = {
  /** Says whose record it is in. If its target is unknown, that may be anybody. */
  readonly of?: readonly string[]
  /** Other people that it is about, among targets that are no people. */
  readonly about?: readonly string[]
  /** Types that `of` may name besides a patient, and that say nothing about the record. */
  readonly beside?: readonly string[]
}

const subject: SubjectRow = { of: ['subject'] }
const patient: SubjectRow = { of: ['patient'] }

/** A path by its elements; an element with a star may contain itself. */
// biome-ignore format: one row a line
export const subjectRows: Readonly<Record<string, SubjectRow>> = {
  Account:                     subject,
  AdverseEvent:                subject,
  AllergyIntolerance:          patient,
  Appointment:                 { about: ['participant.actor'] },
  AppointmentResponse:         { about: ['actor'] },
  AuditEvent:                  { of: ['entity.what'] },
  Basic:                       subject,
  Binary:                      { of: ['securityContext'] },
  BodyStructure:               patient,
  CarePlan:                    subject,
  CareTeam:                    subject,
  ChargeItem:                  subject,
  Claim:                       patient,
  ClaimResponse:               patient,
  ClinicalImpression:          subject,
  Communication:               { of: ['subject'], about: ['about'] },
  CommunicationRequest:        { of: ['subject'], about: ['about'] },
  Composition:                 { of: ['subject'], about: ['section*.focus'] },
  Condition:                   subject,
  Consent:                     patient,
  Contract:                    subject,
  Coverage:                    { of: ['beneficiary'] },
  CoverageEligibilityRequest:  patient,
  CoverageEligibilityResponse: patient,
  DetectedIssue:               patient,
  Device:                      patient,
  DeviceRequest:               subject,
  DeviceUseStatement:          subject,
  DiagnosticReport:            subject,
  DocumentManifest:            subject,
  DocumentReference:           subject,
  Encounter:                   subject,
  EnrollmentRequest:           { of: ['candidate'] },
  EpisodeOfCare:               patient,
  ExplanationOfBenefit:        patient,
  FamilyMemberHistory:         patient,
  Flag:                        subject,
  Goal:                        subject,
  Group:                       { of: ['member.entity'] },
  GuidanceResponse:            subject,
  ImagingStudy:                subject,
  Immunization:                patient,
  ImmunizationEvaluation:      patient,
  ImmunizationRecommendation:  patient,
  Invoice:                     subject,
  List:                        { of: ['subject'], about: ['entry.item'] },
  MeasureReport:               subject,
  Media:                       subject,
  MedicationAdministration:    subject,
  MedicationDispense:          subject,
  MedicationRequest:           subject,
  MedicationStatement:         subject,
  MolecularSequence:           patient,
  NutritionOrder:              patient,
  Observation:                 { of: ['subject'], about: ['focus'] },
  Person:                      { of: ['link.target'], beside: ['Person', 'RelatedPerson'] },
  Procedure:                   subject,
  Provenance:                  { of: ['target'] },
  QuestionnaireResponse:       subject,
  RelatedPerson:               patient,
  RequestGroup:                subject,
  ResearchSubject:             { of: ['individual'] },
  RiskAssessment:              subject,
  Schedule:                    { about: ['actor'] },
  ServiceRequest:              subject,
  Specimen:                    subject,
  SupplyDelivery:              patient,
  SupplyRequest:               { about: ['deliverTo'] },
  Task:                        { of: ['for'], about: ['focus'] },
  VisionPrescription:          patient,
}

/** Types without a person: naming one says nothing about the record. */
export const impersonalTypes: ReadonlySet<string> = new Set([
  'HealthcareService',
  'Location',
  'Medication',
  'Organization',
  'Practitioner',
  'PractitionerRole',
  'Substance',
])
