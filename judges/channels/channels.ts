/** Integration engines of other makers receive from a running Banksia and send to it: `npm run judge:channels`. `--only TEXT` takes the judges whose names have it. */
import { parseArgs } from 'node:util'
import startTestServer from '../../test/global-setup.ts'
import { findPort } from '../../test/ports.ts'
import { createSite, startRunning } from '../../test/running-server.ts'
import { askAll, judgeAndReport } from '../cases.ts'
import type { Served } from './judge.ts'
import { judges } from './judges.ts'
import { openPractice } from './practice.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

const ends: (() => Promise<unknown>)[] = []

async function serve(): Promise<Served> {
  await startTestServer()
  ends.push(async () => globalThis.endTestServer?.())
  const site = await createSite()
  ends.push(() => site.remove())
  const mllpPort = await findPort()
  const server = await startRunning({ site, env: { BANKSIA_MLLP_PORT: String(mllpPort) } })
  ends.push(() => server.stop())
  const practice = await openPractice(server.base)
  // Both engines send from here.
  await practice.operator.call('POST', '/v1/senders', { body: { name: 'Engines', addresses: ['127.0.0.1'] } })
  return { server, mllpPort, practice, atEnd: (end) => void ends.push(end) }
}

await judgeAndReport(async () => askAll({ served: await serve(), judges, only: values.only }), ends)
