/** A verdict takes time: nobody waits for it with a connection of the database in hand. R3.2; docs/design/hub.md#requests-and-answers. */
import { expect, test } from '@jest/globals'
import { draftByHand, must } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'

const server = useRunning()
const { call } = server

const longestText = `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as seconds
  from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`

test('R3.2: while a draft is judged no transaction is open', async () => {
  const { artifactId, transcriptId } = await draftByHand(call)
  const text = 'Sore throat for 4 days and so on. '.repeat(40)
  const evidence = [{ kind: 'segment', transcriptId, segmentId: 's1', start: 0, end: 39, role: 'statement' }]
  const statements = Array.from({ length: 50 }, (_, at) => ({ id: `s${at}`, text, evidence }))
  await must(
    200,
    call('PATCH', `/v1/artifacts/${artifactId}`, { body: { sections: [{ key: 'subjective', statements }] } }),
  )

  const startedAt = performance.now()
  let answered = false
  const verified = call('POST', `/v1/artifacts/${artifactId}:verify`).finally(() => {
    answered = true
  })
  let longest = 0
  while (!answered) {
    const { rows } = await server.site.pool.query<{ seconds: number }>(longestText)
    longest = Math.max(longest, rows[0]?.seconds ?? 0)
  }
  const seconds = (performance.now() - startedAt) / 1000

  expect((await verified).body).toMatchObject({ outcome: 'failed' })
  expect(longest / seconds).toBeLessThan(0.5)
})

test('R5.4: a verification under a key that was used is answered again, and not made again', async () => {
  const { artifactId } = await draftByHand(call)
  const send = () => call('POST', `/v1/artifacts/${artifactId}:verify`, { key: 'verify-once' })

  const [first, second] = [await must(200, send()), await must(200, send())]

  expect(second.body).toEqual(first.body)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect((await call('GET', `/v1/artifacts/${artifactId}`)).body.version).toBe(first.body.version)
})
