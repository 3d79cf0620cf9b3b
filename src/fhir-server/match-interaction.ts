/** Finds the interaction of a method and a path; @koa/router matches the paths. R4 http.html#summary. */
import { invalidField, Problem } from '../core/problems.ts'
import { isId } from '../fhir/id.ts'
import { findResourceType } from '../fhir/resource-types.ts'
import { compilePaths, type Found, type Named } from '../http/path-templates.ts'
import { type Route, routes } from './interactions.ts'

export type Matched = {
  readonly row: Route
  /** Empty for the whole system. */
  readonly type: string
  readonly id?: string
  readonly version?: number
}

/** Other names belong to the interface. */
const forms: Readonly<Record<string, RegExp>> = { type: /^[A-Z]/, id: /^[^_$]/, version: /^[1-9]\d{0,8}$/ }

/** Words of the interface in their places, and how many other segments there are: no name matches a word, so few routes fit a path. */
const shapeOf = (path: string): string => path.replaceAll(otherSegment, '/')

const otherSegment = /\/[^_$/][^/]*/g

/** A path is held against those of its shape. */
const find = compilePaths(
  Map.groupBy(routes as readonly Route[], (row) => `/${row.path}`),
  shapeOf,
)

type Addressed = Found<readonly Route[]>

/** `path` is relative to the base address. Throws 404 for an unknown address, 405 with Allow for a wrong method, 400 for an impossible id. */
export function matchInteraction(method: string, path: string): Matched {
  const fitting = find(`/${path}`).filter(({ named }) => hasForms(named))
  const asked = method === 'HEAD' ? 'GET' : method
  for (const { row: rows, named } of fitting) {
    const row = rows.find((one) => one.method === asked && isOpen(one, named))
    if (row !== undefined) return toMatched(row, named, path)
  }
  throw refusal(fitting, path)
}

function hasForms(named: Named): boolean {
  for (const name in named) if (forms[name]?.test(named[name] ?? '') === false) return false
  return true
}

function toMatched(row: Route, { type, id, version }: Named, path: string): Matched {
  if (id !== undefined && !isId(id)) throw noId(row, type ?? firstOf(path))
  return {
    row,
    type: type ?? '',
    ...(id === undefined ? {} : { id }),
    ...(version === undefined ? {} : { version: Number(version) }),
  }
}

/** Whether the row is for the system, or for a served type. */
const isOpen = (row: Route, { type }: Named): boolean => type === undefined || isServed(row, findResourceType(type))

const isServed = (row: Route, known: ReturnType<typeof findResourceType>): boolean =>
  known !== undefined &&
  (row.code === 'operation' ? row.types.includes(known.type) : known.codes.some((code) => code === row.code))

/** Why no row matches. */
function refusal(fitting: readonly Addressed[], path: string): Problem {
  if (fitting.every(({ named: { type } }) => type !== undefined && findResourceType(type) === undefined))
    return notServed(firstOf(path))
  const open = fitting.flatMap(({ row: rows, named }) => rows.filter((row) => isOpen(row, named)))
  if (open.length === 0) return new Problem('not-found')
  return new Problem('method-not-allowed', { headers: { Allow: listMethods(open) } })
}

const firstOf = (path: string): string => path.split('/', 1)[0] ?? ''

const notServed = (type: string): Problem =>
  new Problem(
    'not-found',
    /^[A-Z]/.test(type) && findResourceType(type) === undefined
      ? { detail: 'The resource type is not served here' }
      : {},
  )

/** R4 datatypes.html#id. No resource can have such an id. */
const noId = ({ method }: Route, type: string): Problem =>
  method === 'GET'
    ? new Problem('not-found')
    : invalidField(`${type}.id`, 'must be 1 to 64 letters, digits, hyphens and full stops')

const listMethods = (rows: readonly Route[]): string =>
  [...new Set(rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort().join(', ')
