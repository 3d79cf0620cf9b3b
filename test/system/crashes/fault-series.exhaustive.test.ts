/**
 * Each process is killed again and again while messages come in and documents go out, PostgreSQL and Redis too: each message and each
 * document has its effect once. 200 of each; `FAULT_SERIES=1000` takes about 16 minutes. docs/design/house.md#foundations; D211, D212.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Client, ProblemError } from '../../../client/client.ts'
import { listenMllp, type MllpListener } from '../../../src/channels/mllp-listener.ts'
import { readReceived } from '../../../src/commands/mllp-listen.ts'
import { developmentTenants } from '../../../src/core/caller.ts'
import { openSession } from '../../../src/demo/session.ts'
import { createPeople, type Practice } from '../../../src/demo/transaction.ts'
import { exampleSections, exampleSegments, templateId } from '../../consultation.ts'
import { admissionOf, connectSender, msaOf } from '../../intake/receive/mllp-sender.ts'
import { waitFor, waitUntil } from '../../patience.ts'
import { listSeeds } from '../clinic.ts'
import { endAll, runCommand, startMs } from '../processes.ts'
import { openStage, type Part, persist, type Stage, seriesMs, strikeAlong } from './fault-series.ts'

const total = Number(process.env['FAULT_SERIES'] ?? 200)

let stage: Stage
let listener: MllpListener | undefined
beforeAll(async () => {
  stage = await openStage()
}, startMs)
afterAll(async () => {
  await listener?.close()
  await stage?.close()
  await endAll()
})

const striking =
  (...parts: readonly Part[]) =>
  (on: Stage): Promise<void> =>
    on.strike(parts)

const countOf = async (sql: string): Promise<number> =>
  (await stage.pool.query<{ count: number }>(`select count(*)::int as count from ${sql}`)).rows[0]?.count ?? 0

/** Sends a message until it is accepted: to the other process if one process is gone. */
async function sendUntilAccepted(message: string, turn: number): Promise<void> {
  let attempt = turn
  await persist(
    async () => {
      attempt += 1
      const sender = await connectSender(stage.mllp[attempt % 2] ?? 0)
      try {
        const [answer] = await sender.send(message)
        if (msaOf(answer)[0] !== 'AA') throw new Error(`not accepted: ${msaOf(answer)[0]}`)
      } finally {
        sender.socket.destroy()
      }
    },
    () => false,
  )
}

test(
  'D212: a thousand messages come in while each process is killed in turn: each is stored once, and changes the record once',
  async () => {
    const given = ['--tenant', developmentTenants[0], '--name', 'Ward', '--address', '127.0.0.1']
    const made = await runCommand(['sender', 'create', ...given], {
      env: { ...stage.env, BANKSIA_DATA_DIR: stage.folder },
    })
    expect(made.code).toBe(0)
    await sendUntilAccepted(admissionOf({ controlId: 'PROBE', number: '', processing: 'T' }), 0)
    await sendUntilAccepted(admissionOf({ controlId: 'PROBE', number: '', processing: 'T' }), 1)
    const messages = Array.from({ length: total }, (_, at) => admissionOf({ controlId: `F${at}`, number: `70${at}` }))
    const moments = [
      striking('first worker'),
      striking('database'),
      striking('second worker'),
      striking('redis'),
      striking('first worker', 'second worker'),
      striking('first worker', 'database'),
    ]
    await strikeAlong(stage, { what: 'messages', items: messages, width: 8, work: sendUntilAccepted, moments })

    expect(stage.strikes()).toBe(moments.length)
    expect(await countOf(`received_message where outcome = 'stored'`)).toBe(total)
    expect(
      await countOf(`received_message where outcome <> 'stored' and coalesce(reason, '') not like 'for-training%'`),
    ).toBe(0)
    const patients = `resource where type = 'Patient' and space = 'fhir' and not deleted
    and id in (select substr(name, 9) from received_message, unnest(resources) as name where name like 'Patient/%')`
    expect([await countOf(patients), await countOf(`${patients} and version = 1`)]).toEqual([total, total])
  },
  seriesMs,
)

/** True for a refusal that a repetition does not change. A token that a dead issuer has signed is fetched again. */
const isRefused = (error: unknown): boolean =>
  error instanceof ProblemError && error.status < 500 && ![401, 408, 429].includes(error.status)

type Desk = { readonly call: <T>(work: (client: Client) => Promise<T>) => Promise<T>; readonly practice: Practice }

/** A clinician who signs in again after each start of the server. */
async function openDesk(seeds: readonly string[]): Promise<Desk> {
  const open = () => openSession(stage.base, new AbortController().signal)
  const practice = await createPeople(await open().as('clinician'), seeds)
  let client = await open().as('clinician', practice.practitionerRoleId)
  const call = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
    persist(async () => {
      try {
        return await work(client)
      } catch (error) {
        if (!isRefused(error)) client = await open().as('clinician', practice.practitionerRoleId)
        throw error
      }
    }, isRefused)
  for (const patientId of practice.patientIds) {
    const body = { patientId, permits: ['record', 'generate', 'share'], purposes: ['TREAT'], method: 'verbal' } as const
    await call((clinician) => clinician.call('POST', '/v1/consents', { body, key: `consent-${patientId}` }))
  }
  return { call, practice }
}

/** Sends each request with a key of its own, so that a repetition is the same request. */
async function releaseOne({ call, practice }: Desk, at: number): Promise<string> {
  const { organizationId, locationId, practitionerRoleId, patientIds } = practice
  const key = (name: string): string => `series-${at}-${name}`
  const patientId = patientIds[at % patientIds.length] ?? ''
  const period = { start: '2026-03-02T01:00:00.000Z', end: '2026-03-02T01:20:00.000Z' }
  const body = { patientId, practitionerRoleId, organizationId, locationId, status: 'finished', period } as const
  const encounter = await call((clinician) => clinician.call('POST', '/v1/encounters', { body, key: key('encounter') }))
  const path = `/v1/encounters/${encounter.id}` as const
  const transcript = await call((clinician) =>
    clinician.call('POST', `${path}/transcripts`, {
      body: { segments: exampleSegments as never },
      key: key('transcript'),
    }),
  )
  const draft = { templateId, transcriptIds: [transcript.id], sections: exampleSections(transcript.id) as never }
  const artifact = await call((clinician) =>
    clinician.call('POST', `${path}/artifacts`, { body: draft, key: key('draft') }),
  )
  const verified = await call((clinician) =>
    clinician.call('POST', `/v1/artifacts/${artifact.id}:verify`, { version: artifact.version, key: key('verify') }),
  )
  const approved = await call((clinician) =>
    clinician.call('POST', `/v1/artifacts/${artifact.id}:approve`, { version: verified.version, key: key('approve') }),
  )
  return approved.documentId ?? ''
}

const both = ['first worker', 'second worker'] as const

test(
  'docs/design/house.md#foundations: a thousand releases while each process is killed at each step: receivers have each document once',
  async () => {
    const out = join(stage.folder, 'out')
    mkdirSync(out)
    const arrived = new Map<string, number>()
    let onMessage: (() => Promise<void>) | undefined
    listener = await listenMllp({
      ...{ port: 0, host: '127.0.0.1' },
      onMessage: async (message) => {
        const { documentId = '', kind = '' } = (await readReceived(message)) ?? {}
        const name = `${documentId} ${kind}`
        arrived.set(name, (arrived.get(name) ?? 0) + 1)
        await onMessage?.()
        return 'AA'
      },
    })
    const operator = await openSession(stage.base, new AbortController().signal).as('operator')
    const channel = {
      ...{ templateIds: [templateId], recipient: { name: 'Saltbush' }, purposeOfUse: 'TREAT', format: 'hl7v2' },
      ...{ legalBasis: 'own_organisation', retry: { attempts: 100, baseMs: 100, maxMs: 1000 } },
    } as const
    const mllp = { name: 'MLLP', transport: 'mllp', destination: { host: '127.0.0.1', port: listener.port } } as const
    const folder = { name: 'Folder', transport: 'file', destination: { directory: out } } as const
    for (const one of [mllp, folder])
      await operator.call('POST', '/v1/channels', { body: { ...channel, ...one } as never })
    const desk = await openDesk(listSeeds(Math.min(40, total)))
    const documentIds = new Set<string>()
    /** The next message has come, and is not acknowledged before the processes are gone. */
    const strikeAtArrival = async (on: Stage): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      let strike: Promise<void> | undefined
      onMessage = async () => {
        strike ??= on.strike(both).finally(resolve)
        await promise
      }
      await Promise.race([promise, waitUntil(() => strike !== undefined, seriesMs).then(() => promise)])
      onMessage = undefined
    }
    /** The acknowledgement of the next message has just left. */
    const strikeAfterAnswer = async (on: Stage): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      onMessage = async () => {
        onMessage = undefined
        setImmediate(resolve)
      }
      await promise
      await on.strike(both)
    }
    const moments = [
      striking('first worker'),
      striking('web'),
      strikeAtArrival,
      striking('database'),
      striking('redis'),
      striking('second worker'),
      strikeAfterAnswer,
      striking('web', 'first worker'),
      striking('second worker', 'database'),
      strikeAtArrival,
      striking('web', 'redis'),
      strikeAfterAnswer,
      striking('web', 'first worker', 'second worker', 'database', 'redis'),
    ]
    const before = stage.strikes()

    const items = Array.from({ length: total }, (_, at) => at)
    const work = async (at: number): Promise<void> => {
      documentIds.add(await releaseOne(desk, at))
    }
    await strikeAlong(stage, { what: 'releases', items, width: 6, work, moments })
    const open = await waitFor(
      () => countOf(`delivery where state not in ('sent', 'accepted')`).catch(() => -1),
      (count) => count === 0,
      seriesMs,
    )

    const names = [...documentIds].map((id) => `${id} original`).toSorted()
    expect([open, stage.strikes() - before, documentIds.size]).toEqual([0, moments.length, total])
    expect([...arrived.keys()].toSorted()).toEqual(names)
    // Unacknowledged messages came again, under the same identity.
    expect([...arrived.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(total)
    expect(readdirSync(out).toSorted()).toEqual([...documentIds].map((id) => `${id}.hl7`).toSorted())
    expect(await countOf('delivery')).toBe(2 * total)
    expect(await countOf(`audit where kind = 'artifact.approved'`)).toBe(total)
  },
  seriesMs,
)
