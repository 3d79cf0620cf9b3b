/** A process that receives messages is killed; its senders repeat to another process. docs/inbound.md#reception; D211, D212. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { developmentTenants } from '../../src/core/caller.ts'
import { createDatabase } from '../database.ts'
import { admissionOf, connectSender, msaOf, type RawSender } from '../intake/receive/mllp-sender.ts'
import { waitFor, waitUntil } from '../patience.ts'
import { findPort } from '../ports.ts'
import { urlOf } from '../running-server.ts'
import { endAll, makeFolder, runCommand, type Server, startServer, stop } from './processes.ts'

const closings: (() => Promise<unknown>)[] = []
afterAll(async () => {
  await endAll()
  for (const close of closings.toReversed()) await close()
})

const [tenant] = developmentTenants
const messages = Array.from({ length: 24 }, (_, at) => admissionOf({ controlId: `K${at}`, number: `9${at}00` }))

async function openProcesses() {
  const folder = makeFolder()
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, `${Buffer.alloc(32, 9).toString('base64')}\n`, { mode: 0o600 })
  const database = await createDatabase()
  closings.push(database.drop)
  const pool = new pg.Pool({ ...database.config, max: 1 })
  pool.on('error', () => undefined)
  closings.unshift(() => pool.end())
  const env = { DATABASE_URL: urlOf(database.config), BANKSIA_KEY_FILE: keyFile }
  const start = async (): Promise<{ readonly server: Server; readonly port: number }> => {
    const port = await findPort()
    return { server: await startServer(makeFolder(), { env: { ...env, BANKSIA_MLLP_PORT: String(port) } }), port }
  }
  return { env, pool, start, folder }
}

/** One connection sends these one after the other, as a sender does, until the process is gone. */
async function sendAll(sender: RawSender, own: readonly string[]): Promise<readonly string[]> {
  const codes: string[] = []
  for (const message of own) {
    const [answer] = await sender.send(message)
    if (answer === undefined) break
    codes.push(msaOf(answer)[0] ?? '')
  }
  return codes
}

const quarters = [0, 1, 2, 3].map((turn) => messages.filter((_, at) => at % 4 === turn))

test('D212: a process is killed between commits and answers; repeated to another process, each message is stored once and answered', async () => {
  const { env, pool, start, folder } = await openProcesses()
  const [first, second] = [await start(), await start()]
  const given = ['--tenant', tenant, '--name', 'Ward', '--address', '127.0.0.1']
  const made = await runCommand(['sender', 'create', ...given], { env: { ...env, BANKSIA_DATA_DIR: folder } })
  const probe = await connectSender(second.port)
  const known = admissionOf({ controlId: 'PROBE', number: '', processing: 'T' })
  await waitFor(
    async () => msaOf((await probe.send(known))[0])[0],
    (code) => code === 'AA',
  )
  const countStored = async (): Promise<number> =>
    (await pool.query(`select count(*)::int as count from received_message where outcome = 'stored'`)).rows[0].count

  const senders = await Promise.all(quarters.map(() => connectSender(first.port)))
  const sending = Promise.all(senders.map((sender, turn) => sendAll(sender, quarters[turn] ?? [])))
  await waitUntil(async () => (await countStored()) >= 6)
  await stop(first.server, 'SIGKILL')
  await sending
  const before = await countStored()
  const others = await Promise.all(quarters.map(() => connectSender(second.port)))
  const codes = await Promise.all(others.map((sender, turn) => sendAll(sender, quarters[turn] ?? [])))

  expect(made.code).toBe(0)
  expect(before).toBeGreaterThanOrEqual(6)
  expect(codes.flat()).toEqual(messages.map(() => 'AA'))
  expect(await countStored()).toBe(messages.length)
  const { rows } = await pool.query(
    `select count(*)::int as patients, max(version)::int as version from resource where type = 'Patient' and space = 'fhir'
     and id in (select substr(name, 9) from received_message, unnest(resources) as name where name like 'Patient/%')`,
  )
  expect(rows).toEqual([{ patients: messages.length, version: 1 }])
  for (const { socket } of [...others, probe]) socket.destroy()
})
