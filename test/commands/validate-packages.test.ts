/** `banksia validate --package name#version`, from a registry on loopback. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runInProcess } from './in-process.ts'
import { checkout, type Entry, packageOf, patient, profile, settings, write } from './validating.ts'

const manifestOf = (name: string, version: string, dependencies = {}): Entry => [
  'package.json',
  { name, version, fhirVersions: ['4.0.1'], dependencies },
]
const base = { ...profile, url: 'http://banksia.test/fhir/StructureDefinition/base', name: 'Base' }
const derived = {
  ...profile,
  baseDefinition: base.url,
  differential: { element: [{ id: 'Patient', path: 'Patient' }] },
}

/** The one of AU Base, from the folder that npm unpacked. */
function packAuBase(): Buffer {
  const from = join(checkout, 'node_modules/hl7.fhir.au.base')
  const files = readdirSync(from).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
  return packageOf(...files.map((name): Entry => [name, readFileSync(join(from, name), 'utf8')]))
}

const archives: Record<string, Record<string, Buffer>> = {
  'banksia.test.derived': {
    '1.0.0': packageOf(manifestOf('banksia.test.derived', '1.0.0')),
    '1.2.3': packageOf(
      manifestOf('banksia.test.derived', '1.2.3', { 'banksia.test.base': '2.0.x', 'hl7.fhir.r4.core': '4.0.1' }),
      ['p.json', derived],
    ),
    '1.3.0-ballot': packageOf(manifestOf('banksia.test.derived', '1.3.0-ballot')),
  },
  'banksia.test.base': {
    '2.0.9': packageOf(manifestOf('banksia.test.base', '2.0.9')),
    '2.0.10': packageOf(manifestOf('banksia.test.base', '2.0.10', { 'banksia.test.derived': '1.2.3' }), [
      'p.json',
      base,
    ]),
  },
  'banksia.test.escaping': {
    '1.0.0': packageOf(manifestOf('banksia.test.escaping', '1.0.0'), ['../../evil.json', base]),
  },
  'banksia.test.changed': { '1.0.0': packageOf(manifestOf('banksia.test.changed', '1.0.0')) },
  'banksia.test.other': { '1.0.0': packageOf(manifestOf('banksia.test.base', '1.0.0')) },
  'banksia.test.alone': {
    '1.0.0': packageOf(manifestOf('banksia.test.alone', '1.0.0', { 'banksia.test.nowhere': '1.0.0' })),
  },
  'banksia.test.led-away': { '1.0.0': packageOf(manifestOf('banksia.test.led-away', '1.0.0')) },
  'hl7.fhir.au.base': { '6.0.0': packAuBase() },
}

let registry: Server
let address = ''
let asked: string[] = []
beforeAll(async () => {
  registry = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    asked.push(path)
    const [, name = '', version] = path.split('/')
    const versions = archives[name]
    const bytes = version === undefined ? undefined : versions?.[version]
    if (versions === undefined) response.writeHead(404).end('{}')
    else if (version === undefined) response.end(JSON.stringify(describe(name, versions)))
    else if (name === 'banksia.test.led-away')
      response.writeHead(302, { location: `http://127.0.0.2:${portOf()}/x` }).end()
    else response.end(bytes)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => registry.once('listening', resolve))
  address = `http://127.0.0.1:${portOf()}`
})
afterAll(() => {
  registry.close()
})

const portOf = (): number => (registry.address() as AddressInfo).port

function describe(name: string, versions: Record<string, Buffer>) {
  const rows = Object.entries(versions).map(([version, bytes]) => {
    const summed = name === 'banksia.test.changed' ? 'other' : bytes
    const sha = (kind: string) => createHash(kind).update(summed).digest()
    const sum =
      name === 'hl7.fhir.au.base'
        ? { shasum: sha('sha1').toString('hex') }
        : { integrity: `sha512-${sha('sha512').toString('base64')}` }
    return [version, { name, version, dist: { tarball: `${address}/${name}/${version}`, ...sum } }] as const
  })
  return { name, 'dist-tags': { latest: '1.2.3' }, versions: Object.fromEntries(rows) }
}

const cache = join(settings.XDG_CACHE_HOME, 'banksia/packages')
const unnamed = write('unnamed.json', patient)

async function validateBy(named: string, from = address, ...args: readonly string[]) {
  asked = []
  const env = { ...settings, ...(from === '' ? {} : { BANKSIA_PACKAGE_REGISTRY: from }) }
  return runInProcess(['validate', unnamed, '--package', named, ...args], { env })
}

test.each(['1.2.3', '1.2.x', 'latest', '1.x'])(
  'docs/validation.md: --package name#%s brings a package with the dependencies that do not come along',
  async (version) => {
    const { code, output } = await validateBy(`banksia.test.derived#${version}`, address, '--profile', derived.url)

    expect([code, output]).toEqual([1, expect.stringContaining('Patient.name')])
    expect(existsSync(join(cache, 'banksia.test.derived%231.2.3.tgz'))).toBe(true)
    expect(existsSync(join(cache, 'banksia.test.base%232.0.10.tgz'))).toBe(true)
    expect(asked).not.toContain('/hl7.fhir.r4.core')
  },
)

test('docs/validation.md: a cached package of an exact version needs no registry', async () => {
  await validateBy('banksia.test.base#2.0.9')
  expect(asked).toContain('/banksia.test.base/2.0.9')

  const { code } = await validateBy('banksia.test.base#2.0.9', '', '--profile', 'none')

  expect([code, asked]).toEqual([0, []])
})

test('docs/validation.md: AU Base as its registry holds it is read', async () => {
  const auPatient = 'http://hl7.org.au/fhir/StructureDefinition/au-patient|6.0.0'

  const { code, errors } = await validateBy('hl7.fhir.au.base#6.0.0', address, '--profile', auPatient)

  expect({ code, errors }).toEqual({ code: 0, errors: 'downloads hl7.fhir.au.base#6.0.0\n' })
  expect(asked).toEqual(['/hl7.fhir.au.base', '/hl7.fhir.au.base/6.0.0'])
})

test.each([
  [
    'a name that the registry does not have',
    'banksia.test.nowhere#1.0.0',
    'the registry has no package banksia.test.nowhere#1.0.0',
  ],
  ['a version that it does not have', 'banksia.test.base#9.9.9', 'the registry has no package banksia.test.base#9.9.9'],
  [
    'a dependency that it does not have',
    'banksia.test.alone#1.0.0',
    'the registry has no package banksia.test.nowhere#1.0.0',
  ],
  [
    'an entry that leads out of the archive',
    'banksia.test.escaping#1.0.0',
    'banksia.test.escaping#1.0.0, entry 2: an entry has a path',
  ],
  ['another sum', 'banksia.test.changed#1.0.0', 'is not the one that the registry describes'],
  ['another package in the archive', 'banksia.test.other#1.0.0', 'holds another package'],
  [
    'an archive at another private address',
    'banksia.test.led-away#1.0.0',
    'the registry does not answer (refused-by-policy)',
  ],
])('D127: %s ends with exit code 2, is named and not kept', async (_what, named, message) => {
  const { code, output, errors } = await validateBy(named)

  expect([code, output]).toEqual([2, ''])
  expect(errors).toContain(message)
  if (named !== 'banksia.test.alone#1.0.0')
    expect(existsSync(join(cache, `${encodeURIComponent(named)}.tgz`))).toBe(false)
})

test('D127: without a registry, and without an answer of it, the message says so', async () => {
  const none = await validateBy('banksia.test.absent#1.0.0', '')
  const silent = await validateBy('banksia.test.absent#1.0.0', 'http://127.0.0.1:1')

  expect([none.code, none.errors]).toEqual([
    2,
    expect.stringContaining(
      `banksia.test.absent#1.0.0 is not in ${cache}, and BANKSIA_PACKAGE_REGISTRY names no registry`,
    ),
  ])
  expect([silent.code, silent.errors]).toEqual([
    2,
    expect.stringContaining('the registry does not answer (connect) for banksia.test.absent#1.0.0'),
  ])
})
