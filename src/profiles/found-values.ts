/** The value that a finding is about, for the one who sent it: D126. Everyone else gets fixed texts and the demands of definitions. */

import { numberTextOf } from '../core/json/json-numbers.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts'
import type { Told } from './outcome.ts'

/** A code, a reference or a date fits; a longer text is cut. */
const maxCharacters = 80

/** These say that something should not be there at all, or that it is there in another form: its content explains nothing. */
const withoutValue: ReadonlySet<string> = new Set(['element-unknown', 'text-unreadable', 'choice-repeated'])

/** The finding, with the simple value, codes or reference at its place. */
export function withValue<T extends Told>(found: T, resource: JsonValue): T {
  if (withoutValue.has(found.rule ?? '')) return found
  const shown = showAt(resource, found.expression)
  return shown === undefined ? found : { ...found, message: `${found.message} (found ${shown})` }
}

/** `Patient.name[0].given[1]`: the type means the resource itself. */
function showAt(resource: JsonValue, expression: string): string | undefined {
  const steps = expression
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .slice(1)
  let parent: JsonValue = resource
  let at: JsonValue | undefined = resource
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    parent = at
    at = isJsonObject(at) ? at[step] : at[Number(step)]
  }
  const last = steps.at(-1)
  if (last === undefined || typeof parent !== 'object' || parent === null) return undefined
  return typeof at === 'number' ? numberTextOf(parent, last, at) : showValue(at)
}

function showValue(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return JSON.stringify(cut(value))
  if (typeof value === 'boolean') return String(value)
  if (!isJsonObject(value)) return undefined
  if (typeof value['reference'] === 'string') return JSON.stringify(cut(value['reference']))
  const codings = Array.isArray(value['coding']) ? value['coding'].slice(0, maxCodings) : [value]
  const shown = codings.filter(isJsonObject).flatMap((coding) => showCoding(coding) ?? [])
  return shown.length === 0 ? undefined : shown.join(', ')
}

const maxCodings = 5

/** `system#code`, as HL7's tools write a coding. */
function showCoding({ system, code }: JsonObject): string | undefined {
  if (typeof code !== 'string') return undefined
  return cut(typeof system === 'string' ? `${system}#${code}` : code)
}

const cut = (text: string): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters).toWellFormed()}...` : text
