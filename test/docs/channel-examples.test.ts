/** The channels that docs/channels.md creates are taken as they stand there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { channelRulesWithin } from '../../src/channels/channels.ts'
import { newChannel } from '../../src/hub/channels/channels.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/channels.md'), 'utf8')
const examples = [...page.matchAll(/hub POST \/v1\/channels '(\{[^']*\})'/g)].map(([, text = '']) => JSON.parse(text))
const policy = { allowedHosts: ['127.0.0.1', 'localhost'], allowPrivate: true }

test.each(examples.map((body) => [body.name, body] as const))('docs/channels.md: the channel "%s"', (_, body) => {
  const { transport, format, destination } = newChannel.parse(body)
  const rules = channelRulesWithin({ folders: ['/srv'], policy })[transport]

  expect(rules.formats).toContain(format)
  const parsed = rules.parse(destination as never, 'destination')
  expect(() => rules.checkAddress(parsed, 'destination')).not.toThrow()
})

test('docs/channels.md: it shows a channel of each transport that this page describes at length', () => {
  expect(examples.map(({ transport }) => transport)).toEqual(expect.arrayContaining(['mllp', 'https', 'sftp']))
})
