/** Statements that searches take, and what PostgreSQL looks at for them. */
import pg from 'pg'

/** As `explain (analyze, format json)` tells of a node. */
export type Plan = {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

/** Rows that were read from tables, whether or not they were any good. */
export const examined = (plan: Plan): number =>
  (plan['Relation Name'] === undefined
    ? 0
    : (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']) +
  (plan.Plans ?? []).reduce((sum, inner) => sum + examined(inner), 0)

export type Prepared = { readonly text: string; readonly values: unknown[] }

/** Records the searches of every client of this process while `work` runs: a statement is prepared whether it goes alone or with others. */
export async function captureSearches<T>(work: () => Promise<T>): Promise<[T, readonly Prepared[]]> {
  // The types do not tell of it.
  const queries = pg.Query.prototype as unknown as { prepare: (this: Prepared, ...args: unknown[]) => void }
  const original = queries.prepare
  const seen: Prepared[] = []
  queries.prepare = function watch(this: Prepared, ...args: unknown[]) {
    seen.push(this)
    Reflect.apply(original, this, args)
  }
  const result = await work().finally(() => {
    queries.prepare = original
  })
  const searches = seen.filter(({ text }) => /from (resource|token|range|\()/.test(text) && !text.includes('insert'))
  return [result, searches]
}
