/** The FHIR interface as a layer: `/fhir/R4` after authentication. R4 http.html. */

import type { JsonValue } from '../core/json.ts'
import { after, type MaybePromise } from '../core/maybe-promise.ts'
import { Problem } from '../core/problems.ts'
import { fhirPath } from '../fhir/own-addresses.ts'
import type { Parameters } from '../fhir-search/criteria/search-criteria.ts'
import { readCaller } from '../http/checks/authenticate.ts'
import { readPlatformOf } from '../http/checks/platform.ts'
import { within } from '../http/checks/time-limit.ts'
import { checkMediaType, hasBody, readBody } from '../http/request/body.ts'
import type { Context, Layer } from '../http/request/request-state.ts'
import { processBundle } from './bundle/bundle.ts'
import { parseCriteria } from './conditional-criteria.ts'
import type { FhirRequest, FhirServer } from './exchange.ts'
import { checkFeatures } from './features.ts'
import { parseFhirBody } from './fhir-body.ts'
import { parseModifiedSince, parsePrefer, parseVersions } from './fhir-headers.ts'
import { type Matched, matchInteraction } from './match-interaction.ts'
import { jsonPatchType } from './patch/patch.ts'
import { checkProvenance, parseProvenance } from './provenance-header.ts'
import { checkSecurityContext, isRawBinary, readBinary } from './raw-binary.ts'
import { checkFormat, fhirMediaTypes, isXml, wantsNative } from './reply/formats.ts'
import { writeFhir } from './reply/write-reply.ts'
import { perform } from './write/transact.ts'
import { checkNoParameters } from './write/written-resource.ts'

const formType = 'application/x-www-form-urlencoded'

/** Answers every interaction. Comes after `operationOutcome` and `authenticateFhir`. */
export const serveFhir =
  (server: FhirServer): Layer =>
  (ctx) => {
    const path = withoutSlashes(ctx.path.slice(fhirPath.length))
    if ((path === '' && ctx.method === 'POST') || path === 'Batch') return serveBundle(server, ctx, path)
    const matched = matchInteraction(ctx.method, path)
    ctx.state.route = `${fhirPath}/${matched.row.path.replace('{type}', matched.type)}`
    checkFeatures({ platform: readPlatformOf(ctx) }, matched)
    return after(readRequest(server, ctx, matched), (request) => {
      checkProvenance(request, matched.row)
      checkNoParameters(matched.row.code, request)
      const isWritten = request.body !== undefined && ctx.method !== 'PATCH'
      const prepared = isWritten ? server.prepareCodes?.(request.caller, request.body) : undefined
      const answer = () => within(limits(server, ctx).timeoutMs, () => perform(server, matched.row, request))
      return after(after(prepared, answer), (reply) => writeFhir(server, ctx, reply))
    })
  }

const withoutSlashes = (path: string): string =>
  path.slice(path.startsWith('/') ? 1 : 0, path.length > 1 && path.endsWith('/') ? -1 : undefined)

async function serveBundle(server: FhirServer, ctx: Context, path: string): Promise<void> {
  ctx.state.route = path === '' ? fhirPath : `${fhirPath}/${path}`
  if (ctx.method !== 'POST') throw new Problem('method-not-allowed', { headers: { Allow: 'POST' } })
  checkFormat(ctx)
  const body = await readResource(server, ctx)
  await server.prepareCodes?.(readCaller(ctx), body)
  const reply = await within(limits(server, ctx).timeoutMs, ({ signal }) =>
    processBundle(server, { ...baseRequest(ctx, []), type: 'Bundle', body }, signal),
  )
  await writeFhir(server, ctx, reply)
}

function readRequest(server: FhirServer, ctx: Context, { row, type, id, version }: Matched): MaybePromise<FhirRequest> {
  const query: Parameters = ctx.querystring === '' ? [] : [...new URLSearchParams(ctx.querystring)]
  const head = (parameters: Parameters): FhirRequest => {
    const native = 'formats' in row || (type === 'Binary' && wantsNative(ctx))
    if (!native) checkFormat(ctx)
    const request = { ...baseRequest(ctx, parameters), type, native, ...(id === undefined ? {} : { id }) }
    return version === undefined ? request : { ...request, version }
  }
  if (row.path.endsWith('_search'))
    return readForm(server, ctx).then((form) => {
      ctx.state.form = form
      return { ...head([...query, ...form]), isForm: true }
    })
  const request = head(query)
  if (row.method === 'GET' || row.method === 'DELETE') return request
  return readContent(server, ctx, { row, type, ...(id === undefined ? {} : { id }) }).then((content) => ({
    ...request,
    ...content,
  }))
}

/** Reads the body; an operation may have none. */
async function readContent(
  server: FhirServer,
  ctx: Context,
  { row: { method, code }, type, id }: Matched,
): Promise<Pick<FhirRequest, 'body' | 'bodyText' | 'mediaType'>> {
  if (code === 'operation' && !hasBody(ctx.req)) return {}
  if (method === 'PATCH') {
    const bytes = await readBytes(server, ctx, [jsonPatchType, ...fhirMediaTypes])
    return { mediaType: ctx.request.type.toLowerCase(), body: await readResourceBody(server, ctx, bytes) }
  }
  if (isRawBinary(ctx, type)) return { body: await readBinary(ctx, id, limits(server, ctx)) }
  const bytes = await readBytes(server, ctx)
  const body = await readResourceBody(server, ctx, bytes)
  checkSecurityContext(ctx, type, body)
  const isText = code === 'operation' && !isXml(ctx.request.type.toLowerCase())
  return isText ? { body, bodyText: () => Buffer.from(bytes).toString('utf8') } : { body }
}

function baseRequest(ctx: Context, parameters: Parameters): Omit<FhirRequest, 'type'> {
  const ifMatch = parseVersions('If-Match', ctx.get('If-Match'))
  const ifNoneMatch = parseVersions('If-None-Match', ctx.get('If-None-Match'))
  const ifModifiedSince = parseModifiedSince(ctx.get('If-Modified-Since'))
  const ifNoneExist = ctx.get('If-None-Exist')
  const provenance = parseProvenance(ctx.get('X-Provenance'))
  return {
    caller: readCaller(ctx),
    platform: readPlatformOf(ctx),
    parameters,
    ...parsePrefer(ctx.get('Prefer')),
    native: false,
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
    ...(ifModifiedSince === undefined ? {} : { ifModifiedSince }),
    ...(ifNoneExist === '' ? {} : { ifNoneExist: parseCriteria(ifNoneExist) }),
    ...(provenance === undefined ? {} : { provenance }),
  }
}

function limits({ config }: FhirServer, ctx: Context) {
  const { limits: own, timeouts } = readPlatformOf(ctx)
  return {
    maxBytes: Math.min(config.maxBundleBytes, own.bundleBytes ?? config.maxBundleBytes),
    timeoutMs: Math.min(config.handlerTimeoutMs, timeouts.handler ?? config.handlerTimeoutMs),
  }
}

async function readBytes(server: FhirServer, ctx: Context, mediaTypes = fhirMediaTypes): Promise<Uint8Array> {
  checkMediaType(ctx.req, mediaTypes)
  return readBody(ctx, limits(server, ctx))
}

const readResource = async (server: FhirServer, ctx: Context): Promise<JsonValue> =>
  readResourceBody(server, ctx, await readBytes(server, ctx))

const readResourceBody = (server: FhirServer, ctx: Context, bytes: Uint8Array): Promise<JsonValue> =>
  parseFhirBody(server.parameters.definitions, ctx.request.type, bytes)

async function readForm(server: FhirServer, ctx: Context): Promise<Parameters> {
  if (!hasBody(ctx.req)) return []
  checkMediaType(ctx.req, [formType])
  return [...new URLSearchParams(Buffer.from(await readBody(ctx, limits(server, ctx))).toString('utf8'))]
}
