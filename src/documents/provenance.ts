/** Builds the Provenance of a release: its makers and its sources. R4 provenance.html; R3.1 to R3.3. */
import type { Provenance, ProvenanceAgent, ProvenanceEntity } from '@medplum/fhirtypes'
import { codeSystems, identifierSystems } from './code-systems.ts'
import { urnOf } from './composition.ts'
import { listAttesters, listEvidence } from './evidence.ts'
import { type ReleasedResource, type ReleaseInput, referenceTo } from './release-input.ts'

export function buildProvenance(input: ReleaseInput, targets: readonly ReleasedResource[]): Provenance {
  const { artifact } = input
  return {
    resourceType: 'Provenance',
    id: input.ids(`Provenance/${artifact.id}/${artifact.version}`),
    target: targets.map((resource) => ({ reference: referenceTo(resource) })),
    occurredDateTime: artifact.createdAt,
    recorded: artifact.approvedAt,
    activity: { coding: [{ system: codeSystems.dataOperation, code: 'CREATE' }] },
    agent: listAgents(input),
    entity: listEntities(input),
  }
}

export const buildAgent = (type: string, who: ProvenanceAgent['who']): ProvenanceAgent => ({
  type: { coding: [{ system: codeSystems.provenanceParticipant, code: type }] },
  who,
})

function listAgents({ artifact, author, approver, organization, verification }: ReleaseInput): ProvenanceAgent[] {
  const { softwareVersion, policyVersion } = verification
  const onBehalfOf = { reference: referenceTo(organization) }
  return [
    { ...buildAgent('author', { reference: author }), onBehalfOf },
    { ...buildAgent('attester', { reference: approver }), onBehalfOf },
    buildAgent('verifier', { display: `Banksia verifier ${softwareVersion}, policy ${policyVersion}` }),
    buildAgent('assembler', { display: `Banksia ${softwareVersion}` }),
    // A clinician's own evidence: nobody said it aloud.
    ...listAttesters(artifact.note).map((by) => buildAgent('informant', { reference: by })),
  ]
}

function listEntities({ artifact, transcriptIds, verification }: ReleaseInput): ProvenanceEntity[] {
  const uri = (value: string) => ({ identifier: { system: identifierSystems.uri, value } })
  const content = { type: { text: 'SHA-256 of the verified content' }, value: verification.contentHash }
  return [
    ...transcriptIds.map((id): ProvenanceEntity => ({ role: 'source', what: uri(urnOf(id)) })),
    ...listEvidence(artifact.note, 'resource').map(
      ({ reference }): ProvenanceEntity => ({ role: 'source', what: { reference } }),
    ),
    { role: 'source', what: { identifier: content } },
    ...(artifact.replaces ?? []).map((id): ProvenanceEntity => ({ role: 'revision', what: uri(urnOf(id)) })),
  ]
}
