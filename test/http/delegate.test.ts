/** A handler outside the layers that fails before it answers. docs/design/hub.md#requests-and-answers. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import Koa from 'koa'
import { problemDetails } from '../../src/http/reply/problem-details.ts'
import { delegate, type RequestState, stack } from '../../src/http/request/request-state.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

test('docs/design/hub.md#requests-and-answers: a handler that fails before it answers is answered by a problem', async () => {
  const app = new Koa<RequestState>()
  const fails = delegate('/oidc', async () => {
    throw new Error('the database is away')
  })
  app.use(stack([problemDetails('https://hub.example/problems', silent), fails]))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/oidc/token`, { signal: AbortSignal.timeout(2_000) })

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ type: 'https://hub.example/problems/internal' })
  } finally {
    server.close()
  }
})
