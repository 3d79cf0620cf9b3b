/** What a caller may not read answers as what is not there: status, headers and body, but for ids and times. docs/security.md#what-may-not-be-read; D20, D56. */
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../src/core/ids.ts'
import { readCounts } from '../running-server.ts'
import { useRunning } from '../use-running.ts'
import { landingRows, namingRows, type Request, requestOf, titleOf, wholeRows } from './boundary-rows.ts'
import { type BoundaryWorld, openBoundaryWorld, type Reason } from './boundary-world.ts'
import { neutral } from './neutral-answer.ts'

const server = useRunning()
const reasons = ['patient', 'carer', 'denied', 'tenant'] as const satisfies readonly Reason[]

let world: BoundaryWorld
const before = new Map<string, unknown>()

async function ask(reason: Reason, { method, path, headers, body }: Request): Promise<unknown> {
  const as = world.reasons[reason]
  const answer = await fetch(`${server.base}${path}`, {
    method,
    headers: { authorization: `Bearer ${await server.token(as)}`, 'x-request-id': newId(), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return neutral(answer, [world.hidden, world.absent])
}

beforeAll(async () => {
  world = await openBoundaryWorld(server)
  for (const reason of reasons)
    for (const row of wholeRows) before.set(`${reason} ${titleOf(row)}`, await ask(reason, requestOf(row, {})))
  await world.fill()
})

test.each(reasons)('D179: because of %s, what names nothing is answered as before it was there', async (reason) => {
  const different: object[] = []
  for (const row of wholeRows) {
    const [now, then] = [await ask(reason, requestOf(row, {})), before.get(`${reason} ${titleOf(row)}`)]
    if (!isDeepStrictEqual(now, then)) different.push({ row: titleOf(row), now, then })
  }

  expect(different).toEqual([])
})

test.each(reasons)('D179: because of %s, what names it is answered as what names nothing', async (reason) => {
  const different: object[] = []
  for (const row of namingRows) {
    const hidden = await ask(reason, requestOf(row, world.hidden))
    const absent = await ask(reason, requestOf(row, world.absent))
    if (!isDeepStrictEqual(hidden, absent)) different.push({ row: titleOf(row), hidden, absent })
  }

  expect(different).toEqual([])
})

test.each(landingRows.map((row) => ({ row, title: titleOf(row) })))(
  'D179: to whom it is denied, $title is not found, and does nothing',
  async ({ row }) => {
    const [nothing] = namingRows
    if (nothing === undefined) throw new Error('the table has no rows')
    const counts = await readCounts(server.site.pool)

    const landed = await ask('denied', requestOf(row, { ...world.hidden, other: newId() }))

    expect(landed).toEqual(await ask('denied', requestOf(nothing, world.absent)))
    expect(await readCounts(server.site.pool)).toEqual(counts)
  },
)
