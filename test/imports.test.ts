/** Who may import whom: STYLE.md section 2 as data, held against every file. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '..')

const leaves = ['src/core']
const everything = ['src', 'queues', 'client']

/** Folder or file, and what it may import beside itself; the most specific row holds. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/core': ['package.json'],
  'src/fhir': leaves,
  'src/postgres-embedded': leaves,
  'src/store': [...leaves, 'src/fhir', 'src/postgres-embedded'],
  'src/domain': [...leaves, 'src/fhir', 'src/store'],
  'src/threads': [...leaves, 'src/drafting', 'src/exports'],
  'src/outbound': leaves,
  'src/fhirpath': leaves,
  'src/profiles': [...leaves, 'src/fhir', 'src/fhirpath'],
  'src/terminology': [...leaves, 'src/fhir', 'src/store', 'src/fhirpath', 'src/profiles', 'src/outbound'],
  'src/documents': [...leaves, 'src/fhir', 'src/profiles'],
  'src/drafting': [...leaves, 'src/fhir', 'src/outbound', 'src/profiles'],
  'src/identity': [...leaves, 'src/fhir', 'src/store', 'src/outbound'],
  'src/http': [...leaves, 'src/fhir', 'src/store', 'src/identity', 'src/domain'],
  'src/hub': [
    ...leaves,
    'src/fhir',
    'src/store',
    'src/domain',
    'src/http',
    'src/profiles',
    'src/documents',
    'src/drafting',
  ],
  'src/fhir-server': [
    ...leaves,
    'src/fhir',
    'src/store',
    'src/domain',
    'src/http',
    'src/identity/scopes.ts',
    'src/fhirpath',
    'src/profiles',
    'src/terminology',
    'src/documents',
  ],
  'src/exports': [...leaves, 'src/fhir', 'src/profiles', 'src/documents'],
  'src/channels': [...leaves, 'src/fhir', 'src/store', 'src/outbound', 'src/identity', 'src/profiles', 'src/documents'],
  queues: [
    ...leaves,
    'src/fhir',
    'src/store',
    'src/domain',
    'src/threads',
    'src/drafting',
    'src/documents',
    'src/exports',
    'src/channels',
    'src/fhir-server',
  ],
  'src/server': everything,
  'src/main.ts': everything,
  'src/cli.ts': everything,
  'src/commands': everything,
  'src/commands/command-line.ts': [],
  client: [],
  'src/demo': ['client'],
  conformance: [],
  bench: [...everything, 'test'],
  test: [...everything, 'conformance', 'bench', 'package.json'],
}

/** Each package has one home. */
const homes: Readonly<Record<string, readonly string[]>> = {
  koa: ['src/http', 'src/server/app.ts'],
  bullmq: ['queues'],
  ioredis: ['queues'],
  pg: ['src/store', 'src/postgres-embedded', 'queues/backend.ts', 'src/server/database.ts'],
  pdfkit: ['src/exports'],
  'fhir-kit-client': ['src/channels'],
  'node-hl7-client': ['src/channels', 'src/exports'],
  'oidc-provider': ['src/identity'],
  jose: ['src/identity'],
  pino: ['src/core/log.ts'],
  'prom-client': ['src/http'],
  saxes: ['src/profiles', 'src/terminology/loading'],
}

type Import = { readonly from: string; readonly to: string; readonly isType: boolean }

const folders = ['src', 'queues', 'client', 'conformance', 'bench', 'test']

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? listFiles(path) : path.endsWith('.ts') ? [path] : []
  })
}

const statement =
  /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|import\('([^']+)'\)/gm

function listImports(): Import[] {
  return folders
    .filter((folder) => readdirSync(root).includes(folder))
    .flatMap(listFiles)
    .flatMap((from) =>
      [...readFileSync(join(root, from), 'utf8').matchAll(statement)].map(([, type, named, bare, dynamic]) => {
        const target = named ?? bare ?? dynamic ?? ''
        const to = target.startsWith('.') ? relative(root, resolve(root, from, '..', target)) : target
        return { from, to, isType: type !== undefined }
      }),
    )
}

const lies = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`) || (place === 'src/demo' && path === 'src/demo/demo.ts')

const rowOf = (path: string): string | undefined =>
  Object.keys(allowed)
    .filter((place) => lies(path, place))
    .sort((a, b) => b.length - a.length)[0]

/** A bench also measures what a server does without us: it may use whatever a floor needs. */
const isOurs = (path: string): boolean => !lies(path, 'test') && !lies(path, 'bench')

const imports = listImports()

test('DESIGN: every file has its place in the table of folders', () => {
  const homeless = [...new Set(imports.map(({ from }) => from))].filter((from) => rowOf(from) === undefined)

  expect(homeless).toEqual([])
})

test('DESIGN: a folder imports only what lies below it', () => {
  const wrong = imports.filter(({ from, to }) => {
    if (!folders.some((folder) => lies(to, folder)) && to !== 'package.json') return false
    const row = rowOf(from)
    return row !== undefined && rowOf(to) !== row && !(allowed[row] ?? []).some((place) => lies(to, place))
  })

  expect(wrong).toEqual([])
})

test('DESIGN: each package has one home', () => {
  const wrong = imports.filter(({ from, to, isType }) => {
    const places = Object.entries(homes).find(([name]) => to === name || to.startsWith(`${name}/`))?.[1]
    return places !== undefined && !isType && isOurs(from) && !places.some((place) => lies(from, place))
  })

  expect(wrong).toEqual([])
})

test('DESIGN: SQL is written in the store alone', () => {
  const sql =
    /[`'](?:\s*)(?:select\s[^`']*\sfrom\s|insert into\s|update \w+ set\s|delete from\s)|query\('(?:begin|commit|rollback)'/i
  const wrong = folders
    .filter((folder) => readdirSync(root).includes(folder))
    .flatMap(listFiles)
    .filter((path) => isOurs(path) && !lies(path, 'src/store') && sql.test(readFileSync(join(root, path), 'utf8')))

  expect(wrong).toEqual([])
})
