/** A real speech engine hears a spoken consultation through a running Banksia: `npm run judge:speech`. */
import { randomUUID } from 'node:crypto'
import startTestServer from '../../test/global-setup.ts'
import { createSite, startRunning } from '../../test/running-server.ts'
import { askAll, judgeAndReport } from '../cases.ts'
import { type Engine, listMissing, startEngine } from './engine.ts'
import type { Served } from './judge.ts'
import { judges } from './judges.ts'

const ends: (() => Promise<unknown>)[] = []

async function serve(engine: Engine, key: string): Promise<Served> {
  ends.push(() => engine.stop())
  await startTestServer()
  ends.push(async () => globalThis.endTestServer?.())
  const site = await createSite()
  ends.push(() => site.remove())
  const env = {
    BANKSIA_PROVIDER_AGREEMENT: 'judged',
    BANKSIA_TRANSCRIPTION_URL: engine.url,
    BANKSIA_TRANSCRIPTION_KEY: key,
  }
  const server = await startRunning({ site, env })
  ends.push(() => server.stop())
  return { server, engine }
}

await judgeAndReport(async () => {
  const key = randomUUID()
  // Without the engine nothing is served: the judge is left out before its first case.
  const served = listMissing().length === 0 ? await serve(await startEngine(key), key) : (undefined as never)
  await askAll({ served, judges, only: '' })
}, ends)
