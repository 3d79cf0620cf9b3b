/** A receiver of MLLP that accepts every message (AA) and counts; a process of its own. Messages: `{ count }` starts a count, `{ port }` listens. */
import { createServer, type Socket } from 'node:net'
import { encodeFrame, MllpDecoder } from '../../src/channels/mllp-codec.ts'

export type Counted = {
  /** From the first message of the count to the last. */
  readonly seconds: number
  /** Epoch milliseconds of the last acknowledgement. */
  readonly lastAt: number
}

let wanted = Number.POSITIVE_INFINITY
let seen = 0
let firstAt = 0

function acknowledge(message: Uint8Array): Uint8Array {
  const id = Buffer.from(message.subarray(0, 512)).toString('latin1').split('|')[9] ?? ''
  return encodeFrame(Buffer.from(`MSH|^~\\&|PEER|BENCH|||20260314||ACK|${id}|P|2.4\rMSA|AA|${id}\r`))
}

function count(): void {
  seen += 1
  if (seen === 1) firstAt = performance.now()
  if (seen !== wanted) return
  const counted: Counted = { seconds: (performance.now() - firstAt) / 1000, lastAt: Date.now() }
  process.send?.(counted)
}

function receive(socket: Socket): void {
  const decoder = new MllpDecoder()
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    for (const message of decoder.push(chunk)) {
      socket.write(acknowledge(message))
      count()
    }
  })
}

const server = createServer(receive)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.on('message', ({ count: next }: { readonly count: number }) => {
  wanted = next
  seen = 0
  process.send?.('counting')
})
process.on('disconnect', () => process.exit())
