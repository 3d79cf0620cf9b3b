/** Holds a resource against the rows of AU Core: required elements, rules, identifier slices. au-core.ts. */
import { evalFhirPathTyped, type FhirPathAtom, parseFhirPath, type TypedValue } from '@medplum/core'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import {
  type DateRule,
  type IdentifierSlice,
  isKnownProfile,
  listProfiles,
  type Profile,
  type ProfileRule,
  profiles,
} from './au-core.ts'
import { codeSystems, type IdentifierRow, identifierSystems } from './code-systems.ts'
import { type Finding, finding } from './findings.ts'
import { isIdentifier } from './identifiers.ts'

type Path = { readonly parsed: FhirPathAtom; readonly at: FhirPathAtom | undefined }

/** Every rule's expressions, parsed once. */
const parsedRules: ReadonlyMap<ProfileRule, Path> = new Map(
  profiles.flatMap((row) => row.rules).map((rule) => [rule, parseRule(rule)]),
)

function parseRule(rule: ProfileRule): Path {
  return { parsed: parseFhirPath(rule.expression), at: rule.at === undefined ? undefined : parseFhirPath(rule.at) }
}

/** Findings against every profile that the resource claims, and with `requireAuCore` against its type's general one. */
export function checkProfiles(resource: JsonObject, expression: string, requireAuCore: boolean): Finding[] {
  const type = String(resource['resourceType'])
  const claimed = listClaimed(resource)
  const unknown = claimed.flatMap((canonical, index) =>
    isKnownProfile(canonical, type) ? [] : [finding('profile-unknown', `${expression}.meta.profile[${index}]`)],
  )
  return [
    ...unknown,
    ...listProfiles(type, claimed, requireAuCore).flatMap((row) => checkProfile(row, resource, expression)),
  ]
}

function listClaimed(resource: JsonObject): string[] {
  const meta = resource['meta']
  const claimed = isJsonObject(meta) ? meta['profile'] : undefined
  return Array.isArray(claimed) ? claimed.filter((canonical) => typeof canonical === 'string') : []
}

function checkProfile(row: Profile, resource: JsonObject, expression: string): Finding[] {
  const findings = [
    ...row.required.flatMap((path) => findMissing(resource, path.split('.'), expression)),
    ...row.rules.flatMap((rule) => checkRule(rule, resource, expression)),
    ...row.dates.flatMap((rule) => checkDate(rule, resource, expression)),
    ...row.identifiers.flatMap((slice) => checkSlice(slice, resource, expression)),
  ]
  return findings.map((found) => ({ ...found, profile: row.url }))
}

/** Names of an element's members: a value, or a primitive's extensions in its place; a choice by any of its types. */
const listMembers = (object: JsonObject, element: string): string[] =>
  Object.keys(object).filter((key) => {
    const plain = key.startsWith('_') ? key.slice(1) : key
    return plain === element || (plain.startsWith(element) && /^[A-Z]/.test(plain.slice(element.length)))
  })

function findMissing(object: JsonObject, path: readonly string[], expression: string): Finding[] {
  const [name = '', ...rest] = path
  const place = `${expression}.${name}`
  if (rest.length === 0) return listMembers(object, name).length > 0 ? [] : [finding('minimum', place)]
  return listObjects(object[name]).flatMap((item, index) => findMissing(item, rest, `${place}[${index}]`))
}

function listObjects(value: JsonValue | undefined): JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => isJsonObject(item))
}

function checkRule(rule: ProfileRule, resource: JsonObject, expression: string): Finding[] {
  const path = parsedRules.get(rule)
  if (path === undefined) return []
  const self: TypedValue = { type: String(resource['resourceType']), value: resource }
  const items = path.at === undefined ? [self] : evalFhirPathTyped(path.at, [self])
  const place = rule.at === undefined ? expression : `${expression}.${rule.at}`
  return items.flatMap((item, index) => {
    const [result] = evalFhirPathTyped(path.parsed, [item], { '%resource': self, '%context': item })
    if (result?.value === true) return []
    const at = Array.isArray(resource[rule.at ?? '']) ? `${place}[${index}]` : place
    return [{ ...finding('invariant', at), rule: rule.key, message: rule.message }]
  })
}

function checkDate(rule: DateRule, resource: JsonObject, expression: string): Finding[] {
  const names = new Set(listMembers(resource, rule.element).map((key) => key.replace(/^_/, '')))
  return [...names].flatMap((name) => {
    const value = resource[name]
    const dated = name.endsWith('DateTime') || name === rule.element
    const known = dated ? typeof value === 'string' && value.length >= 10 : value !== undefined
    if (known !== hasAbsentReason(resource[`_${name}`])) return []
    const message = 'The date is known at least to the day, or its absence has a reason, never both'
    return [{ ...finding('invariant', `${expression}.${rule.element}`), rule: rule.key, message }]
  })
}

const hasAbsentReason = (element: JsonValue | undefined): boolean =>
  isJsonObject(element) &&
  listObjects(element['extension']).some((extension) => extension['url'] === codeSystems.absentReason)

/** The identifiers of one slice: system, form and check digit, and how many there may be. */
function checkSlice(slice: IdentifierSlice, resource: JsonObject, expression: string): Finding[] {
  const row: IdentifierRow = identifierSystems[slice.kind]
  const places = listObjects(resource['identifier']).map((item, index) => ({
    item,
    at: `${expression}.identifier[${index}]`,
  }))
  const own = places.filter(({ item }) => (slice.by === 'system' ? item['system'] === row.system : hasType(item, row)))
  const surplus =
    slice.max !== undefined && own.length > slice.max ? [finding('cardinality', `${expression}.identifier`)] : []
  return [...surplus, ...own.flatMap(({ item, at }) => checkIdentifier(slice, item, at))]
}

function hasType(identifier: JsonObject, row: IdentifierRow): boolean {
  const type = identifier['type']
  const codings = isJsonObject(type) ? listObjects(type['coding']) : []
  return codings.some((coding) => coding['system'] === row.type?.system && coding['code'] === row.type?.code)
}

function checkIdentifier(slice: IdentifierSlice, identifier: JsonObject, expression: string): Finding[] {
  const row: IdentifierRow = identifierSystems[slice.kind]
  const rule = `identifier-${slice.kind}`
  const { system, value } = identifier
  if (system !== row.system)
    return [
      { ...finding('fixed-value', `${expression}.system`), rule, message: `The system is not the one of ${row.title}` },
    ]
  if (typeof value !== 'string') return [finding('minimum', `${expression}.value`)]
  if (slice.by === 'system' && row.type !== undefined && !hasType(identifier, row))
    return [
      { ...finding('minimum', `${expression}.type`), rule, message: `The type coding of ${row.title} is missing` },
    ]
  const message = `The value is not a valid ${row.title}: its form or check digit is wrong`
  return isIdentifier(slice.kind, value) ? [] : [{ ...finding('invariant', `${expression}.value`), rule, message }]
}
