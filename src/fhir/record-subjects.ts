/**
 * Which elements say whose record a resource is. R4 search parameters `patient` and `subject`, and compartmentdefinition-patient.html where
 * a type has neither. D20.
 */
export type SubjectRow = {
  /** Whose record it is. What such an element names must be known, or it may be anybody. */
  readonly of?: readonly string[]
  /** Whom it is about as well, among much that is nobody. */
  readonly about?: readonly string[]
  /** Types that `of` may name beside a patient, and that say nothing of whose record it is. */
  readonly beside?: readonly string[]
}

const subject: SubjectRow = { of: ['subject'] }
const patient: SubjectRow = { of: ['patient'] }

/** A path by its elements; one with a star may hold itself. */
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

/** Nobody: to name one of these says nothing of whose record it is. */
export const impersonalTypes: ReadonlySet<string> = new Set([
  'HealthcareService',
  'Location',
  'Medication',
  'Organization',
  'Practitioner',
  'PractitionerRole',
  'Substance',
])
