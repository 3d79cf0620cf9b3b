/** Writes a reply: as XML or pretty if wanted, compressed if the client accepts it. R4 http.html#mime-type, RFC 9110 12.5.3. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { maxTextAtOnce } from '../../core/json/json-slices.ts'
import { parseJsonInSlices, stringifyJson } from '../../core/json.ts'
import { after, attempt, type MaybePromise } from '../../core/maybe-promise.ts'
import { Problem } from '../../core/problems.ts'
import { inTurnsIf } from '../../core/turns.ts'
import type { Outcome } from '../../http/reply/operation-outcome.ts'
import { writeNothing } from '../../http/reply/reply.ts'
import { type Context, headerOf } from '../../http/request/request-state.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import { UnwritableError } from '../../profiles/xml/xml-text.ts'
import { renderXmlInSlices } from '../../profiles/xml/xml-writer.ts'
import type { FhirReply, FhirServer } from '../exchange.ts'
import { indentInSlices } from '../indent-json.ts'
import { findFormat, findParameter, mediaTypeOf } from './formats.ts'
import { writeFile } from './write-file.ts'

export function writeFhir(server: FhirServer, ctx: Context, reply: FhirReply): MaybePromise<void> {
  ctx.status = reply.status
  if (reply.headers !== undefined) ctx.set(reply.headers)
  if (reply.file !== undefined) writeFile(ctx, reply.file, isLiked(weigh(ctx.get('Accept-Encoding')), 'gzip'))
  else if (reply.content !== undefined) {
    ctx.set('Content-Type', reply.content.mediaType)
    ctx.body = Buffer.from(reply.content.bytes)
  } else if (reply.text !== undefined) {
    return after(render(server, ctx, { ...reply, text: reply.text }), ({ format, text }) => {
      ctx.set('Content-Type', `${mediaTypeOf(format)}; charset=utf-8`)
      return writeText(ctx, text)
    })
  } else writeNothing(ctx, reply.status)
}

/** Writes a refusal in the format of the wanted reply. */
export const writeOutcome =
  (server: FhirServer) =>
  (ctx: Context, outcome: Outcome): MaybePromise<void> =>
    writeFhir(server, ctx, { status: ctx.status, text: stringifyJson(outcome) })

type Written = FhirReply & { readonly text: string }
type Rendered = { readonly format: 'json' | 'xml'; readonly text: string }

/** `text` is JSON. */
function render({ parameters }: FhirServer, ctx: Context, { text, xml }: Written): MaybePromise<Rendered> {
  const pretty = findParameter(ctx, '_pretty') === 'true'
  const format = findFormat(ctx) === 'xml' ? 'xml' : 'json'
  if (format === 'json' && !pretty) return { format, text }
  if (format === 'xml' && xml !== undefined && !pretty) return { format, text: xml() }
  const made = () => (format === 'json' ? indentInSlices(text) : xmlInSlices(parameters.definitions, text, pretty))
  return attempt(
    () => after(inTurnsIf(text.length > maxTextAtOnce, made()), (one) => ({ format, text: one })),
    (error) => {
      if (!(error instanceof UnwritableError)) throw error
      // RFC 9110 12.5.1: the result, or the reason of a refusal, is better in another format than missing.
      if (ctx.status >= 400 || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return { format: 'json', text }
      throw new Problem('not-acceptable', { detail: 'The answer holds a character that XML has no way to write' })
    },
  )
}

function* xmlInSlices(definitions: Definitions, text: string, pretty: boolean): Generator<undefined, string> {
  return yield* renderXmlInSlices(definitions, yield* parseJsonInSlices(text), pretty)
}

/** Compressing less than one packet saves nothing. */
const minCompressed = 1400

const codings = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 4 }),
} as const

function writeText(ctx: Context, text: string): MaybePromise<void> {
  ctx.vary('Accept-Encoding')
  const header = headerOf(ctx, 'accept-encoding')
  const coding = text.length < minCompressed || header === '' ? undefined : chooseCoding(header)
  if (coding === undefined) {
    ctx.body = text
    return
  }
  ctx.set('Content-Encoding', coding)
  return codings[coding](Buffer.from(text)).then((bytes) => {
    ctx.body = bytes
  })
}

/** The client's preferred coding among ours; undefined if it wants none. */
export function chooseCoding(header: string): keyof typeof codings | undefined {
  const weightOf = weigh(header)
  const [best] = (['br', 'gzip'] as const).toSorted((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && isLiked(weightOf, best) ? best : undefined
}

type Weigh = (name: string) => number

function weigh(header: string): Weigh {
  const weights = new Map(header.toLowerCase().split(',').map(parseWeight))
  return (name) => weights.get(name) ?? (name === 'identity' ? 0 : (weights.get('*') ?? 0))
}

/** At least as wanted as no coding. */
const isLiked = (weightOf: Weigh, coding: string): boolean =>
  weightOf(coding) > 0 && weightOf(coding) >= weightOf('identity')

function parseWeight(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((one) => one.trim())
  const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
  return [name, Number.isNaN(weight) ? 0 : weight]
}
