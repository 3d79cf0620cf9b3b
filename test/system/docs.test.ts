/** The commands of README and docs, run as they stand against a server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { checkout, endAll, makeFolder, run, startServer } from './processes.ts'

afterAll(endAll)

const blocksOf = (path: string): readonly string[] =>
  [...readFileSync(join(checkout, path), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')

const isInstalled = async (program: string): Promise<boolean> =>
  (await run(['sh', '-c', `command -v ${program}`])).code === 0

test('spec 4.1: the commands of README, docs/hub.md and docs/channels.md do what they say', async () => {
  if (!(await isInstalled('jq')) || !(await isInstalled('curl')))
    return process.stderr.write('skipped: jq or curl is not installed\n')
  const { port } = await startServer(join(makeFolder(), 'data'))
  const readme = blocksOf('README.md').filter((block) => block.includes('curl'))
  const script = ['set -eu', ...readme, ...blocksOf('docs/hub.md'), ...blocksOf('docs/channels.md')]
    .join('\n')
    .replaceAll('localhost:3000', `localhost:${port}`)

  const done = await run(['bash', '-c', script], { env: { PORT: String(port) } })

  const lines = done.output.split('\n')
  expect([done.code, done.errors]).toEqual([0, ''])
  expect(lines[0]).toMatch(/^{.*"resourceType":"Bundle".*}{.*"resourceType":"Bundle".*}"active"$/)
  expect(lines).toEqual(expect.arrayContaining(['No fever.', 'passed', 'approved', '1', 'active']))
}, 60_000)
