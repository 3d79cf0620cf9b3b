/** The filters of `_filter` as predicates of the search's statement. R4 search_filter.html; D115. */
import type { SearchFilter } from '../../fhir-search/criteria/search-criteria.ts'
import type { Predicate } from '../../store/resources/search/predicates.ts'
import { findMeeting, type Looking, maxLinking, resolveCriterion } from './resolve-criteria.ts'

export async function resolveSearchFilter(looking: Looking, type: string, filter: SearchFilter): Promise<Predicate> {
  if (filter.kind === 'not') return { kind: 'not', of: await resolveSearchFilter(looking, type, filter.of) }
  if (filter.kind !== 'test') {
    const of: Predicate[] = []
    // One after the other: each may ask the database.
    for (const one of filter.of) of.push(await resolveSearchFilter(looking, type, one))
    return { kind: filter.kind === 'and' ? 'all' : 'any', of }
  }
  const { criterion } = filter
  const built = await resolveCriterion(looking, type, criterion)
  if (built.isExact) return built.predicate
  // A negation may not find what only seems to meet its criterion, so those that meet it are looked up first.
  const found = await findMeeting(looking, { type, criterion }, { built, limit: maxLinking })
  return { kind: 'resources', targets: found.map(({ id }) => `${type}/${id}`) }
}
