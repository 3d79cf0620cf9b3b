/** The permitted imports: docs/design/house.md#ranks-and-rooms as data, held against every file. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '..')

const leaves = ['src/core']
const everything = ['src', 'queues', 'client']

/**
 * Room or file, and what it may import beside itself; the most specific row holds. The rooms stand in the order of their ranks:
 * each may use some of those above it, and none below.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/core': ['package.json'],

  'src/fhir': leaves,
  'src/outbound': leaves,
  'src/postgres-embedded': leaves,

  'src/fhirpath': leaves,
  'src/profiles': [...leaves, 'src/fhir', 'src/fhirpath'],
  'src/documents': [...leaves, 'src/fhir', 'src/profiles'],
  'src/exports': [...leaves, 'src/fhir', 'src/profiles', 'src/documents'],
  'src/drafting': [...leaves, 'src/fhir', 'src/outbound', 'src/profiles'],
  'src/store': [...leaves, 'src/fhir', 'src/postgres-embedded'],

  'src/terminology': [...leaves, 'src/fhir', 'src/store', 'src/fhirpath', 'src/profiles', 'src/outbound'],
  'src/identity': [...leaves, 'src/fhir', 'src/store', 'src/outbound'],
  'src/fhir-search': [...leaves, 'src/fhir', 'src/fhirpath', 'src/profiles', 'src/store'],

  'src/access': [...leaves, 'src/fhir', 'src/store', 'src/identity/scopes.ts', 'src/fhir-search'],
  'src/domain': [...leaves, 'src/fhir', 'src/store', 'src/profiles', 'src/fhir-search', 'src/access'],

  'src/http': [...leaves, 'src/fhir', 'src/store', 'src/identity', 'src/domain'],
  'src/threads': [...leaves, 'src/drafting', 'src/exports'],
  'src/channels': [...leaves, 'src/fhir', 'src/store', 'src/outbound', 'src/identity', 'src/profiles', 'src/documents'],

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
    'src/access',
    'src/fhir-search',
    'src/http',
    'src/identity/scopes.ts',
    'src/fhirpath',
    'src/profiles',
    'src/terminology',
    'src/documents',
  ],
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
    'src/access',
  ],

  'src/server': everything,
  'src/main.ts': everything,
  'src/cli.ts': everything,
  'src/commands/subcommands.ts': [...everything, 'conformance/options.ts'],
  'src/commands': everything,
  'src/commands/command-line.ts': [
    'src/commands/command-help.ts',
    'src/commands/nearest-name.ts',
    'src/commands/subcommand.ts',
  ],
  client: [],
  'src/demo': ['client'],
  conformance: [],
  tools: ['src/demo', 'client'],
  bench: [...everything, 'test', 'judges'],
  judges: [...everything, 'test'],
  test: [...everything, 'conformance', 'bench', 'judges', 'tools', 'package.json'],
}

/** Inside a room: a folder, or a file beside the folders, imports only those before it. */
const orders: Readonly<Record<string, readonly string[]>> = {
  'src/drafting': ['vocabulary', 'dialogue', 'extract', 'compose', 'verify', 'providers'],
  'src/fhir-search': ['parameters', 'index', 'criteria', 'results'],
}

/** Each package has one home. */
const homes: Readonly<Record<string, readonly string[]>> = {
  koa: ['src/http', 'src/server/app.ts'],
  '@medplum/core': ['src/exports'],
  '@koa/router': ['src/http/path-templates.ts'],
  bullmq: ['queues'],
  ioredis: ['queues'],
  pg: ['src/store', 'src/postgres-embedded', 'queues/backend.ts', 'src/server/database.ts'],
  pdfkit: ['src/exports'],
  'fhir-kit-client': ['src/outbound/fhir-client.ts'],
  'node-hl7-client': ['src/channels/hl7-message.ts', 'src/demo/recall.ts'],
  'oidc-provider': ['src/identity'],
  'tar-stream': ['src/profiles/definitions/packages'],
  yauzl: ['src/terminology/loading'],
  'csv-parse': ['src/terminology/loading'],
  marked: ['src/hub/docs'],
  jose: ['src/identity'],
  pino: ['src/core/log.ts'],
  'prom-client': ['src/http'],
  saxes: ['src/profiles', 'src/terminology/loading'],
}

type Import = { readonly from: string; readonly to: string; readonly isType: boolean }

const folders = ['src', 'queues', 'client', 'conformance', 'tools', 'bench', 'judges', 'test']

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.name === 'node_modules') return []
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

/** A bench also measures a server's work without us: it may use every floor that it needs. */
const isOurs = (path: string): boolean => !['test', 'bench', 'judges'].some((place) => lies(path, place))

const imports = listImports()

/** Every circle as the files on it, in their order; each is found from the file at which the walk meets it first. */
function listCircles(importsOf: ReadonlyMap<string, readonly Import[]>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const way: string[] = []
  const walk = (file: string): void => {
    const met = way.indexOf(file)
    if (met !== -1) circles.push([...way.slice(met), file].join(' -> '))
    if (met !== -1 || done.has(file)) return
    way.push(file)
    for (const { to } of importsOf.get(file) ?? []) walk(to)
    way.pop()
    done.add(file)
  }
  for (const file of importsOf.keys()) walk(file)
  return circles
}

test('docs/design/house.md#ranks-and-rooms: every file has its place in the table of folders', () => {
  const homeless = [...new Set(imports.map(({ from }) => from))].filter((from) => rowOf(from) === undefined)

  expect(homeless).toEqual([])
})

test('docs/design/house.md#ranks-and-rooms: a folder imports only what lies below it', () => {
  const wrong = imports.filter(({ from, to }) => {
    if (!folders.some((folder) => lies(to, folder)) && to !== 'package.json') return false
    const row = rowOf(from)
    return row !== undefined && rowOf(to) !== row && !(allowed[row] ?? []).some((place) => lies(to, place))
  })

  expect(wrong).toEqual([])
})

test('docs/design/house.md#ranks-and-rooms: a room uses only rooms of a lower rank', () => {
  const rooms = Object.keys(allowed).slice(0, Object.keys(allowed).indexOf('src/server'))
  const wrong = rooms.flatMap((room, rank) =>
    (allowed[room] ?? [])
      .filter((place) => place !== 'package.json' && !rooms.slice(0, rank).some((lower) => lies(place, lower)))
      .map((place) => `${room} uses ${place}`),
  )

  expect(wrong).toEqual([])
})

test('docs/design/house.md#ranks-and-rooms: inside a room no file imports what comes after it', () => {
  const wrong = Object.entries(orders).flatMap(([room, order]) => {
    const rankOf = (path: string) => order.findIndex((part) => lies(path, `${room}/${part}`))
    return imports
      .filter(({ from, to }) => lies(from, room) && lies(to, room) && rankOf(to) > rankOf(from))
      .map(({ from, to }) => `${from} imports ${to}`)
  })

  expect(wrong).toEqual([])
})

test('docs/design/house.md#ranks-and-rooms: there is no circle of files, types included', () => {
  const own = imports.filter(({ from }) => lies(from, 'src') || lies(from, 'queues'))

  expect(listCircles(Map.groupBy(own, ({ from }) => from))).toEqual([])
})

/** Code that looks at resources for the server itself: nobody sees them as they are found. A caller who writes by criteria needs access to the whole type before. */
const searchesAll: readonly string[] = [
  'src/access/access.ts',
  'src/access/restriction.ts',
  'src/domain/consent/consent-denial-errors.ts',
  'src/domain/encounter/record-facts.ts',
  'src/domain/practitioner/practitioner-roles.ts',
  'src/store/resources/conditional.ts',
]

test('docs/design/house.md#access: access alone makes the scope of a caller, and who searches everything is listed', () => {
  const importing = (name: string) =>
    listFiles('src')
      .concat(listFiles('queues'))
      .filter((path) =>
        new RegExp(`import[^;']*\\b${name}\\b[^;']*from '[^']*access-scope.ts'`).test(
          readFileSync(join(root, path), 'utf8'),
        ),
      )

  expect(importing('makeAccessScope')).toEqual(['src/access/restriction.ts', 'src/hub/consents/consent-denials.ts'])
  expect(importing('wholeScope')).toEqual(searchesAll)
})

test('docs/design/house.md#ranks-and-rooms: each package has one home', () => {
  const wrong = imports.filter(({ from, to, isType }) => {
    const places = Object.entries(homes).find(([name]) => to === name || to.startsWith(`${name}/`))?.[1]
    return places !== undefined && !isType && isOurs(from) && !places.some((place) => lies(from, place))
  })

  expect(wrong).toEqual([])
})

test('docs/design/house.md#ranks-and-rooms: SQL is written in the store alone', () => {
  const sql =
    /[`'](?:\s*)(?:select\s[^`']*\sfrom\s|insert into\s|update \w+ set\s|delete from\s)|query\('(?:begin|commit|rollback)'/i
  const wrong = folders
    .filter((folder) => readdirSync(root).includes(folder))
    .flatMap(listFiles)
    .filter((path) => isOurs(path) && !lies(path, 'src/store') && sql.test(readFileSync(join(root, path), 'utf8')))

  expect(wrong).toEqual([])
})
