/** The database's sessions, a process of it, or all of it are ended beneath a server under load: nobody gets a 500, nothing is lost or done twice. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { findRunning } from '../../../src/postgres-embedded/data-directory.ts'
import { embeddedConnection } from '../../../src/postgres-embedded/embedded-connection.ts'
import { findPassword } from '../../../src/postgres-embedded/embedded-password.ts'
import { createPatient, must, openEncounter, practitionerRoleId } from '../../consultation.ts'
import { waitUntil } from '../../patience.ts'
import { type Answer, type Call, openCall, openTokens } from '../../running-server.ts'
import { endAll, makeFolder, readPostmaster, type Server, startServer, stop } from '../processes.ts'

let server: Server
let call: Call
beforeAll(async () => {
  server = await startServer(join(makeFolder(), 'data'))
  call = openCall(server.base, openTokens(server.base))
})
afterAll(endAll)

async function ask<T>(sql: string): Promise<readonly T[]> {
  const running = await findRunning(server.dataDirectory)
  const password = (await findPassword(server.dataDirectory)) ?? ''
  const client = new pg.Client(embeddedConnection(running?.socketDirectory ?? '', password))
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}

/** It takes connections again. */
const waitForDatabase = () =>
  waitUntil(() =>
    ask('select 1').then(
      () => true,
      () => false,
    ),
  )

function isGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

const sessions = `from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`

const disruptions = [
  { name: 'ends every session', rounds: 8, disrupt: () => ask(`select pg_terminate_backend(pid) ${sessions}`) },
  {
    name: 'loses a process, and starts anew',
    rounds: 3,
    disrupt: async () => {
      // The database may still be starting anew after the round before.
      await waitForDatabase()
      const [session] = await ask<{ pid: number }>(`select pid ${sessions}`)
      if (session === undefined) return
      process.kill(session.pid, 'SIGKILL')
      await waitUntil(() => isGone(session.pid))
      await waitForDatabase()
    },
  },
  {
    name: 'is killed',
    rounds: 2,
    disrupt: async () => {
      process.kill(readPostmaster(server.dataDirectory), 'SIGKILL')
      await waitForDatabase()
    },
  },
]

type Sent = { readonly answer: Answer; readonly key: string }

const fhir = { 'content-type': 'application/fhir+json' } as const
const period = { start: '2026-03-14T02:45:00.000Z' }

test.each(disruptions)(
  'spec 7: a database that $name under load costs 503 with Retry-After at most, and a repetition under the key does it once',
  async ({ rounds, disrupt }) => {
    await waitForDatabase()
    const begunAt = new Date().toISOString()
    const patientId = await createPatient(call)
    const encounterId = await openEncounter(call, patientId)
    const { body: patient } = await must(200, call('GET', `/fhir/R4/Patient/${patientId}`))
    const open = (key: string) =>
      call('POST', '/v1/encounters', { key, body: { patientId, practitionerRoleId, period } })
    const code = (text: string) => ({ resourceType: 'Basic', code: { text } })
    const create = (key: string) => {
      const identifier = [{ system: 'urn:test', value: key }]
      const headers = { ...fhir, 'if-none-exist': `identifier=urn:test|${key}` }
      return call('POST', '/fhir/R4/Basic', { body: { ...code('a'), identifier }, headers })
    }
    const reads: readonly ((key: string) => Promise<Answer>)[] = [
      () => call('GET', `/fhir/R4/Patient/${patientId}`),
      () => call('GET', `/fhir/R4/Encounter?patient=${patientId}&_total=accurate`),
      () => call('GET', '/fhir/R4/Patient/_history?_count=2'),
      () => call('GET', `/fhir/R4/Patient/${patientId}/$everything`),
      () => call('GET', `/v1/encounters/${encounterId}`),
      () => call('GET', '/v1/spokes/whoami'),
      () => call('GET', '/v1/encounters?limit=5'),
      () => call('GET', '/v1/health'),
      () => call('GET', '/fhir/R4/AuditEvent?_count=2', { as: { role: 'auditor' } }),
    ]
    const writes: readonly ((key: string) => Promise<Answer>)[] = [
      open,
      create,
      () => call('PUT', `/fhir/R4/Patient/${patientId}`, { body: patient, headers: fhir }),
      (key) => {
        const request = { method: 'POST', url: 'Basic' }
        const bundle = { resourceType: 'Bundle', type: 'transaction', entry: [{ resource: code(key), request }] }
        return call('POST', '/fhir/R4', { body: bundle, headers: fhir })
      },
    ]
    const work = [...reads, ...writes, open, create]
    const opened: Sent[] = []
    const created: Sent[] = []
    const all: Answer[] = []
    let isOver = false
    const client = async (turn: number): Promise<void> => {
      for (let at = turn; !isOver; at += 1) {
        const one = work[at % work.length] ?? open
        const key = randomUUID()
        const answer = await one(key)
        all.push(answer)
        if (one === open) opened.push({ answer, key })
        if (one === create) created.push({ answer, key })
      }
    }

    const clients = Array.from({ length: 16 }, (_, turn) => client(turn))
    try {
      for (let round = 0; round < rounds; round += 1) {
        const before = all.length
        while (all.length < before + 40) {
          if (server.hasEnded()) throw new Error(`the server ended: ${server.errors()}`)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
        await disrupt()
      }
    } finally {
      isOver = true
      await Promise.all(clients)
    }

    const statuses = [...new Set(all.map(({ status }) => status))].sort()
    expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([])
    expect(server.errors()).not.toContain('request-failed')
    for (const { headers } of all.filter(({ status }) => status === 503)) expect(headers.get('retry-after')).toBe('5')
    // Requests that were refused, or that may have succeeded, are sent again.
    for (const { key } of opened) await must(201, open(key))
    for (const { key } of created) expect([200, 201]).toContain((await create(key)).status)
    const listed = await ask<{ n: number }>(
      `select count(*)::int as n from resource where space = 'hub' and type = 'Encounter' and not deleted and created_at >= '${begunAt}'`,
    )
    expect(listed).toEqual([{ n: opened.length + 1 }])
    for (const { key } of created) {
      const { body } = await must(200, call('GET', `/fhir/R4/Basic?identifier=urn:test|${key}&_summary=count`))
      expect(body.total).toBe(1)
    }
  },
)

test('docs/design/house.md#foundations: stops cleanly after all that', async () => {
  expect(await stop(server)).toEqual({ code: 0, signal: null })
})
