/** A process that is killed while it prunes: each message is whole, or pruned with its record. D250 */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openOwner } from '../../database.ts'
import { waitUntil } from '../../patience.ts'
import { tenantA } from '../../store/audit-world.ts'
import { openPruningWorld, type PruningWorld, placeReceived } from '../../store/messages/pruning-world.ts'
import { endAll, run, startNode, stop } from '../processes.ts'

const file = join(import.meta.dirname, 'pruning-program.ts')

let world: PruningWorld
beforeAll(async () => {
  world = await openPruningWorld()
  await world.keepFor(90)
})
afterAll(async () => {
  await endAll()
  await world?.close()
})

/** Messages by whether they have their content, the other identifiers, and a record of the pruning. */
const readKinds = async (): Promise<readonly (readonly [string, number])[]> =>
  (
    await world.owner.query(
      `select (b.id is not null) || ' ' || (i.count > 0) || ' ' || a.count as kind, count(*)::int as count from received_message m
       left join blob b on b.tenant = m.tenant and b.id = m.blob_id
       cross join lateral (select count(*) from message_identifier i where i.message_id = m.id and i.hash is distinct from m.control) i
       cross join lateral (select count(*) from audit a where a.kind = 'message.pruned' and a.resource_id = m.id::text) a
       group by 1 order by 1`,
    )
  ).rows.map(({ kind, count }) => [kind, count] as const)

const countContents = async (): Promise<number> =>
  (await world.owner.query('select count(*)::int as count from blob')).rows[0].count

test('D250: kill -9 in the middle of a batch leaves each message whole or pruned, and the next run prunes the rest', async () => {
  // One after the other: the oldest first.
  const ids = []
  for (let at = 0; at < 130; at += 1) ids.push(await placeReceived(world, { days: 300 - at }))
  const { database, masterKey, owner } = world
  const key = masterKey.export().toString('base64')
  const given = [JSON.stringify({ connection: database.config, key, tenant: tenantA })]
  // The content of a message in the second batch cannot be deleted: the program waits in the middle of its transaction.
  const blocker = openOwner(database)
  await blocker.query('begin')
  await blocker.query('select from blob where id = (select blob_id from received_message where id = $1) for update', [
    ids[80],
  ])
  const program = startNode(file, given)
  await waitUntil(async () => {
    const text = `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    return (await owner.query(text)).rowCount === 1
  })
  await stop(program, 'SIGKILL')
  await blocker.query('rollback')
  await blocker.end()
  const killed = await readKinds()
  const contents = await countContents()
  // The lease of the killed process ends by itself, after a minute.
  await owner.query('delete from lease')
  const next = await run([process.execPath, file, ...given])

  expect(killed).toEqual([
    ['false false 1', 50],
    ['true true 0', 80],
  ])
  expect(contents).toBe(80)
  expect(next).toMatchObject({ code: 0, output: '80\n' })
  expect(await readKinds()).toEqual([['false false 1', 130]])
  expect(await countContents()).toBe(0)
})
