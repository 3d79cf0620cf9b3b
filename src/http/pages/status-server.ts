/** The pages for operators at a port of their own: workers have no other. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import Koa from 'koa'
import { errorFields, type Log } from '../../core/log.ts'
import type { Layer, RequestState } from '../request/request-state.ts'

export type StatusServer = { readonly close: () => Promise<void> }

type Listening = { readonly port: number; readonly host: string; readonly pages: Layer; readonly log: Log }

/** Throws if the port is taken. */
export async function listenForStatus({ port, host, pages, log }: Listening): Promise<StatusServer> {
  const app = new Koa<RequestState>()
  app.on('error', (error: unknown) => log.warn('status.failed', errorFields(error)))
  app.use((ctx, next) => pages(ctx, next))
  const server = createServer(app.callback())
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
