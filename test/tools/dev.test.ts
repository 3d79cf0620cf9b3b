/** `npm run dev`: starts again when the source changes, and leaves no process behind, however it ends. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { testWithPrograms } from '../judges.ts'
import { waitUntil } from '../patience.ts'
import { findPort } from '../ports.ts'
import { prepareDirectory } from '../shared-cache.ts'
import { checkout, endAll, listProcesses, makeFolder, type Program, run, startNode } from '../system/processes.ts'

afterAll(endAll)

const program = join(checkout, 'tools/dev.ts')

/** The commands that CONTRIBUTING.md has for it. */
const [, firstCall = ''] =
  /^```sh\n(TOKEN=[\s\S]*?)^```$/m.exec(readFileSync(join(checkout, 'CONTRIBUTING.md'), 'utf8')) ?? []

type Dev = Program & { readonly folder: string; readonly watched: string; readonly port: number }

async function startDev(port: number, given: readonly string[] = []): Promise<Dev> {
  const folder = makeFolder()
  const [watched, data] = [join(folder, 'watched'), join(folder, 'data')]
  mkdirSync(watched)
  await prepareDirectory(data)
  const env = { PORT: String(port), BANKSIA_DATA_DIR: data }
  const dev = startNode(program, ['--inspect', '0', '--watch', watched, ...given], { env })
  return { ...dev, folder, watched, port }
}

const serversOf = (dev: Dev): readonly string[] =>
  [...dev.errors().matchAll(/ server\.started port=\d+ pid=(\d+)/g)].map(([, pid = '']) => pid)

testWithPrograms('curl')(
  'CONTRIBUTING: npm run dev serves a tenant with notes to approve, restarts when a file changes, and ends with a signal',
  async () => {
    const dev = await startDev(await findPort())
    await waitUntil(() => dev.errors().includes('their notes wait at the release gate'))
    const queue = await run(['bash', '-euc', firstCall.replaceAll('localhost:3000', `localhost:${dev.port}`)], {
      env: { PORT: String(dev.port), BANKSIA_DATA_DIR: join(dev.folder, 'data') },
    })

    writeFileSync(join(dev.watched, 'notes.txt'), 'no source')
    writeFileSync(join(dev.watched, 'changed.ts'), 'export {}')
    await waitUntil(() => serversOf(dev).length === 2)
    dev.child.kill('SIGTERM')
    const exit = await dev.ended

    expect([queue.code, queue.errors]).toEqual([0, ''])
    expect(JSON.parse(queue.output).items).toHaveLength(2)
    expect(dev.errors()).toMatch(/Debugger listening on ws:\/\/127\.0\.0\.1:/)
    expect(dev.errors().match(/dev: the source has changed/g)).toHaveLength(1)
    expect(new Set(serversOf(dev)).size).toBe(2)
    expect(exit).toEqual({ code: 0, signal: null })
    expect(listProcesses(dev.folder)).toEqual([])
  },
)

test('CONTRIBUTING: npm run dev waits for a change where the server does not start, and the server goes when npm run dev is killed', async () => {
  const taken = createServer()
  const port = await findPort()
  taken.listen(port, '127.0.0.1')
  const dev = await startDev(port, ['--empty'])
  await waitUntil(() => dev.errors().includes('dev: the server has ended; it starts again at the next change'))
  const refusal = dev.errors()
  taken.close()

  writeFileSync(join(dev.watched, 'changed.ts'), 'export {}')
  await waitUntil(() => serversOf(dev).length === 1)
  dev.child.kill('SIGKILL')

  expect(refusal).toContain('The port is taken: set PORT to a free one.')
  await waitUntil(() => listProcesses(dev.folder).length === 0)
})
