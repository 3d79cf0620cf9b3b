/** Deletes rows whose time has passed, in any number of worker processes. docs/design/hub.md#time-and-keeping. */

import type { Log } from '../../src/core/log.ts'
import { sweepOld } from '../../src/store/operations/sweep.ts'
import type { Store } from '../../src/store/store.ts'
import { type Repeating, repeat } from './repeat.ts'

const everyMs = 600_000

export const startSweeper = ({ store, log }: { readonly store: Store; readonly log: Log }): Repeating =>
  repeat({
    ...{ everyMs, failure: 'sweeper.error', log },
    work: async () => {
      const count = await sweepOld(store.system)
      if (count > 0) log.info('swept', { count })
    },
  })
