/** Code that overrules a type or swallows an error says why. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '../..')
const places = /as unknown as|\.catch\(\(\) => (?:undefined|\{\})\)/
const comment = /^\s*(?:\/\*\*|\*|\/\/)|\*\/$|\/\/ \w/

test('docs/design/house.md: each cast by way of unknown and each swallowed error has its reason in one line', () => {
  const bare = ['src', 'queues']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      return lines.flatMap((line, at) =>
        places.test(line) && !comment.test(line) && !comment.test(lines[at - 1] ?? '') ? [`${file}:${at + 1}`] : [],
      )
    })

  expect(bare).toEqual([])
})
