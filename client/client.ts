/** The Hub's and the FHIR server's client: every header that a request needs, typed answers, problems as errors. Imports nothing of ours. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Find, Operations } from './hub-types.ts'

export type ClientOptions = {
  /** Scheme, host and port, without a path. */
  readonly baseUrl: string
  readonly token: string
  readonly tenant: string
  readonly spoke: string
  /** Ends every request of this client. */
  readonly signal?: AbortSignal
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A refusal: RFC 7807 from the Hub, OperationOutcome from FHIR. */
export class ProblemError extends Error {
  /** Slug of the problem type, or the first issue's code. */
  readonly slug: string
  readonly status: number
  readonly requestId: string
  /** Names of the fields or elements that were refused. */
  readonly fields: readonly string[]

  constructor(refusal: Refusal) {
    const { operation, status, slug, detail, requestId, fields } = refusal
    const places = fields.length === 0 ? '' : ` [${fields.join(', ')}]`
    super(`${operation}: ${status} ${slug}: ${detail}${places} (request ${requestId})`)
    this.name = 'ProblemError'
    this.slug = slug
    this.status = status
    this.requestId = requestId
    this.fields = fields
  }
}

type Refusal = {
  /** Method and path without identifiers and query. */
  readonly operation: string
  readonly status: number
  readonly slug: string
  readonly detail: string
  readonly requestId: string
  readonly fields: readonly string[]
}

/**
 * `key` repeats an earlier request safely: the same key, body and version get the first answer again. `version`: the one that
 * was read of what is changed; `new` where there is none yet, `any` where the operation takes whatever is current.
 * `headers`: an operation's own.
 */
type Sent<Body, Version> = {
  readonly body?: Body
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
} & ([Version] extends [undefined] ? { readonly version?: number } : { readonly version: Version })

type Found<M extends string, P extends string> = Find<Operations, M, P>

/** Left out only where the operation changes nothing that has versions. */
type Sending<Operation extends { readonly body: unknown; readonly version: unknown }> =
  undefined extends Operation['version']
    ? [sent?: Sent<Operation['body'], undefined>]
    : [sent: Sent<Operation['body'], Operation['version']>]

export type Client = {
  /** One operation of `/v1`. */
  readonly call: <const M extends Method, const P extends string>(
    method: M,
    path: P,
    ...sending: Sending<Found<M, P>>
  ) => Promise<Found<M, P>['answer']>
  /** One FHIR interaction, the path below `/fhir/R4`. */
  readonly fhir: <Answer>(method: Method, path: string, body?: unknown) => Promise<Answer>
  /** A FHIR resource, byte for byte as it is served. */
  readonly readBytes: (path: string) => Promise<Uint8Array>
}

export function openClient(options: ClientOptions): Client {
  const fhirHeaders = { accept: 'application/fhir+json', 'content-type': 'application/fhir+json' }
  return {
    // The table of operations says what each takes and answers: the compiler cannot compare that with one function for all.
    call: callBy(options) as never,
    fhir: async <Answer>(method: Method, path: string, body?: unknown) => {
      const response = await send(options, { method, path: `/fhir/R4${path}`, headers: fhirHeaders, body })
      return (await response.json()) as Answer
    },
    readBytes: async (path) => {
      const response = await send(options, { method: 'GET', path: `/fhir/R4${path}`, headers: fhirHeaders })
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}

const callBy =
  (options: ClientOptions) =>
  async (method: Method, path: string, { body, key, version, headers: own }: Said = {}): Promise<unknown> => {
    const headers = {
      ...own,
      accept: '*/*',
      'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
      'x-tenant-id': options.tenant,
      'x-spoke-id': options.spoke,
      ...(method === 'GET' ? {} : { 'x-idempotency-key': key ?? randomUUID() }),
      ...(version === undefined ? {} : preconditionOf(version)),
    }
    return readAnswer(await send(options, { method, path, headers, body }))
  }

type Said = { readonly version?: Version | undefined } & Omit<Sent<unknown, undefined>, 'version'>
type Version = number | 'any' | 'new'

/** RFC 9110 13.1.1, 13.1.2. */
function preconditionOf(version: Version): Readonly<Record<string, string>> {
  if (version === 'new') return { 'if-none-match': '*' }
  return { 'if-match': version === 'any' ? '*' : `W/"${version}"` }
}

/** A body that is not JSON is bytes. */
async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return isJson ? response.json() : new Uint8Array(await response.arrayBuffer())
}

type Outgoing = {
  readonly method: Method
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

const attempts = 5
/** Nothing was changed, and the same request may go through in a moment. */
const busy: ReadonlySet<string> = new Set(['idempotency-in-progress', 'rate-limited', 'dependency-unavailable'])

async function send(options: ClientOptions, outgoing: Outgoing): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await sendOnce(options, outgoing)
    if (response.ok) return response
    const error = await readProblem(outgoing, response)
    if (attempt === attempts || !busy.has(error.slug)) throw error
    const seconds = Number(response.headers.get('retry-after') ?? 1)
    await wait(Math.min(seconds, 10) * 1000, undefined, options.signal ? { signal: options.signal } : {})
  }
}

const sendOnce = (options: ClientOptions, { method, path, headers, body }: Outgoing): Promise<Response> =>
  fetch(new URL(path, options.baseUrl), {
    method,
    headers: { ...headers, authorization: `Bearer ${options.token}`, 'x-request-id': newRequestId() },
    redirect: 'error',
    ...(body === undefined ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })

type ProblemBody = {
  readonly type?: string
  readonly detail?: string
  readonly requestId?: string
  readonly errors?: readonly { readonly field: string }[]
  readonly issue?: readonly {
    readonly code?: string
    readonly diagnostics?: string
    readonly details?: { readonly text?: string }
    readonly expression?: readonly string[]
  }[]
}

async function readProblem({ method, path }: Outgoing, response: Response): Promise<ProblemError> {
  const body = (await response.json().catch(() => ({}))) as ProblemBody
  const issue = body.issue?.[0]
  return new ProblemError({
    operation: `${method} ${withoutIdentifiers(path)}`,
    status: response.status,
    slug: body.type?.split('/').at(-1) ?? issue?.code ?? 'unknown',
    detail: body.detail ?? issue?.details?.text ?? issue?.diagnostics ?? response.statusText,
    requestId: body.requestId ?? response.headers.get('x-request-id') ?? '',
    fields: body.errors?.map((error) => error.field) ?? body.issue?.flatMap((row) => row.expression ?? []) ?? [],
  })
}

const withoutIdentifiers = (path: string): string =>
  path.replace(/\?.*$/, '').replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')

/** UUIDv7, RFC 9562 5.7. */
function newRequestId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
