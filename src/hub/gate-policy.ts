/** What the policy of an artifact's release gate says of an approval. hub-contract "Artifact lifecycle"; src/gates.ts. */
import { type Caller, hasRole } from '../caller.ts'
import { listAttesters } from '../documents/evidence.ts'
import { findGate } from '../gates.ts'
import { Problem } from '../problems.ts'
import type { ArtifactContent, FirstApproval } from '../store/hub-resources.ts'

/** An approval counts for the content and the evidence that it was given for. */
export const isCurrent = (first: FirstApproval, { contentHash, verification }: ArtifactContent): boolean =>
  first.contentHash === contentHash && first.evidenceHash === verification?.evidenceHash

type Approver = Pick<Caller, 'subject' | 'roles'> & { readonly fhirUser: string }

const refuse = (detail: string): never => {
  throw new Problem('business-rule', { detail })
}

/** Which approval it would be; throws where the policy refuses it. Two logins of one practitioner are one person. */
export function checkGate(content: ArtifactContent, approver: Approver): 'approve-first' | 'approve' {
  const policy = findGate(content.gate)
  if (policy === undefined) return refuse('The artifact names no release gate')
  const first = content.firstApproval
  if (policy.approvals === 2 && (first === undefined || !isCurrent(first, content))) return 'approve-first'
  if (policy.approvals === 2 && (first?.by === approver.subject || first?.practitionerRole === approver.fhirUser)) {
    return refuse('The gate needs the approval of a second person')
  }
  if (!hasRole(approver as Caller, policy.releasedBy)) {
    throw new Problem('role-required', { detail: 'The approval that releases needs another role at this gate' })
  }
  if (policy.author === 'never-releases' && content.author === approver.fhirUser) {
    return refuse('The author does not release at this gate')
  }
  if (policy.attester === 'not-alone' && listAttesters(content.note).includes(approver.fhirUser)) {
    return refuse('Whoever vouches for a statement does not release it alone at this gate')
  }
  return 'approve'
}
