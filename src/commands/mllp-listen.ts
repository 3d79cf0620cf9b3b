/** A receiver of HL7 v2 for demos and tests: keeps each document that comes over MLLP as a file and acknowledges it. HL7 v2.4 2.9.2. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type MessageHeader, readHeader } from '../channels/hl7-acknowledgement.ts'
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
  /** Called once the message is safe and before it is acknowledged. */
  readonly onReceived: (received: Received) => void
}

/** Takes ORU^R01; anything else is answered AR. A document that comes again replaces its file. */
export async function listenForDocuments(options: ListenOptions): Promise<MllpListener> {
  const { port, host, directory, onReceived } = options
  await mkdir(directory, { recursive: true })
  return listenMllp({
    port,
    host,
    onMessage: async (message) => {
      const received = readReceived(message)
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

/** Answers undefined for what is no ORU, or has no identity that can be kept. */
export function readReceived(message: Uint8Array): Received | undefined {
  const header = readHeader(message)
  if (header === undefined) return undefined
  const component = header.field(2)[0] ?? '^'
  const request = findSegment(message, `OBR${header.separator}`, header)
  const documentId = request[3]?.split(component)[0] ?? ''
  if (header.field(9).split(component)[0] !== 'ORU' || !plainId.test(documentId)) return undefined
  return { documentId, controlId: header.field(10), kind: request[25] === 'C' ? 'recall' : 'original' }
}

/** The fields of the first segment of that name, by their numbers. */
function findSegment(message: Uint8Array, start: string, { separator }: MessageHeader): readonly string[] {
  const found = Buffer.from(message)
    .toString('latin1')
    .split('\r')
    .find((segment) => segment.startsWith(start))
  return found?.split(separator) ?? []
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
