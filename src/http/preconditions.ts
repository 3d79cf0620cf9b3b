/** The version that a change of `/v1` expects: no edit is lost, and nobody signs what they have not read. RFC 9110 13.1, RFC 6585 3. D73 */
import { Problem } from '../core/problems.ts'
import { type Context, isRepeated } from './request/request-state.ts'

/** The current version must be one of these; `any`: any existing one; `new`: none may exist. */
export type Expected = readonly number[] | 'any' | 'new'

type Row = {
  readonly precondition: string
  /** It may name several entity tags. */
  readonly several: boolean
  /** `If-Match: *` is enough. */
  readonly any: boolean
  /** `If-None-Match: *` is enough: the first of its kind. */
  readonly isNew: boolean
  /** The advice to a client that left it out. */
  readonly remedy: string
}

const read = 'Read what you change, and send the ETag of that answer as If-Match'

// biome-ignore format: one row a line
export const preconditions = [
  { precondition: 'version',        several: true,  any: false, isNew: false, remedy: read },
  { precondition: 'read-version',   several: false, any: false, isNew: false, remedy: `${read}: one ETag, of the version that you sign` },
  { precondition: 'version-or-any', several: true,  any: true,  isNew: false, remedy: `${read}, or * for whatever the current version is` },
  { precondition: 'version-or-new', several: true,  any: false, isNew: true,  remedy: `${read}; where there is nothing to read yet, send If-None-Match: *` },
] as const satisfies readonly Row[]

export type Precondition = (typeof preconditions)[number]['precondition']

/** The preconditions of a route. */
export type Demand = {
  /** The version that it must name; or why it needs none, though it may name one (`isHeard`). D73 */
  readonly precondition?: Precondition | { readonly none: string; readonly isHeard?: true }
}

/** Undefined if the route needs none. */
export const findPrecondition = ({ precondition }: Demand): Row | undefined =>
  preconditions.find((row) => row.precondition === precondition)

/** True if a version in the request is compared with the current one. */
export const hearsVersion = ({ precondition }: Demand): boolean =>
  typeof precondition === 'object' ? precondition.isHeard === true : precondition !== undefined

const tag = '(?:W/)?"[!#-~]*"'
const tags = new RegExp(`^${tag}(?:[ \\t]*,[ \\t]*${tag})*$`)
const version = /^"([1-9]\d{0,8})"$/

/**
 * The version in the request. Weak and strong tags count the same: a version has one form. Throws 400 for a malformed
 * header, and 428 if the row demands one that is absent or says too little.
 */
export function parseExpected(ctx: Context, route: Demand): Expected | undefined {
  const row = findPrecondition(route)
  const match = readHeader(ctx, 'If-Match')
  const noneMatch = row?.isNew === true ? readHeader(ctx, 'If-None-Match') : undefined
  if (noneMatch !== undefined && (noneMatch !== '*' || match !== undefined))
    throw malformed('If-None-Match', 'must be *, and alone')
  if (noneMatch !== undefined) return 'new'
  if (match === undefined) {
    if (row !== undefined) throw required(row)
    return undefined
  }
  const expected = parseTags(match)
  if (row !== undefined && (expected === 'any' ? !row.any : !row.several && expected.length !== 1)) throw required(row)
  return expected
}

/** Throws 428 if the body signs something and the request names no single version, as `read-version` does. */
export function checkSigned(
  { signs }: { readonly signs?: (body: never) => boolean },
  body: unknown,
  expected: Expected | undefined,
): void {
  if (signs?.(body as never) !== true || (Array.isArray(expected) && expected.length === 1)) return
  throw required(findPrecondition({ precondition: 'read-version' }))
}

/** Throws 412 unless the current version is an expected one. */
export function checkVersion(stored: { readonly version: number } | undefined, expected: Expected | undefined): void {
  if (expected === undefined || isMet(stored?.version, expected)) return
  throw new Problem('precondition-failed')
}

function isMet(current: number | undefined, expected: Expected): boolean {
  if (expected === 'new') return current === undefined
  if (current === undefined) return false
  return expected === 'any' || expected.includes(current)
}

function readHeader(ctx: Context, name: 'If-Match' | 'If-None-Match'): string | undefined {
  const text = ctx.headers[name.toLowerCase()]
  if (isRepeated(ctx.req, name)) throw malformed(name, 'must be given once')
  return typeof text === 'string' ? text : undefined
}

/** A tag that is not ours is no version: it matches nothing. */
function parseTags(text: string): readonly number[] | 'any' {
  if (text === '*') return 'any'
  if (!tags.test(text)) throw malformed('If-Match', 'must be an ETag as it was answered: W/"3"')
  return text.split(/[ \t]*,[ \t]*(?=(?:W\/)?")/).map((one) => Number(version.exec(one.replace(/^W\//, ''))?.[1] ?? 0))
}

const malformed = (field: string, message: string): Problem =>
  new Problem('validation', { errors: [{ field, message }] })

const required = (row: Row | undefined): Problem =>
  new Problem('precondition-required', { detail: row?.remedy ?? read })
