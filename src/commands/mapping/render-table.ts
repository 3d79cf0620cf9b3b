/** The change that a load makes in a mapping table, as one line. */
import type { PlannedTable } from '../../domain/mapping/mapping-tables.ts'

/** Empty if nothing changes. */
export function renderTable({ name, stored, changes, rows }: PlannedTable): readonly string[] {
  if (changes === undefined) return []
  if (stored === undefined) return [`create table ${name}: ${rows.length} rows`]
  const { added, removed, changed } = changes
  return [`change table ${name}: ${added} rows added, ${removed} removed, ${changed} changed`]
}
