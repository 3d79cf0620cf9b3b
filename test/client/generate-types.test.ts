/** The client's types against the document that they are generated from. docs/design/hub.md#requests-and-answers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openClient } from '../../client/client.ts'
import { generateTypes } from '../../client/generate-types.ts'
import { renderOpenapi } from '../../src/commands/openapi.ts'
import { readConfig } from '../../src/core/config.ts'

test('docs/design/hub.md#routes: the client’s types are those of the document; `npm run generate:client` makes them so', () => {
  const written = readFileSync(join(import.meta.dirname, '../../client/hub-types.ts'), 'utf8')

  const isCurrent = written === generateTypes(JSON.parse(renderOpenapi(readConfig({}))))

  expect(isCurrent).toBe(true)
})

test('docs/design/hub.md#routes: the client’s types hold a call to its operation', () => {
  const { call } = openClient({ baseUrl: 'http://localhost', token: '', tenant: '', spoke: '' })
  const calls = [
    () => call('POST', '/v1/artifacts/1:reject', { body: { reasonCode: 'style' }, version: 2 }),
    // @ts-expect-error what is changed has versions, and none is named
    () => call('POST', '/v1/artifacts/1:reject', { body: { reasonCode: 'style' } }),
    // @ts-expect-error nobody signs whatever there is
    () => call('POST', '/v1/artifacts/1:approve', { version: 'any' }),
    () => call('POST', '/v1/artifacts/1:verify', { version: 'any' }),
    () => call('PUT', '/v1/transcripts/1/diarisation', { body: { speakers: [] }, version: 'new' }),
    // @ts-expect-error no such reason
    () => call('POST', '/v1/artifacts/1:reject', { body: { reasonCode: 'dull' }, version: 2 }),
    // @ts-expect-error no such operation
    () => call('DELETE', '/v1/artifacts/1').then((answer) => answer.id),
    () => call('GET', '/v1/artifacts/1/recall').then(({ waiting }) => waiting.length),
    () => call('GET', '/v1/artifacts/1?version=2').then(({ state }) => state satisfies 'in_review' | string),
    // @ts-expect-error the answer has no such member
    () => call('GET', '/v1/jobs/1').then(({ patient }) => patient),
  ]

  expect(calls).toHaveLength(10)
})

test('OpenAPI 3.1: each form of a schema has its type', () => {
  const schemas = {
    Thing: {
      type: 'object',
      required: ['id', 'kinds'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        kinds: { type: 'array', items: { enum: ["it's", 'b'] } },
        'odd-name': { type: ['integer', 'null'] },
        inner: { anyOf: [{ $ref: '#/components/schemas/Other' }, { const: 3 }] },
        any: {},
        map: { type: 'object', additionalProperties: { type: 'boolean' } },
      },
    },
  }

  expect(generateTypes({ components: { schemas }, paths: {} })).toContain(`export type Thing = {
  readonly id: string
  readonly kinds: readonly ('it\\'s' | 'b')[]
  readonly "odd-name"?: number | null
  readonly inner?: Other | 3
  readonly any?: unknown
  readonly map?: Readonly<Record<string, boolean>>
}`)
})
