/**
 * The floors, on one Koa: `/bytes` sends bytes that it holds, `/row/<id>` the same bytes by one PostgreSQL read over the pipelined
 * client and a named statement. Given as JSON: the connection and the port's file descriptor comes back by the channel.
 */
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import pg from 'pg'

type Start = { readonly connection: pg.ClientConfig; readonly bytes: string }

const headers = { 'Content-Type': 'application/fhir+json; charset=utf-8', ETag: 'W/"1"' }

async function start({ connection, bytes }: Start): Promise<number> {
  const client = new pg.Client({ ...connection, pipeline: true } as pg.ClientConfig)
  client.on('error', () => process.exit())
  await client.connect()
  const held = Buffer.from(bytes)
  const app = new Koa()
  app.use(async (ctx) => {
    ctx.set(headers)
    if (ctx.path === '/bytes') {
      ctx.body = held
      return
    }
    const { rows } = await client.query<{ content: Buffer }>({
      name: 'floor',
      text: 'select content from bench_floor.row where id = $1',
      values: [ctx.path.slice('/row/'.length)],
    })
    ctx.body = rows[0]?.content ?? null
  })
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

process.on('message', (given: Start) => {
  void start(given).then((port) => process.send?.(port))
})
process.on('disconnect', () => process.exit())
