/** One running server for the tests of a file. */
import { afterAll, beforeAll } from '@jest/globals'
import { createSite, type RunningServer, type Site, startRunning } from './running-server.ts'

/** It starts before the hooks and tests that are declared after this, and its database goes after the last test. */
export function useRunning(env: Readonly<Record<string, string>> = {}): RunningServer {
  let site: Site | undefined
  let running: RunningServer | undefined
  beforeAll(async () => {
    site = await createSite()
    running = await startRunning({ site, env })
  })
  afterAll(async () => {
    await running?.stop()
    await site?.remove()
  })
  const now = (): RunningServer => {
    if (running === undefined) throw new Error('the server has not started yet')
    return running
  }
  return {
    get site() {
      return now().site
    },
    get base() {
      return now().base
    },
    get lines() {
      return now().lines
    },
    call: (...asked) => now().call(...asked),
    token: (as) => now().token(as),
    stop: () => now().stop(),
  }
}
