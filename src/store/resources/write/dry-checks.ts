/** Findings that would forbid writing these resources together now. */
import type { JsonObject } from '../../../core/json.ts'
import type { Reader } from '../types.ts'
import type { Check, Checked, CheckFinding } from './check-rows.ts'
import { findMissing, listPending, missingFinding } from './missing-references.ts'

export async function listFindings(
  { check, ...reader }: Reader & { readonly check: Check },
  resources: readonly JsonObject[],
): Promise<readonly CheckFinding[]> {
  const checked: Checked[] = []
  for (const resource of resources) checked.push(await check(reader.tenant, resource))
  const own = new Set(resources.map(({ resourceType, id }) => `${resourceType}/${id}`))
  const pending = checked
    .flatMap((one) => listPending(reader.tenant, one))
    .filter(({ type, id }) => !own.has(`${type}/${id}`))
  const missing = await findMissing(reader, pending)
  return [...checked.flatMap(({ findings }) => findings), ...missing.map(missingFinding)]
}
