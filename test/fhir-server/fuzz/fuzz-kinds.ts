/** Requests that nobody should send, kind by kind, drawn by a seed. */

import { type Draw, drawFrom } from '../../fhir-search/search-world.ts'
import {
  breakText,
  bundle,
  compressed,
  heavy,
  hugeBundle,
  large,
  otherwiseCompressed,
  patch,
  xmlTricks,
} from './fuzz-bodies.ts'
import type { FuzzRequest } from './fuzz-client.ts'
import { acting, operation } from './fuzz-operations.ts'
import { search, withHeaders, withPath } from './fuzz-searches.ts'
import { canary } from './fuzz-values.ts'
import { wire } from './fuzz-wire.ts'
import { bytesOf, post, replaceSomewhere, root, typeOf, type World, xmlType } from './fuzz-world.ts'

export type Kind = {
  readonly name: string
  /** Its share of every thousand. */
  readonly share: number
  readonly make: (draw: Draw, world: World) => FuzzRequest
  /** The permitted statuses of its answer; 0 is an end of the connection. */
  readonly statuses: readonly number[]
}

const write = [200, 201, 400, 404, 409, 412, 413, 422]
const formats = ['', '', '&_format=xml', '&_format=json', `&_format=${canary}`, '&_pretty=true']

/** Good requests succeed in between. */
const good = (draw: Draw, world: World): FuzzRequest => {
  const resource = draw.one(world.resources)
  if (draw.chance(0.5)) return post(world, typeOf(resource), bytesOf(JSON.stringify(resource)))
  if (draw.chance(0.5))
    return post(world, typeOf(resource), bytesOf(world.toXml(resource)), { ...xmlType, accept: 'application/fhir+xml' })
  return { method: 'GET', path: `${root}/Patient/${world.patientId}?_elements=name`, headers: world.headers }
}

// biome-ignore format: one row a line
export const kinds: readonly Kind[] = [
  { name: 'a resource with something else in it',  share: 150, statuses: write, make: (draw, world) => { const one = draw.one(world.resources); return post(world, typeOf(one), bytesOf(JSON.stringify(replaceSomewhere(draw, one)))) } },
  { name: 'broken JSON',                           share: 100, statuses: write, make: (draw, world) => { const one = draw.one(world.resources); return post(world, typeOf(one), breakText(draw, JSON.stringify(one))) } },
  { name: 'broken XML',                            share: 80,  statuses: write, make: (draw, world) => { const one = draw.one(world.resources); return post(world, typeOf(one), breakText(draw, world.toXml(one)), xmlType) } },
  { name: 'XML with tricks',                       share: 70,  statuses: write, make: (draw, world) => { const one = draw.one(world.resources); return post(world, typeOf(one), bytesOf(draw.one(xmlTricks)(world.toXml(one))), { ...xmlType, accept: draw.one(['application/fhir+xml', 'application/fhir+json']) }) } },
  { name: 'a search',                              share: 280, statuses: [200, 400, 403, 404, 405, 406, 431], make: (draw, world) => { const one = search(draw, world); return one.path.includes('?') ? { ...one, path: one.path + draw.one(formats) } : one } },
  { name: 'headers',                               share: 80,  statuses: [...write, 304, 401, 403, 406, 415, 417], make: withHeaders },
  { name: 'a path and a method',                   share: 120, statuses: [...write, 202, 204, 304, 401, 403, 405, 406, 415, 501], make: withPath },
  { name: 'a patch',                               share: 50,  statuses: [400, 404, 409, 412, 413, 422], make: patch },
  { name: 'a Bundle',                              share: 45,  statuses: [...write, 403, 405, 410], make: bundle },
  { name: 'an operation',                          share: 50,  statuses: [200, 202, 400, 403, 404, 405, 406, 409, 410, 413, 415, 422, 429], make: operation },
  { name: 'a resource that acts',                  share: 10,  statuses: [...write, 403], make: acting },
  { name: 'the wire',                              share: 8,   statuses: [0, 400, 401, 404, 405, 408, 413, 415, 431, 501, 505], make: wire },
  { name: 'a compressed body',                     share: 2,   statuses: [400, 413], make: compressed },
  { name: 'a body in another encoding',            share: 2,   statuses: [415], make: otherwiseCompressed },
  { name: 'what is right',                         share: 13,  statuses: [200, 201], make: good },
]

/** Too heavy to be drawn often: so many of each. */
// biome-ignore format: one row a line
export const heavyKinds: readonly (Kind & { readonly times: number })[] = [
  { name: 'ten thousand entries', share: 0, times: 3, statuses: [413],                make: hugeBundle },
  { name: 'fifty megabytes',      share: 0, times: 4, statuses: [0, 413],             make: large },
  { name: 'a heavy body',         share: 0, times: 10, statuses: [400, 413, 422],      make: heavy },
]

/** The request of a number: it can be made again alone. */
export function drawRequest(
  seed: number,
  index: number,
  world: World,
): { readonly kind: Kind; readonly asked: FuzzRequest } {
  const draw = drawFrom(seed * 1_000_003 + index)
  let left = draw.below(kinds.reduce((sum, { share }) => sum + share, 0))
  const kind = kinds.find(({ share }) => {
    left -= share
    return left < 0
  })
  if (kind === undefined) throw new RangeError('the shares do not add up')
  return { kind, asked: kind.make(draw, world) }
}
