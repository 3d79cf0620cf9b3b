/** Builds the changes of an amendment in the edition that it replaces, when it is released. docs/design/hub.md#release. */
import type { Provenance } from '@medplum/fhirtypes'
import { codeSystems, identifierSystems } from './code-systems.ts'
import { urnOf } from './composition.ts'
import { buildAgent } from './provenance.ts'
import { markEnteredInError } from './recall.ts'
import { type ReleasedResource, referenceTo } from './release-input.ts'

export type SupersedeInput = {
  /** The id of the superseded edition. */
  readonly artifactId: string
  /** Its resources, in current versions. */
  readonly released: readonly ReleasedResource[]
  /** `Type/id` of facts that the amendment, or another released artifact, states too. */
  readonly supportedElsewhere: ReadonlySet<string>
  /** Document identity of the amendment. */
  readonly replacedBy: string
  readonly at: string
  /** `PractitionerRole/<id>`. */
  readonly by: string
  readonly ids: (fact: string) => string
}

/** The changed resources, and last the Provenance of the change: the document is history, and facts that only it stated are entered in error. */
export function buildSuperseded(input: SupersedeInput): readonly ReleasedResource[] {
  const changed = input.released.flatMap((resource) => supersede(resource, input.supportedElsewhere))
  return [...changed, buildSupersedeProvenance(input, changed)]
}

function supersede(resource: ReleasedResource, supported: ReadonlySet<string>): readonly ReleasedResource[] {
  switch (resource.resourceType) {
    case 'Composition':
      return [{ ...resource, status: 'amended' }]
    case 'DocumentReference':
      return [{ ...resource, status: 'superseded', docStatus: 'amended' }]
    case 'Provenance':
      return []
    default:
      return supported.has(referenceTo(resource)) ? [] : [markEnteredInError(resource) ?? resource]
  }
}

function buildSupersedeProvenance(input: SupersedeInput, targets: readonly ReleasedResource[]): Provenance {
  const by = { identifier: { system: identifierSystems.uri, value: urnOf(input.replacedBy) } }
  return {
    resourceType: 'Provenance',
    id: input.ids(`Provenance/${input.artifactId}/supersede`),
    target: targets.map((resource) => ({ reference: referenceTo(resource) })),
    recorded: input.at,
    activity: { coding: [{ system: codeSystems.dataOperation, code: 'UPDATE' }] },
    agent: [buildAgent('author', { reference: input.by })],
    entity: [{ role: 'derivation', what: by }],
  }
}
