/** Step 3 shows the deliveries of each channel, and writes the same bytes to files. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '../../client/client.ts'
import type { Artifact, Delivery } from '../../client/hub-types.ts'
import { type ChannelNames, formats } from './channels.ts'
import { poll } from './concurrency.ts'

export type Delivered = {
  readonly channel: string
  readonly format: string
  readonly state: string
  readonly bytes: number
  readonly sha256: string
  readonly acknowledgement: string
  /** Absent where the format never came to be. */
  readonly path: string | undefined
  readonly at: string
  readonly tookMs: number
  /** The fault, if any. */
  readonly fault: string | undefined
}

export type Dispatch = {
  readonly clinician: Client
  readonly channels: ChannelNames
  readonly out: string
  readonly signal: AbortSignal
}

const waiting: ReadonlySet<string> = new Set(['queued', 'sending'])
const acknowledged: ReadonlySet<string> = new Set(['sent', 'committed', 'accepted'])

export async function collectDeliveries(dispatch: Dispatch, artifact: Artifact): Promise<readonly Delivered[]> {
  const deliveries = await poll({
    read: () => listOriginals(dispatch, artifact.id),
    isDone: (items) => items.length >= formats.length && items.every(({ state }) => !waiting.has(state)),
    signal: dispatch.signal,
  })
  const document = deliveries.find(({ format }) => format === 'bundle')
  if (document !== undefined) await saveDocument(dispatch, artifact, document)
  return Promise.all(
    formats.map(({ format, extension }) => {
      const delivery = deliveries.find((item) => item.format === format)
      const path = join(dispatch.out, `${artifact.documentId}${extension}`)
      return delivery === undefined ? describeMissing(format) : describe(dispatch, delivery, path)
    }),
  )
}

/** Lists the deliveries of the demo's own channels without recalls. */
async function listOriginals({ clinician, channels }: Dispatch, artifactId: string): Promise<readonly Delivery[]> {
  const { items } = await clinician.call('GET', `/v1/deliveries?artifactId=${artifactId}&limit=200`)
  return items.filter(({ kind, channelId }) => kind === 'original' && channels.has(channelId))
}

/** The document Bundle as the sending server shows it to the recipient of the channel. */
async function saveDocument({ clinician, out }: Dispatch, { id, documentId }: Artifact, { channelId }: Delivery) {
  const shown = await clinician.call('GET', `/v1/artifacts/${id}/preview?channelId=${channelId}`)
  await writeFile(join(out, `${documentId}.json`), shown)
}

async function describe({ channels }: Dispatch, delivery: Delivery, path: string): Promise<Delivered> {
  const { channelId, format, state, reason, bytes = 0, sha256 = '', acknowledgement = '' } = delivery
  // The table says that the file is missing.
  const file = await readFile(path).catch(() => undefined)
  const isSame = file?.length === bytes && createHash('sha256').update(file).digest('hex') === sha256
  const fault = acknowledged.has(state)
    ? isSame
      ? undefined
      : 'the file is not what was delivered'
    : `${state}${reason === undefined ? '' : `, ${reason}`}`
  return {
    channel: channels.get(channelId) ?? channelId,
    ...{ format, state, bytes, sha256, acknowledgement, fault },
    path: file === undefined ? undefined : path,
    at: delivery.updatedAt,
    tookMs: Date.parse(delivery.updatedAt) - Date.parse(delivery.createdAt),
  }
}

const describeMissing = (format: string): Delivered => ({
  ...{ channel: '', format, state: 'none', bytes: 0, sha256: '', acknowledgement: '', at: '', tookMs: 0 },
  path: undefined,
  fault: 'no delivery was queued',
})
