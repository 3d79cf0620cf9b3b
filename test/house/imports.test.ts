/** The permitted imports: docs/design/house.md#ranks-and-rooms as data, held against every file. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '../..')

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
  'src/inbound': [...leaves, 'src/fhir', 'src/profiles', 'src/documents'],
  'src/drafting': [...leaves, 'src/fhir', 'src/outbound', 'src/profiles'],
  'src/store': [...leaves, 'src/fhir', 'src/postgres-embedded'],

  'src/terminology': [...leaves, 'src/fhir', 'src/store', 'src/fhirpath', 'src/profiles', 'src/outbound'],
  'src/identity': [...leaves, 'src/fhir', 'src/store', 'src/outbound'],
  'src/fhir-search': [...leaves, 'src/fhir', 'src/fhirpath', 'src/profiles', 'src/store'],

  'src/access': [...leaves, 'src/fhir', 'src/store', 'src/identity/scopes.ts', 'src/fhir-search'],
  'src/domain': [...leaves, 'src/fhir', 'src/store', 'src/fhirpath', 'src/profiles', 'src/fhir-search', 'src/access'],

  'src/http': [...leaves, 'src/fhir', 'src/store', 'src/identity', 'src/domain'],
  'src/threads': [...leaves, 'src/drafting', 'src/exports'],
  'src/channels': [
    ...leaves,
    'src/fhir',
    'src/store',
    'src/outbound',
    'src/identity',
    'src/profiles',
    'src/documents',
    'src/domain/delivery',
  ],
  'src/intake': [
    ...leaves,
    'src/fhir',
    'src/profiles',
    'src/inbound',
    'src/store',
    'src/fhir-search',
    'src/channels',
    'src/http',
  ],

  'src/hub': [
    ...leaves,
    'src/fhir',
    'src/store',
    'src/domain',
    'src/http',
    'src/profiles',
    'src/documents',
    'src/drafting',
    'src/exports/check-document.ts',
    'src/exports/hl7v2/control-id.ts',
    'src/exports/mask',
    'src/exports/pdf/check-image.ts',
    'src/exports/presets.ts',
    'src/exports/refusal.ts',
    'src/intake/apply',
    'src/inbound/message/character-set.ts',
    'src/inbound/events.ts',
    'src/inbound/message/quality.ts',
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
    'src/profiles/nearest-name.ts',
    'src/commands/subcommand.ts',
  ],
  client: [],
  'src/demo': ['client'],
  conformance: [],
  tools: ['src/demo', 'client'],
  bench: [...everything, 'test', 'judges'],
  judges: [...everything, 'test', 'bench'],
  test: [...everything, 'conformance', 'bench', 'judges', 'tools', 'package.json'],
}

/** Inside a room: a folder, or a file beside the folders, imports only those before it. */
const orders: Readonly<Record<string, readonly string[]>> = {
  'src/inbound': [
    'message',
    'reading.ts',
    'datatypes',
    'rows',
    'inbound-document.ts',
    'messages',
    'provenance.ts',
    'events.ts',
    'known-fields.ts',
    'read-inbound.ts',
  ],
  'src/intake': ['apply', 'receive'],
  'src/drafting': [
    'speakers',
    'grammar',
    'vocabulary',
    'dialogue',
    'extract',
    'compose',
    'voices',
    'verify',
    'providers',
  ],
  'src/fhir-search': ['parameters', 'index', 'criteria', 'results'],
  'src/fhir-server': [
    'preconditions.ts',
    'exchange.ts',
    'fhir-headers.ts',
    'parameters.ts',
    'links.ts',
    'conditional-criteria.ts',
    'indent-json.ts',
    'definitions',
    'reply',
    'audit',
    'read-current.ts',
    'terminology',
    'search',
    'read',
    'write',
    'patch',
    'bulk-export',
    'subscriptions',
    'operations',
    'interactions.ts',
    'match-interaction.ts',
    'features.ts',
    'provenance-header.ts',
    'capabilities',
    'bundle',
    'fhir-body.ts',
    'raw-binary.ts',
    'fhir-server.ts',
  ],
}

/** Each package has one home. */
const homes: Readonly<Record<string, readonly string[]>> = {
  koa: ['src/http', 'src/server/app.ts'],
  '@medplum/core': ['src/exports'],
  '@koa/router': ['src/http/path-templates.ts'],
  bullmq: ['queues'],
  ioredis: ['queues'],
  pg: ['src/store', 'src/postgres-embedded', 'queues/backend.ts', 'src/server/database.ts'],
  'wink-nlp': ['src/drafting/grammar'],
  'wink-eng-lite-web-model': ['src/drafting/grammar'],
  pdfkit: ['src/exports/pdf'],
  fontkit: ['src/exports/pdf'],
  linebreak: ['src/exports/pdf'],
  'bidi-js': ['src/exports/pdf'],
  'fhir-kit-client': ['src/outbound/fhir-client.ts'],
  'node-hl7-client': ['src/demo/recall.ts', 'src/inbound/message/parse-message.ts'],
  'oidc-provider': ['src/identity'],
  'tar-stream': ['src/profiles/definitions/packages'],
  fflate: ['src/exports/cda', 'judges/exports', 'test/exports/cda'],
  yaml: ['src/commands/channels'],
  yauzl: ['src/terminology/loading'],
  'csv-parse': ['src/terminology/loading', 'src/domain/mapping'],
  marked: ['src/hub/docs'],
  'ssh2-sftp-client': ['src/channels/sftp'],
  'bcrypt-pbkdf': ['src/channels/sftp'],
  jose: ['src/identity'],
  'openid-client': ['src/identity/upstream'],
  nodemailer: ['src/channels/alerts/send-mail.ts'],
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

test('docs/design/house.md#ranks-and-rooms: every folder of a room with an order has its place in it', () => {
  const missing = Object.entries(orders).flatMap(([room, order]) =>
    readdirSync(join(root, room))
      .filter((name) => !order.includes(name))
      .map((name) => `${room}/${name}`),
  )

  expect(missing).toEqual([])
})

test('docs/design/house.md#ranks-and-rooms: there is no circle of files, types included', () => {
  const own = imports.filter(({ from }) => lies(from, 'src') || lies(from, 'queues'))

  expect(listCircles(Map.groupBy(own, ({ from }) => from))).toEqual([])
})

/** Files of the product that import one of the names, from a file whose path has the text. */
const listImporting = (names: readonly string[], from = ''): string[] =>
  listFiles('src')
    .concat(listFiles('queues'))
    .filter((path) =>
      new RegExp(`import[^;']*\\b(?:${names.join('|')})\\b[^;']*from '[^']*${from}[^']*'`).test(
        readFileSync(join(root, path), 'utf8'),
      ),
    )
    .sort()

/** Code that takes `wholeScope` or `wholeAddress`, and why: nobody sees what it finds as it is, or a check comes before or after. */
const takesAll: Readonly<Record<string, string>> = {
  'src/access/access.ts': 'who has access to a whole type gets the whole scope',
  'src/access/last-content.ts': 'the content before a deletion says whom it concerned',
  'src/access/read-scope.ts': 'whose access is whole gets the whole scope; the current version judges the others',
  'src/access/restriction.ts': 'whose access is whole gets the whole scope',

  'src/domain/consent/consent-denial-errors.ts': 'asks whether the patient of a Consent has records elsewhere',
  'src/domain/encounter/identifying.ts': 'the texts that leave the server without these names',
  'src/domain/encounter/record-facts.ts': 'the facts of an encounter that the Hub has let through',
  'src/domain/practitioner/practitioner-roles.ts': 'who the caller, or the actor of a Consent, is',

  'src/fhir-server/audit/document-provenance.ts': 'what the same transaction wrote; whether the writer exists',
  'src/fhir-server/audit/provenance.ts': 'the Provenance of versions that were written within their own scopes',
  'src/fhir-server/bulk-export/bulk-members.ts': 'only counts which patients exist',
  'src/fhir-server/bundle/transaction-writes.ts': 'locks what checkWritten judges before it is changed',
  'src/fhir-server/operations/document.ts':
    'the document of a Composition that the caller has read; the one that it makes',
  'src/fhir-server/operations/meta.ts': 'checkWritten judges it before it is changed or shown',
  'src/fhir-server/patch/patch.ts': 'checkWritten judges it before it is changed or shown',
  'src/fhir-server/subscriptions/subscription-hook.ts': 'the version before; whether the patient of the token exists',
  'src/fhir-server/write/delete.ts': 'checkWritten judges it before it is deleted',
  'src/fhir-server/write/update.ts': 'checkWritten judges it before it is changed',

  'src/hub/artifacts/released-input.ts': 'the document of an artifact that the request may name',
  'src/hub/artifacts/verify.ts': 'the patient of an artifact that the request may name',
  'src/hub/consents/consent-denials.ts': 'whether a patient who may deny it exists',
  'src/hub/consents/consents.ts': 'the FHIR form of a consent; whether those that it names exist',
  'src/hub/encounters/development-records.ts': 'example records of a development tenant',
  'src/hub/encounters/encounters.ts': 'the FHIR form of an encounter; whether those that it names exist',
  'src/hub/exports/check-forms.ts': 'the document of an artifact that the request may name',
  'src/hub/messages/find-in-record.ts': 'the patients whose number somebody looks for; denied messages are left out',
  'src/hub/messages/message-patients.ts': 'whose a message is, and which numbers a denied patient has',
  'src/hub/messages/run-message.ts': 'whether the patient exists whose record a message is',
  'src/hub/release/approve.ts': 'the patient of an artifact that the request may name',
  'src/hub/release/claim-readiness.ts': 'the people of an encounter that the request may name',
  'src/hub/release/funding.ts': 'the account of an encounter that the request may name',
  'src/hub/release/read-release-input.ts': 'the people of an artifact that the request may name',
  'src/hub/release/withdraw-release.ts': 'the resources of an artifact that the request may name',
  'src/hub/release/write-release.ts': 'the resources of an artifact that the request may name',
  'src/hub/shares/link/redeem.ts': 'the Composition of a share; link, date of birth and consent are checked first',
  'src/hub/shares/link/writers.ts': 'who wrote the document of a share',
  'src/hub/shares/recipient-record.ts': 'the record of a recipient whom a clinician shares with',
  'src/hub/shares/sharing.ts': 'whether the recipient exists; the date of birth that a link asks for',

  'queues/document.ts': 'the document of a release; a delivery checks consent itself',
  'queues/follow.ts': 'a Subscription, read to match and not to show',
  'queues/notify.ts': 'a Subscription, read to send and not to show',

  'src/intake/apply/changes.ts': 'a sender’s message changes what its numbers have found, and shows nobody anything',
  'src/intake/apply/decided-here.ts': 'it reads what a sender’s message would bring back, and shows nobody anything',
  'src/intake/apply/look-up.ts': 'finds what a sender’s message names by number, and shows nobody anything',
  'src/intake/apply/match-patient.ts': 'the record that a person has named for a held message',
  'src/intake/apply/merge.ts': 'the two records of a merge that the request may name, of which it changes the links',
  'src/intake/apply/write-changes.ts':
    'writes what a sender’s message has brought, within the record that it belongs to',

  'src/store/hub-resources.ts': 'makes the address with the whole scope',
  'src/store/resources/scoped-address.ts': 'makes the address with the whole scope, for the store itself',
}

test('docs/design/house.md#access: access alone makes the scope of a caller, and who takes everything is listed', () => {
  const makers = ['makeAccessScope', 'makeReadScope', 'makeWriteScope'].map((name) => listImporting([name]))
  const denials = 'src/hub/consents/consent-denials.ts'

  expect(makers).toEqual([
    ['src/access/restriction.ts', denials],
    ['src/access/read-scope.ts'],
    ['src/access/write-scope.ts'],
  ])
  expect(listImporting(['wholeScope', 'wholeAddress']).toSorted()).toEqual(Object.keys(takesAll).toSorted())
})

/** Functions of the store that answer contents of FHIR without a scope, and who may call them. */
const readsAround: readonly {
  readonly names: readonly string[]
  readonly by: readonly string[]
  readonly why: string
}[] = [
  {
    names: ['findLast', 'findAttaching'],
    by: [
      'src/access/consent-denials/identified.ts',
      'src/access/consent-denials/leave-out-denied.ts',
      'src/access/consent-denials/linked-resources.ts',
    ],
    why: 'what other resources say about whose a resource is',
  },
  {
    names: ['readBulkStep'],
    by: ['queues/export.ts'],
    why: 'an export is of whole types; src/domain/bulk-export/bulk-lines.ts leaves out what is denied',
  },
  {
    names: ['readFeed', 'findVersion'],
    by: ['queues/follow.ts'],
    why: 'each version is matched with the access of each subscriber',
  },
  {
    names: ['readEventVersions'],
    by: ['src/domain/subscription/told-events.ts'],
    why: 'each version is judged for everyone who learns of the event',
  },
]

/** Files of the store that open sealed rows of FHIR. Those that answer them do it within a scope, or by a function of `readsAround`. */
const opensRows: readonly string[] = [
  'src/store/bulk-export/bulk-walk.ts',
  'src/store/consent-denials.ts',
  'src/store/definitions/own-definitions.ts',
  'src/store/reindex/own-parameters.ts',
  'src/store/reindex/reindex.ts',
  'src/store/resources/read/attaching.ts',
  'src/store/resources/read/compartment.ts',
  'src/store/resources/read/guarded.ts',
  'src/store/resources/read/last-versions.ts',
  'src/store/resources/read/read-batches.ts',
  'src/store/resources/read/versions.ts',
  'src/store/resources/search/changed-since.ts',
  'src/store/resources/search/search-includes.ts',
  'src/store/resources/search/search.ts',
  'src/store/resources/write/tombstone.ts',
  'src/store/subscriptions/event-versions.ts',
  'src/store/subscriptions/version-feed.ts',
]

/** Functions that read by an address alone: the store applies the scope to what they find. */
const inTheStore = ['findCurrent', 'findAllCurrent', 'findRowsTogether', 'listVersions']

test('docs/design/house.md#access: who reads contents of FHIR without a scope is listed', () => {
  const isOutside = (path: string) => !path.startsWith('src/store/')

  for (const { names, by } of readsAround) expect(listImporting(names).filter(isOutside)).toEqual([...by].sort())
  expect(listImporting(inTheStore, 'read/versions').filter(isOutside)).toEqual([])
  expect(listImporting(['openRow']).toSorted()).toEqual(opensRows)
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
