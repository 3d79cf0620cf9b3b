/** A server in front of another one that breaks one rule at a time. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Passed = {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}
export type Returned = { status: number; headers: Headers; body: string }

/** A fault of the proxy. */
export type Fault = {
  readonly ask?: (passed: Passed) => Passed
  readonly answer?: (returned: Returned, passed: Passed) => void
}

export type FaultyProxy = { readonly base: string; readonly close: () => Promise<void> }

const hopHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'content-encoding', 'accept-encoding']

export async function startFaultyProxy(target: string, fault: Fault): Promise<FaultyProxy> {
  const origin = new URL(target).origin
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const headers = new Headers()
      for (const [name, value] of Object.entries(request.headers))
        if (!hopHeaders.includes(name)) headers.set(name, String(value))
      const asked = {
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers,
        body: Buffer.concat(chunks).toString(),
      }
      const passed = fault.ask?.(asked) ?? asked
      const answer = await fetch(`${origin}${passed.path}`, {
        method: passed.method,
        headers: passed.headers,
        redirect: 'manual',
        ...(passed.body === '' ? {} : { body: passed.body }),
      })
      const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const returned = { status: answer.status, headers: new Headers(answer.headers), body: await answer.text() }
      // Its addresses are the proxy's, as those of a server behind one are.
      returned.body = returned.body.replaceAll(origin, own)
      const location = returned.headers.get('location')
      if (location !== null) returned.headers.set('location', location.replace(origin, own))
      fault.answer?.(returned, asked)
      for (const [name, value] of returned.headers) if (!hopHeaders.includes(name)) response.setHeader(name, value)
      response.writeHead(returned.status)
      response.end(asked.method === 'HEAD' || [204, 304].includes(returned.status) ? undefined : returned.body)
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}${new URL(target).pathname}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
