/** How columns are selected and read, the same for every operational table. */

/** SQL: a time as RFC 3339 UTC, to the millisecond or to the microsecond. */
export const utc = (column: string, fraction: 'MS' | 'US' = 'MS'): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"')`

/** A row as its type has it: null becomes absent. The column names of the statement are the members. */
export const present = <T>(row: Readonly<Record<string, unknown>>): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T
