/** A person opens the address that the suite prints, signs in, and comes back to a listener on loopback. RFC 8252 7.3. */
import { createServer } from 'node:http'

export type Waiting = {
  /** Of the redirect address. */
  readonly port: number
  readonly timeoutMs: number
  /** Tells a person which address to open. */
  readonly announce: (url: string) => void
}

/** Listens until the browser comes back. */
export function waitForPerson({ port, timeoutMs, announce }: Waiting, url: string): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const listener = createServer((request, response) => {
      const asked = new URL(request.url ?? '/', 'http://127.0.0.1')
      if (asked.pathname !== '/callback') {
        response.writeHead(404).end()
        return
      }
      response.writeHead(200, { 'content-type': 'text/plain', connection: 'close' })
      response.end('Done. This page can be closed.\n')
      finish(() => resolve(asked.searchParams))
    })
    const timer = setTimeout(() => finish(() => reject(new Error('nobody came back with a code'))), timeoutMs)
    const finish = (end: () => void): void => {
      clearTimeout(timer)
      listener.close()
      end()
    }
    listener.on('error', () => finish(() => reject(new Error(`port ${port} cannot be listened on`))))
    listener.listen(port, '127.0.0.1', () => announce(url))
  })
}
