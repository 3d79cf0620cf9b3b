/** `GET /metadata`: needs no token, and has an ETag for caches. R4 http.html#capabilities; SMART App Launch 2.2 conformance.html. */
import { parseJson, stringifyJson } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { sha256Of } from '../../core/sha256.ts'
import { fhirPath } from '../../fhir/own-addresses.ts'
import type { Context, Layer } from '../../http/request/request-state.ts'
import { renderXml } from '../../profiles/xml/xml-writer.ts'
import type { FhirServer } from '../exchange.ts'
import { checkFormat } from '../reply/formats.ts'
import { writeFhir } from '../reply/write-reply.ts'
import { buildCapabilityStatement } from './capability-statement.ts'

const path = `${fhirPath}/metadata`

/** `date` is the date of the statement. */
export const serveCapabilityStatement = (server: FhirServer, date: string): Layer => {
  const text = stringifyJson(buildCapabilityStatement(server, date))
  let rendered: string | undefined
  const xml = (): string => {
    rendered ??= renderXml(server.parameters.definitions, parseJson(text))
    return rendered
  }
  const tag = `W/"${sha256Of(text).slice(0, 16)}"`
  const headers = { ETag: tag, 'Last-Modified': new Date(date).toUTCString() }
  const serve = async (ctx: Context): Promise<void> => {
    ctx.state.route = path
    if (!['GET', 'HEAD'].includes(ctx.method))
      throw new Problem('method-not-allowed', { headers: { Allow: 'GET, HEAD' } })
    checkMode(new URLSearchParams(ctx.querystring).get('mode'))
    checkFormat(ctx)
    const isKnown = ctx
      .get('If-None-Match')
      .split(',')
      .some((one) => one.trim() === tag)
    await writeFhir(server, ctx, isKnown ? { status: 304, headers } : { status: 200, headers, text, xml })
  }
  return (ctx, next) => (ctx.path === path || ctx.path === `${path}/` ? serve(ctx) : next())
}

/** The whole statement is also its normative part; the terminology mode is not offered. */
function checkMode(mode: string | null): void {
  if (mode !== null && mode !== 'full' && mode !== 'normative')
    throw new Problem('validation', {
      errors: [{ field: 'mode', message: 'is full or normative here', code: 'not-supported' }],
    })
}
