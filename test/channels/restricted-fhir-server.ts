/** A FHIR server of another maker, as far as its CapabilityStatement goes: plain node:http, resources in memory. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// biome-ignore lint/suspicious/noExplicitAny: resources of any shape
type Stored = any

type TypeRow = { codes: readonly string[]; conditionalCreate?: boolean }

export type ServerOptions = {
  readonly types: Readonly<Record<string, TypeRow>>
  readonly interactions?: readonly string[]
}

export type Fault = 'before' | 'after' | number

export type RestrictedServer = {
  readonly baseUrl: string
  /** `METHOD path` of each request but those for the statement. */
  readonly requests: string[]
  readonly stored: Map<string, Stored[]>
  options: ServerOptions
  statements: number
  /** False: it has no CapabilityStatement. */
  hasStatement: boolean
  /** It answers a search with everything of the type. R4 search.html#errors. */
  lenient: boolean
  /** Cuts the connection before or after the work of a request, or answers a status without it. */
  fault: (request: string, body: string) => Fault | undefined
  readonly put: (resource: Stored) => Stored
  readonly close: () => void
}

const every = ['create', 'update', 'search-type', 'read']
export const full = { codes: every, conditionalCreate: true }
export const searched = { codes: every }

type Reply = { status: number; body?: unknown; location?: string }

export async function openRestrictedServer(options: ServerOptions): Promise<RestrictedServer> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const path = (request.url ?? '').replace(/^\/fhir\/?/, '')
    if (path === 'metadata') {
      self.statements += 1
      return respond(response, self.hasStatement ? { status: 200, body: statementOf(self.options) } : { status: 404 })
    }
    const name = `${request.method} ${path}`
    self.requests.push(name)
    const fault = self.fault(name, body)
    if (typeof fault === 'number')
      return respond(response, { status: fault, body: { resourceType: 'OperationOutcome' } })
    if (fault === 'before') return void response.destroy()
    const reply = answer(self, {
      method: request.method ?? '',
      path,
      body,
      condition: String(request.headers['if-none-exist'] ?? ''),
    })
    if (fault === 'after') return void response.destroy()
    return respond(response, reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const self: RestrictedServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir`,
    requests: [],
    stored: new Map(),
    options,
    statements: 0,
    hasStatement: true,
    lenient: false,
    fault: () => undefined,
    put: (resource) => add(self, resource),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return self
}

function respond(response: ServerResponse, { status, body, location }: Reply): void {
  const headers = { 'content-type': 'application/fhir+json', ...(location === undefined ? {} : { location }) }
  response.writeHead(status, headers).end(body === undefined ? '' : JSON.stringify(body))
}

const statementOf = ({ types, interactions = [] }: ServerOptions) => ({
  resourceType: 'CapabilityStatement',
  fhirVersion: '4.0.1',
  rest: [
    {
      mode: 'server',
      interaction: interactions.map((code) => ({ code })),
      resource: Object.entries(types).map(([type, { codes, conditionalCreate }]) => ({
        type,
        interaction: codes.map((code) => ({ code })),
        ...(conditionalCreate === undefined ? {} : { conditionalCreate }),
        searchParam: codes.includes('search-type') ? [{ name: 'identifier', type: 'token' }] : [],
      })),
    },
  ],
})

let serial = 0

function add(server: RestrictedServer, resource: Stored): Stored {
  serial += 1
  const stored = { ...resource, id: `r${serial}`, meta: { ...resource.meta, versionId: '1' } }
  server.stored.set(resource.resourceType, [...(server.stored.get(resource.resourceType) ?? []), stored])
  return stored
}

function find(server: RestrictedServer, type: string, criteria: string): Stored[] {
  const [system, value] = criteria.replace(/^identifier=/, '').split('|')
  return (server.stored.get(type) ?? []).filter((one) =>
    [one.identifier ?? []].flat().some((id: Stored) => id.system === system && (value === '' || id.value === value)),
  )
}

type Asked = { method: string; path: string; body: string; condition: string }

function answer(server: RestrictedServer, { method, path, body, condition }: Asked): Reply {
  const [type = '', rest = ''] = path.split('/')
  const row = server.options.types[type]
  const may = (code: string) => row?.codes.includes(code) === true
  if (method === 'POST' && path === '') return transact(server, JSON.parse(body))
  if (method === 'POST' && rest === '_search' && may('search-type')) {
    const criteria = new URLSearchParams(body).get('identifier') ?? ''
    const found = server.lenient ? (server.stored.get(type) ?? []) : find(server, type, criteria)
    const entry = found.map((resource) => ({ resource, search: { mode: 'match' } }))
    return { status: 200, body: { resourceType: 'Bundle', type: 'searchset', entry } }
  }
  const [searched = '', query = ''] = path.split('?')
  if (method === 'GET' && server.options.types[searched]?.codes.includes('search-type')) {
    const entry = find(server, searched, new URLSearchParams(query).get('identifier') ?? '').map((resource) => ({
      resource,
    }))
    return { status: 200, body: { resourceType: 'Bundle', type: 'searchset', entry } }
  }
  if (method === 'POST' && rest === '' && may('create'))
    return create(server, JSON.parse(body), row?.conditionalCreate === true ? condition : '')
  if (method === 'PUT' && rest !== '' && may('update')) {
    const resource = JSON.parse(body)
    replace(server, resource)
    return { status: 200, body: resource }
  }
  return { status: 405, body: { resourceType: 'OperationOutcome' } }
}

function replace(server: RestrictedServer, resource: Stored): void {
  const list = server.stored.get(resource.resourceType) ?? []
  server.stored.set(
    resource.resourceType,
    list.map((one) => (one.id === resource.id ? { ...resource, meta: { versionId: '2' } } : one)),
  )
}

function create(server: RestrictedServer, resource: Stored, condition: string): Reply {
  const [there] = condition === '' ? [] : find(server, resource.resourceType, condition)
  const stored = there ?? add(server, resource)
  return {
    status: there === undefined ? 201 : 200,
    location: `${server.baseUrl}/${stored.resourceType}/${stored.id}/_history/1`,
  }
}

function transact(server: RestrictedServer, { entry }: Stored): Reply {
  if (server.options.interactions?.includes('transaction') !== true) return { status: 405 }
  const ids = new Map<string, string>()
  const replies = entry.map(({ fullUrl, resource, request }: Stored) => {
    const condition: string | undefined = request.ifNoneExist ?? request.url.split('?')[1]
    const [there] = condition === undefined ? [] : find(server, resource.resourceType, condition)
    const stored = there ?? add(server, resource)
    if (request.method === 'PUT') replace(server, { ...resource, id: stored.id })
    ids.set(fullUrl, `${stored.resourceType}/${stored.id}`)
    return { response: { status: there === undefined ? '201 Created' : '200 OK' } }
  })
  for (const [type, list] of server.stored) {
    const text = JSON.stringify(list).replace(/"(urn:uuid:[0-9a-f-]+)"/g, (all, urn) =>
      ids.has(urn) && type !== 'Bundle' ? `"${ids.get(urn)}"` : all,
    )
    server.stored.set(type, JSON.parse(text))
  }
  return { status: 200, body: { resourceType: 'Bundle', type: 'transaction-response', entry: replies } }
}
