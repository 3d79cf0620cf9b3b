/** Rolls usage up after the requests that it counts, in any number of worker processes. docs/design/store.md#audit. */

import type { Log } from '../../src/core/log.ts'
import type { Store } from '../../src/store/store.ts'
import { rollUpUsage } from '../../src/store/usage/usage-rollup.ts'
import { type Repeating, repeat } from './repeat.ts'

/** Records that are not rolled up are counted themselves, so nobody waits. */
const everyMs = 5_000

type Rolling = { readonly store: Pick<Store, 'system'>; readonly log: Log }

export const startUsageRoller = ({ store, log }: Rolling): Repeating =>
  repeat({ ...{ everyMs, failure: 'usage.error', log }, work: (stopping) => rollUpUsage(store.system, stopping) })
