/** Findings that would forbid writing these resources together now. */
import type { JsonObject } from '../../../core/json.ts'
import { seenAt } from '../read/seen-versions.ts'
import { findAllCurrent } from '../read/versions.ts'
import type { ReadScope } from '../search/access-scope.ts'
import type { Reader } from '../types.ts'
import type { Check, Checked, CheckFinding } from './check-rows.ts'
import { findMissing, listPending, missingFinding, type PendingReference } from './missing-references.ts'

/** `scope`: a reference to a resource outside of it names nothing. */
export async function listFindings(
  { check, scope, ...reader }: Reader & { readonly check: Check; readonly scope?: ReadScope | undefined },
  resources: readonly JsonObject[],
): Promise<readonly CheckFinding[]> {
  const checked: Checked[] = []
  for (const resource of resources) checked.push(await check(reader.tenant, resource))
  const own = new Set(resources.map(({ resourceType, id }) => `${resourceType}/${id}`))
  const pending = checked
    .flatMap((one) => listPending(reader.tenant, one))
    .filter(({ type, id }) => !own.has(`${type}/${id}`))
  const missing = await findMissing(reader, pending)
  const unseen = scope === undefined ? [] : await listUnseen(reader, scope, pending)
  const wrong = new Set([...missing, ...unseen])
  return [
    ...checked.flatMap(({ findings }) => findings),
    ...pending.filter((one) => wrong.has(one)).map(missingFinding),
  ]
}

/** References to what the caller may not see. They are read whether they are missing or not. D193. */
async function listUnseen(
  reader: Reader,
  scope: ReadScope,
  pending: readonly PendingReference[],
): Promise<readonly PendingReference[]> {
  const places = pending.map(({ type, id }) => ({ space: 'fhir', type, id, scope }) as const)
  const seen = await seenAt(places, await findAllCurrent(reader, places))
  return pending.filter((_, at) => seen[at] === undefined)
}
