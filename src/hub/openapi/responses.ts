/** The responses of an operation: its success, and every problem that it may give. */
import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { type ProblemSlug, problemCatalogue } from '../../core/problem-catalogue.ts'
import { identifier, named } from '../../http/reply/answers.ts'
import type { Route } from '../../http/route.ts'
import { listRouteProblems } from '../../http/route-problems.ts'
import { describeBytes, describeJson } from './media-types.ts'
import type { SchemaCatalogue } from './schemas.ts'

/** RFC 7807. */
const problemSchema = named(
  'Problem',
  z.strictObject({
    type: z.url(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    requestId: identifier,
    errors: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  }),
  {
    type: 'https://hub.example/problems/validation',
    title: 'The request is not valid',
    status: 400,
    detail: 'The request is not valid',
    requestId: '0198f2a0-0000-7000-8000-0000000000e2',
    errors: [{ field: 'patientId', message: 'is required' }],
  },
)

const text = (description: string, example: string, pattern?: string): JsonObject => ({
  description,
  schema: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
  example,
})
const always = (header: JsonObject): JsonObject => ({ ...header, required: true })

/** Headers of responses, by the name in references. */
const headers = {
  'X-Request-Id': always({
    description: 'The identifier of the request, as the client sent it.',
    schema: { type: 'string', format: 'uuid' },
    example: '0198f2a0-0000-7000-8000-0000000000e2',
  }),
  ETag: always(text('The version that a change sends back as If-Match. RFC 9110 8.8.3.', 'W/"1"', '^W/"[1-9][0-9]*"$')),
  Location: always({
    description: 'The address of what was made, or of the job that makes it. RFC 9110 10.2.2.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/jobs/0198f2a0-0000-7000-8000-0000000000b1',
  }),
  'Idempotent-Replayed': text('true where this is the answer to an earlier request with the same key.', 'true'),
  RateLimit: text('How many requests are left, and in how many seconds all are there again.', '"client";r=599;t=60'),
  'RateLimit-Policy': text('How many requests may be sent in a window of how many seconds.', '"client";q=600;w=60'),
  'Retry-After': text('The seconds after which the same request may go through. RFC 9110 10.2.3.', '1', '^[0-9]+$'),
  'WWW-Authenticate': always(text('What the access token lacks. RFC 6750 3.', 'Bearer error="invalid_token"')),
  Deprecation: always(text('Since when the operation is deprecated. RFC 9745.', '@1767225600')),
  Sunset: always(text('When the operation ends. RFC 8594.', 'Fri, 01 Jan 2027 00:00:00 GMT')),
} as const satisfies Readonly<Record<string, JsonObject>>
type HeaderName = keyof typeof headers

const referHeaders = (names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const rateNames = ['RateLimit', 'RateLimit-Policy'] as const
const ageNames = ({ deprecation }: Route<never>): readonly HeaderName[] =>
  deprecation === undefined ? [] : ['Deprecation', ...(deprecation.sunsetOn === undefined ? [] : (['Sunset'] as const))]

export type ResponseCatalogue = {
  readonly build: (route: Route<never>) => JsonObject
  readonly components: () => { readonly headers: JsonObject; readonly responses: JsonObject }
}

/** `problemBase`: address of the pages about problems. */
export function openResponseCatalogue(schemas: SchemaCatalogue, problemBase: string): ResponseCatalogue {
  const problem = schemas.add(problemSchema, 'output')
  const shared = new Map<string, JsonObject>()

  const refuse = (status: number, slugs: readonly ProblemSlug[], route: Route<never>): JsonObject => {
    const age = ageNames(route)
    const name = [String(status), ...slugs, ...age].join('.')
    shared.set(name, buildRefusal({ status, slugs, problem, problemBase, age }))
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    build(route) {
      const slugs = listRouteProblems(route)
      const statuses = new Set(problemCatalogue.filter(({ slug }) => slugs.includes(slug)).map(({ status }) => status))
      const refusals = [...statuses].map((status) => {
        const those = problemCatalogue.filter((row) => row.status === status && slugs.includes(row.slug))
        return [
          String(status),
          refuse(
            status,
            those.map(({ slug }) => slug),
            route,
          ),
        ]
      })
      const successes = [route.success, route.otherSuccess].flatMap((success) =>
        success === undefined ? [] : [[String(success), buildSuccess({ ...route, success }, schemas)]],
      )
      const unchanged = hasUnchanged(route) ? [['304', buildUnchanged()]] : []
      return Object.fromEntries([...successes, ...unchanged, ...refusals])
    },
    components: () => ({ headers, responses: Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1))) }),
  }
}

type Refusal = {
  readonly status: number
  readonly slugs: readonly ProblemSlug[]
  readonly problem: JsonObject
  readonly problemBase: string
  readonly age: readonly HeaderName[]
}

const statusHeaders: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

function buildRefusal({ status, slugs, problem, problemBase, age }: Refusal): JsonObject {
  const rows = problemCatalogue.filter(({ slug }) => slugs.includes(slug))
  const types = slugs.map((slug) => `${problemBase}/${slug}`)
  const schema = { allOf: [problem, { properties: { type: { enum: types }, status: { const: status } } }] }
  return {
    description: rows.map(({ slug, title }) => `[${slug}](${problemBase}/${slug}): ${title}`).join('; '),
    headers: referHeaders(['X-Request-Id', ...rateNames, ...(statusHeaders[status] ?? []), ...age]),
    content: { 'application/problem+json': { schema, examples: giveProblems(rows, problemBase) } },
  }
}

/** One example of each problem, as problem-details.ts writes it. */
const giveProblems = (rows: readonly (typeof problemCatalogue)[number][], problemBase: string): JsonObject =>
  Object.fromEntries(
    rows.map(({ slug, status, title }) => [
      slug,
      {
        summary: title,
        value: {
          type: `${problemBase}/${slug}`,
          title,
          status,
          detail: title,
          requestId: '0198f2a0-0000-7000-8000-0000000000e2',
          errors: slug === 'validation' ? [{ field: 'patientId', message: 'is required' }] : [],
        },
      },
    ]),
  )

const descriptions: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  206: 'Partial content',
  204: 'No content',
}

function buildSuccess(route: Route<never>, schemas: SchemaCatalogue): JsonObject {
  const names: readonly HeaderName[] = [
    'X-Request-Id',
    ...rateNames,
    ...(hasVersion(route.response) ? (['ETag'] as const) : []),
    ...(route.success === 201 || route.success === 202 ? (['Location'] as const) : []),
    ...(route.idempotent ? (['Idempotent-Replayed'] as const) : []),
    ...ageNames(route),
  ]
  const content = buildContent(route, schemas)
  return {
    description: descriptions[route.success] ?? 'Done',
    headers: referHeaders(names),
    ...(content === undefined ? {} : { content }),
  }
}

function buildContent({ gives, response }: Route<never>, schemas: SchemaCatalogue): JsonObject | undefined {
  if (gives !== undefined) return describeBytes(gives)
  if (response === undefined) return undefined
  return { 'application/json': describeJson(schemas.add(response, 'output'), schemas) }
}

/** RFC 9110 15.4.5: the client's copy is current. */
export const hasUnchanged = (route: Route<never>): boolean =>
  route.method === 'GET' && route.isTimely !== true && hasVersion(route.response)

const buildUnchanged = (): JsonObject => ({
  description: 'If-None-Match names the version that there is',
  headers: referHeaders(['X-Request-Id', ...rateNames, 'ETag']),
})

const versioned = new WeakMap<z.ZodType, boolean>()

/** Whether writeReply makes an ETag: from an integer `version`. */
function hasVersion(response: z.ZodType | undefined): boolean {
  if (response === undefined) return false
  const known = versioned.get(response) ?? listsVersion(response)
  versioned.set(response, known)
  return known
}

function listsVersion(response: z.ZodType): boolean {
  const { properties, required, $defs } = z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' })
  const { id } = response.meta() ?? {}
  const own = id === undefined ? { properties, required } : ($defs?.[id] ?? {})
  const { version } = isJsonObject(own.properties) ? own.properties : {}
  return isJsonObject(version) && version['type'] === 'integer' && own.required?.includes('version') === true
}
