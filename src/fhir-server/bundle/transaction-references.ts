/** References of a transaction: their targets, and whether these exist. R4 http.html#trules, bundle.html#references. */

import { checkWholeAccess } from '../../access/access.ts'
import { leaveOutStored } from '../../access/consent-denials/leave-out-denied.ts'
import { type FieldError, Problem } from '../../core/problems.ts'
import { openTurns } from '../../core/turns.ts'
import { findLocal, findLocalTarget } from '../../fhir/reference.ts'
import type { Stored } from '../../store/resources/types.ts'
import { findMissing } from '../../store/resources/write/missing-references.ts'
import type { Tx } from '../../store/transaction.ts'
import { parseCriteria, parseExact } from '../conditional-criteria.ts'
import type { Exchange, FhirRequest } from '../exchange.ts'
import { type Link, listLinks } from '../links.ts'
import { entryPlace } from './bundle-entries.ts'
import { openTargets, type Resolution } from './bundle-references.ts'
import type { Planned } from './transaction-plan.ts'

type Found = { readonly entry: Planned; readonly links: readonly Link[] }

/** Resolves everything that the entries refer to. Throws before any write if a target does not exist. */
export async function resolveReferences(
  exchange: Exchange,
  request: FhirRequest,
  planned: readonly Planned[],
): Promise<Resolution> {
  const found: Found[] = []
  const turns = openTurns()
  for (const entry of planned) {
    if (turns.isOver()) await turns.next()
    found.push({ entry, links: listReferences(entry) })
  }
  const [deleted, kept] = partition(planned)
  const entries = kept.flatMap(({ fullUrl, id, request: { type } }) =>
    fullUrl === undefined || id === undefined ? [] : [[fullUrl, `${type}/${id}`] as const],
  )
  const searches = await findByCriteria(
    exchange,
    request,
    found.flatMap(({ links }) => links).filter(({ text }) => /^[A-Z][A-Za-z]+\?/.test(text)),
  )
  const lengths = new Set(entries.map(([fullUrl]) => fullUrl.length))
  const resolution = { entries: new Map(entries), lengths, searches }
  await checkTargets(exchange.tx, { found, written: kept.map(targetOf), deleted: deleted.map(targetOf) }, resolution)
  return resolution
}

const partition = (planned: readonly Planned[]): [deleted: Planned[], kept: Planned[]] => [
  planned.filter(({ row }) => row.code === 'delete'),
  planned.filter(({ row }) => row.code !== 'delete'),
]

const targetOf = ({ id, request: { type } }: Planned): string => `${type}/${id}`

const listReferences = ({ request, index }: Planned): readonly Link[] =>
  listLinks(request.body ?? null, `${entryPlace(index)}.resource`)

/** Each conditional reference must find exactly one resource; all are looked for in one round trip. */
async function findByCriteria(
  exchange: Exchange,
  request: FhirRequest,
  links: readonly Link[],
): Promise<ReadonlyMap<string, string>> {
  const { tx, server } = exchange
  const byText = [...new Map(links.toReversed().map((link) => [link.text, link])).values()].toReversed()
  const pages = await tx.searchAll(
    byText.map(({ text }) => {
      const type = typeOf(text)
      const scope = checkWholeAccess(request.caller, type, 'search-type')
      const { where } = parseExact(server, type, parseCriteria(text))
      return { space: 'fhir', type, scope, where, limit: 2 }
    }),
  )
  const found = pages.map(({ items }) => items)
  const seen = new Set(await leaveOutStored(exchange, found.flat()))
  return new Map(
    byText.map((link, at) => {
      const items = found[at] ?? []
      // A denied resource counts as missing, its id is not revealed, and another one beside it is not taken for the only one. D95.
      return [link.text, `${typeOf(link.text)}/${onlyOf(items.every((one) => seen.has(one)) ? items : [], link)}`]
    }),
  )
}

const typeOf = (criteria: string): string => criteria.slice(0, criteria.indexOf('?'))

function onlyOf([only, other]: readonly Stored[], { place }: Link): string {
  if (only !== undefined && other === undefined) return only.id
  const message = 'The conditional reference does not find exactly one resource'
  const errors = [{ field: place, message, code: only === undefined ? 'not-found' : 'multiple-matches' }]
  throw new Problem(only === undefined ? 'resource-invalid' : 'multiple-matches', { errors })
}

type Pointing = {
  readonly found: readonly Found[]
  readonly written: readonly string[]
  readonly deleted: readonly string[]
}

async function checkTargets(tx: Tx, { found, written, deleted }: Pointing, resolution: Resolution): Promise<void> {
  const known = new Map([...written, ...resolution.searches.values()].map((target) => [target, true]))
  for (const target of deleted) known.set(target, tx.tenant.references === 'allow')
  const pointing = found.flatMap(({ entry, links }) => {
    const find = openTargets(resolution, entry.fullUrl)
    const targetIn = (text: string) => find(text, true) ?? findLocalTarget(tx.tenant.addresses, text) ?? text
    return links.map(({ text, place }) => ({ target: targetIn(text), place }))
  })
  const missing = await findMissingTargets(
    tx,
    [...new Set(pointing.map(({ target }) => target))].filter((target) => !known.has(target)),
  )
  const errors: FieldError[] = []
  for (const { target, place } of pointing) {
    if (known.get(target) === false || missing.has(target))
      errors.push({ field: place, message: 'The referenced resource does not exist', code: 'not-found' })
  }
  if (errors.length > 0) throw new Problem('resource-invalid', { errors })
}

/** A URN has its target in the Bundle or nowhere. Other targets are checked if the tenant wants it. */
async function findMissingTargets(tx: Tx, targets: readonly string[]): Promise<ReadonlySet<string>> {
  const urns = targets.filter((target) => target.startsWith('urn:'))
  if (tx.tenant.references === 'allow') return new Set(urns)
  const asked = targets.flatMap((expression) => {
    const target = findLocal(tx.tenant.addresses, expression)
    return target === undefined ? [] : [{ type: target.type, id: target.id, expression }]
  })
  const missing = await findMissing(tx, asked)
  return new Set([...urns, ...missing.map(({ expression }) => expression)])
}
