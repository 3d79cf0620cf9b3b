/** Finds the channels whose answers come as files. D236; docs/channels.md#answers-as-files. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { listPages } from '../../../queues/sweeps/pick-up.ts'
import { type FhirApp, startFhir, testTenants } from '../../fhir-server/fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(() => app?.close())

const count = 1_201

async function putWaiting(): Promise<readonly string[]> {
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into delivery (tenant, id, artifact_id, channel_id, document_id, kind, format, preset, lane, state, request_id, transport, answer_due_at)
     select tenant.number, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'original', 'hl7v2', 'practice-classic',
       0, 'committed', gen_random_uuid(), 'file', now() + interval '1 day'
     from tenant, generate_series(1, $2) where tenant.id = $1 returning channel_id as id`,
    [testTenants[1], count],
  )
  return rows.map(({ id }) => id)
}

const listAll = async (): Promise<readonly string[]> => {
  const found: string[] = []
  for await (const page of listPages(app.store)) found.push(...page.map(({ channelId }) => channelId))
  return found
}

test('D236: all channels that wait for answers are found, each once, except those that a process looks after', async () => {
  const ids = await putWaiting()
  const [leased, ended] = ids

  const all = await listAll()
  await app.owner.query(
    `insert into lease (tenant, name, holder, until)
     select number, 'pick-up_' || channel, gen_random_uuid(), now() + at * interval '1 hour'
     from tenant, unnest($2::text[], $3::int[]) as l (channel, at) where tenant.id = $1`,
    [testTenants[1], [leased, ended], [1, -1]],
  )
  const others = await listAll()

  expect(all.toSorted()).toEqual(ids.toSorted())
  expect(others.toSorted()).toEqual(ids.filter((id) => id !== leased).toSorted())
})
