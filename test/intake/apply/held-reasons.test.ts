/** docs/inbound.md names each reason that holds a message. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { holdReasons } from '../../../src/intake/apply/hold.ts'

test('docs/inbound.md#reasons-to-hold-a-message: the page has every reason, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/inbound.md'), 'utf8')
  const [, part = ''] = page.split('### Reasons to hold a message\n')
  const rows = [...(part.split('\n## ')[0] ?? '').matchAll(/^\| (`[^|]*`) \|/gm)]

  const named = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code))
  expect(named.toSorted()).toEqual(Object.keys(holdReasons).toSorted())
})
