/** The parameters of an operation: names in its path, its query, the headers of every request, and its own. */

import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { breakGlassHeader, breakGlassReasons } from '../../http/checks/apply-consent-denials.ts'
import { hearsVersion, preconditions } from '../../http/preconditions.ts'
import type { Route } from '../../http/route.ts'
import { findParameterKey, parameterTexts } from './parameter-texts.ts'
import { hasUnchanged } from './responses.ts'
import type { SchemaCatalogue } from './schemas.ts'

const uuid: JsonObject = { type: 'string', format: 'uuid' }

/** docs/design/hub.md#requests-and-answers; `Authorization` is the security scheme. */
export const headerParameters = (spokeIds: readonly string[]): JsonObject => ({
  ...requestParameters(spokeIds),
  ...versionParameters(),
  BreakGlass: optional(
    header(
      breakGlassHeader,
      'Why a clinician must see what the consent of a patient denies them. The access is on record, and alerts tell of it.',
      { type: 'string', enum: [...breakGlassReasons] },
      'emergency',
    ),
  ),
})

const requestParameters = (spokeIds: readonly string[]): JsonObject => ({
  TenantId: header(
    'X-Tenant-Id',
    'The tenant that the request acts in, a UUID. The access token must grant it.',
    uuid,
    '00000000-0000-7000-8000-000000000001',
  ),
  SpokeId: header(
    'X-Spoke-Id',
    'The spoke that the request acts as. The access token must grant it.',
    { type: 'string', enum: [...spokeIds] },
    'connect',
  ),
  RequestId: header(
    'X-Request-Id',
    'The identifier of the request, a UUID that the client makes, UUIDv7 preferred. The answer repeats it.',
    uuid,
    '0198f2a0-0000-7000-8000-0000000000e2',
  ),
  IdempotencyKey: header(
    'X-Idempotency-Key',
    'A key that the client makes, one for each change. The same request sent again under it gets the first answer again, for 7 days.',
    { type: 'string', pattern: '^[!-~]{1,200}$' },
    '0198f2a0-0000-7000-8000-0000000000e3',
  ),
})

const optional = (parameter: JsonObject): JsonObject => ({ ...parameter, required: false })

/** The headers that name the version to read or change. */
const versionParameters = (): JsonObject => ({
  ...Object.fromEntries(preconditions.map((row) => [ifMatchName(row), ifMatchParameter(row)])),
  IfMatch: optional(
    header(
      'If-Match',
      'The ETag that was read. Where it is not the current version, the answer is 412.',
      { type: 'string', pattern: `^${oneTag}( ?, ?${oneTag})*$` },
      'W/"1"',
    ),
  ),
  IfNoneMatch: optional(
    header(
      'If-None-Match',
      'Sent instead of If-Match where there is nothing yet. Where there is something, the answer is 412.',
      { type: 'string', enum: ['*'] },
      '*',
    ),
  ),
  IfNoneMatchRead: optional(
    header(
      'If-None-Match',
      'The ETag that the client holds. Where it is still the current one, the answer is 304 without a body.',
      { type: 'string' },
      'W/"1"',
    ),
  ),
})

type Row = (typeof preconditions)[number]

const ifMatchName = ({ precondition }: Row): string => `IfMatch.${precondition}`

const oneTag = '(W/)?"[1-9][0-9]{0,8}"'

function ifMatchParameter({ several, any, isNew, remedy }: Row): JsonObject {
  const pattern = `^(${oneTag}${several ? `( ?, ?${oneTag})*` : ''}${any ? '|\\*' : ''})$`
  const description = `${remedy}. Without it the answer is 428; where it is not the current version, 412.`
  return { ...header('If-Match', description, { type: 'string', pattern }, 'W/"1"'), required: !isNew }
}

const ifMatchParameters = <S>(route: Route<S>): JsonObject[] => {
  const row = preconditions.find(({ precondition }) => precondition === route.precondition)
  if (row === undefined) return hearsVersion(route) ? [refer('IfMatch')] : []
  return [refer(ifMatchName(row)), ...(row.isNew ? [refer('IfNoneMatch')] : [])]
}

/** Open to clinicians, but not to everybody. */
const isClinical = <S>({ roles }: Route<S>): boolean => roles.includes('clinician') && !roles.includes('billing')

const header = (name: string, description: string, schema: JsonObject, example: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
})

const refer = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` })

export const buildParameters = <S>(route: Route<S>, schemas: SchemaCatalogue): JsonObject[] => [
  ...listOwnParameters(route, schemas).map((parameter) => describeParameter(route.handler.name, parameter)),
  ...['TenantId', 'SpokeId', 'RequestId'].map(refer),
  ...(route.idempotent ? [refer('IdempotencyKey')] : []),
  ...ifMatchParameters(route),
  ...(hasUnchanged(route as Route<never>) ? [refer('IfNoneMatchRead')] : []),
  ...(isClinical(route) ? [refer('BreakGlass')] : []),
]

const listOwnParameters = <S>(route: Route<S>, schemas: SchemaCatalogue): OwnParameter[] => [
  ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name, route.params?.[name])),
  ...(route.query === undefined ? [] : schemaParameters('query', schemas.add(route.query, 'input'))),
  ...(route.headers === undefined ? [] : schemaParameters('header', schemas.add(route.headers, 'input'))),
]

type OwnParameter = JsonObject & { readonly name: string; readonly in: string }

function describeParameter(operationId: string, parameter: OwnParameter): JsonObject {
  const key = findParameterKey(operationId, parameter.in, parameter.name)
  const [description, example] = (key === undefined ? undefined : parameterTexts[key]) ?? []
  return {
    ...parameter,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  }
}

const pathParameter = (name: string, pattern: RegExp | undefined): OwnParameter => ({
  name,
  in: 'path',
  required: true,
  schema: pattern === undefined ? uuid : { type: 'string', pattern: pattern.source },
})

/** One for each member of an object's schema. */
function schemaParameters(place: 'query' | 'header', schema: JsonObject): OwnParameter[] {
  const { properties, required } = schema
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).map(([name, member]) => {
    const rest = isJsonObject(member) ? member : {}
    return {
      name,
      in: place,
      required: Array.isArray(required) && required.includes(name),
      schema: rest,
    }
  })
}
