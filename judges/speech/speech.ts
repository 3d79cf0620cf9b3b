/** A real speech engine hears a spoken consultation through a running Banksia: `npm run judge:speech`. */
import startTestServer from '../../test/global-setup.ts'
import { createSite, startRunning } from '../../test/running-server.ts'
import { askAll, judgeAndReport } from '../cases.ts'
import { type Engine, listMissing, startEngine } from './engine.ts'
import type { Served } from './judge.ts'
import { judges } from './judges.ts'

const ends: (() => Promise<unknown>)[] = []

async function serve(engine: Engine): Promise<Served> {
  ends.push(() => engine.stop())
  await startTestServer()
  ends.push(async () => globalThis.endTestServer?.())
  const site = await createSite()
  ends.push(() => site.remove())
  const env = {
    BANKSIA_PROVIDER_AGREEMENT: 'judged',
    BANKSIA_TRANSCRIPTION_URL: engine.url,
    BANKSIA_TRANSCRIPTION_KEY: engine.key,
  }
  const server = await startRunning({ site, env })
  ends.push(() => server.stop())
  return { server, engine }
}

await judgeAndReport(async () => {
  // Without the engine nothing is served: the judge is left out before its first case.
  const served = listMissing().length === 0 ? await serve(await startEngine()) : (undefined as never)
  await askAll({ served, judges, only: '' })
}, ends)
