/** Two operations on one artifact at once, and operations that are cut off before their commit. R5.4. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type pg from 'pg'
import { newId } from '../../../src/core/ids.ts'
import { approveOne, draftVerified, exampleSections, must, readHeld } from '../../consultation.ts'
import { openOwner } from '../../database.ts'
import { waitFor } from '../../patience.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let owner: pg.Pool

beforeAll(async () => {
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
  owner = openOwner(server.site.database)
})

afterAll(async () => {
  await owner?.end()
  await server?.stop()
  await server?.site.remove()
})

const outcomeOf = ({ status, problem }: Answer): string => (status < 300 ? String(status) : `${status} ${problem}`)
const read = async (id: string): Promise<Answer['body']> => (await must(200, call('GET', `/v1/artifacts/${id}`))).body
const post = (id: string, verb: string, more: object = {}): Promise<Answer> =>
  call('POST', `/v1/artifacts/${id}:${verb}`, more)
const because = { body: { reasonCode: 'other' } } as const
const stale = '412 precondition-failed'
const rounds = [0, 1, 2, 3]
/** Now one first, now the other. */
const atOnce = async (round: number, one: () => Promise<Answer>, two: () => Promise<Answer>) => {
  const [first, second] = round % 2 === 0 ? [one, two] : [two, one]
  const answers = await Promise.all([first(), second()])
  return (round % 2 === 0 ? answers : answers.toReversed()).map(outcomeOf)
}

async function beginAmendment(): Promise<{ readonly originalId: string; readonly id: string }> {
  const { artifactId: originalId } = await approveOne(call)
  const { id } = (await must(201, post(originalId, 'amend'))).body
  await must(200, post(id, 'verify'))
  return { originalId, id }
}

describe('at once', () => {
  test('docs/lifecycle.md: approved and edited: what is approved is what was verified, and no edit is lost', async () => {
    for (const round of rounds) {
      const { artifactId, transcriptId } = await draftVerified(call)
      const body = { sections: exampleSections(transcriptId, 'Sore throat, 4 days.') }
      const headers = await readHeld(call, `/v1/artifacts/${artifactId}`)

      const outcomes = await atOnce(
        round,
        () => post(artifactId, 'approve', { headers }),
        () => call('PATCH', `/v1/artifacts/${artifactId}`, { body, headers }),
      )

      const artifact = await read(artifactId)
      const isApproved = artifact.state === 'approved'
      expect(outcomes).toEqual(isApproved ? ['200', stale] : [stale, '200'])
      expect(artifact.note.sections[0].statements[0].text).toBe(
        isApproved ? 'Sore throat for 4 days.' : 'Sore throat, 4 days.',
      )
    }
  })

  test('docs/lifecycle.md: approved and recalled: recalled only what was released', async () => {
    for (const round of rounds) {
      const { artifactId } = await draftVerified(call)
      const headers = await readHeld(call, `/v1/artifacts/${artifactId}`)

      const outcomes = await atOnce(
        round,
        () => post(artifactId, 'approve', { headers }),
        () => post(artifactId, 'recall', { ...because, headers }),
      )

      expect(outcomes[0]).toBe('200')
      expect([stale, '409 invalid-transition']).toContain(outcomes[1])
      expect((await read(artifactId)).state).toBe('approved')
    }
  })

  test('docs/lifecycle.md: approved and rejected: one of the two', async () => {
    for (const round of rounds) {
      const { artifactId } = await draftVerified(call)
      const headers = await readHeld(call, `/v1/artifacts/${artifactId}`)

      const outcomes = await atOnce(
        round,
        () => post(artifactId, 'approve', { headers }),
        () => post(artifactId, 'reject', { ...because, headers }),
      )

      expect(outcomes.toSorted()).toEqual(['200', stale])
    }
  })

  test('docs/lifecycle.md: amended twice: one amendment', async () => {
    const { artifactId } = await approveOne(call)
    const headers = await readHeld(call, `/v1/artifacts/${artifactId}`)

    const answers = await Promise.all([post(artifactId, 'amend', { headers }), post(artifactId, 'amend', { headers })])

    expect(answers.map(outcomeOf).toSorted()).toEqual(['201', stale])
    const begun = answers.find(({ status }) => status === 201)?.body
    expect((await read(artifactId)).successor.artifactId).toBe(begun.id)
  })

  test('docs/lifecycle.md: the amendment approved and the original recalled: one of the two', async () => {
    for (const round of rounds) {
      const { originalId, id } = await beginAmendment()
      const [held, original] = [
        await readHeld(call, `/v1/artifacts/${id}`),
        await readHeld(call, `/v1/artifacts/${originalId}`),
      ]

      const outcomes = await atOnce(
        round,
        () => post(id, 'approve', { headers: held }),
        () => post(originalId, 'recall', { ...because, headers: original }),
      )

      const states = [(await read(id)).state, (await read(originalId)).state]
      expect(outcomes.toSorted()).toEqual(['200', stale])
      expect(states).toEqual(outcomes[0] === '200' ? ['approved', 'superseded'] : ['rejected', 'recalled'])
    }
  })
})

/** Holds up the session that is about to commit an audit record, ends it, and lets go. */
async function cutOff(start: () => Promise<Answer>): Promise<Answer> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('lock table audit in share mode')
    const answer = start()
    await waitFor(
      async () =>
        (
          await server.site.pool.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%audit%'`,
          )
        ).rowCount,
      (count) => (count ?? 0) > 0,
    )
    await client.query('rollback')
    return await answer
  } finally {
    client.release()
  }
}

const mutations = [
  [
    'edit',
    draftVerified,
    (id: string, key: string, transcriptId: string) =>
      call('PATCH', `/v1/artifacts/${id}`, { key, body: { sections: exampleSections(transcriptId) } }),
  ],
  ['verify', draftVerified, (id: string, key: string) => post(id, 'verify', { key })],
  ['approve', draftVerified, (id: string, key: string) => post(id, 'approve', { key })],
  ['reject', draftVerified, (id: string, key: string) => post(id, 'reject', { key, ...because })],
  ['amend', approveOne, (id: string, key: string) => post(id, 'amend', { key })],
  ['recall', approveOne, (id: string, key: string) => post(id, 'recall', { key, ...because })],
] as const

test.each(mutations)(
  'R5.4: %s, cut off before its commit, is done once or not at all; its key answers the same',
  async (_name, begin, send) => {
    const { artifactId, transcriptId } = await begin(call)
    const before = await read(artifactId)
    const key = newId()
    const run = () => send(artifactId, key, transcriptId)

    const cut = await cutOff(run)
    const between = await read(artifactId)
    const sent = await run()
    const again = await run()

    expect(cut.status).toBe(503)
    expect(between).toEqual(before)
    expect(sent.status).toBeLessThan(300)
    expect(again.body).toEqual(sent.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await read(artifactId)).version).toBe(before.version + 1)
  },
)
