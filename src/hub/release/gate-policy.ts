/** Applies the policy of an artifact's release gate to an approval. docs/design/hub.md#artifact-lifecycle; src/core/gates.ts; D48. */
import { type Caller, hasRole } from '../../core/caller.ts'
import { findGate } from '../../core/gates.ts'
import { Problem } from '../../core/problems.ts'
import { listAttesters } from '../../documents/evidence.ts'
import { findPractitioner, type Looking } from '../../domain/practitioner/practitioner-roles.ts'
import type { ArtifactContent, FirstApproval } from '../../store/hub-resources.ts'

/** A first approval counts for its content and evidence only. */
export const isCurrent = (first: FirstApproval, { contentHash, verification }: ArtifactContent): boolean =>
  first.contentHash === contentHash && first.evidenceHash === verification?.evidenceHash

type Approver = Pick<Caller, 'issuer' | 'subject' | 'roles'> & { readonly fhirUser: string }

/** It is the first of two, by this Practitioner. */
export type First = { readonly practitioner: string }

const refuse = (detail: string): never => {
  throw new Problem('business-rule', { detail })
}

/** Says which approval it would be; throws if the policy refuses it. Two logins, or two roles, of one Practitioner are one person. */
export async function checkGate(
  looking: Looking,
  content: ArtifactContent,
  approver: Approver,
): Promise<First | { readonly releases: true }> {
  const policy = findGate(content.gate)
  if (policy === undefined) return refuse('The artifact names no release gate')
  const { firstApproval: first, author } = content
  if (policy.approvals === 2) {
    const practitioner = await readPerson(looking, approver.fhirUser)
    if (first === undefined || !isCurrent(first, content)) return { practitioner }
    const isSame = isSameLogin(first, approver) || (await readFirst(looking, first)) === practitioner
    if (isSame) return refuse('The gate needs the approval of a second person')
  }
  if (!hasRole(approver as Caller, policy.releasedBy)) {
    throw new Problem('role-required', { detail: 'The approval that releases needs another role at this gate' })
  }
  if (policy.author === 'never-releases' && author !== undefined && (await isOne(looking, approver, [author]))) {
    return refuse('The author does not release at this gate')
  }
  if (policy.attester === 'not-alone' && (await isOne(looking, approver, listAttesters(content.note)))) {
    return refuse('Whoever vouches for a statement does not release it alone at this gate')
  }
  return { releases: true }
}

/** A subject is a name within its issuer; an earlier approval may not name the issuer. */
const isSameLogin = (first: FirstApproval, { issuer, subject, fhirUser }: Approver): boolean =>
  (first.by === subject && (first.issuer ?? issuer) === issuer) || first.practitionerRole === fhirUser

/** The person of the role then; for earlier approvals the person of the role now. */
const readFirst = async (looking: Looking, { practitioner, practitionerRole }: FirstApproval): Promise<string> =>
  practitioner ?? readPerson(looking, practitionerRole)

/** True if the approver has one of these roles. */
async function isOne(looking: Looking, { fhirUser }: Approver, roles: readonly string[]): Promise<boolean> {
  if (roles.length === 0) return false
  if (roles.includes(fhirUser)) return true
  const own = await readPerson(looking, fhirUser)
  for (const role of roles) if ((await readPerson(looking, role)) === own) return true
  return false
}

/** `Practitioner/<id>`. Throws if it is unknown where people must be told apart. */
async function readPerson(looking: Looking, role: string): Promise<string> {
  const practitioner = await findPractitioner(looking, role)
  if (practitioner?.id === undefined)
    return refuse('The gate tells people apart, and a PractitionerRole names no Practitioner of this server')
  return `Practitioner/${practitioner.id}`
}
