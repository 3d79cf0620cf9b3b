/** A method and a path to an interaction of a type, or of the system. R4 http.html#summary. */

import { invalidField, Problem } from '../core/problems.ts'
import { isId } from '../fhir/id.ts'
import { type Route, routes } from './interactions.ts'
import { findResourceType } from './resource-types.ts'

export type Matched = {
  readonly row: Route
  /** Empty where the system is addressed. */
  readonly type: string
  readonly id?: string
  readonly version?: number
}

/** A row of the table, taken apart once. */
type Shape = { readonly row: Route; readonly parts: readonly string[]; readonly typeAt: number }

const shapes: readonly Shape[] = routes.map((row) => {
  const parts = row.path.split('/')
  return { row, parts, typeAt: parts.indexOf('{type}') }
})
const byLength: ReadonlyMap<number, readonly Shape[]> = Map.groupBy(shapes, ({ parts }) => parts.length)
const keyOf = (method: string, length: number): string => `${method === 'HEAD' ? 'GET' : method} ${length}`
const byMethod: ReadonlyMap<string, readonly Shape[]> = Map.groupBy(shapes, ({ row, parts }) =>
  keyOf(row.method, parts.length),
)

/** `path` is relative to the base address. Throws 404 for what is no address here, 405 with Allow for what is no method of it, 400 for an id that cannot be. */
export function matchInteraction(method: string, path: string): Matched {
  const segments = path.split('/')
  const shape = (byMethod.get(keyOf(method, segments.length)) ?? []).find(
    (one) => fits(one.parts, segments) && isOpen(one, segments),
  )
  if (shape === undefined) throw refusal(segments)
  const { row, parts } = shape
  const segmentOf = (part: string) => segments[parts.indexOf(part)]
  const [id, version] = [segmentOf('{id}'), segmentOf('{version}')]
  if (id !== undefined && !isId(id)) throw noId(row, segmentOf('{type}') ?? segments[0] ?? '')
  return {
    row,
    type: segmentOf('{type}') ?? '',
    ...(id === undefined ? {} : { id }),
    ...(version === undefined ? {} : { version: Number(version) }),
  }
}

const typeOf = ({ typeAt }: Shape, segments: readonly string[]) => findResourceType(segments[typeAt] ?? '')

const isOpen = (shape: Shape, segments: readonly string[]): boolean =>
  shape.typeAt < 0 || isServed(shape.row, typeOf(shape, segments))

/** Why no row answers. */
function refusal(segments: readonly string[]): Problem {
  const fitting = (byLength.get(segments.length) ?? []).filter(({ parts }) => fits(parts, segments))
  if (fitting.every((shape) => shape.typeAt >= 0 && typeOf(shape, segments) === undefined)) return notServed(segments)
  const open = fitting.filter((shape) => isOpen(shape, segments))
  if (open.length === 0) return new Problem('not-found')
  return new Problem('method-not-allowed', { headers: { Allow: listMethods(open.map(({ row }) => row)) } })
}

const notServed = ([type = '']: readonly string[]): Problem =>
  new Problem(
    'not-found',
    /^[A-Z]/.test(type) && findResourceType(type) === undefined
      ? { detail: 'The resource type is not served here' }
      : {},
  )

/** R4 datatypes.html#id. Nothing is under such an id, and nothing can be. */
const noId = ({ method }: Route, type: string): Problem =>
  method === 'GET'
    ? new Problem('not-found')
    : invalidField(`${type}.id`, 'must be 1 to 64 letters, digits, hyphens and full stops')

const isServed = (row: Route, known: ReturnType<typeof findResourceType>): boolean =>
  known !== undefined &&
  (row.code === 'operation' ? row.types.includes(known.type) : known.codes.some((code) => code === row.code))

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.every((part, index) => fitsSegment(part, segments[index] ?? ''))

function fitsSegment(part: string, segment: string): boolean {
  // What begins so is a part of the interface.
  if (part === '{id}') return /^[^_$]/.test(segment)
  if (part === '{version}') return /^[1-9]\d{0,8}$/.test(segment)
  return part === '{type}' ? /^[A-Z]/.test(segment) : part === segment
}

const listMethods = (rows: readonly Route[]): string =>
  [...new Set(rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort().join(', ')
