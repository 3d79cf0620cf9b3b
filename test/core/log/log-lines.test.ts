/** Lines of the log reach their reader, and a process ends though nobody can read them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const program = join(import.meta.dirname, 'log-writer.ts')

const start = (stderr: 'pipe' | number) =>
  spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', stderr, 'ipc'] })

/** Its exit, after it has written. */
async function write(child: ReturnType<typeof start>, count: number): Promise<unknown> {
  const ended = once(child, 'close')
  child.send(count)
  const [code] = await ended
  return code
}

test.each([1, 20_000])(
  'docs/design/house.md#patient-data: %s lines arrive in order before the process ends',
  async (count) => {
    const child = start('pipe')
    let text = ''
    child.stderr?.setEncoding('utf8').on('data', (part: string) => (text += part))
    expect(await write(child, count)).toBe(0)
    const counts = text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line).count)
    expect(counts).toEqual(Array.from({ length: count }, (_, at) => at))
  },
)

test.each([1, 20_000])(
  'docs/design/house.md#patient-data: a process ends though the reader of %s lines has gone',
  async (count) => {
    const child = start('pipe')
    child.stderr?.destroy()
    expect(await write(child, count)).toBe(0)
  },
)

;(existsSync('/dev/full') ? test : test.skip).each([1, 20_000])(
  'docs/design/house.md#patient-data: a process ends though the disk has no room for %s lines',
  async (count) => expect(await write(start(openSync('/dev/full', 'w')), count)).toBe(0),
)
