/** Whose compartments a resource is in. R4 compartmentdefinition-patient.html, compartmentdefinition-encounter.html. */
import type { JsonObject } from '../json.ts'
import { listTargets } from './index-values.ts'
import type { SearchParameters } from './search-parameters.ts'

type Compartment = Readonly<Record<string, readonly string[]>>

/** Parameters by which a type is in a compartment; a type that is not here is in none. */
// biome-ignore format: one row a line
const patient: Compartment = {
  Account:                     ['subject'],
  AdverseEvent:                ['subject'],
  AllergyIntolerance:          ['patient', 'recorder', 'asserter'],
  Appointment:                 ['actor'],
  AppointmentResponse:         ['actor'],
  AuditEvent:                  ['patient'],
  Basic:                       ['patient', 'author'],
  BodyStructure:               ['patient'],
  CarePlan:                    ['patient', 'performer'],
  CareTeam:                    ['patient', 'participant'],
  ChargeItem:                  ['subject'],
  Claim:                       ['patient', 'payee'],
  ClaimResponse:               ['patient'],
  ClinicalImpression:          ['subject'],
  Communication:               ['subject', 'sender', 'recipient'],
  CommunicationRequest:        ['subject', 'sender', 'recipient', 'requester'],
  Composition:                 ['subject', 'author', 'attester'],
  Condition:                   ['patient', 'asserter'],
  Consent:                     ['patient'],
  Coverage:                    ['policy-holder', 'subscriber', 'beneficiary', 'payor'],
  CoverageEligibilityRequest:  ['patient'],
  CoverageEligibilityResponse: ['patient'],
  DetectedIssue:               ['patient'],
  DeviceRequest:               ['subject', 'performer'],
  DeviceUseStatement:          ['subject'],
  DiagnosticReport:            ['subject'],
  DocumentManifest:            ['subject', 'author', 'recipient'],
  DocumentReference:           ['subject', 'author'],
  Encounter:                   ['patient'],
  EnrollmentRequest:           ['subject'],
  EpisodeOfCare:               ['patient'],
  ExplanationOfBenefit:        ['patient', 'payee'],
  FamilyMemberHistory:         ['patient'],
  Flag:                        ['patient'],
  Goal:                        ['patient'],
  Group:                       ['member'],
  ImagingStudy:                ['patient'],
  Immunization:                ['patient'],
  ImmunizationEvaluation:      ['patient'],
  ImmunizationRecommendation:  ['patient'],
  Invoice:                     ['subject', 'patient', 'recipient'],
  List:                        ['subject', 'source'],
  MeasureReport:               ['patient'],
  Media:                       ['subject'],
  MedicationAdministration:    ['patient', 'performer', 'subject'],
  MedicationDispense:          ['subject', 'patient', 'receiver'],
  MedicationRequest:           ['subject'],
  MedicationStatement:         ['subject'],
  MolecularSequence:           ['patient'],
  NutritionOrder:              ['patient'],
  Observation:                 ['subject', 'performer'],
  Patient:                     ['link'],
  Person:                      ['patient'],
  Procedure:                   ['patient', 'performer'],
  Provenance:                  ['patient'],
  QuestionnaireResponse:       ['subject', 'author'],
  RelatedPerson:               ['patient'],
  RequestGroup:                ['subject', 'participant'],
  ResearchSubject:             ['individual'],
  RiskAssessment:              ['subject'],
  Schedule:                    ['actor'],
  ServiceRequest:              ['subject', 'performer'],
  Specimen:                    ['subject'],
  SupplyDelivery:              ['patient'],
  SupplyRequest:               ['subject'],
  Task:                        ['patient', 'focus'],
  VisionPrescription:          ['patient'],
}

// biome-ignore format: one row a line
const encounter: Compartment = {
  CarePlan:                 ['encounter'],
  CareTeam:                 ['encounter'],
  ChargeItem:               ['context'],
  Claim:                    ['encounter'],
  ClinicalImpression:       ['encounter'],
  Communication:            ['encounter'],
  CommunicationRequest:     ['encounter'],
  Composition:              ['encounter'],
  Condition:                ['encounter'],
  DeviceRequest:            ['encounter'],
  DiagnosticReport:         ['encounter'],
  DocumentManifest:         ['related-ref'],
  DocumentReference:        ['encounter'],
  ExplanationOfBenefit:     ['encounter'],
  Media:                    ['encounter'],
  MedicationAdministration: ['context'],
  MedicationRequest:        ['encounter'],
  NutritionOrder:           ['encounter'],
  Observation:              ['encounter'],
  Procedure:                ['encounter'],
  QuestionnaireResponse:    ['encounter'],
  RequestGroup:             ['encounter'],
  RiskAssessment:           ['encounter'],
  ServiceRequest:           ['encounter'],
  VisionPrescription:       ['encounter'],
}

const compartments: Readonly<Record<string, Compartment>> = { Patient: patient, Encounter: encounter }

export const compartmentTypes: readonly string[] = Object.keys(compartments)

/** Types that can be in a compartment; its own resource is. */
export const listMemberTypes = (compartment: string): readonly string[] =>
  [...new Set([compartment, ...Object.keys(compartments[compartment] ?? {})])].sort()

type Resource = { readonly type: string; readonly id: string; readonly content: JsonObject }

/** `Type/id` of every resource in whose compartment it is. */
export function listCompartments(parameters: SearchParameters, { type, id, content }: Resource): string[] {
  const found = Object.entries(compartments).flatMap(([compartment, types]) => {
    const own = type === compartment ? [`${type}/${id}`] : []
    const paths = (types[type] ?? []).flatMap((code) => {
      const parameter = parameters.find(type, code)
      return parameter === undefined ? [] : parameters.paths(type, parameter)
    })
    const targets = paths.flatMap((path) => path.read(content).flatMap(listTargets))
    return [...own, ...targets.filter((target) => target.startsWith(`${compartment}/`))]
  })
  return [...new Set(found)]
}
