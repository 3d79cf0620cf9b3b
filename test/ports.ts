/** Ports for what a test starts a while after it has chosen them. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that the system gives to connections and to listeners on port 0: nobody else takes one in between. A range for each of jest's workers. */
const first = 11_000
const width = 5_000
const start = first + width * (Number(process.env['JEST_WORKER_ID'] ?? 1) % 4)
let next = randomInt(width)

/** A port of loopback that nothing listens on, and that this process has not chosen before. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = start + (next++ % width)
    if (await isFree(port)) return port
  }
}

/** Whether nothing listens there any more. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (isListening) await new Promise((done) => server.close(done))
  return isListening
}
