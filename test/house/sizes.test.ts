/** How long a file may be, and how full a folder. Functions are held to 40 lines by Biome: noExcessiveLinesPerFunction in biome.json. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '../..')

const mostLines = 300
const mostFiles = 25

/** They hold one table, and little else. */
const tables: readonly string[] = [
  'src/core/problem-catalogue.ts',
  'src/drafting/vocabulary/concepts.ts',
  'src/drafting/vocabulary/medicines.ts',
  'src/profiles/au-core/responder.ts',
]

/** Readers begin with these files. */
const shorter: Readonly<Record<string, number>> = {
  'src/server/server.ts': 200,
  'src/store/store.ts': 200,
  'src/store/transaction.ts': 200,
}

type Folder = { readonly path: string; readonly files: readonly string[] }

function listFolders(path: string): Folder[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const inner = entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap(({ name }) => listFolders(`${path}/${name}`))
  return [{ path, files }, ...inner]
}

const sources = ['src', 'queues'].flatMap(listFolders)
const lengths = sources
  .flatMap(({ path, files }) => files.filter((name) => name.endsWith('.ts')).map((name) => `${path}/${name}`))
  .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))

test('docs/design/house.md#ranks-and-rooms: a file has at most 300 lines, but for tables', () => {
  const long = lengths.filter(({ path, lines }) => lines > (shorter[path] ?? mostLines) && !tables.includes(path))

  expect(long).toEqual([])
})

test('docs/design/house.md#ranks-and-rooms: every file that is named here is there, and every table needs its place', () => {
  const long = new Set(lengths.filter(({ lines }) => lines > mostLines).map(({ path }) => path))
  const known = new Set(lengths.map(({ path }) => path))

  expect(tables.filter((path) => !long.has(path))).toEqual([])
  expect(Object.keys(shorter).filter((path) => !known.has(path))).toEqual([])
})

test('docs/design/house.md#ranks-and-rooms: a folder has at most 25 files', () => {
  const folders = [
    ...sources,
    ...['test', 'tools', 'bench', 'judges', 'conformance', 'client', 'docs'].flatMap(listFolders),
  ]

  expect(folders.filter(({ files }) => files.length > mostFiles)).toEqual([])
})
