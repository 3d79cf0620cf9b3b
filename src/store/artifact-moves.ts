/** How an artifact comes from one state to the next. Spec 3; hub-contract "Artifact lifecycle". */
import { type Caller, hasRole } from '../core/caller.ts'
import type { JsonObject } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import type { AuditFields } from './audit/audit.ts'
import { readContent, type Stored } from './resources/content.ts'
import type { ResourceAddress } from './resources/reader.ts'
import type { Recorded, Write } from './resources/write/write-rows.ts'
import { type ArtifactOperation, checkOpen } from './transitions.ts'

/** What is new has a place alone. */
export type Movable = Stored | (ResourceAddress & { readonly version?: never })

type Move = { readonly operation: ArtifactOperation; readonly change: JsonObject } & Pick<Recorded, 'fields'>

/** Throws where its state or the caller's role is another. */
export function buildMove(caller: Caller, artifact: Movable, { operation, change, fields }: Move): Write {
  const before = artifact.version === undefined ? undefined : readContent(artifact)
  const from = before === undefined ? 'none' : String(before['state'])
  const transition = checkOpen(operation, from)
  if (!hasRole(caller, transition.roles)) throw new Problem('role-required')
  const content = { ...before, ...change, state: transition.to }
  const own = {
    artifactId: artifact.id,
    ...(before === undefined ? {} : { fromState: from }),
    toState: transition.to,
    ...identify(content),
  }
  return { ...artifact, content, record: { kind: transition.event, fields: { ...own, ...fields } } }
}

/** For the audit: whose it is, and of which content. */
const identify = ({ encounterId, artifactType, spoke, patientId, contentHash }: JsonObject): AuditFields => ({
  encounterId: String(encounterId),
  artifactType: String(artifactType),
  artifactSpoke: String(spoke),
  patientId: String(patientId),
  hash: String(contentHash),
})

export function refuseArtifact({ space, type }: ResourceAddress): void {
  if (space === 'hub' && type === 'Artifact') throw new Error('an artifact is written by move alone')
}
