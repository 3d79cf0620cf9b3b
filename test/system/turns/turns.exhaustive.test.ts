/** While a server answers a heavy request, everybody else has their turn. D81. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { endAll, makeFolder, stop } from '../processes.ts'
import { largeRequests } from './large-bodies.ts'
import { type Metered, startMetered } from './turn-meter-client.ts'

let server: Metered
beforeAll(async () => {
  server = await startMetered(makeFolder())
})
afterAll(async () => {
  await stop(server.program)
  await endAll()
})

/** A single turn for all would be 11 to 280 times as long. */
const mostFloors = 8

const measured = [
  'create: 16,000 names',
  'create: 20,000 references',
  'read as XML: 30,000 extensions',
  'FHIRPath Patch of 1,000 operations',
  'transaction of 20 of 0.9 MB',
  'a body of 20 MB, extensions',
]

test.each(measured)('D81: %s: no turn takes much longer than reading 0.9 MB', async (kind) => {
  const request = largeRequests.get(kind)
  if (request === undefined) throw new TypeError(`there is no ${kind}`)
  const prepared = await server.prepare(request)

  const { longest, result } = await server.look(() => server.send(prepared))

  expect(result.status).toBe(request.isRefused === true ? 422 : result.status)
  expect(longest).toBeGreaterThan(0)
  expect(longest / (await server.measureFloor())).toBeLessThan(mostFloors)
})

test('D81: ten large bodies at once take their turns one after the other', async () => {
  const request = largeRequests.get('create: 20,000 references')
  if (request === undefined) throw new TypeError('there is no such request')
  const prepared = await server.prepare(request)

  const { longest, result } = await server.look(() =>
    Promise.all(Array.from({ length: 10 }, () => server.send(prepared))),
  )

  expect(result.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
  expect(longest / (await server.measureFloor())).toBeLessThan(mostFloors)
})
