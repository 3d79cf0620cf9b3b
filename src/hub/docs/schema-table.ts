/** A JSON Schema as rows for readers: one for each member; members of inner objects have a path. */

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { type Html, html } from '../../core/page/html.ts'

type Member = { readonly path: string; readonly schema: JsonObject; readonly required: boolean }

const namesOf = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

const refName = (schema: JsonObject): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined

/** Inline objects are opened; named ones have a table of their own. */
function listMembers(schema: JsonObject, prefix = ''): readonly Member[] {
  const { properties, required, items } = schema
  if (isJsonObject(items) && refName(items) === undefined) return listMembers(items, `${prefix}[]`)
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).flatMap(([name, member]) => {
    if (!isJsonObject(member)) return []
    const path = prefix === '' ? name : `${prefix}.${name}`
    return [{ path, schema: member, required: namesOf(required).includes(name) }, ...listMembers(member, path)]
  })
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'RFC 3339 time',
  date: 'date',
  uri: 'URI',
}

const scalar = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The type of a member, with links to named schemas. */
export function describeType(schema: JsonObject): Html {
  const name = refName(schema)
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`
  const { type, items, format, const: constant } = schema
  if (constant !== undefined) return html`<code>${scalar(constant)}</code>`
  if (Array.isArray(schema['enum']))
    return html`one of ${schema['enum'].map((value, at) => html`${at === 0 ? '' : ', '}<code>${scalar(value)}</code>`)}`
  const choices = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']
  if (Array.isArray(choices) && type === undefined) {
    return html`${choices.filter(isJsonObject).map((choice, at) => html`${at === 0 ? '' : ' or '}${describeType(choice)}`)}`
  }
  if (isJsonObject(items)) return html`list of ${describeType(items)}`
  if (typeof format === 'string') return html`${formats[format] ?? format}`
  return html`${Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'anything'}`
}

const limits = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['exclusiveMinimum', 'more than'],
  ['minLength', 'characters, at least'],
  ['maxLength', 'characters, at most'],
  ['minItems', 'items, at least'],
  ['maxItems', 'items, at most'],
  ['default', 'default'],
] as const

/** Whether the value is a real limit; the largest integers tell a reader nothing. */
const isBound = (value: JsonValue): boolean => typeof value !== 'number' || Math.abs(value) < Number.MAX_SAFE_INTEGER

export function describeLimits(schema: JsonObject): string {
  const told = limits.flatMap(([keyword, words]) => {
    const value = schema[keyword]
    return value === undefined || !isBound(value) ? [] : [`${words} ${scalar(value)}`]
  })
  const { description, pattern, format } = schema
  const form = typeof pattern === 'string' && format === undefined && pattern.length < 80 ? [`matches ${pattern}`] : []
  return [...(typeof description === 'string' ? [description] : []), ...told, ...form].join('; ')
}

export const renderMembers = (schema: JsonObject): Html => html`<div class="wide"><table>
<thead><tr><th>Member</th><th>Type</th><th>Required</th><th></th></tr></thead><tbody>
${listMembers(schema).map(
  (member) =>
    html`<tr><td><code>${member.path}</code></td><td>${describeType(member.schema)}</td><td>${member.required ? 'yes' : ''}</td><td>${describeLimits(member.schema)}</td></tr>
`,
)}</tbody></table></div>`

export const renderExample = (schema: JsonObject): Html | undefined => {
  const example = Array.isArray(schema['examples']) ? schema['examples'][0] : undefined
  return example === undefined
    ? undefined
    : html`<details><summary>Example</summary><pre>${JSON.stringify(example, null, 2)}</pre></details>`
}
