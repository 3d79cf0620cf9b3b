/**
 * Threads that the servers of one test process share. A thread loads fonts and vocabularies for a second before its first task, and most
 * tests have one or two tasks. D109
 */
import { type ThreadPool, ThreadPoolClosed } from '../../src/threads/thread-pool.ts'
import { openThreadPools, type ThreadPools } from '../../src/threads/threads.ts'

/** Jest loads the modules of `test` once for each test file; the process has one global object. */
const shared = globalThis as { banksiaThreadPools?: ThreadPools }

/** Lends the threads to one server. */
export function lendThreads(): ThreadPools {
  shared.banksiaThreadPools ??= openThreadPools()
  const { making, judging } = shared.banksiaThreadPools
  return { making: lend(making), judging: lend(judging) }
}

/** Looks to its server like a pool of its own. When the server closes it, its tasks fail and the threads go on. */
function lend(pool: ThreadPool): ThreadPool {
  const closed = Promise.withResolvers<never>()
  // Nobody waits for it while no task runs.
  closed.promise.catch(() => undefined)
  let isClosed = false
  return {
    run: (name, input, signal) =>
      isClosed ? Promise.reject(new ThreadPoolClosed()) : Promise.race([pool.run(name, input, signal), closed.promise]),
    warm: () => undefined,
    close: async () => {
      isClosed = true
      closed.reject(new ThreadPoolClosed())
    },
  }
}
