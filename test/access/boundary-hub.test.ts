/** The same for `/v1`: what is denied, another tenant's, or another patient's answers as what is not there. docs/security.md#what-may-not-be-read; D180. */
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../src/core/ids.ts'
import type { DevelopmentTokenOptions } from '../../src/identity/development-token.ts'
import { readCounts } from '../running-server.ts'
import { useRunning } from '../use-running.ts'
import {
  type HubRequest,
  type HubWorld,
  hubRequestOf,
  namingOperations,
  openHubWorld,
  variantsOf,
} from './boundary-hub-world.ts'
import { type Neutral, neutral } from './neutral-answer.ts'

const server = useRunning()

let world: HubWorld

beforeAll(async () => {
  world = await openHubWorld(server)
})

async function ask(as: DevelopmentTokenOptions, { method, path, headers, body }: HubRequest): Promise<Neutral> {
  const answer = await fetch(`${server.base}${path}`, {
    method,
    headers: { authorization: `Bearer ${await server.token(as)}`, 'x-request-id': newId(), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return neutral(answer, [world.hidden, world.absent])
}

test.each([
  ['a consent denies it', 'denied'],
  ['it is another tenant’s', 'tenant'],
  ['it is another patient’s', 'patient'],
  ['it is another carer’s', 'carer'],
] as const)('D180: where %s, each operation of /v1 answers as for nothing, and does nothing', async (_why, reason) => {
  const different: object[] = []
  const before = await readCounts(server.site.pool)
  const as = world.reasons[reason]
  for (const operation of namingOperations)
    for (const sent of variantsOf(operation)) {
      const [own, nothing] = [
        await ask(as, hubRequestOf(as, { operation, sent, ids: world.hidden })),
        await ask(as, hubRequestOf(as, { operation, sent, ids: world.absent })),
      ]
      if (!isDeepStrictEqual(own, nothing))
        different.push({ row: `${operation.title} ${JSON.stringify(sent.headers)}`, own, nothing })
    }

  expect(different).toEqual([])
  expect(await readCounts(server.site.pool)).toEqual(before)
})

test('D180: the table has the operations that name something of a patient', () => {
  expect(namingOperations.length).toBeGreaterThan(30)
})
