/** What a recall makes of a release: every resource of it entered in error, and a Provenance that says who said so. hub-contract "Release". */
import type { Bundle, Provenance, Resource } from '@medplum/fhirtypes'
import { codeSystems } from './code-systems.ts'
import { buildAgent } from './provenance.ts'
import { type DerivedResource, type ReleasedResource, referenceTo } from './release-input.ts'

export type RecallInput = {
  readonly artifactId: string
  /** What `buildRelease` gave, in its current versions. */
  readonly released: readonly ReleasedResource[]
  /** `Type/id` of what another released artifact states as well: it stays as it is. */
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
    case 'Composition':
    case 'DocumentReference':
    case 'MedicationStatement':
    case 'Observation':
      return { ...resource, status: 'entered-in-error' }
    case 'Condition':
      return markConditionEnteredInError(resource)
    case 'Provenance':
      return undefined
  }
}

/** con-5: no clinicalStatus beside entered-in-error. */
function markConditionEnteredInError(condition: Extract<DerivedResource, { resourceType: 'Condition' }>) {
  const { clinicalStatus: _, ...rest } = condition
  const coding = [{ system: codeSystems.conditionVerification, code: 'entered-in-error' }]
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

/** The document again, as its receivers are told of the recall: the same people and identity, all that it states entered in error. */
export function buildRecalledDocument(document: Bundle, recalledAt: string): Bundle {
  const entry = (document.entry ?? []).map(({ resource, ...rest }) => ({
    ...rest,
    ...(resource === undefined
      ? {}
      : { resource: isStated(resource) ? (markEnteredInError(resource) ?? resource) : resource }),
  }))
  return { ...document, timestamp: recalledAt, entry }
}

const statedTypes: ReadonlySet<string> = new Set(['Composition', 'Condition', 'MedicationStatement', 'Observation'])

const isStated = (resource: Resource): resource is Exclude<ReleasedResource, Provenance> =>
  statedTypes.has(resource.resourceType)
