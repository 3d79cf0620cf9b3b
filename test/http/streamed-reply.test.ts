/** Answers that come bit by bit: no faster than they are taken. docs/design/hub.md#routes. */
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import Koa from 'koa'
import { type StreamedText, writeReply } from '../../src/http/reply/reply.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(stream: StreamedText, before = async (_response: ServerResponse) => {}): Promise<number> {
  const app = new Koa()
  app.silent = true
  app.use(async (ctx) => {
    await before(ctx.res)
    writeReply(ctx, { status: 200, headers: { 'Content-Type': 'text/event-stream' }, stream })
  })
  server = createServer(app.callback())
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test('docs/platform.md#events: a client that takes nothing is cut off, and little is held for it', async () => {
  const chunk = 'x'.repeat(64 * 1024)
  let made = 0
  const ended = Promise.withResolvers<void>()
  async function* chunks() {
    for (;;) {
      made += 1
      yield chunk
    }
  }
  const port = await serve({ chunks, stallMs: 200, end: ended.resolve })
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)

  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  socket.pause()
  await ended.promise
  socket.destroy()

  // As much as the kernel holds, and no more: an endless stream would have gone on.
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThan(1_000)
})

test('docs/platform.md#events: a client that reads slowly is not cut off, and gets all of it', async () => {
  const ended = Promise.withResolvers<void>()
  async function* chunks() {
    for (let at = 0; at < 40; at += 1) yield 'x'.repeat(100_000)
  }
  const port = await serve({ chunks, stallMs: 30_000, end: ended.resolve })
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  let bytes = 0

  for await (const part of answer.body ?? []) {
    bytes += part.length
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await ended.promise

  expect(bytes).toBe(4_000_000)
})

test('RFC 9110 9.3.2: a HEAD gets the headers and ends', async () => {
  const ended = Promise.withResolvers<void>()
  async function* chunks() {
    yield 'never'
  }
  const port = await serve({ chunks, stallMs: 1_000, end: ended.resolve })

  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' })
  await answer.text()
  server?.closeAllConnections()
  await ended.promise

  expect(answer.status).toBe(200)
})

test('docs/platform.md#events: a client that has gone before the answer begins takes no place from others', async () => {
  const ended = Promise.withResolvers<void>()
  async function* chunks() {
    yield 'never'
  }
  const asked = Promise.withResolvers<void>()
  const port = await serve({ chunks, stallMs: 1_000, end: ended.resolve }, async (response) => {
    asked.resolve()
    await once(response, 'close')
  })
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)

  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await asked.promise
  socket.destroy()

  await expect(ended.promise).resolves.toBeUndefined()
})
