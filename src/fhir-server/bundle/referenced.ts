/** What a resource points to, as `Type/id`. R4 references.html#literal. */
import type { JsonObject } from '../../json.ts'
import { splitReference } from '../../profiles/references.ts'
import { listLinks } from './bundle-references.ts'

export function listTargets(resource: JsonObject): string[] {
  const targets = listLinks(resource, '').flatMap(({ text }) => {
    const target = splitReference(text)
    return target === undefined ? [] : [`${target.type}/${target.id}`]
  })
  return [...new Set(targets)]
}
