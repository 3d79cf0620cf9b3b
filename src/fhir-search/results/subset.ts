/** A part of a resource: `_summary` and `_elements`. R4 search.html#summary, #elements. */
import { isJsonObject, parseJson, stringifyJson } from '../../core/json.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import { listMembers } from './json-members.ts'

const subsetted = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }
const always: ReadonlySet<string> = new Set(['resourceType', 'id', 'meta', 'implicitRules'])

export const summaries = ['true', 'text', 'data', 'count', 'false'] as const

/** The part that a request wants. */
export type Subset = { readonly summary: (typeof summaries)[number]; readonly elements: readonly string[] }

export function subsetText(
  definitions: Definitions,
  { type, text }: { type: string; text: string },
  asked: Subset,
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
  const kept = listMembers(text).filter(({ name }) => isKept(name))
  const all = kept.some(({ name }) => name === 'meta') ? kept : [...kept, { name: 'meta', text: '{}' }]
  return `{${all.map((one) => `"${one.name}":${one.name === 'meta' ? taggedText(one.text) : one.text}`).join(',')}}`
}

/** A name, with or without its type; a deeper path includes its whole element. */
function isAsked(asking: string, type: string, { name, element }: { name: string; element: string }): boolean {
  const path = asking.startsWith(`${type}.`) ? asking.slice(type.length + 1) : asking
  const [first = ''] = path.split('.')
  return name.replace(/^_/, '') === first || element === `${first}[x]`
}

function taggedText(text: string): string {
  const read = parseJson(text)
  const meta = isJsonObject(read) ? read : {}
  const tags = Array.isArray(meta['tag']) ? meta['tag'] : []
  return stringifyJson({ ...meta, tag: [...tags, subsetted] })
}
