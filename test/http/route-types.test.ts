import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { ok } from '../../src/http/reply/reply.ts'
import { type Handler, route } from '../../src/http/route.ts'

type Store = { readonly name: string }
const common = {
  method: 'GET',
  scope: 'read',
  roles: ['clinician'],
  idempotent: false,
  success: 200,
  spec: '4.1',
} as const

const readArtifact: Handler<Store, 'artifactId'> = async ({ params }, store) => ok([params.artifactId, store.name])
const noteSchema = z.strictObject({ note: z.string() })
const writeNote: Handler<Store, 'artifactId', z.infer<typeof noteSchema>> = async ({ body }) => ok(body.note)

test('docs/design/house.md#handlers: a handler is held to the names in its path and to its schemas', () => {
  const rows = [
    route<Store, '/v1/artifacts/{artifactId}'>({
      ...common,
      path: '/v1/artifacts/{artifactId}',
      handler: readArtifact,
    }),
    route({ ...common, path: '/v1/artifacts/{artifactId}:verify', handler: readArtifact }),
    route({ ...common, path: '/v1/artifacts/{artifactId}/notes', body: noteSchema, handler: writeNote }),
    // @ts-expect-error the path has no artifactId
    route({ ...common, path: '/v1/encounters/{encounterId}', handler: readArtifact }),
    // @ts-expect-error the handler's body has no schema
    route({ ...common, path: '/v1/artifacts/{artifactId}/notes', handler: writeNote }),
    // @ts-expect-error the schema is of another body
    route({ ...common, path: '/v1/artifacts/{artifactId}', body: z.strictObject({}), handler: writeNote }),
    route({
      ...common,
      path: '/v1/artifacts',
      query: z.strictObject({ limit: z.coerce.number() }),
      handler: async ({ query }, store: Store) => ok([query.limit.toFixed(), store.name]),
    }),
  ]

  expect(rows.map((row) => row.path)).toContain('/v1/artifacts/{artifactId}:verify')
})
