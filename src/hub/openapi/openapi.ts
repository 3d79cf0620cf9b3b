/** The OpenAPI 3.1 document of `/v1`, from the route table. docs/design/hub.md#requests-and-answers. */

import type { JsonObject } from '../../core/json.ts'
import type { Spoke } from '../../core/spokes.ts'
import type { Route } from '../../http/route.ts'
import { describeBytes, describeJson } from './media-types.ts'
import { operationTexts } from './operations/operations.ts'
import { buildParameters, headerParameters } from './parameters.ts'
import { openResponseCatalogue, type ResponseCatalogue } from './responses.ts'
import { openSchemaCatalogue, type SchemaCatalogue } from './schemas.ts'
import { findTag, tags } from './tags.ts'

export type OpenapiOptions = {
  readonly baseUrl: string
  readonly problemBase: string
  readonly scopes: Readonly<Record<Route<never>['scope'], string>>
  readonly spokes: readonly Spoke[]
  /** Issuer of the clients' tokens. */
  readonly issuer: string
  readonly version: string
}

const description = `The Hub of a clinical documentation service. A spoke opens an encounter, stores what was said, has an artifact drafted, verified and approved, and shares what is released.

Every request carries an access token and the headers \`X-Tenant-Id\`, \`X-Spoke-Id\` and \`X-Request-Id\`; whatever changes something also \`X-Idempotency-Key\`. Errors are RFC 7807 problem details. Lists answer \`items\` and \`nextCursor\`, which the next request gives as \`cursor\`. Members that a client does not know are to be ignored; members that the Hub does not know are refused.

\`x-roles\` names the roles of which the caller needs one, \`x-spokes\` the spokes that may call it, \`x-maturity\` how far an operation may be relied on: public, preview, direction or internal.`

export function buildOpenapi<S>(routes: readonly Route<S>[], options: OpenapiOptions): JsonObject {
  const schemas = openSchemaCatalogue()
  const responses = openResponseCatalogue(schemas, options.problemBase)
  const paths: Record<string, JsonObject> = {}
  for (const row of routes) {
    const operation = buildOperation(row, { schemas, responses, scopes: options.scopes, spokes: options.spokes })
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation }
  }
  const used = new Set(routes.map(({ path }) => findTag(path)?.title))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Banksia Hub',
      version: options.version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl }],
    externalDocs: { url: `${options.baseUrl}/docs`, description: 'Documentation' },
    tags: tags.filter(({ title }) => used.has(title)).map(({ title, about }) => ({ name: title, description: about })),
    paths,
    components: {
      schemas: schemas.components(),
      parameters: headerParameters(options.spokes.map(({ id }) => id)),
      ...responses.components(),
      securitySchemes: {
        oidc: {
          type: 'openIdConnect',
          openIdConnectUrl: `${options.issuer}/.well-known/openid-configuration`,
          description: 'An access token of the identity provider, sent as Authorization: Bearer',
        },
      },
    },
  }
}

type Building = {
  readonly schemas: SchemaCatalogue
  readonly responses: ResponseCatalogue
  readonly scopes: OpenapiOptions['scopes']
  readonly spokes: OpenapiOptions['spokes']
}

function buildOperation<S>(row: Route<S>, { schemas, responses, scopes, spokes }: Building): JsonObject {
  const requestBody = buildRequestBody(row, schemas)
  return {
    operationId: row.handler.name,
    summary: row.summary ?? '',
    description: operationTexts[row.handler.name] ?? '',
    tags: [findTag(row.path)?.title ?? ''],
    ...(row.deprecation === undefined ? {} : { deprecated: true }),
    security: [{ oidc: [scopes[row.scope]] }],
    'x-roles': [...row.roles],
    'x-spokes': spokes.filter((spoke) => spoke.scopes.includes(row.scope)).map(({ id }) => id),
    'x-maturity': row.maturity ?? 'preview',
    parameters: buildParameters(row, schemas),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responses.build(row),
  }
}

function buildRequestBody<S>({ takes, body }: Route<S>, schemas: SchemaCatalogue): JsonObject | undefined {
  if (takes !== undefined) return { required: true, content: describeBytes(takes) }
  if (body === undefined) return undefined
  const required = !body.safeParse(undefined).success
  return { required, content: { 'application/json': describeJson(schemas.add(body, 'input'), schemas) } }
}
