/** The formats of FHIR: those that a client accepts, and those that it sends. R4 http.html#mime-type, #version-parameter, binary.html#rest; RFC 9110 12.5.1. */

import { Problem } from '../../core/problems.ts'
import type { Context } from '../../http/request/request-state.ts'

/** `also`: other names of the format. */
export const formats = [
  { format: 'json', mediaType: 'application/fhir+json', also: ['application/json', 'text/json', 'json'] },
  { format: 'xml', mediaType: 'application/fhir+xml', also: ['application/xml', 'text/xml', 'xml'] },
] as const

type Format = (typeof formats)[number]['format']

export const fhirMediaTypes: readonly string[] = formats
  .flatMap(({ mediaType, also }) => [mediaType, ...also])
  .filter((name) => name.includes('/'))

export const mediaTypeOf = (format: Format): string =>
  formats.find((row) => row.format === format)?.mediaType ?? formats[0].mediaType

/** By a format's name, or a media type that is not FHIR's own. */
const byName = new Map<string, Format>(
  formats.flatMap(({ format, mediaType, also }) => [mediaType, ...also].map((name) => [name, format] as const)),
)

export const isXml = (mediaType: string): boolean => byName.get(mediaType) === 'xml'

/** A parameter of the address, or of a posted search form. */
export const findParameter = ({ querystring, state }: Context, name: string): string | undefined =>
  (querystring === '' ? undefined : new URLSearchParams(querystring).get(name)) ??
  state.form?.find(([own]) => own === name)?.[1]

/** `_format` wins over Accept. Undefined if no format that the client accepts is available. */
export function findFormat(ctx: Context): Format | undefined {
  const asked = findParameter(ctx, '_format') ?? ''
  // In an address the plus of a media type becomes a space.
  if (asked !== '') return firstOf(asked.replaceAll(' ', '+'), byName)
  return firstOf(ctx.get('Accept'), ofAccept)
}

const ofAccept: ReadonlyMap<string, Format> = new Map([
  ...byName,
  ['', 'json'],
  ['*/*', 'json'],
  ['application/*', 'json'],
])

/** The first of the most wanted ones. */
function firstOf(header: string, known: ReadonlyMap<string, Format>): Format | undefined {
  // Most clients send a header that needs no weighing.
  const only = known.get(header)
  if (only !== undefined) return only
  const wanted = header.split(',').map(parseRange)
  const [best] = wanted.filter(({ name, weight }) => weight > 0 && known.has(name)).sort((a, b) => b.weight - a.weight)
  return best && known.get(best.name)
}

/** A media type of another FHIR version is not ours. */
function parseRange(range: string): { readonly name: string; readonly weight: number } {
  const [name = '', ...parameters] = range
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const parameterOf = (own: string): string | undefined =>
    parameters.find((one) => one.startsWith(`${own}=`))?.slice(own.length + 1)
  const weight = Number(parameterOf('q') ?? 1)
  const isOurs = (parameterOf('fhirversion') ?? '4.0').replaceAll('"', '') === '4.0'
  return { name, weight: Number.isNaN(weight) || !isOurs ? 0 : weight }
}

/** A Binary is sent as itself, unless the client asks for FHIR by name. */
export const wantsNative = (ctx: Context): boolean =>
  (findParameter(ctx, '_format') ?? '') === '' && !/\bapplication\/fhir\+(?:json|xml)\b/i.test(ctx.get('Accept'))

/** Throws 406 if the client accepts no FHIR format. */
export function checkFormat(ctx: Context): void {
  if (findFormat(ctx) === undefined) throw new Problem('not-acceptable')
}
