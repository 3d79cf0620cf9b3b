/** Many writes of one transaction: rows are built while those before them are on their way. docs/design/store.md#writes. */

import { after, type MaybePromise } from '../../../core/maybe-promise.ts'
import { Problem } from '../../../core/problems.ts'
import { openTurns } from '../../../core/turns.ts'
import type { Reader, Stored } from '../types.ts'
import { checkPermitted } from './check-permitted.ts'
import type { PendingReference } from './missing-references.ts'
import { type Prepared, type Preparing, prepare, storedOf, type Write } from './write-rows.ts'
import { readOutcome, writeStatement } from './writes.ts'

/** Rows in one statement: the statement is small beside the waiting, and its memory is free soon. */
const batchRows = 100

/** Does the work, and marks an error with the number of the write that it belongs to. */
export type Within = <T>(at: number, work: () => MaybePromise<T>) => MaybePromise<T>

export type Batching = Reader &
  Preparing & {
    readonly within: Within
    /** Writes one that a batch could not write, because the version before may have been deleted. */
    readonly putAlone: (write: Write) => Promise<Stored>
    readonly addPending: (pending: readonly PendingReference[]) => void
  }

type Numbered = Prepared & { readonly at: number }

export type Put = { readonly write: Write; readonly stored: Stored }

/** In the order of the builders; each write names the version that it expects. */
export async function putBatches(batching: Batching, builders: readonly (() => Write)[]): Promise<readonly Put[]> {
  const stored: Put[] = []
  let sending: Promise<void> = Promise.resolve()
  const turns = openTurns()
  try {
    for (let start = 0; start < builders.length; start += batchRows) {
      const prepared: Numbered[] = []
      for (const [index, build] of builders.slice(start, start + batchRows).entries()) {
        if (turns.isOver()) await turns.next()
        const one = prepareAt(batching, build, start + index)
        prepared.push(one instanceof Promise ? await one : one)
      }
      await sending
      sending = sendBatch(batching, prepared, stored)
      // The next turn awaits it.
      sending.catch(() => undefined)
    }
  } finally {
    await sending
  }
  return stored
}

function prepareAt(batching: Batching, build: () => Write, at: number): MaybePromise<Numbered> {
  return batching.within(at, () => {
    const write = build()
    checkPermitted(write)
    return after(prepare(batching, write, (write.expected ?? 0) + 1), (prepared) => ({ ...prepared, at }))
  })
}

/** New resources and updates: a statement each. */
async function sendBatch(batching: Batching, prepared: readonly Numbered[], stored: Put[]): Promise<void> {
  await sendRows(
    batching,
    prepared.filter(({ row }) => row.version === 1),
    stored,
  )
  await sendRows(
    batching,
    prepared.filter(({ row }) => row.version > 1),
    stored,
  )
}

async function sendRows(batching: Batching, prepared: readonly Numbered[], stored: Put[]): Promise<void> {
  // In one order, so that of two transactions one waits for the other.
  const sorted = prepared.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const [first, ...others] = sorted.map(({ row }) => row)
  if (first === undefined) return
  const rows = [first, ...others] as const
  const found = await batching.client.query(writeStatement(batching, rows))
  const outcomes = readOutcome(found.rows, rows)
  for (const [index, one] of sorted.entries()) {
    const outcome = outcomes[index]?.written
    if (outcome !== undefined) batching.addPending(one.pending)
    const { write, at } = one
    stored[at] = { write, stored: outcome === undefined ? await putAgain(batching, one) : storedOf(one, outcome) }
  }
}

const keyOf = ({ row: { space, type, id } }: Prepared): string => `${space}/${type}/${id}`

async function putAgain({ within, putAlone }: Batching, { write, row, at }: Numbered): Promise<Stored> {
  try {
    if (row.version > 1) throw new Problem('conflict')
    return await putAlone(write)
  } catch (error) {
    return within(at, () => {
      throw error
    })
  }
}
