/** Searches of AU Core, each built from what the server holds, and each answer held against what was asked. */
import { expect, Failure, Skip } from '../check.ts'
import type { JsonObject } from '../json.ts'
import { type Entry, entriesOf, nextLink, type Server } from '../server.ts'
import { type Gathered, idOf } from './gathered.ts'
import type { Parameter, TypeRow } from './requirements.ts'
import { listValues, matches } from './values.ts'

export type Criterion = { readonly parameter: Parameter; readonly value: string }

const queryOf = (criteria: readonly Criterion[]): string =>
  new URLSearchParams(criteria.map(({ parameter, value }): [string, string] => [parameter.name, value])).toString()

/** A gathered resource that has a value for each parameter, with the values. */
export function findCriteria(
  gathered: Gathered,
  row: TypeRow,
  names: readonly string[],
): { readonly resource: JsonObject; readonly criteria: readonly Criterion[] } {
  const parameters = names.map((name) => parameterOf(row, name))
  for (const resource of gathered.list(row.type)) {
    const criteria = parameters.flatMap((parameter) => {
      const value = listValues(resource, parameter)[0]
      return value === undefined ? [] : [{ parameter, value: plainReference(parameter, value) }]
    })
    if (criteria.length === parameters.length) return { resource, criteria }
  }
  throw new Skip(`No ${row.type} with ${names.join(' and ')} was found`)
}

/** `patient=id`, since the type is understood. */
const plainReference = ({ name }: Parameter, value: string): string =>
  name === 'patient' ? (value.split('/').pop() ?? value) : value

export function parameterOf(row: TypeRow, name: string): Parameter {
  const parameter = row.parameters.find((one) => one.name === name)
  if (parameter === undefined) throw new Error(`${row.type} has no parameter ${name}`)
  return parameter
}

/**
 * Searches, and expects a searchset in which every match is of the type and has the values, and `wanted` is among the matches. A page is
 * enough where `wanted` stands on it; the pages after it are read until it is found.
 */
export async function searchFor(
  server: Server,
  type: string,
  criteria: readonly Criterion[],
  wanted?: JsonObject,
): Promise<readonly Entry[]> {
  const matched = await readSearch(server, `${type}?${queryOf(criteria)}`, wanted)
  for (const { resource } of matched) expectMatch(resource, type, criteria)
  const isFound = wanted === undefined || matched.some(({ resource }) => idOf(resource) === idOf(wanted))
  expect(isFound, `A ${type} that has the values searched for is among the matches`)
  return matched
}

const maxPages = 50

/** The matches of all pages up to the one that holds `wanted`. */
export async function readSearch(server: Server, path: string, wanted?: JsonObject): Promise<readonly Entry[]> {
  const matched: Entry[] = []
  let next: string | undefined = path
  for (let page = 0; next !== undefined && page < maxPages; page += 1) {
    const answer = await server.ask(next)
    expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
    const entries = entriesOf(answer.body)
    if (entries === undefined) throw new Failure('A Bundle of type searchset')
    matched.push(...entries.filter(({ mode }) => mode === 'match'))
    const isFound = wanted !== undefined && matched.some(({ resource }) => idOf(resource) === idOf(wanted))
    next = isFound || wanted === undefined ? undefined : nextLink(answer.body)
  }
  return matched
}

function expectMatch(resource: JsonObject, type: string, criteria: readonly Criterion[]): void {
  expect(resource['resourceType'] === type, `Every match is a ${type}`)
  for (const { parameter, value } of criteria)
    expect(matches(resource, parameter, value), `Every match has the value searched for in ${parameter.name}`)
}
