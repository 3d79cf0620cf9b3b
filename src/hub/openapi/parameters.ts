/** The parameters of an operation: names of its path, its query, the headers of spec section 5 and its own. */

import { breakGlassHeader, breakGlassReasons } from '../../http/apply-denials.ts'
import { hearsVersion, preconditions } from '../../http/preconditions.ts'
import type { Route } from '../../http/route.ts'
import { isJsonObject, type JsonObject } from '../../json.ts'
import { hasUnchanged } from './responses.ts'
import type { SchemaCatalogue } from './schemas.ts'

const uuid: JsonObject = { type: 'string', format: 'uuid' }

/** Spec section 5; `Authorization` is the security scheme. */
export const headerParameters = (spokeIds: readonly string[]): JsonObject => ({
  TenantId: header('X-Tenant-Id', 'The tenant, which the token must grant', uuid),
  SpokeId: header('X-Spoke-Id', 'The spoke, which the token must grant', { type: 'string', enum: [...spokeIds] }),
  RequestId: header('X-Request-Id', 'A UUID of the request, UUIDv7 preferred; the answer repeats it', uuid),
  IdempotencyKey: header(
    'X-Idempotency-Key',
    'Chosen by the client, once for each change. Sent again with the same request it gets the first answer again, for 7 days',
    { type: 'string', pattern: '^[!-~]{1,200}$' },
  ),
  ...Object.fromEntries(preconditions.map((row) => [ifMatchName(row), ifMatchParameter(row)])),
  IfMatch: {
    ...header('If-Match', 'The ETag that was read: 412 where it is not the current version', {
      type: 'string',
      pattern: `^${oneTag}( ?, ?${oneTag})*$`,
    }),
    required: false,
  },
  IfNoneMatch: {
    ...header('If-None-Match', 'Instead of If-Match, where there is nothing yet: 412 where there is', {
      type: 'string',
      enum: ['*'],
    }),
    required: false,
  },
  IfNoneMatchRead: {
    ...header('If-None-Match', 'The ETag that the client holds: 304 where it is still the current one', {
      type: 'string',
    }),
    required: false,
  },
  BreakGlass: {
    ...header(breakGlassHeader, 'Why a clinician has to see what a patient denies them: on record, and told', {
      type: 'string',
      enum: [...breakGlassReasons],
    }),
    required: false,
  },
})

type Row = (typeof preconditions)[number]

const ifMatchName = ({ precondition }: Row): string => `IfMatch.${precondition}`

const oneTag = '(W/)?"[1-9][0-9]{0,8}"'

function ifMatchParameter({ several, any, isNew, remedy }: Row): JsonObject {
  const pattern = `^(${oneTag}${several ? `( ?, ?${oneTag})*` : ''}${any ? '|\\*' : ''})$`
  const description = `${remedy}. 428 without it, 412 where it is not the current version`
  return { ...header('If-Match', description, { type: 'string', pattern }), required: !isNew }
}

const ifMatchParameters = <S>(route: Route<S>): JsonObject[] => {
  const row = preconditions.find(({ precondition }) => precondition === route.precondition)
  if (row === undefined) return hearsVersion(route) ? [refer('IfMatch')] : []
  return [refer(ifMatchName(row)), ...(row.isNew ? [refer('IfNoneMatch')] : [])]
}

/** Open to clinicians, and not to everybody. */
const isClinical = <S>({ roles }: Route<S>): boolean => roles.includes('clinician') && !roles.includes('billing')

const header = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})

const refer = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` })

export const buildParameters = <S>(route: Route<S>, schemas: SchemaCatalogue): JsonObject[] => [
  ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name, route.params?.[name])),
  ...(route.query === undefined ? [] : schemaParameters('query', schemas.add(route.query, 'input'))),
  ...(route.headers === undefined ? [] : schemaParameters('header', schemas.add(route.headers, 'input'))),
  ...['TenantId', 'SpokeId', 'RequestId'].map(refer),
  ...(route.idempotent ? [refer('IdempotencyKey')] : []),
  ...ifMatchParameters(route),
  ...(hasUnchanged(route as Route<never>) ? [refer('IfNoneMatchRead')] : []),
  ...(isClinical(route) ? [refer('BreakGlass')] : []),
]

const pathParameter = (name: string, pattern: RegExp | undefined): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema: pattern === undefined ? uuid : { type: 'string', pattern: pattern.source },
})

/** One for each member of an object's schema. */
function schemaParameters(place: 'query' | 'header', schema: JsonObject): JsonObject[] {
  const { properties, required } = schema
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...rest } = isJsonObject(member) ? member : {}
    return {
      name,
      in: place,
      required: Array.isArray(required) && required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    }
  })
}
