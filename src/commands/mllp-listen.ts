/** A receiver of HL7 v2 for demos and tests: stores each document that comes over MLLP as a file, and acknowledges it. HL7 v2.4 2.9.2. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { parseMessage } from '../channels/hl7-message.ts'
import { listenMllp, type MllpListener } from '../channels/mllp-listener.ts'

export type Received = {
  /** OBR-3, first component. */
  readonly documentId: string
  /** MSH-10. */
  readonly controlId: string
  readonly kind: 'original' | 'recall'
}

export type ListenOptions = {
  readonly port: number
  readonly host: string
  readonly directory: string
  /** Called after the message is stored and before it is acknowledged. */
  readonly onReceived: (received: Received) => void
}

/** Takes ORU^R01; anything else is answered AR. A repeated document replaces its file. */
export async function listenForDocuments(options: ListenOptions): Promise<MllpListener> {
  const { port, host, directory, onReceived } = options
  await mkdir(directory, { recursive: true })
  return listenMllp({
    port,
    host,
    onMessage: async (message) => {
      const received = await readReceived(message)
      if (received === undefined) return 'AR'
      const { documentId, kind } = received
      await writeWhole(directory, `${documentId}${kind === 'recall' ? '.recall' : ''}.hl7`, message)
      onReceived(received)
      return 'AA'
    },
  })
}

/** Only a plain name becomes the name of a file. */
const plainId = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/

/** Undefined for anything that is no ORU, or has no usable identity. */
export async function readReceived(bytes: Uint8Array): Promise<Received | undefined> {
  const message = await parseMessage(bytes)
  if (message === undefined) return undefined
  const { raw } = message
  const documentId = raw('OBR.3.1')
  if (raw('MSH.9.1') !== 'ORU' || !plainId.test(documentId)) return undefined
  return { documentId, controlId: raw('MSH.10'), kind: raw('OBR.25') === 'C' ? 'recall' : 'original' }
}

async function writeWhole(directory: string, name: string, bytes: Uint8Array): Promise<void> {
  const partial = join(directory, `.${randomUUID()}.part`)
  const file = await open(partial, 'wx', 0o640)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, join(directory, name))
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
