/** `GET /v1/openapi.json` against the route table that it is built from. docs/design/hub.md#requests-and-answers; OpenAPI 3.1. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { problemCatalogue } from '../../../src/core/problem-catalogue.ts'
import { listRouteProblems } from '../../../src/http/route-problems.ts'
import { hubRoutes } from '../../../src/hub/routes.ts'
import { createSite, type RunningServer, startRunning } from '../../running-server.ts'

type Json = { readonly [name: string]: Json }
type Operation = {
  readonly operationId: string
  readonly security: readonly { readonly oidc: readonly string[] }[]
  readonly 'x-roles': readonly string[]
  readonly 'x-maturity': string
  readonly tags: readonly string[]
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string }[]
  readonly requestBody?: { readonly required: boolean; readonly content: Json }
  readonly responses: Json
}

const rows = hubRoutes(1)
let server: RunningServer
let text: string
let document: { readonly openapi: string; readonly paths: Readonly<Record<string, Record<string, Operation>>> } & Json

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  text = await (await fetch(`${server.base}/v1/openapi.json`)).text()
  document = JSON.parse(text)
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const operationOf = (method: string, path: string): Operation => {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`no ${method} ${path}`)
  return operation
}

/** The value that a reference names. */
const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], document)

test('spec 4: the document has every route of the table, and no other', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

  expect(document.openapi).toBe('3.1.0')
  expect(operations.toSorted()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).toSorted())
})

test('spec 4: every operation has a name of its own and a group', () => {
  const operations = rows.map(({ method, path }) => operationOf(method, path))
  const ids = operations.map(({ operationId }) => operationId)

  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
  expect(ids).toEqual([...new Set(ids)])
  expect(operations.filter(({ tags }) => tags[0] === '')).toEqual([])
})

test('spec 4: every reference of the document leads somewhere', () => {
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference)

  expect(references.length).toBeGreaterThan(500)
  expect([...new Set(references)].filter((reference) => resolve(reference) === undefined)).toEqual([])
})

test.each(rows.map((row) => ({ ...row, title: `${row.method} ${row.path}` })))(
  'spec 5: $title says who may call it, with which headers, and what it may refuse with',
  (row) => {
    const operation = operationOf(row.method, row.path)
    const headers = operation.parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
    const statuses = new Set(
      listRouteProblems(row).map((slug) => problemCatalogue.find((p) => p.slug === slug)?.status),
    )

    expect(operation.security).toEqual([{ oidc: [`banksia/spoke.${row.scope}`] }])
    expect(operation['x-roles']).toEqual(row.roles)
    expect(operation['x-maturity']).toBe(row.maturity ?? 'preview')
    expect(headers).toEqual(expect.arrayContaining(['TenantId', 'SpokeId', 'RequestId']))
    expect(headers.includes('IdempotencyKey')).toBe(row.method !== 'GET' && row.scope === 'write')
    const unchanged = 'ETag' in (operation.responses['200']?.['headers'] ?? {}) && row.isTimely !== true
    const successes = [row.success, row.otherSuccess, row.method === 'GET' && unchanged ? 304 : undefined].filter(
      (status) => status !== undefined,
    )
    expect(Object.keys(operation.responses).toSorted()).toEqual([...statuses, ...successes].map(String).toSorted())
  },
)

test('spec 7: the problems of an operation are told by status, each with its page', () => {
  const { $ref } = operationOf('POST', '/v1/artifacts/{artifactId}:approve').responses['409'] as unknown as {
    $ref: string
  }
  const { description } = resolve($ref) as { description: string }

  const links = [...description.matchAll(/\[([a-z-]+)\]\(([^)]+)\)/g)]

  const [, slug] = links[0] ?? []
  expect(slug).toBe('invalid-transition')
  expect(links.map(([, , address]) => address)).toEqual(links.map(([, name]) => `${server.base}/problems/${name}`))
})

test('spec 5: the document is for anybody, and says when it has not changed', async () => {
  const first = await fetch(`${server.base}/v1/openapi.json`)
  const etag = first.headers.get('etag') ?? ''

  const again = await fetch(`${server.base}/v1/openapi.json`, { headers: { 'if-none-match': etag } })
  const posted = await fetch(`${server.base}/v1/openapi.json`, { method: 'POST' })

  expect(first.headers.get('access-control-allow-origin')).toBe('*')
  expect(again.status).toBe(304)
  expect(posted.status).toBe(400)
})

/** Every page below /docs that is reached from its index. */
async function readPages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  const open = ['/docs']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue
    const answer = await fetch(`${server.base}${path}`)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-[^']+'; base-uri/,
    )
    const page = await answer.text()
    pages.set(path, page)
    open.push(...[...page.matchAll(/href="(\/docs[^"#]*)/g)].map(([, address = '']) => address))
  }
  return pages
}

test('docs/design/hub.md#routes: the documentation is read without a token and without a script, and each link in it leads on', async () => {
  const pages = await readPages()

  const api = pages.get('/docs/api') ?? ''
  const anchors = new Set([...api.matchAll(/id="([^"]+)"/g)].map(([, id]) => id))
  const lost = [...api.matchAll(/href="#([^"]+)"/g)].filter(([, id]) => !anchors.has(id))
  expect(rows.filter(({ handler }) => !anchors.has(handler.name))).toEqual([])
  expect(lost).toEqual([])
  expect(api).toContain('<p>Opens an encounter: everything that is recorded, drafted and released belongs to one.')
  for (const { slug } of problemCatalogue) expect(api).toContain(`"/problems/${slug}"`)
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining(['/docs/hub', '/docs/reference/settings', '/docs/decisions']),
  )
  expect([...pages.values()].filter((page) => /<script|\son\w+=|style="/.test(page))).toEqual([])
  expect((await fetch(`${server.base}/docs/nothing`)).status).toBe(404)
})

test('docs/design/hub.md#routes: the picture of the README is shown with it', async () => {
  const readme = await (await fetch(`${server.base}/docs/readme`)).text()
  const [, address = ''] = /<img src="([^"]+)" alt="From a consultation/.exec(readme) ?? []
  const picture = await fetch(`${server.base}${address}`)

  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await picture.text()).toMatch(/^<svg /)
})

test('docs/design/hub.md#routes: the page of the API has a command for each operation, with the headers and a body that it takes', async () => {
  const page = await (await fetch(`${server.base}/docs/api`)).text()
  const commands = [...page.matchAll(/<h4>curl<\/h4><pre>([\s\S]*?)<\/pre>/g)].map(([, command = '']) => command)
  const approve = commands.find((command) => command.includes(':approve'))

  expect(commands).toHaveLength(rows.length)
  expect(commands.filter((command) => !/^curl .*\n[\s\S]*Bearer \$TOKEN[\s\S]*X-Tenant-Id/.test(command))).toEqual([])
  expect(approve).toMatch(/\$\{ARTIFACT_ID\}:approve/)
  expect(approve).toContain('X-Idempotency-Key')
  expect(approve).toContain('If-Match')
  expect(commands.filter((command) => command.includes('-d ') && command.includes('&#39;{}&#39;')).length).toBeLessThan(
    5,
  )
})
