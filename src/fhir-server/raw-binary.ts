/** A Binary that is sent as its bytes, in a media type of its own. R4 binary.html#rest. */
import { isJsonObject, type JsonValue } from '../core/json.ts'
import { invalidField, Problem } from '../core/problems.ts'
import { type BodyLimits, checkCoding, readBody } from '../http/request/body.ts'
import { type Context, headerOf, isRepeated } from '../http/request/request-state.ts'
import { fhirMediaTypes } from './reply/formats.ts'

/** True unless the body is the resource Binary in a format of FHIR. */
export const isRawBinary = (ctx: Context, type: string): boolean =>
  type === 'Binary' &&
  ['POST', 'PUT'].includes(ctx.method) &&
  ctx.request.type !== '' &&
  !fhirMediaTypes.includes(ctx.request.type.toLowerCase())

/** RFC 9110 8.3.1. */
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/

/** The resource that holds the bytes. `id`: of the address, for an update. */
export async function readBinary(ctx: Context, id: string | undefined, limits: BodyLimits): Promise<JsonValue> {
  const contentType = headerOf(ctx, 'content-type')
  if (!mediaType.test(contentType) || isRepeated(ctx.req, 'content-type')) throw new Problem('unsupported-media-type')
  checkCoding(ctx.req)
  const context = headerOf(ctx, 'x-security-context')
  // The stored text is longer than the bytes by a third.
  const bytes = await readBody(ctx, { ...limits, maxBytes: Math.floor((limits.maxBytes * 3) / 4) })
  return {
    resourceType: 'Binary',
    ...(id === undefined ? {} : { id }),
    contentType,
    ...(context === '' ? {} : { securityContext: { reference: context } }),
    ...(bytes.length === 0 ? {} : { data: Buffer.from(bytes).toString('base64') }),
  }
}

/** A header that nobody obeys would leave the resource without the protection that its sender wants. R4 binary.html#rest. */
export function checkSecurityContext(ctx: Context, type: string, body: JsonValue | undefined): void {
  const context = headerOf(ctx, 'x-security-context')
  if (type !== 'Binary' || context === '' || !isJsonObject(body)) return
  const { securityContext } = body
  if (!isJsonObject(securityContext) || securityContext['reference'] !== context)
    throw invalidField('X-Security-Context', 'is not the securityContext of the resource')
}
