/** The CapabilityStatement, walked from end to end: every listed interaction works, and every other one is refused. R4 http.html#capabilities. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { CapabilityStatement, CapabilityStatementRestResource } from '@medplum/fhirtypes'
import { checkResource, hasErrors } from '../../../src/profiles/check.ts'
import { openTestDefinitions, openTestValidator } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
let statement: CapabilityStatement
let types: readonly CapabilityStatementRestResource[]
beforeAll(async () => {
  app = await startFhir()
  statement = (await (await fetch(`${app.base}/metadata`)).json()) as CapabilityStatement
  types = statement.rest?.[0]?.resource ?? []
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const as = { tenant: 2 } as const

type Row = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
}
type Tried = Row & { readonly status: number; readonly allow: string | null }

/** Sends them all, some at a time. */
async function tryAll(rows: readonly Row[], given: Record<string, string> = {}): Promise<Tried[]> {
  const tried: Tried[] = []
  for (let at = 0; at < rows.length; at += 16) {
    const answers = rows.slice(at, at + 16).map(async (row) => {
      const headers = row.method === 'PATCH' ? { ...given, 'content-type': 'application/json-patch+json' } : given
      const { status, headers: got } = await app.send(row.method, row.path, { as, body: row.body, headers })
      return { ...row, status, allow: got.get('allow') }
    })
    tried.push(...(await Promise.all(answers)))
  }
  return tried
}

const namesOf = (rows: readonly Tried[]): string[] => rows.map(({ name, status }) => `${name}: ${status}`)

/** A request of each interaction, and its answer if nothing is there. */
const probes = (type: string) => ({
  read: { method: 'GET', path: `/${type}/never-was`, statuses: [404] },
  vread: { method: 'GET', path: `/${type}/never-was/_history/1`, statuses: [404] },
  'history-instance': { method: 'GET', path: `/${type}/never-was/_history`, statuses: [404] },
  'history-type': { method: 'GET', path: `/${type}/_history`, statuses: [200] },
  'search-type': { method: 'GET', path: `/${type}?_count=1`, statuses: [200] },
  create: { method: 'POST', path: `/${type}`, body: { resourceType: type }, statuses: [201, 422] },
  update: { method: 'PUT', path: `/${type}/x`, body: { resourceType: type, id: 'x' }, statuses: [200, 201, 422] },
  patch: { method: 'PATCH', path: `/${type}/never-was`, body: [], statuses: [404] },
  delete: { method: 'DELETE', path: `/${type}/never-was`, statuses: [204] },
})

test('R4 http.html#capabilities: every interaction that a type lists works, and no other is taken', async () => {
  const rows = types.flatMap(({ type, interaction = [] }) =>
    Object.entries(probes(type)).map(([code, { statuses, ...probe }]) => {
      const isListed = interaction.some((one) => one.code === code)
      return { ...probe, name: `${type} ${code}`, expected: isListed ? statuses : [404, 405] }
    }),
  )

  const tried = await tryAll(rows)

  expect(tried).toHaveLength(types.length * 9)
  expect(namesOf(tried.filter(({ status }, index) => !rows[index]?.expected.includes(status)))).toEqual([])
})

/** A value of each type of parameter that is one, and finds nothing. */
const values: Readonly<Record<string, string>> = {
  token: 'a|b',
  string: 'zzz',
  reference: 'never-was',
  date: '1970',
  number: '1',
  quantity: '1',
  uri: 'http://example.org/never',
  special: '1|1|1|km',
}

test('R4 http.html#capabilities: every search parameter that is listed is taken by a strict search, and no other', async () => {
  const { searchParameters } = await openTestDefinitions()
  const typeOf = (url: string) => searchParameters.find((one) => one.url === url)?.type ?? 'token'
  const named: Readonly<Record<string, string>> = { _list: 'never-was', _filter: '_lastUpdated lt 1900' }
  type Listed = { name?: string | undefined; type: string; definition?: string | undefined }
  const exampleOf = ({ name = '', type, definition = '' }: Listed): string =>
    named[name] ??
    values[type] ??
    (searchParameters.find(({ url }) => url === definition)?.component ?? [])
      .map((component) => values[typeOf(component.definition)] ?? 'a')
      .join('$')
  const listed = types.flatMap(({ type, searchParam = [] }) =>
    searchParam.map((parameter) => ({
      name: `${type}.${parameter.name}`,
      method: 'GET',
      path: `/${type}?${parameter.name}=${parameter.name === '_id' ? crypto.randomUUID() : encodeURIComponent(exampleOf(parameter))}`,
    })),
  )
  const common = (statement.rest?.[0]?.searchParam ?? []).map((parameter) => ({
    name: parameter.name,
    method: 'GET',
    path: `/?${parameter.name}=${encodeURIComponent(exampleOf(parameter))}`,
  }))
  const others = types.map(({ type }) => ({ name: type, method: 'GET', path: `/${type}?colour=red` }))

  const strict = { prefer: 'handling=strict' }

  expect(common.length).toBeGreaterThanOrEqual(6)
  expect(namesOf((await tryAll([...listed, ...common], strict)).filter(({ status }) => status !== 200))).toEqual([])
  expect(namesOf((await tryAll(others, strict)).filter(({ status }) => status !== 400))).toEqual([])
})

test('R4 http.html#capabilities: every _include and _revinclude that is listed is taken', async () => {
  const rows = types.flatMap(({ type, searchInclude = [], searchRevInclude = [] }) => [
    ...searchInclude.map((value) => ({ name: value, method: 'GET', path: `/${type}?_count=1&_include=${value}` })),
    ...searchRevInclude.map((value) => ({
      name: value,
      method: 'GET',
      path: `/${type}?_count=1&_revinclude=${value}`,
    })),
  ])

  expect(namesOf((await tryAll(rows)).filter(({ status }) => status !== 200))).toEqual([])
})

/** An address that no operation takes answers 405 if another method exists for it, and 404 if none does. */
async function isServed(places: readonly string[]): Promise<boolean> {
  const tried = await tryAll(places.map((path) => ({ name: path, method: 'PUT', path, body: {} })))
  return tried.some(({ status, allow }) => status === 405 && allow !== null)
}

test('R4 http.html#capabilities: every operation that is listed is there, and no other', async () => {
  const listed = (row: { operation?: { name: string }[] | undefined }) => (row.operation ?? []).map(({ name }) => name)
  const system = statement.rest?.[0] ?? { mode: 'server' }
  const all = new Set([...types.flatMap(listed), ...listed(system)])

  for (const name of all) {
    expect([name, await isServed([`/$${name}`])]).toEqual([name, listed(system).includes(name)])
    for (const row of types) {
      const served = await isServed([`/${row.type}/$${name}`, `/${row.type}/x/$${name}`])
      expect([row.type, name, served]).toEqual([row.type, name, listed(row).includes(name)])
    }
  }
})

test('R4 http.html#capabilities: every system interaction and compartment that is listed works', async () => {
  const bundle = (type: string) => ({ method: 'POST', path: '', body: { resourceType: 'Bundle', type } })
  const system: Readonly<Record<string, Omit<Row, 'name'>>> = {
    transaction: bundle('transaction'),
    batch: bundle('batch'),
    'search-system': { method: 'GET', path: '?_id=never-was' },
    'history-system': { method: 'GET', path: '/_history' },
  }
  const listed = statement.rest?.[0]?.interaction?.map(({ code }) => code as string) ?? []
  const rows = listed.map((name) => ({ name, ...(system[name] ?? { method: 'GET', path: '/no-probe' }) }))
  const compartments = (statement.rest?.[0]?.compartment ?? []).map((url) => {
    const name = types.find(({ type }) => url.endsWith(`/${type.toLowerCase()}`))?.type ?? ''
    return { name, method: 'GET', path: `/${name}/x/*` }
  })

  expect(listed.toSorted()).toEqual(Object.keys(system).toSorted())
  expect(namesOf((await tryAll([...rows, ...compartments])).filter(({ status }) => status !== 200))).toEqual([])
})

test('R4 http.html#capabilities: it is valid, and cached by its ETag; HEAD has its headers', async () => {
  const answer = await fetch(`${app.base}/metadata`)
  const etag = answer.headers.get('etag') ?? ''
  const again = await fetch(`${app.base}/metadata`, { headers: { 'if-none-match': `"other", ${etag}` } })
  const head = await fetch(`${app.base}/metadata`, { method: 'HEAD' })
  const { findings } = checkResource(JSON.parse(await answer.text()), {
    validator: await openTestValidator(),
    requiredProfiles: 'base',
  })

  expect(hasErrors(findings)).toBe(false)
  expect(etag).toMatch(/^W\/"[0-9a-f]+"$/)
  expect(answer.headers.get('last-modified')).toBe('Thu, 01 Jan 2026 00:00:00 GMT')
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
})

test.each([
  ['GET', '?mode=full', 200],
  ['GET', '?mode=normative', 200],
  ['GET', '?mode=terminology', 400],
  ['GET', '?mode=guess', 400],
  ['GET', '/', 200],
  ['POST', '', 405],
])('R4 http.html#capabilities: %s /metadata%s is %i', async (method, query, status) => {
  expect((await fetch(`${app.base}/metadata${query}`, { method })).status).toBe(status)
})
