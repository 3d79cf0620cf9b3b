/** A stop under load: every request is answered, and no connection is reset. RFC 9112 9.6. */
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { requestDevelopmentToken } from '../../../src/identity/development-token.ts'
import { waitUntil } from '../../patience.ts'
import { endAll, makeFolder, type Server, startServer } from '../processes.ts'
import { expectCleanStop } from './stop-under-load.ts'

afterAll(endAll)

test('docs/design/house.md#foundations: a stop under load answers every request, and resets no connection', () =>
  expectCleanStop(join(makeFolder(), 'data')))

/** All that a connection brings until its end, and whether that was a proper one. */
const readAll = (server: Server, text: string) => {
  const socket = connect(server.port, '127.0.0.1')
  let got = ''
  const ended = new Promise<'end' | 'reset'>((resolve) => {
    socket.on('data', (data) => {
      got += String(data)
    })
    socket.once('end', () => resolve('end'))
    socket.once('error', () => resolve('reset'))
  })
  socket.write(text)
  return { socket, got: () => got, ended }
}

const head = (path: string, more: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}`

test('docs/design/house.md#foundations: a stream of events ends as a whole, half a request is served, and a quiet connection is closed', async () => {
  const server = await startServer(join(makeFolder(), 'data'))
  const token = await requestDevelopmentToken(server.base, { role: 'clinician' })
  const own = `Authorization: Bearer ${token}\r\nX-Tenant-Id: ${developmentTenants[0]}\r\nX-Spoke-Id: connect\r\nX-Request-Id: ${newId()}\r\n`
  const events = readAll(server, head('/v1/events', `${own}\r\n`))
  const quiet = readAll(server, head('/livez', '\r\n'))
  const half = readAll(server, head('/livez', 'X-Half: '))
  await waitUntil(() => events.got().includes('retry:') && quiet.got().includes('"ok"'))

  server.child.kill('SIGTERM')
  await waitUntil(async () => (await fetch(`${server.base}/readyz`).catch(() => undefined))?.status !== 200)
  half.socket.write('1\r\n\r\n')
  const ends = await Promise.all([events.ended, quiet.ended, half.ended])
  const exit = await server.ended

  expect(ends).toEqual(['end', 'end', 'end'])
  // RFC 9112 7.1: the last chunk.
  expect(events.got().endsWith('0\r\n\r\n')).toBe(true)
  expect(half.got()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*"ok"/s)
  expect(exit).toEqual({ code: 0, signal: null })
})
