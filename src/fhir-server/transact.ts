/** One transaction of an interaction, done again where another was faster. STORE.md "Writes". */
import { setTimeout as wait } from 'node:timers/promises'
import type { Caller } from '../caller.ts'
import { Problem } from '../problems.ts'
import type { Tx } from '../store/transaction.ts'
import type { FhirServer } from './exchange.ts'

const attempts = 5

/** A lost race is no refusal: read again, the work goes through, or an If-Match is no longer met. */
export async function transact<T>({ store }: FhirServer, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store.transact(caller, work)
    } catch (error) {
      if (attempt === attempts || !(error instanceof Problem) || error.slug !== 'conflict') throw error
      await wait(Math.random() * 5 * 2 ** attempt)
    }
  }
}
