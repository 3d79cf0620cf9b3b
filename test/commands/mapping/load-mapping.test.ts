/** `banksia mapping` and the tables of `banksia channels`, beside a running server. docs/channels.md#mapping-tables; D247. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { must } from '../../consultation.ts'
import { urlOf } from '../../running-server.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'
import { useRunning } from '../../use-running.ts'
import { runInProcess } from '../in-process.ts'

const [tenant, other] = developmentTenants
const operator = { role: 'operator' } as const
const server = useRunning()
const root = makeScratchFolder('mapping')

const run = (given: readonly string[], of: string = tenant) =>
  runInProcess([...given.slice(0, 2), '--tenant', of, ...given.slice(2)], {
    env: { BANKSIA_DATA_DIR: server.site.dataDir, DATABASE_URL: urlOf(server.site.database.config) },
  })

const header = 'source_system,source_code,target_system,target_code,target_display'
const row = (code: string, target = 'J45.9') => `http://snomed.info/sct,${code},urn:oid:1.2.36.1,${target},`

function writeCsv(name: string, ...rows: readonly string[]): string {
  const folder = join(root, newId())
  mkdirSync(folder)
  writeFileSync(join(folder, name), [header, ...rows, ''].join('\n'))
  return join(folder, name)
}

const get = async (path: string, as: object = operator) => (await must(200, server.call('GET', path, { as }))).body
const findTable = async (name: string) =>
  (await get('/v1/mapping-tables?limit=200')).items.find((table: { readonly name: string }) => table.name === name)

test('D247: each load of other rows is a version, which stays as it was', async () => {
  const first = await run(['mapping', 'load', writeCsv('versions.csv', row('a'), row('b'))])
  const same = await run(['mapping', 'load', writeCsv('versions.csv', row('b'), row('a'))])
  const dry = await run(['mapping', 'load', writeCsv('versions.csv', row('a', 'X'), row('c')), '--dry-run'])
  const second = await run(['mapping', 'load', writeCsv('any.csv', row('a', 'X'), row('c')), '--name', 'versions'])

  expect(first.output).toBe('create table versions: 2 rows\nversions has version 1\n')
  expect(same.output).toBe('nothing changes\nversions has version 1\n')
  expect(dry.output).toBe('change table versions: 1 rows added, 1 removed, 1 changed\n')
  expect(second.output).toBe('change table versions: 1 rows added, 1 removed, 1 changed\nversions has version 2\n')

  const { id, version, rows } = await findTable('versions')
  expect([version, rows]).toEqual([2, 2])
  const list = async (query = '') =>
    (await get(`/v1/mapping-tables/${id}/rows${query}`)).items.map(
      ({ source, target }: { source: { code: string }; target: { code: string } }) => `${source.code} ${target.code}`,
    )
  expect([await list(), await list('?version=1'), await list('?version=1&code=b')]).toEqual([
    ['a X', 'c J45.9'],
    ['a J45.9', 'b J45.9'],
    ['b J45.9'],
  ])
  expect((await server.call('GET', `/v1/mapping-tables/${id}/rows?version=3`, { as: operator })).status).toBe(400)
  expect((await server.call('GET', `/v1/mapping-tables/${id}/rows?code=%00`, { as: operator })).status).toBe(400)

  const page = await get(`/v1/mapping-tables/${id}/rows?limit=1`)
  const next = await get(`/v1/mapping-tables/${id}/rows?limit=1&cursor=${encodeURIComponent(page.nextCursor)}`)
  expect([page.items[0].source.code, next.items[0].source.code, next.nextCursor]).toEqual(['a', 'c', null])

  const versions = (await get(`/v1/mapping-tables/${id}/versions`)).items
  expect(versions.map((one: { readonly version: number }) => one.version)).toEqual([2, 1])
})

test('D247: a refused file is reported with its line, and none of it is written', async () => {
  const path = writeCsv('refused.csv', row('a'), row('a'))

  const refused = await run(['mapping', 'load', path])

  expect(refused).toMatchObject({ code: 1, output: '' })
  expect(refused.errors).toBe('refused.csv:3: source_code is in line 2 already\nbanksia: nothing was written\n')
  expect(await findTable('refused')).toBeUndefined()
  expect((await run(['mapping', 'load', writeCsv('Bad Name.csv', row('a'))])).errors).toContain('is no name of a table')
})

test('docs/channels.md#mapping-tables: a table of 200,000 rows is loaded, changed and listed', async () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => row(String(1_000_000 + at), `T${at}`))

  const loaded = await run(['mapping', 'load', writeCsv('large.csv', rows.join('\n'))])
  const changed = await run(['mapping', 'load', writeCsv('large.csv', rows.slice(1).join('\n'))])

  expect(loaded.output).toBe('create table large: 200000 rows\nlarge has version 1\n')
  expect(changed.output).toBe('change table large: 0 rows added, 1 removed, 0 changed\nlarge has version 2\n')
  expect((await run(['mapping', 'list'])).output).toMatch(/version 2 {2}199999 rows {2}large\n/)
})

test('D247: another tenant has its own tables, and sees none of this one', async () => {
  await run(['mapping', 'load', writeCsv('own.csv', row('a'))])
  const { id } = await findTable('own')

  await run(['mapping', 'load', writeCsv('own.csv', row('b'))], other)

  for (const path of [`/v1/mapping-tables/${id}`, `/v1/mapping-tables/${id}/rows`, `/v1/mapping-tables/${id}/versions`])
    expect((await server.call('GET', path, { as: { ...operator, tenant: other } })).status).toBe(404)
  expect(await findTable('own')).toMatchObject({ id, version: 1, rows: 1 })
})

const channel = (name: string, lines: string) => `name: ${name}
recipient: { name: Example Hospital }
purposeOfUse: TREAT
legalBasis: own_organisation
format: hl7v2
transport: mllp
destination: { host: 127.0.0.1, port: 9 }
${lines}
`

test('D226, D247: tables and the channels that name them are applied together or not at all, and are exported again', async () => {
  const path = writeCsv('conditions.csv', row('a'))
  const folder = join(path, '..')
  writeFileSync(join(folder, 'mapped.yaml'), channel('Mapped', 'mappings: [{ table: conditions, miss: default }]'))

  const refused = await run(['channels', 'apply', folder])
  expect(refused.code).toBe(1)
  expect(refused.errors).toContain('mapped.yaml:8: mappings[0].miss needs a row with the source code *')
  expect(await findTable('conditions')).toBeUndefined()

  writeFileSync(join(folder, 'mapped.yaml'), channel('Mapped', 'mappings: [{ table: conditions, miss: hold }]'))
  const dry = await run(['channels', 'apply', folder, '--dry-run'])
  expect(dry.output).toMatch(/^create table conditions: 1 rows\ncreate Mapped\n/)
  expect(dry.output).toMatch(/\n1 of 1 mapping tables would change\n1 of 1 channels would change\n$/)
  expect(await findTable('conditions')).toBeUndefined()

  await run(['channels', 'apply', folder])
  expect(await findTable('conditions')).toMatchObject({ version: 1 })
  expect((await run(['channels', 'apply', folder])).output).toBe('nothing changes\n')

  const exported = join(root, newId())
  await run(['channels', 'export', exported])
  expect(readFileSync(join(exported, 'conditions.csv'), 'utf8')).toBe(`${header}\n${row('a')}\n`)
  expect(readFileSync(join(exported, 'mapped.yaml'), 'utf8')).toContain(
    'mappings:\n  - table: conditions\n    miss: hold\n',
  )
})

test('D247: a channel names a version of the table that its own files leave, or an earlier one', async () => {
  const path = writeCsv('numbered.csv', row('a'), row('*'))
  const folder = join(path, '..')
  const name = (version: number) =>
    writeFileSync(
      join(folder, 'numbered.yaml'),
      channel('Numbered', `mappings: [{ table: numbered, version: ${version}, miss: default }]`),
    )
  name(2)

  for (const more of [[], ['--dry-run']]) {
    const refused = await run(['channels', 'apply', folder, ...more])
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('version is no version of this table')])
  }
  expect(await findTable('numbered')).toBeUndefined()
  name(1)
  expect((await run(['channels', 'apply', folder])).code).toBe(0)
  // The second version has no default, and the first one keeps its own.
  writeFileSync(path, [header, row('a'), ''].join('\n'))
  for (const more of [['--dry-run'], []]) expect((await run(['channels', 'apply', folder, ...more])).code).toBe(0)
  expect(await findTable('numbered')).toMatchObject({ version: 2 })
  name(2)
  expect((await run(['channels', 'apply', folder, '--dry-run'])).errors).toContain('miss needs a row')
})

test('D247: a channel names a table and a version that exist, and the table cannot be deleted', async () => {
  await run(['mapping', 'load', writeCsv('used.csv', row('a'))])
  const table = await findTable('used')
  const body = {
    ...{ name: 'Uses', recipient: { name: 'Example' }, purposeOfUse: 'TREAT', legalBasis: 'own_organisation' },
    ...{ format: 'hl7v2', transport: 'mllp', destination: { host: '127.0.0.1', port: 9 } },
  }
  const create = (mapping: object) =>
    server.call('POST', '/v1/channels', { body: { ...body, mappings: [mapping] }, as: operator })
  const errorsOf = async (mapping: object) =>
    (await must(400, create(mapping))).body.errors.map(({ field }: { readonly field: string }) => field)

  expect(await errorsOf({ table: 'nowhere', miss: 'keep' })).toEqual(['mappings[0].table'])
  expect(await errorsOf({ table: 'used', version: 2, miss: 'keep' })).toEqual(['mappings[0].version'])
  expect(await errorsOf({ table: 'used', miss: 'default' })).toEqual(['mappings[0].miss'])
  expect(await errorsOf({ table: 'used', miss: 'keep', elements: ['code'] })).toEqual(['mappings[0].elements[0]'])
  const made = (await must(201, create({ table: 'used', version: 1, miss: 'keep' }))).body

  const path = `/v1/mapping-tables/${table.id}`
  await must(409, server.call('DELETE', path, { as: operator }))
  await must(204, server.call('DELETE', `/v1/channels/${made.id}`, { as: operator }))
  await must(403, server.call('DELETE', path, { as: {} }))
  await must(204, server.call('DELETE', path, { as: operator }))
  expect(await findTable('used')).toBeUndefined()
})
