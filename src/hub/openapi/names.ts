/** True if a table has a row of that name: `constructor` is none. */
export const isNamed = (table: Readonly<Record<string, unknown>>, name: string): boolean => Object.hasOwn(table, name)
