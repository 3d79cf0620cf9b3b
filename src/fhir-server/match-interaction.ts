/** A method and a path to an interaction of a type. R4 http.html#summary. */
import { Problem } from '../problems.ts'
import { findResourceType, type Interaction, interactions } from './interactions.ts'

export type Matched = {
  readonly row: Interaction
  readonly type: string
  readonly id?: string
  readonly version?: number
}

const idPattern = /^[A-Za-z0-9\-.]{1,64}$/

/** `path` is relative to the base address. Throws 404 for what is no address here, 405 with Allow for what is no method of it. */
export function matchInteraction(method: string, path: string): Matched {
  const segments = path.split('/')
  const [type = '', id, , version] = segments
  const known = findResourceType(type)
  if (known === undefined) throw new Problem('not-found', { detail: 'The resource type is not served here' })
  const rows = interactions.filter((row) => fits(row.path.split('/'), segments))
  if (rows.length === 0) throw new Problem('not-found')
  const open = rows.filter(({ code }) => known.codes.includes(code))
  const row = open.find((candidate) => candidate.method === (method === 'HEAD' ? 'GET' : method))
  if (row === undefined) throw new Problem('method-not-allowed', { headers: { Allow: listMethods(open) } })
  return {
    row,
    type,
    ...(id === undefined || id === '_search' ? {} : { id }),
    ...(version === undefined ? {} : { version: Number(version) }),
  }
}

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length && pattern.every((part, index) => fitsSegment(part, segments[index] ?? ''))

function fitsSegment(part: string, segment: string): boolean {
  if (part === '{id}') return idPattern.test(segment)
  if (part === '{version}') return /^[1-9]\d{0,8}$/.test(segment)
  return part === '{type}' || part === segment
}

const listMethods = (rows: readonly Interaction[]): string =>
  [...new Set(rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort().join(', ')
