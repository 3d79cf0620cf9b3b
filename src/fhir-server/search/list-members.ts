/** `_list`: the resources that a List names. R4 search.html#list; D115. */
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import { tooCostly } from '../../fhir-search/criteria/parse-criterion.ts'
import type { Listed } from '../../fhir-search/criteria/parse-list.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Predicate } from '../../store/resources/search/predicates.ts'
import type { ReadExchange } from '../exchange.ts'
import { readCurrent } from '../read-current.ts'

/** For the criteria of a search: a List that the caller cannot see, or that is deleted, has no members. */
export async function resolveListed(exchange: ReadExchange, listed: Listed): Promise<Predicate> {
  const targets = new Set<string>()
  for (const id of listed) for (const target of await listMembers(exchange, id)) targets.add(target)
  return { kind: 'resources', targets: [...targets] }
}

const maxMembers = 10_000

async function listMembers(exchange: ReadExchange, id: string): Promise<readonly string[]> {
  const found = await findEntries(exchange, id)
  const entries = Array.isArray(found) ? found : []
  if (entries.length > maxMembers) throw tooCostly('_list', 'names a List of more than 10000 entries')
  const { addresses } = exchange.server.parameters
  return entries.flatMap((entry) => {
    // R4 list-definitions.html#List.entry.deleted
    if (!isJsonObject(entry) || entry['deleted'] === true || !isJsonObject(entry['item'])) return []
    const { reference } = entry['item']
    return typeof reference === 'string' ? (findLocalTarget(addresses, reference) ?? []) : []
  })
}

async function findEntries(exchange: ReadExchange, id: string): Promise<JsonValue | undefined> {
  try {
    return readResource(await readCurrent(exchange, { caller: exchange.tx.caller, type: 'List', id }))['entry']
  } catch (error) {
    // To say that there was one would tell more than an empty page.
    if (error instanceof Problem && (error.slug === 'not-found' || error.slug === 'gone')) return undefined
    throw error
  }
}
