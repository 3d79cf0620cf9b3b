/** Published instances that mutations start from; HL7's packages (CC0), read where npm puts them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { r4Examples } from '../../../judges/r4-examples.ts'

export type Group = 'R4 examples' | 'AU Base examples' | 'AU Core examples'
export type Seed = { readonly group: Group; readonly name: string; readonly text: string }

const root = join(import.meta.dirname, '../../..')
const folders: Readonly<Record<Group, string>> = {
  'R4 examples': r4Examples,
  'AU Base examples': join(root, 'node_modules/hl7.fhir.au.base/example'),
  'AU Core examples': join(root, '../shared/au-core/examples'),
}

const isExample = (file: string): boolean => /^[A-Z][A-Za-z]+-.+\.json$/.test(file)
/** Smaller ones say as much as large ones. */
const maxBytes = 6000

/** Examples of R4 that R4 allows, one of a type: a mutation of an invalid example would show nothing. */
// biome-ignore format: names in rows
const sound: ReadonlySet<string> = new Set([
  'Account-ewg ActivityDefinition-serum-dengue-virus-igm AllergyIntolerance-example Appointment-example',
  'AppointmentResponse-exampleresp AuditEvent-example-media Basic-referral',
  'BiologicallyDerivedProduct-example BodyStructure-skin-patch Bundle-xds CapabilityStatement-base2',
  'CarePlan-f201 CareTeam-example CatalogEntry-example ChargeItem-example ChargeItemDefinition-device',
  'Claim-100151 ClaimResponse-UR3503 ClinicalImpression-example',
  'CodeSystem-coverageeligibilityresponse-ex-auth-support Communication-fm-solicited',
  'CommunicationRequest-fm-solicit CompartmentDefinition-example Composition-example',
  'ConceptMap-cm-name-use-v2 Condition-f002 Consent-consent-example-signature Contract-INS-101',
  'Coverage-9876B1 CoverageEligibilityRequest-52346 CoverageEligibilityResponse-E2503 DetectedIssue-ddi',
  'Device-f001 DeviceDefinition-example DeviceMetric-example DeviceRequest-left-lens',
  'DeviceUseStatement-example DiagnosticReport-102 DocumentManifest-654789 DocumentReference-example',
  'EffectEvidenceSynthesis-example Encounter-f001 Endpoint-direct-endpoint EnrollmentRequest-22345',
  'EpisodeOfCare-example EvidenceVariable-example ExplanationOfBenefit-EB3501 FamilyMemberHistory-father',
  'Flag-example Goal-example GraphDefinition-example Group-herd1 GuidanceResponse-example',
  'HealthcareService-example ImagingStudy-example-xr Immunization-protocol',
  'ImmunizationRecommendation-example InsurancePlan-example Invoice-example Linkage-example List-f201',
  'Location-1 Measure-component-a-example Medication-med0308 MedicationAdministration-medadmin0302',
  'MedicationDispense-meddisp0319 MedicationKnowledge-example MedicationRequest-medrx0333',
  'MedicationStatement-example004 MedicinalProduct-example MessageDefinition-example',
  'MessageHeader-1cbdfb97-5859-48a4-8301-d54eab818d68 MolecularSequence-fda-vcfeval-comparison',
  'NamingSystem-example-id NutritionOrder-enteralbolus Observation-f205 ObservationDefinition-example',
  'OperationDefinition-Resource-convert OperationOutcome-break-the-glass Organization-f001',
  'OrganizationAffiliation-orgrole1 Patient-f201 PaymentNotice-77654 PaymentReconciliation-ER2500',
  'Person-example PlanDefinition-options-example Practitioner-f004 PractitionerRole-example Procedure-f003',
  'Provenance-example-cwl Questionnaire-gcs QuestionnaireResponse-bb RelatedPerson-benedicte',
  'RequestGroup-example ResearchDefinition-example ResearchStudy-example ResearchSubject-example',
  'RiskAssessment-genetic Schedule-exampleloc1 SearchParameter-clinical-identifier',
  'ServiceRequest-physiotherapy Slot-example Specimen-101',
].flatMap((row) => row.split(' ')))

/** All of a group that is on this machine, smallest first. */
export function listExamples(group: Group, limitBytes: number): Seed[] {
  const folder = folders[group]
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(isExample)
    .map((file) => ({ file, bytes: statSync(join(folder, file)).size }))
    .filter(({ bytes }) => bytes <= limitBytes)
    .sort((one, other) => one.bytes - other.bytes || one.file.localeCompare(other.file))
    .map(({ file }) => ({ group, name: basename(file, '.json'), text: readFileSync(join(folder, file), 'utf8') }))
}

/** Examples of AU Base with an extension of R5 that HAPI cannot look up, and languages that it knows no better. */
const unsound: ReadonlySet<string> = new Set(['Encounter-example0', 'HealthcareService-example4'])

/** Mutations start from these: the `count` largest examples of every type that are still small. */
export function listSeeds(group: Group, count: number): Seed[] {
  const byType = new Map<string, Seed[]>()
  for (const seed of listExamples(group, maxBytes)) {
    if (group === 'R4 examples' ? !sound.has(seed.name) : unsound.has(seed.name)) continue
    const type = seed.name.split('-')[0] ?? ''
    byType.set(type, [...(byType.get(type) ?? []), seed])
  }
  return [...byType.values()].flatMap((seeds) => seeds.slice(-count))
}
