/** NOTICE names what a production install brings along, as the lockfile has it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { checkout, run } from '../system/processes.ts'

test('README: NOTICE is what `npm run notice` prints, and every library has a licence', async () => {
  const printed = await run([process.execPath, join(checkout, '.ci/notice.mjs')])

  expect(printed.errors).toBe('')
  expect(readFileSync(join(checkout, 'NOTICE'), 'utf8')).toBe(printed.output)
  expect(printed.output).not.toContain('none named')
})
