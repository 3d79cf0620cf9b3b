/** Real clients launch, sign in and read on a running Banksia: `npm run judge:smart`. `--only TEXT` takes the judges whose names have it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import startTestServer from '../../test/global-setup.ts'
import { createSite, type Site, startRunning } from '../../test/running-server.ts'
import { askAll, isOurs, judgeAndReport, say } from '../cases.ts'
import { listMissingOfBrowser, openBrowser } from './browser.ts'
import { makeCertificate } from './certificate.ts'
import type { Served } from './judge.ts'
import { judges } from './judges.ts'
import { putRecords } from './records.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

const ends: (() => Promise<unknown>)[] = []

async function serve(): Promise<Served> {
  await startTestServer()
  ends.push(async () => globalThis.endTestServer?.())
  const folder = await mkdtemp(join(tmpdir(), 'banksia-judge-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const makeSite = async (): Promise<Site> => {
    const site = await createSite()
    ends.push(() => site.remove())
    return site
  }
  const startAnother: Served['startAnother'] = async (env, given) => {
    const site = given ?? (await makeSite())
    const running = await startRunning({ site, env })
    ends.push(() => running.stop())
    return running
  }
  const certificate = makeCertificate(folder, 'server', 'DNS:banksia.test,DNS:localhost,IP:127.0.0.1')
  const browser = await openBrowser(certificate.cert)
  ends.push(() => browser.close())
  // A development server lets in every origin of loopback: here the registered ones count.
  const server = await startAnother({ BANKSIA_CORS_ORIGINS: 'https://console.example.org' })
  const records = await putRecords(server)
  return { server, records, browser, folder, certificate, startAnother, atEnd: (end) => void ends.push(end) }
}

const missing = listMissingOfBrowser()
if (missing.length > 0) {
  say(`not judged: ${missing.join(', ')} is not installed`)
  process.exitCode = isOurs ? 1 : 0
} else {
  await judgeAndReport(async () => askAll({ served: await serve(), judges, only: values.only }), ends)
}
