/** How columns are selected and read, the same for every operational table. */

/** SQL: a time as RFC 3339 UTC, to the millisecond or to the microsecond. */
export const utc = (column: string, fraction: 'MS' | 'US' = 'MS'): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"')`

/** A row as its type has it: null becomes absent. The column names of the statement are the members. */
export function present<T>(row: Readonly<Record<string, unknown>>): T {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(row)) if (row[name] !== null) found[name] = row[name]
  return found as T
}
