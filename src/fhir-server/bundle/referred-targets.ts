/** Which resources one refers to by any element, so that they are not deleted before it. D19; R4 references.html#literal. */
import type { JsonObject, JsonValue } from '../../json.ts'
import { splitReference } from '../../profiles/references.ts'

/** `Type/id` of each. What a Bundle holds is not there by itself, and a Provenance stays when what it is about has gone. */
export function listReferredTargets(resource: JsonObject): readonly string[] {
  const targets = new Set<string>()
  if (resource['resourceType'] !== 'Provenance') collect(resource, targets)
  return [...targets]
}

function collect(value: JsonValue, targets: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, targets)
    return
  }
  if (value['resourceType'] === 'Bundle') return
  const { reference } = value
  const target = typeof reference === 'string' ? splitReference(reference) : undefined
  if (target !== undefined) targets.add(`${target.type}/${target.id}`)
  for (const name in value) collect(value[name] ?? null, targets)
}
