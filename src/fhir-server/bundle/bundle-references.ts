/** References between the entries of a transaction, and to resources that a search finds. R4 http.html#trules, bundle.html#references. */

import { splitRestfulUrl } from '../../fhir/reference.ts'
import type { FindTarget } from '../../fhir/replace-links.ts'

export type Resolution = {
  /** `Type/id` by the fullUrl of the entry. */
  readonly entries: ReadonlyMap<string, string>
  /** Lengths of the fullUrls: most texts of a resource have another length and need no lookup. */
  readonly lengths: ReadonlySet<number>
  /** `Type/id` by `Type?criteria`. */
  readonly searches: ReadonlyMap<string, string>
}

/** For texts of the entry with this fullUrl. */
export function openTargets({ entries, lengths, searches }: Resolution, fullUrl: string | undefined): FindTarget {
  const base = splitRestfulUrl(fullUrl ?? '')?.base
  return (text, isReference) => {
    const own = lengths.has(text.length) ? entries.get(text) : undefined
    if (own !== undefined || !isReference) return own
    return searches.get(text) ?? (base === undefined ? undefined : entries.get(`${base}${text}`))
  }
}
