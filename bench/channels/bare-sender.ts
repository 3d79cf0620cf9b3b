/** The floor: a bare MLLP loop over eight connections, with one durable row a message, in a process of its own. Takes one `Bare`, answers when all are acknowledged. */
import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { encodeFrame } from '../../src/channels/mllp-codec.ts'
import { messageOf } from './message.ts'

export type Bare = {
  readonly database: pg.ClientConfig
  readonly port: number
  readonly count: number
  readonly connections: number
}

const insert = { name: 'bare', text: 'insert into bench_floor (control_id) values ($1)' }

async function sendAll({ database, port, count, connections }: Bare): Promise<void> {
  const pool = new pg.Pool({ ...database, max: connections })
  await pool.query('create table if not exists bench_floor (id bigint generated always as identity, control_id text)')
  let next = 0
  const walk = async (): Promise<void> => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    for (let at = next++; at < count; at = next++) {
      const id = `floor${at}`
      await pool.query({ ...insert, values: [id] })
      socket.write(encodeFrame(messageOf(id)))
      await once(socket, 'data')
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: connections }, walk))
  await pool.end()
}

process.on('message', (bare: Bare) => {
  void sendAll(bare).then(() => process.send?.('done'))
})
process.on('disconnect', () => process.exit())
