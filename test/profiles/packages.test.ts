/** FHIR packages: read whole or not at all, laid over the definitions before them. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { StructureDefinition } from '@medplum/fhirtypes'
import { DefinitionError } from '../../src/profiles/definitions/definition-error.ts'
import { layerRegistry } from '../../src/profiles/definitions/layer-registry.ts'
import { PackageError } from '../../src/profiles/definitions/packages/package-error.ts'
import { readPackage } from '../../src/profiles/definitions/packages/read-package.ts'
import { type ArchiveEntry, buildArchive, buildTar, manifest, writeArchive } from './build-archive.ts'
import { openTestDefinitions } from './open-definitions.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'banksia-packages-'))
})
afterAll(() => rm(folder, { recursive: true }))

const base = 'http://hl7.org/fhir/StructureDefinition'
const own = 'http://example.org/StructureDefinition'

const profile = (more: object): StructureDefinition =>
  ({
    resourceType: 'StructureDefinition',
    url: `${own}/patient`,
    version: '1.0.0',
    name: 'Patient',
    status: 'active',
    kind: 'resource',
    abstract: false,
    type: 'Patient',
    baseDefinition: `${base}/Patient`,
    derivation: 'constraint',
    ...more,
  }) as StructureDefinition

const withElements = (...element: readonly object[]): StructureDefinition =>
  profile({ differential: { element: [{ id: 'Patient', path: 'Patient' }, ...element] } })

const element = (name: string, more: object = {}) => ({ id: `Patient.${name}`, path: `Patient.${name}`, ...more })

const entryOf = (content: object, name = 'StructureDefinition-patient'): ArchiveEntry => ({
  name: `package/${name}.json`,
  content,
})

async function readEntries(entries: readonly ArchiveEntry[], bounds?: Parameters<typeof readPackage>[1]) {
  const path = join(folder, 'package.tgz')
  await writeArchive(path, entries)
  return readPackage(path, bounds)
}

test('docs/au-core.md#definitions: a package lays its definitions over others, several versions side by side', async () => {
  const { registry } = await openTestDefinitions()
  const older = withElements(element('name', { min: 1 }))
  const newer = { ...withElements(element('name', { min: 1, max: '1' })), version: '2.0.0' }
  const codes = { resourceType: 'CodeSystem', url: 'http://example.org/codes', status: 'active', content: 'complete' }

  const { name, definitions } = await readEntries([
    manifest,
    entryOf(older, 'StructureDefinition-1'),
    entryOf(newer, 'StructureDefinition-2'),
    entryOf(codes, 'CodeSystem-codes'),
    { name: 'package/example/Patient-x.json', content: { resourceType: 'Patient' } },
    { name: 'package/other', kind: '5', size: 700 },
  ])
  const layered = layerRegistry(registry, definitions)
  const nameOf = (canonical: string) =>
    layered.findStructure(canonical)?.snapshot?.element?.find(({ path }) => path === 'Patient.name')

  expect(name).toBe('example.package')
  expect(nameOf(`${own}/patient|1.0.0`)).toMatchObject({ min: 1, max: '*' })
  expect(nameOf(`${own}/patient`)).toMatchObject({ min: 1, max: '1', base: { max: '*' } })
  expect(nameOf(`${base}/Patient`)).toMatchObject({ min: 0 })
  expect(layered.findCodeSystem('http://example.org/codes')).toMatchObject({ content: 'complete' })
  expect(layered.listProfiles('Patient')).toContain(`${own}/patient`)
  expect(registry.listProfiles('Patient')).not.toContain(`${own}/patient`)
})

test('D39: an older release does not take the place of a newer one, unless its version is named', async () => {
  const { registry } = await openTestDefinitions()
  const url = 'http://hl7.org.au/fhir/core/StructureDefinition/au-core-patient'
  const versionIn = (version: string, canonical: string) =>
    layerRegistry(registry, [{ ...withElements(), url, version }]).findStructure(canonical)?.version

  expect(versionIn('1.0.0', url)).toBe('2.0.0')
  expect(versionIn('1.0.0', `${url}|1.0.0`)).toBe('1.0.0')
  expect(versionIn('2.0.1', url)).toBe('2.0.1')
  expect(versionIn('2.0.0-ballot', url)).toBe('2.0.0')
})

const auCore = join(import.meta.dirname, '../../../shared/au-core/hl7.fhir.au.core-definitions.tgz')

test('docs/au-core.md#definitions: the released AU Core takes the place of ours, or says that it is not there', async () => {
  if (!existsSync(auCore)) {
    process.stderr.write('skipped: the released AU Core is not here\n')
    return
  }
  const { registry } = await openTestDefinitions()
  const url = 'http://hl7.org.au/fhir/core/StructureDefinition/au-core-patient'

  const { definitions } = await readPackage(auCore)
  const layered = layerRegistry(registry, definitions)

  expect(definitions.length).toBeGreaterThan(25)
  expect(layered.findStructure(url)).not.toBe(registry.findStructure(url))
  expect(layered.findStructure(url)?.snapshot?.element?.length).toBeGreaterThan(60)
})

test('docs/au-core.md#definitions: the packages of the configuration, the later over the earlier; the file of a bad one is named', async () => {
  const definitions = await openTestDefinitions()
  const file = async (name: string, version: string) => {
    await writeArchive(join(folder, name), [manifest, entryOf({ ...withElements(), title: name, version })])
    return join(folder, name)
  }
  const files = [await file('a.tgz', '1.0.0'), await file('b.tgz', '1.0.1')]

  const layered = await definitions.withPackages(files)

  expect(layered.registry.findStructure(`${own}/patient`)?.version).toBe('1.0.1')
  expect(layered.registry.findStructure(`${own}/patient|1.0.0`)?.version).toBe('1.0.0')
  expect(layered.findType('Patient')?.members.has('name')).toBe(true)
  await expect(definitions.withPackages([...files, join(folder, 'absent.tgz')])).rejects.toThrow(
    /absent\.tgz: the file/,
  )
})

const small = { entries: 3, entryBytes: 2_000, allBytes: 20_000 }
const patient = entryOf(withElements())
const long = 'x'.repeat(3_000)

/** A record of a pax header; its length counts itself. */
function pax(record: string): string {
  const rest = ` ${record}\n`
  const length = rest.length + String(rest.length + String(rest.length).length).length
  return `${length}${rest}`
}
const paxPath = (path: string): string => pax(`path=${path}`)

test.each<[string, readonly ArchiveEntry[], string]>([
  ['a path out of it', [manifest, { name: '../package/a.json' }], 'entry-path'],
  ['an absolute path', [manifest, { name: '/package/a.json' }], 'entry-path'],
  ['a path of Windows', [manifest, { name: 'C:/package/a.json' }], 'entry-path'],
  ['a long path out of it', [{ name: 'x', kind: 'L', content: '../../a.json\0' }, manifest], 'entry-path'],
  [
    'a path out of it in a pax header',
    [{ name: 'x', kind: 'x', content: paxPath('../../a.json') }, manifest],
    'entry-path',
  ],
  ['a size below zero in a pax header', [{ name: 'x', kind: 'x', content: pax('size=-1') }, manifest], 'damaged'],
  ['a large size in a pax header', [{ name: 'x', kind: 'x', content: pax('size=3000') }, manifest], 'entry-too-large'],
  ['a folder that holds further entries', [manifest, { name: 'package/a', kind: '5', content: 'b' }], 'damaged'],
  ['a symbolic link', [manifest, { name: 'package/a.json', kind: '2' }], 'entry-kind'],
  ['a hard link', [manifest, { name: 'package/a.json', kind: '1' }], 'entry-kind'],
  ['a device', [manifest, { name: 'package/a.json', kind: '3' }], 'entry-kind'],
  ['an entry twice', [manifest, manifest], 'entry-repeated'],
  ['too many entries', [manifest, ...['a', 'b', 'c'].map((name) => ({ name }))], 'too-many-entries'],
  ['a large entry', [manifest, entryOf({ long })], 'entry-too-large'],
  ['no manifest', [patient], 'manifest-missing'],
  ['another release of FHIR', [{ ...manifest, content: { fhirVersions: ['5.0.0'] } }], 'fhir-version'],
  ['text that is no JSON', [manifest, { name: 'package/a.json', content: '{' }], 'entry-json'],
  ['nesting without end', [manifest, { name: 'package/a.json', content: '['.repeat(1_900) }], 'entry-json'],
])('docs/au-core.md#definitions: a package with %s is refused', async (_what, entries, fault) => {
  await expect(readEntries(entries, small)).rejects.toMatchObject({ name: 'PackageError', fault })
})

test('docs/au-core.md#definitions: a package whose path is longer than any is refused', async () => {
  const entries = [{ name: 'x', kind: 'x', content: paxPath('a'.repeat(70_000)) }, manifest]

  await expect(readEntries(entries)).rejects.toMatchObject({ fault: 'entry-too-large' })
})

test('docs/au-core.md#definitions: a package that is cut short, is none, or unpacks to too much is refused', async () => {
  const path = join(folder, 'bad.tgz')
  const zeros = Array.from({ length: 40 }, (_, index) => ({ name: `a${index}`, content: ' '.repeat(1_000) }))
  const faultOf = async (bytes: Buffer | string, bounds = small): Promise<unknown> => {
    await writeFile(path, bytes)
    return readPackage(path, bounds).then(
      () => undefined,
      (error: unknown) => (error instanceof PackageError ? error.fault : error),
    )
  }
  const whole = buildArchive([manifest, patient])

  const tar = buildTar([manifest, patient])

  expect(await faultOf(whole.subarray(0, whole.length - 30))).toBe('damaged')
  expect(await faultOf(gzipSync(tar.subarray(0, 1_536 + 20)))).toBe('damaged')
  expect(await faultOf(gzipSync(tar.subarray(0, 1_024 + 100)))).toBe('damaged')
  expect(await faultOf('not an archive')).toBe('damaged')
  expect(await faultOf(buildArchive(zeros), { ...small, entries: 1_000 })).toBe('too-large')
  await expect(readPackage(join(folder, 'absent.tgz'))).rejects.toMatchObject({ fault: 'unreadable' })
})

test.each<[string, StructureDefinition, string]>([
  ['base-missing', profile({ baseDefinition: `${own}/nobody`, differential: { element: [] } }), 'Patient'],
  ['base-cyclic', profile({ baseDefinition: `${own}/patient`, differential: { element: [] } }), 'Patient'],
  ['differential-missing', profile({}), 'Patient'],
  ['element-not-in-base', withElements(element('nothing')), 'Patient.nothing'],
  ['element-not-in-base', withElements(element('name.nothing')), 'Patient.name.nothing'],
  ['minimum-below-base', withElements(element('link.other', { min: 0 })), 'Patient.link.other'],
  ['maximum-above-base', withElements(element('gender', { max: '2' })), 'Patient.gender'],
  ['minimum-above-maximum', withElements(element('name', { min: 2, max: '1' })), 'Patient.name'],
  ['type-not-in-base', withElements(element('gender', { type: [{ code: 'string' }] })), 'Patient.gender'],
  ['binding-weaker', withElements(element('gender', { binding: { strength: 'example' } })), 'Patient.gender'],
  ['slicing-missing', withElements(element('name:a', { path: 'Patient.name', sliceName: 'a' })), 'Patient.name:a'],
  [
    'discriminator-missing',
    withElements(
      element('name', { slicing: { rules: 'open' } }),
      element('name:a', { path: 'Patient.name', sliceName: 'a' }),
    ),
    'Patient.name:a',
  ],
  ['parent-missing', profile({ snapshot: { element: [{ path: 'Patient' }, { path: 'Patient.a.b' }] } }), 'Patient.a.b'],
  ['element-repeated', profile({ snapshot: { element: [{ path: 'P' }, { path: 'P.a' }, { path: 'P.a' }] } }), 'P.a'],
  ['malformed', profile({ snapshot: { element: [null] } }), 'Patient'],
  ['malformed', profile({ differential: { element: 'all' } }), 'Patient'],
  [
    'profile-unknown',
    withElements(
      element('name', { type: [{ code: 'HumanName', profile: [`${own}/nobody`] }] }),
      element('name.given', { min: 1 }),
    ),
    'Patient.name',
  ],
])(
  'docs/au-core.md#definitions: a definition with the fault %s is refused, and where it is told',
  async (fault, bad, place) => {
    const { registry } = await openTestDefinitions()
    const good = { ...withElements(), url: `${own}/good` }

    const layering = () => layerRegistry(registry, [good, bad])

    expect(layering).toThrow(DefinitionError)
    expect(layering).toThrow(expect.objectContaining({ fault, definition: bad.url, element: place }))
  },
)

test('docs/au-core.md#definitions: profiles that rest on one another in a circle', async () => {
  const { registry } = await openTestDefinitions()
  const one = profile({ url: `${own}/one`, baseDefinition: `${own}/two`, differential: { element: [] } })
  const two = profile({ url: `${own}/two`, baseDefinition: `${own}/one`, differential: { element: [] } })

  expect(() => layerRegistry(registry, [one, two])).toThrow(expect.objectContaining({ fault: 'base-cyclic' }))
})

test('docs/au-core.md#definitions: a differential deeper or wider than any instance is refused at once', async () => {
  const { registry } = await openTestDefinitions()
  const deep = Array.from({ length: 400 }, (_, depth) => element(`contact.name${'.extension'.repeat(depth + 1)}`))
  const slicing = { discriminator: [{ type: 'value', path: 'x' }], rules: 'open' }
  const names = Array.from({ length: 200 }, (_, index) => `s${index}`)
  const sliceAll = (name: string) => [
    element(name, { slicing }),
    ...names.map((slice) => element(`${name}:${slice}`, { path: `Patient.${name}`, sliceName: slice })),
  ]
  const wide = withElements(...sliceAll('contact.telecom'), ...sliceAll('contact'))

  expect(() => layerRegistry(registry, [withElements(...deep)])).toThrow(
    expect.objectContaining({ fault: 'too-large' }),
  )
  expect(() => layerRegistry(registry, [wide])).toThrow(expect.objectContaining({ fault: 'too-large' }))
})
