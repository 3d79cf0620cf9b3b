/** Collects the rows of a load and writes a few thousand at a time. */
import type pg from 'pg'
import {
  insertConcepts,
  insertMembers,
  insertNames,
  insertParents,
  insertPreferences,
  type NewConcept,
  type NewMember,
  type NewName,
  type NewParent,
  type Preference,
} from '../../store/terminology/load-concepts.ts'
import type { SourceFile } from './source-file.ts'

export type Progress = {
  readonly begin: (file: SourceFile) => void
  readonly advance: (bytes: number) => void
}

export type LoadTarget = {
  readonly progress: Progress
  readonly addConcept: (row: NewConcept) => Promise<void>
  readonly addParent: (row: NewParent) => Promise<void>
  readonly addName: (row: NewName) => Promise<void>
  readonly addMember: (row: NewMember) => Promise<void>
  readonly addPreference: (row: Preference) => Promise<void>
  readonly flush: () => Promise<void>
}

const batchRows = 5000

export function openTarget(client: pg.PoolClient, system: number, progress: Progress): LoadTarget {
  const flushes: (() => Promise<void>)[] = []
  const gather = <T>(write: (rows: readonly T[]) => Promise<void>): ((row: T) => Promise<void>) => {
    let rows: T[] = []
    const flush = async (): Promise<void> => {
      const full = rows
      rows = []
      if (full.length > 0) await write(full)
    }
    flushes.push(flush)
    return async (row) => {
      rows.push(row)
      if (rows.length >= batchRows) await flush()
    }
  }
  return {
    progress,
    addConcept: gather((rows) => insertConcepts(client, system, rows)),
    addParent: gather((rows) => insertParents(client, system, rows)),
    addName: gather((rows) => insertNames(client, system, rows)),
    addMember: gather((rows) => insertMembers(client, system, rows)),
    addPreference: gather((rows) => insertPreferences(client, rows)),
    flush: async () => {
      for (const flush of flushes) await flush()
    },
  }
}
