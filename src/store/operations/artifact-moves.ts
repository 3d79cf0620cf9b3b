/** How an artifact comes from one state to the next: the one writer of artifacts. docs/design/hub.md#artifact-lifecycle. */
import { type Caller, hasRole } from '../../core/caller.ts'
import type { JsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import type { AuditFields } from '../audit/audit.ts'
import { readContent } from '../resources/content.ts'
import type { ResourceAddress, Stored } from '../resources/types.ts'
import type { WriteHook } from '../resources/write/write-hooks.ts'
import type { Recorded, Write } from '../resources/write/write-rows.ts'
import type { Tx } from '../transaction.ts'
import { type ArtifactOperation, checkOpen } from '../transitions.ts'
import { followMove, touchesReview } from './reviews.ts'

/** A new artifact has an address only; it has no version yet. */
type Movable = Stored | (ResourceAddress & { readonly version?: never })

/** Checks state and role, writes the version, records the event, and keeps the queue of the release gate. */
export async function moveArtifact(
  tx: Tx,
  artifact: Movable,
  operation: ArtifactOperation,
  change: JsonObject = {},
  fields: AuditFields = {},
): Promise<Stored> {
  const write = buildMove(tx.caller, artifact, { operation, change, fields })
  const moved = await tx.put(write)
  if (touchesReview(write.record?.fields)) tx.endWith(followMove(tx, moved))
  return moved
}

const moves = new WeakSet<Write>()

/** Refuses any other write of an artifact. */
export const artifactHook: WriteHook<Tx> = {
  put(_tx, write) {
    if (!moves.has(write)) throw new Error('an artifact is written by move alone')
    return write
  },
}

type Move = { readonly operation: ArtifactOperation; readonly change: JsonObject } & Pick<Recorded, 'fields'>

/** Throws if the state does not allow the operation, or the caller lacks the role. */
function buildMove(caller: Caller, artifact: Movable, { operation, change, fields }: Move): Write {
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
  const record = { kind: transition.event, fields: { ...own, ...fields } }
  const write = { ...artifact, space: 'hub' as const, expected: artifact.version ?? 0, content, record }
  moves.add(write)
  return write
}

/** Fields for the audit record: the patient, and the content that it is about. */
const identify = ({ encounterId, artifactType, spoke, patientId, contentHash }: JsonObject): AuditFields => ({
  encounterId: String(encounterId),
  artifactType: String(artifactType),
  artifactSpoke: String(spoke),
  patientId: String(patientId),
  hash: String(contentHash),
})
