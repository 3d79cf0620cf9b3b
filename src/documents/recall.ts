/** Builds a recall: every resource of a release entered in error, and a Provenance with the person who recalled it. docs/design/hub.md#release. */
import type { Bundle, Provenance, Resource } from '@medplum/fhirtypes'
import { codeSystems } from './code-systems.ts'
import { displayOfCode } from './displays.ts'
import { buildAgent } from './provenance.ts'
import { type DerivedResource, derivedTypes, type ReleasedResource, referenceTo } from './release-input.ts'

export type RecallInput = {
  readonly artifactId: string
  /** The result of `buildReleaseResources`, in current versions. */
  readonly released: readonly ReleasedResource[]
  /** `Type/id` of facts that another released artifact states too: they stay. */
  readonly supportedElsewhere: ReadonlySet<string>
  readonly recalledAt: string
  /** `PractitionerRole/<id>`. */
  readonly recalledBy: string
  readonly reasonCode: 'wrong_patient' | 'clinical_error' | 'patient_request' | 'duplicate' | 'other'
  readonly ids: (fact: string) => string
}

/** The changed resources, and the new Provenance last. */
export function buildRecall(input: RecallInput): readonly ReleasedResource[] {
  const recalled = input.released
    .filter((resource) => !input.supportedElsewhere.has(referenceTo(resource)))
    .map(markEnteredInError)
    .filter((resource) => resource !== undefined)
  return [...recalled, buildRecallProvenance(input, recalled)]
}

export function markEnteredInError(resource: ReleasedResource): Exclude<ReleasedResource, Provenance> | undefined {
  switch (resource.resourceType) {
    case 'CarePlan':
    case 'Composition':
    case 'DocumentReference':
    case 'Immunization':
    case 'List':
    case 'MedicationStatement':
    case 'Observation':
    case 'Procedure':
    case 'ServiceRequest':
      return { ...resource, status: 'entered-in-error' }
    case 'AllergyIntolerance':
      return markAllergyEnteredInError(resource)
    case 'Condition':
      return markConditionEnteredInError(resource)
    case 'Provenance':
      return undefined
  }
}

/** con-5: no clinicalStatus beside entered-in-error. */
function markConditionEnteredInError(condition: Extract<DerivedResource, { resourceType: 'Condition' }>) {
  const { clinicalStatus: _, ...rest } = condition
  const code = 'entered-in-error'
  const coding = [{ system: codeSystems.conditionVerification, code, ...displayOfCode(code) }]
  return { ...rest, verificationStatus: { coding } }
}

/** ait-2: no clinicalStatus beside entered-in-error. */
function markAllergyEnteredInError(allergy: Extract<DerivedResource, { resourceType: 'AllergyIntolerance' }>) {
  const { clinicalStatus: _, ...rest } = allergy
  const code = 'entered-in-error'
  const coding = [{ system: codeSystems.allergyVerification, code, ...displayOfCode(code) }]
  return { ...rest, verificationStatus: { coding } }
}

function buildRecallProvenance(input: RecallInput, targets: readonly Resource[]): Provenance {
  return {
    resourceType: 'Provenance',
    id: input.ids(`Provenance/${input.artifactId}/recall`),
    target: targets.map((resource) => ({ reference: referenceTo(resource) })),
    recorded: input.recalledAt,
    reason: [{ text: input.reasonCode }],
    activity: { coding: [{ system: codeSystems.dataOperation, code: 'NULLIFY' }] },
    agent: [buildAgent('author', { reference: input.recalledBy })],
  }
}

/** The document for receivers of a recall: the same people and identity, with every statement entered in error. */
export function buildRecalledDocument(document: Bundle, recalledAt: string): Bundle {
  const entry = (document.entry ?? []).map(({ resource, ...rest }) => ({
    ...rest,
    ...(resource === undefined
      ? {}
      : { resource: isStated(resource) ? (markEnteredInError(resource) ?? resource) : resource }),
  }))
  return { ...document, timestamp: recalledAt, entry }
}

const statedTypes: ReadonlySet<string> = new Set(['Composition', ...derivedTypes])

const isStated = (resource: Resource): resource is Exclude<ReleasedResource, Provenance> =>
  statedTypes.has(resource.resourceType)
