/** The commands of docs/exports.md run as they stand there. */
import { readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { renderCda } from '../../src/exports/cda/cda.ts'
import { presets } from '../../src/exports/presets.ts'
import { exampleDocument, exampleDocumentId, exampleExport } from '../builders.ts'
import { checkout, endAll, makeFolder, runCommand } from '../system/processes.ts'

const page = readFileSync(join(checkout, 'docs/exports.md'), 'utf8')

const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block.trim())

afterAll(endAll)

test('docs/exports.md: its commands convert a document, for its recipient, into each place', async () => {
  const directory = makeFolder()
  const settings = { BANKSIA_DATA_DIR: join(directory, 'data') }
  writeFileSync(join(directory, 'discharge.json'), JSON.stringify(exampleDocument()))
  writeFileSync(join(directory, 'gp.json'), blocksOf('json')[0] ?? '')
  writeFileSync(join(directory, 'letter.xml'), await renderCda(exampleExport()))
  const commands = blocksOf('sh').flatMap((block) => block.split('\n'))

  const codes: (number | null)[] = []
  for (const command of commands) {
    const [, words = ''] = /^npm run -s banksia -- (.*)$/.exec(command) ?? []
    codes.push((await runCommand(words.split(' '), { env: settings, directory })).code)
  }

  expect(commands.length).toBeGreaterThan(3)
  expect(codes).toEqual(commands.map(() => 0))
  expect(await readdir(directory)).toEqual(expect.arrayContaining(['discharge.pdf', 'letter.json', 'letters']))
  expect(await readdir(join(directory, 'letters'))).toEqual([`${exampleDocumentId}.html`])
})

test('docs/exports.md: each form and preset that it names is one', () => {
  const [, rows = ''] = page.split('| Receiver | Form | Preset |\n')
  const named = (rows.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(1)
    .flatMap((row) => {
      const [, , form = '', cell = ''] = row.split('|')
      return [...cell.matchAll(/`([^`]+)`/g)].map(([, preset]) => `${form.replaceAll(/[`\s]/g, '')} ${preset}`)
    })

  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !presets.some(({ format, preset }) => `${format} ${preset}` === name))).toEqual([])
})
