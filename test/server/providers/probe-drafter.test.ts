/** The readiness of the drafter that is configured. D304. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { probeDrafter } from '../../../src/server/providers/probe-drafter.ts'
import { findPort } from '../../ports.ts'
import { openProvider, type Provider } from '../../provider.ts'

let provider: Provider
let closed: string
beforeAll(async () => {
  provider = await openProvider()
  closed = `http://127.0.0.1:${await findPort()}/v1`
})
afterAll(() => provider.close())

const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
const cases = [
  ['is embedded', 'embedded', 'open', 'none', { ready: true, reason: 'embedded' }],
  ['answers', 'http', 'open', 'none', { ready: true, reason: 'http' }],
  ['does not answer', 'http', 'closed', 'none', { ready: false, reason: 'no_answer' }],
  ['does not answer, and the embedded one drafts', 'http', 'closed', 'embedded', { ready: true, reason: 'no_answer' }],
] as const

test.each(cases)('D304: a drafter that %s', async (_how, drafter, port, drafterFallback, found) => {
  const drafterUrl = port === 'open' ? provider.url : closed

  expect(await probeDrafter({ drafter, drafterUrl, drafterFallback }, policy, 10_000)).toEqual(found)
})
