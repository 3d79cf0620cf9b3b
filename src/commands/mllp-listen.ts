/** A receiver of HL7 v2 for demos and tests: stores each document that comes over MLLP as a file, and acknowledges it. HL7 v2.4 2.9.2; D130. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Hl7Message, parseMessage } from '../channels/hl7-message.ts'
import { listenMllp, type MllpListener } from '../channels/mllp-listener.ts'

export type Received = {
  /** First component of OBR-3, of TXA-12 in MDM. */
  readonly documentId: string
  /** MSH-10. */
  readonly controlId: string
  readonly kind: 'original' | 'amendment' | 'recall'
}

export type ListenOptions = {
  readonly port: number
  readonly host: string
  readonly directory: string
  /** Called after the message is stored and before it is acknowledged. */
  readonly onReceived: (received: Received) => void
}

/** Takes ORU^R01, REF^I12 and MDM; anything else is answered AR. A repeated document replaces its file. */
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
      await writeWhole(directory, `${documentId}${kind === 'original' ? '' : `.${kind}`}.hl7`, message)
      onReceived(received)
      return 'AA'
    },
  })
}

/** Only a plain name becomes the name of a file. */
const plainId = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/

/** Undefined for anything that carries no document, or has no usable identity. */
export function readReceived(bytes: Uint8Array): Received | undefined {
  const message = parseMessage(bytes)
  if (message === undefined) return undefined
  const { raw } = message
  const isManaged = raw('MSH.9.1') === 'MDM'
  const kind = isManaged ? managedKinds[raw('MSH.9.2')] : kindOfReport(message)
  const documentId = raw(isManaged ? 'TXA.12.1' : 'OBR.3.1')
  if (kind === undefined || !plainId.test(documentId)) return undefined
  return { documentId, controlId: raw('MSH.10'), kind }
}

/** HL7 v2.5.1 9.5: original, replacement and cancel, with and without content. */
const managedKinds: Readonly<Record<string, Received['kind']>> = {
  T01: 'original',
  T02: 'original',
  T09: 'amendment',
  T10: 'amendment',
  T11: 'recall',
}

/** Tables 0123 and 0085: a correction (C) is a withdrawal where every observation is posted as wrong (W). */
function kindOfReport({ raw, rawOfEach }: Hl7Message): Received['kind'] | undefined {
  if (!['ORU', 'REF'].includes(raw('MSH.9.1'))) return undefined
  if (raw('OBR.25') !== 'C') return 'original'
  const statuses = rawOfEach('OBX', 11)
  return statuses.length > 0 && statuses.every((status) => status === 'W') ? 'recall' : 'amendment'
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
