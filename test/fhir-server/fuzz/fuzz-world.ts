/** The parts of fuzz requests: the server's addresses, headers and valid resources. */
import type { JsonObject } from '../../../src/core/json.ts'
import { type Draw, makeWorld } from '../../fhir-search/search-world.ts'
import type { FuzzRequest } from './fuzz-client.ts'
import { hostileValue } from './fuzz-values.ts'

export type World = {
  readonly headers: Readonly<Record<string, string>>
  readonly resources: readonly JsonObject[]
  /** Names of search parameters by type. */
  readonly parameters: ReadonlyMap<string, readonly string[]>
  /** The same in XML. */
  readonly toXml: (resource: JsonObject) => string
  /** One that is there. */
  readonly patientId: string
}

export const root = '/fhir/R4'
export const jsonType = { 'content-type': 'application/fhir+json' }
export const xmlType = { 'content-type': 'application/fhir+xml' }
export const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8')

export const post = (
  world: World,
  type: string,
  body: Uint8Array,
  more: Readonly<Record<string, string>> = jsonType,
): FuzzRequest => ({
  method: 'POST',
  path: type === '' ? root : `${root}/${type}`,
  headers: { ...world.headers, ...more },
  body,
})

export const typeOf = (resource: JsonObject): string => String(resource['resourceType'])

/** Puts something else where something was. */
export function replaceSomewhere(draw: Draw, value: JsonObject): JsonObject {
  const copy = structuredClone(value) as Record<string, unknown>
  let place = copy
  for (;;) {
    const names = Object.keys(place)
    const name = draw.one(names)
    const inner = place[name]
    if (typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && draw.chance(0.8)) {
      place = inner as Record<string, unknown>
      continue
    }
    if (draw.chance(0.1)) delete place[name]
    else place[name] = hostileValue(draw)
    return copy as JsonObject
  }
}

export const drawResources = (seed: number): readonly JsonObject[] =>
  makeWorld(seed).map(({ id: _id, meta: _meta, ...rest }) => rest as JsonObject)
