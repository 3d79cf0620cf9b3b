/** How an answer goes out: pretty where it is asked for, compressed where the client takes it. R4 http.html#mime-type, RFC 9110 12.5.3. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from '../http/request-state.ts'
import type { FhirReply } from './exchange.ts'
import { indentJson } from './number-text.ts'
import { writeFile } from './write-file.ts'

export async function writeFhir(ctx: Context, reply: FhirReply): Promise<void> {
  ctx.status = reply.status
  ctx.set({ ...reply.headers })
  if (reply.file !== undefined) writeFile(ctx, reply.file, isLiked(weigh(ctx.get('Accept-Encoding')), 'gzip'))
  else if (reply.content !== undefined) {
    ctx.set('Content-Type', reply.content.mediaType)
    ctx.body = Buffer.from(reply.content.bytes)
  } else if (reply.text !== undefined) {
    ctx.set('Content-Type', 'application/fhir+json; charset=utf-8')
    await writeText(ctx, isPretty(ctx) ? indentJson(reply.text) : reply.text)
  } else ctx.body = null
  // Koa takes a null body for 204; any other status that was chosen stays.
  ctx.status = reply.status
}

const isPretty = (ctx: Context): boolean => new URLSearchParams(ctx.querystring).get('_pretty') === 'true'

/** Less than what one packet carries is not worth the work. */
const minCompressed = 1400

const codings = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 4 }),
} as const

async function writeText(ctx: Context, text: string): Promise<void> {
  ctx.vary('Accept-Encoding')
  const coding = text.length < minCompressed ? undefined : chooseCoding(ctx.get('Accept-Encoding'))
  if (coding === undefined) {
    ctx.body = text
    return
  }
  ctx.set('Content-Encoding', coding)
  ctx.body = await codings[coding](Buffer.from(text))
}

/** The coding that the client likes best of ours; undefined where it wants none. */
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

/** At least as well as no coding. */
const isLiked = (weightOf: Weigh, coding: string): boolean =>
  weightOf(coding) > 0 && weightOf(coding) >= weightOf('identity')

function parseWeight(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((one) => one.trim())
  const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
  return [name, Number.isNaN(weight) ? 0 : weight]
}
