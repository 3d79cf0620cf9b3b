/** Search values out of a resource, and whether a resource has one: what a check asks, and what it holds the answer against. R4 search.html. */
import { isObject, type Json, type JsonObject, listOf, select, textOf } from '../json.ts'
import type { Parameter } from './requirements.ts'

/** Searching by these finds the resource; the first is the plainest form. Empty where it has no such element. */
export function listValues(resource: JsonObject, parameter: Parameter): readonly string[] {
  const found = parameter.paths.flatMap((path) => select(resource, path))
  return [...new Set(found.flatMap((value) => valuesOf(parameter, value)))]
}

/** Whether a resource matches this value. */
export function matches(resource: JsonObject, parameter: Parameter, asked: string): boolean {
  const found = parameter.paths.flatMap((path) => select(resource, path))
  return asked.split(',').some((one) => found.some((value) => matchesOne(parameter, value, one)))
}

const escapeValue = (value: string): string => value.replace(/[\\,|$]/g, (character) => `\\${character}`)

function valuesOf(parameter: Parameter, value: Json): readonly string[] {
  switch (parameter.type) {
    case 'token':
      return listTokens(value).flatMap(({ system, code }) =>
        code === undefined
          ? []
          : [escapeValue(code), ...(system === undefined ? [] : [`${escapeValue(system)}|${escapeValue(code)}`])],
      )
    case 'reference':
      return isObject(value) && typeof value['reference'] === 'string' ? [value['reference']] : []
    case 'string':
      return typeof value === 'string' && value.trim() !== '' ? [escapeValue(value)] : []
    case 'date':
      return listDates(value)
  }
}

type Token = { readonly system?: string | undefined; readonly code?: string | undefined }

/** A code, Coding, CodeableConcept, Identifier. */
function listTokens(value: Json): readonly Token[] {
  if (typeof value === 'string') return [{ code: value }]
  if (!isObject(value)) return []
  if (value['coding'] !== undefined) return listOf(value['coding']).flatMap(listTokens)
  const code = textOf(value['code']) ?? textOf(value['value'])
  return [{ system: textOf(value['system']), code }]
}

/** A date to the day, of a dateTime, instant or a Period's start. */
function listDates(value: Json): readonly string[] {
  const text = isObject(value) ? textOf(value['start']) : textOf(value)
  return text === undefined ? [] : [text.slice(0, 10)]
}

function matchesOne(parameter: Parameter, value: Json, asked: string): boolean {
  const plain = asked.replace(/\\(.)/g, '$1')
  switch (parameter.type) {
    case 'token':
      return listTokens(value).some(({ system, code }) => plain === code || plain === `${system ?? ''}|${code ?? ''}`)
    case 'reference': {
      const reference = isObject(value) ? (textOf(value['reference']) ?? '') : ''
      return reference === plain || reference.endsWith(`/${plain}`) || reference.endsWith(`/${plain.split('/').pop()}`)
    }
    case 'string':
      return typeof value === 'string' && fold(value).startsWith(fold(plain))
    case 'date':
      return overlaps(value, plain)
  }
}

/** R4 search.html#string: case and accents do not count. */
const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

const day = 86_400_000
const prefixes = /^(eq|ge|le|gt|lt)?(.*)$/

/** A day either way, since neither side's zone need be known. */
function overlaps(value: Json, asked: string): boolean {
  const [, prefix = 'eq', text = ''] = prefixes.exec(asked) ?? []
  const low = Date.parse(startOf(value)) - day
  const high = Date.parse(endOf(value)) + 2 * day
  const at = Date.parse(text)
  if (prefix === 'ge' || prefix === 'gt') return Number.isNaN(high) || high >= at
  if (prefix === 'le' || prefix === 'lt') return Number.isNaN(low) || low <= at + day
  return (Number.isNaN(low) || low <= at + day) && (Number.isNaN(high) || high >= at)
}

const startOf = (value: Json): string => String(isObject(value) ? (value['start'] ?? '') : value)
const endOf = (value: Json): string => padded(String(isObject(value) ? (value['end'] ?? '') : value))
/** The end of a year or month that is known no closer. */
const padded = (text: string): string =>
  text.length === 4 ? `${text}-12-31` : text.length === 7 ? new Date(Date.parse(text) + 31 * day).toISOString() : text
