/** How an artifact comes from one state to the next. Spec 3; hub-contract "Artifacts". */
import { type Caller, hasRole } from '../caller.ts'
import type { JsonObject } from '../json.ts'
import { Problem } from '../problems.ts'
import { readContent, type Stored } from './content.ts'
import { type ArtifactOperation, checkOpen } from './transitions.ts'
import type { Recorded, Write } from './writes/write-rows.ts'

/** Throws where its state or the caller's role is another. */
export function buildMove(
  caller: Caller,
  artifact: Stored,
  { operation, change, fields }: { operation: ArtifactOperation; change: JsonObject } & Pick<Recorded, 'fields'>,
): Write {
  const content = readContent(artifact)
  const from = String(content['state'])
  const transition = checkOpen(operation, from)
  if (!hasRole(caller, transition.roles)) throw new Problem('role-required')
  const own = {
    artifactId: artifact.id,
    encounterId: String(content['encounterId']),
    fromState: from,
    toState: transition.to,
  }
  return {
    ...artifact,
    content: { ...content, ...change, state: transition.to },
    record: { kind: transition.event, fields: { ...own, ...fields } },
  }
}

/** A put leaves the state as it is. */
export function refuseStateChange(write: Write, old: Stored | undefined): void {
  const before = old === undefined ? 'in_review' : readContent(old)['state']
  if (write.content['state'] !== before) throw new Error('an artifact changes state by move alone')
}
