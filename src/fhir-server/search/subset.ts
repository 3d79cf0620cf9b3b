/** A part of a resource: `_summary` and `_elements`. R4 search.html#summary, #elements. */
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../json.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import type { SearchRequest } from './search-request.ts'

const subsetted = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }
const always: ReadonlySet<string> = new Set(['resourceType', 'id', 'meta', 'implicitRules'])

type Asked = Pick<SearchRequest, 'summary' | 'elements'>

export function subsetText(
  definitions: Definitions,
  { type, text }: { type: string; text: string },
  asked: Asked,
): string {
  const { summary, elements } = asked
  if (elements.length === 0 && summary !== 'true' && summary !== 'text' && summary !== 'data') return text
  const members = definitions.findType(type)?.members
  const isKept = (name: string): boolean => {
    const member = members?.get(name.replace(/^_/, ''))
    if (member === undefined || always.has(name)) return always.has(name)
    if (elements.length > 0)
      return (
        member.isRequired === true ||
        elements.some((asking) => isAsked(asking, type, { name, element: member.element }))
      )
    if (summary === 'data') return name !== 'text'
    if (summary === 'text') return name === 'text' || member.isRequired === true
    return member.isSummary === true
  }
  // What the store gives is a resource.
  const resource = parseJson(text) as JsonObject
  const kept = Object.assign({}, resource)
  for (const name of Object.keys(kept)) if (!isKept(name)) delete kept[name]
  return stringifyJson(tagged(kept))
}

/** A name, or one with its type in front; what lies deeper brings its element whole. */
function isAsked(asking: string, type: string, { name, element }: { name: string; element: string }): boolean {
  const path = asking.startsWith(`${type}.`) ? asking.slice(type.length + 1) : asking
  const [first = ''] = path.split('.')
  return name.replace(/^_/, '') === first || element === `${first}[x]`
}

function tagged(resource: JsonObject): JsonObject {
  const meta = isJsonObject(resource['meta']) ? resource['meta'] : {}
  const tags = Array.isArray(meta['tag']) ? meta['tag'] : []
  return { ...resource, meta: { ...meta, tag: [...tags, subsetted] } }
}
