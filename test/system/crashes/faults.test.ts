/** The reports of an unexpected error, and their readers. */
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { endAll, run } from '../processes.ts'

afterAll(endAll)

const meetFault = (mode: string) => run([process.execPath, join(import.meta.dirname, 'fault-holder.ts'), mode])

const lines = (errors: string) =>
  errors.split('\n').flatMap((line) => (line.startsWith('{"level"') ? [JSON.parse(line) as object] : []))

const fields = { errorClass: 'RangeError', at: expect.stringMatching(/^fault-holder\.ts:\d+$/) }
const logged = [
  { msg: 'request-failed', ...fields },
  { msg: 'worker.failed', ...fields },
]

test('spec 7: in development an unexpected error shows message, cause and stack on the terminal, and none of it in the reply', async () => {
  const { output, errors } = await meetFault('development')

  expect(lines(errors)).toMatchObject(logged)
  expect(errors.match(/RangeError: canary-message\n {4}at .*fault-holder\.ts/g)).toHaveLength(2)
  expect(errors).toContain('canary-cause')
  expect(JSON.parse(output)).toEqual({ detail: 'Internal error', slug: 'internal' })
})

test('spec 7: in production it tells its class and its place, and nothing that it says', async () => {
  const { output, errors } = await meetFault('production')

  expect(lines(errors)).toMatchObject(logged)
  expect(errors).not.toContain('canary')
  expect(JSON.parse(output)).toEqual({ detail: 'Internal error', slug: 'internal' })
})
