/**
 * Search criteria as predicates of one statement. If index rows cannot decide the end of a chain, it is looked up first.
 * R4 search.html#chaining, #has; docs/design/store.md#search.
 */

import { checkPartAccess } from '../../access/access.ts'
import { leaveOutStored } from '../../access/consent-denials/leave-out-denied.ts'
import type { JsonObject } from '../../core/json.ts'
import { meetsCriterion } from '../../fhir-search/criteria/criterion-match.ts'
import { buildLeafPredicate } from '../../fhir-search/criteria/criterion-predicates.ts'
import { tooCostly } from '../../fhir-search/criteria/parse-criterion.ts'
import type { BuiltPredicate } from '../../fhir-search/criteria/path-predicates.ts'
import type { SearchCriterion, TypeCriterion } from '../../fhir-search/criteria/search-criteria.ts'
import { isLeaf } from '../../fhir-search/criteria/search-criteria.ts'
import { unsupported } from '../../fhir-search/criteria/search-values.ts'
import { listTargets } from '../../fhir-search/index/index-values.ts'
import type { Parameter } from '../../fhir-search/parameters/search-parameters.ts'
import { parseForReading } from '../../store/resources/content.ts'
import type { AccessScope } from '../../store/resources/search/access-scope.ts'
import type { Predicate } from '../../store/resources/search/predicates.ts'
import { nothing } from '../../store/resources/search/predicates.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { ReadExchange } from '../exchange.ts'

/** docs/design/store.md#search: the most resources that one search opens to compare. */
export const maxCandidates = 5000
/** The same for a search that sorts by what it opens. D112. */
export const maxSorted = 10_000

/** The most resources that one step of a chain may lead through for a caller with consent denials: each is judged. D95. */
export const maxLinking = 1000

export type Looking = {
  readonly exchange: ReadExchange
  readonly scope: AccessScope
  /** The searched types; empty on the way of a chain. */
  readonly types: readonly string[]
  /** Predicates on the resources with the criterion, so that its chain begins at no others. Empty if nothing is denied to the caller. */
  readonly beside: readonly Predicate[]
}

/** No statement can decide everything that is denied to a caller, and nothing may be found through it. D95. */
const isJudged = ({ exchange }: Looking): boolean => exchange.tx.caller.deniedPatients !== undefined

export async function resolveCriterion(
  looking: Looking,
  type: string,
  criterion: SearchCriterion,
): Promise<BuiltPredicate> {
  const { server } = looking.exchange
  if (criterion.kind === 'chain') return { predicate: await resolveChain(looking, type, criterion), isExact: true }
  if (criterion.kind === 'has') return { predicate: await resolveHas(looking, type, criterion), isExact: true }
  return buildLeafPredicate(server.parameters, type, criterion)
}

const keysOf = ({ exchange }: Looking, type: string, parameter: Parameter): string[] => [
  ...new Set(exchange.server.parameters.paths(type, parameter).map(({ key }) => key)),
]

type Of<K extends SearchCriterion['kind']> = SearchCriterion & { readonly kind: K }

async function resolveChain(looking: Looking, type: string, { parameter, ends }: Of<'chain'>): Promise<Predicate> {
  const parameters = keysOf(looking, type, parameter)
  const reaching = comingFrom(looking, (where) => ({ kind: 'has', parameters, type, where }))
  const predicates: Predicate[] = []
  let left = maxLinking
  for (const end of ends) {
    const built = await resolveCriterion(reaching, end.type, end.criterion)
    if (isDecided(looking, built))
      predicates.push({ kind: 'chain', parameters, types: [end.type], where: [built.predicate] })
    else {
      const found = await findMeeting(reaching, end, { built, limit: left })
      if (isJudged(looking)) left -= found.length
      const targets = found.map(({ id }) => `${end.type}/${id}`)
      predicates.push(targets.length === 0 ? nothing : { kind: 'references', parameters, targets })
    }
  }
  const [only] = predicates
  return only !== undefined && predicates.length === 1 ? only : { kind: 'any', of: predicates }
}

async function resolveHas(looking: Looking, type: string, { parameter, source }: Of<'has'>): Promise<Predicate> {
  const parameters = keysOf(looking, source.type, parameter)
  const reaching = comingFrom(looking, (where) => ({ kind: 'chain', parameters, types: [type], where }))
  const built = await resolveCriterion(reaching, source.type, source.criterion)
  if (isDecided(looking, built)) return { kind: 'has', parameters, type: source.type, where: [built.predicate] }
  if (looking.types.length > 1) throw unsupported('_has', 'needs a search of one type here')
  const { parameters: known } = looking.exchange.server
  const paths = known.paths(source.type, parameter)
  const sources = await findMeeting(reaching, source, { built, limit: maxLinking })
  const targets = sources.flatMap((stored) =>
    paths.flatMap((path) => path.read(parseForReading(stored)).flatMap((node) => listTargets(known.addresses, node))),
  )
  const ids = new Set(
    targets.flatMap((target) => (target.startsWith(`${type}/`) ? [target.slice(type.length + 1)] : [])),
  )
  const any = [...ids].map((value) => ({ parameter: '_id', value }))
  return any.length === 0 ? nothing : { kind: 'tokens', any, accessTokens: any }
}

/** The statement of the search itself decides it. */
const isDecided = (looking: Looking, { isExact }: BuiltPredicate): boolean => isExact && !isJudged(looking)

/** The next step only looks at the resources that the step before leads to. */
const comingFrom = (looking: Looking, step: (where: readonly Predicate[]) => Predicate): Looking => ({
  ...looking,
  types: [],
  beside: looking.beside.length === 0 ? [] : [step(looking.beside)],
})

type Meeting = { readonly built: BuiltPredicate; readonly limit: number }

/** Resources that the predicate finds, that meet the criterion, and that are not denied to the caller. */
export async function findMeeting(
  looking: Looking,
  { type, criterion }: TypeCriterion,
  { built: { predicate, isExact }, limit }: Meeting,
): Promise<readonly Stored[]> {
  const { tx, server } = looking.exchange
  const { scope, beside } = looking
  const page = await tx.search({
    space: 'fhir',
    type,
    where: [predicate, ...beside],
    limit: isExact ? limit + 1 : maxCandidates,
    scope,
  })
  if (page.next !== undefined) throw isExact ? tooManyLinking(criterion) : tooMany(criterion)
  const meets = (content: JsonObject) =>
    isLeaf(criterion) && meetsCriterion(server.parameters, criterion, { type, content })
  const found = isExact ? page.items : await keepMeeting(page.items, meets)
  if (isJudged(looking) && found.length > limit) throw tooManyLinking(criterion)
  return leaveOutStored(looking.exchange, found)
}

/** So many are opened in one turn. */
export const pause = 100

/** Lets other requests run in between. */
export async function keepMeeting(
  items: readonly Stored[],
  meets: (content: ReturnType<typeof parseForReading>) => boolean,
): Promise<Stored[]> {
  const kept: Stored[] = []
  for (const [index, stored] of items.entries()) {
    if (index % pause === pause - 1) await new Promise((resolve) => setImmediate(resolve))
    if (meets(parseForReading(stored))) kept.push(stored)
  }
  return kept
}

/** Names what to add, and never a value. */
export const tooMany = (criterion: SearchCriterion | undefined, limit = maxCandidates): ReturnType<typeof tooCostly> =>
  tooCostly(
    criterion?.parameter.code ?? '_sort',
    `leaves more than ${limit} resources to look at: add a parameter such as patient, identifier, code or date`,
  )

const tooManyLinking = (criterion: SearchCriterion): ReturnType<typeof tooCostly> =>
  tooCostly(
    criterion.parameter.code,
    'leads through more than 1000 resources: narrow its end, or add a parameter such as patient, encounter or date',
  )

/** Types that a criterion looks at, besides the searched one. */
export const listLookedAt = (criterion: SearchCriterion): string[] =>
  criterion.kind === 'chain'
    ? criterion.ends.flatMap((end) => [end.type, ...listLookedAt(end.criterion)])
    : criterion.kind === 'has'
      ? [criterion.source.type, ...listLookedAt(criterion.source.criterion)]
      : []

/** A result reveals something of the types on the way, so the caller must be allowed to search them. */
export function checkLookedAt({ exchange }: Pick<Looking, 'exchange'>, criteria: readonly SearchCriterion[]): void {
  for (const type of new Set(criteria.flatMap(listLookedAt))) checkPartAccess(exchange.tx.caller, type, 'search-type')
}
