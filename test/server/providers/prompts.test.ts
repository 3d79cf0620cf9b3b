/** Prompts of the operator in place of ours. docs/design/drafting.md#providers. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { readPrompts } from '../../../src/server/providers/prompts.ts'

const own = join(import.meta.dirname, '../../../src/drafting/providers/prompts')
const ownText = (file: string) => readFileSync(join(own, file), 'utf8')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banksia-prompts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (file: string, text: string): void => writeFileSync(join(folder, file), text)

test('docs/design/drafting.md#providers: every prompt may be the operator’s, and ours stands in for one that is optional', async () => {
  put('draft-system.md', 'Draft.')
  put('draft-user.md', 'Talk: {{segments}}')
  put('draft-revise.md', 'Change {{note}} by {{instruction}}')
  put('read-user.md', 'Refute {{statements}}')

  const read = await readPrompts(['system', 'user', 'repair', 'revise', 'readSystem', 'readUser'], folder)

  expect(read).toEqual({
    system: 'Draft.',
    user: 'Talk: {{segments}}',
    repair: ownText('draft-repair.md'),
    revise: 'Change {{note}} by {{instruction}}',
    readSystem: ownText('read-system.md'),
    readUser: 'Refute {{statements}}',
  })
})

const lacking = [
  ['user', 'draft-user.md', 'segments'],
  ['repair', 'draft-repair.md', 'refused'],
  ['revise', 'draft-revise.md', 'note'],
  ['readUser', 'read-user.md', 'statements'],
] as const

test.each(lacking)(
  'docs/design/drafting.md#providers: a %s prompt without its value is refused by name',
  async (name, file, value) => {
    put(file, 'Nothing to fill.')

    await expect(readPrompts([name], folder)).rejects.toThrow(
      `BANKSIA_DRAFTER_PROMPTS has a ${file} without {{${value}}}`,
    )
  },
)

test('docs/design/drafting.md#providers: a folder without the prompts of a draft is refused', async () => {
  await expect(readPrompts(['system'], folder)).rejects.toThrow(
    'must name a directory with draft-system.md and draft-user.md',
  )
})
