/** docs/channels.md has the rules of alerts as the table of the program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { alertRules } from '../../src/store/alert-rules.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/channels.md'), 'utf8')

test('docs/channels.md#alerts: each rule has its row', () => {
  for (const { rule, fires, unit, default: most } of alertRules)
    expect(page).toContain(`| \`${rule}\` | ${fires} | ${unit}, ${most} |`)
})
