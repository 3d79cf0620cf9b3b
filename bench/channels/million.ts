/** Measures a worker process that has a long backlog: its resident memory while it delivers. */
import type { Server } from '../../test/system/processes.ts'
import { readProcessorTime, readResidentMegabytes } from '../fhir/processor-time.ts'
import type { Site } from '../fhir/site.ts'
import { type Channel, fillBacklog } from './backlog.ts'
import type { Peer } from './peer.ts'

export type Long = {
  /** Megabytes, before and at the peak. */
  readonly restMegabytes: number
  readonly peakMegabytes: number
  readonly perSecond: number
  /** Processor milliseconds of the worker for each delivery. */
  readonly node: number
}

type Asked = { readonly channel: Channel; readonly queued: number; readonly sent: number; readonly worker: Server }

/** Fills the backlog and sends its first deliveries. The channel is paused before and after. */
export async function measureLong(site: Site, peer: Peer, { channel, queued, sent, worker }: Asked): Promise<Long> {
  const { pid } = worker
  await fillBacklog(site, [channel.id], queued)
  // The worker looks for due deliveries while the backlog is there.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const restMegabytes = readResidentMegabytes(pid)
  let peakMegabytes = restMegabytes
  const sampling = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, readResidentMegabytes(pid))
  }, 100)
  try {
    const { result } = await peer.count(sent)
    const before = readProcessorTime(pid).node
    await channel.call('resume')
    const { seconds } = await result
    const node = (readProcessorTime(pid).node - before) / sent
    await channel.call('pause')
    return { restMegabytes, peakMegabytes, perSecond: sent / seconds, node }
  } finally {
    clearInterval(sampling)
  }
}
