/** Bytes that are no HTTP, or only the beginning of it. */

import type { Draw } from '../../fhir-search/search-world.ts'
import type { FuzzRequest } from './fuzz-client.ts'
import { canary } from './fuzz-values.ts'
import { root, type World } from './fuzz-world.ts'

const raw = (world: World, lines: readonly string[], rest: Uint8Array | string = ''): FuzzRequest => ({
  method: 'raw',
  path: '',
  headers: {},
  raw: Buffer.concat([
    Buffer.from(
      `${[...lines, 'Host: a', `Authorization: ${world.headers['authorization']}`].join('\r\n')}\r\n\r\n`,
      'latin1',
    ),
    Buffer.from(rest),
  ]),
})

export const wire = (draw: Draw, world: World): FuzzRequest =>
  draw.one<() => FuzzRequest>([
    () =>
      raw(
        world,
        [`POST ${root}/Patient HTTP/1.1`, 'Content-Type: application/fhir+json', 'Content-Length: 5000'],
        `{"resourceType":"Patient","a":"${canary}`,
      ),
    () =>
      raw(
        world,
        [`POST ${root}/Patient HTTP/1.1`, 'Content-Type: application/fhir+json', 'Transfer-Encoding: chunked'],
        `zz\r\n${canary}\r\n`,
      ),
    () => raw(world, [`POST ${root}/Patient HTTP/1.1`, 'Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    () => raw(world, [`POST ${root}/Patient HTTP/1.1`, 'Content-Length: 3', 'Content-Length: 4'], 'abcd'),
    () =>
      raw(world, [
        `GET ${root}/Patient/a HTTP/1.1`,
        ...Array.from({ length: 300 }, (_, index) => `X-${index}: ${canary.repeat(10)}`),
      ]),
    () =>
      raw(world, [`GET ${root}/Patient/a HTTP/1.1`, ...Array.from({ length: 3000 }, (_, index) => `X-${index}: 1`)]),
    () => raw(world, [`GET ${root}/Patient?name=${canary.repeat(3000)} HTTP/1.1`]),
    () => raw(world, [`GET ${root}/Patient/a\u0000 HTTP/1.1`]),
    () => raw(world, [`${canary} ${root} HTTP/1.1`]),
    () => raw(world, [`GET ${root}/Patient/a HTTP/9.9`]),
    () => raw(world, [`GET ${root}/Patient/a HTTP/1.1`, `X: a\u0000${canary}`]),
    () => raw(world, [`GET ${root}/Patient/a HTTP/1.1`, `${canary}`]),
    () => raw(world, [], Buffer.from(Array.from({ length: 200 }, () => draw.below(256)))),
  ])()
