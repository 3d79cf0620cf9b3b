/** Rates of deliveries with their processor time, and the lines that report them. */
import { once } from 'node:events'
import { readProcessorTime } from '../fhir/processor-time.ts'
import { type Site, startPart } from '../fhir/site.ts'
import { type Channel, fillBacklog } from './backlog.ts'
import type { Peer } from './peer.ts'

/** Processor milliseconds a message, of Node and of PostgreSQL. */
export type Rate = { readonly perSecond: number; readonly node: number; readonly postgres: number }

type Floor = { readonly messages: number; readonly connections: number }

/** Messages a second of a bare loop that commits one row before each. */
export async function measureFloor(site: Site, peer: Peer, { messages, connections }: Floor): Promise<number> {
  const child = startPart('../channels/bare-sender.ts')
  const { result } = await peer.count(messages)
  const done = once(child, 'message')
  child.send({ database: site.database, port: peer.port, count: messages, connections })
  await done
  child.disconnect()
  return messages / (await result).seconds
}

type Draining = { readonly channels: readonly Channel[]; readonly live: number }

/** Sends the queued deliveries. The channels are paused before and after. `live`: how many of the deliveries reach the peer. */
export async function measureDrain(site: Site, peer: Peer, { channels, live }: Draining): Promise<Rate> {
  const { result } = await peer.count(live)
  const before = readProcessorTime(site.server.pid)
  for (const channel of channels) await channel.call('resume')
  const { seconds } = await result
  const after = readProcessorTime(site.server.pid)
  for (const channel of channels) await channel.call('pause')
  // Waits until the outcomes of the last deliveries are written.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const each = (name: 'node' | 'children'): number => (after[name] - before[name]) / live
  return { perSecond: live / seconds, node: each('node'), postgres: each('children') }
}

type Backlog = { readonly channels: readonly Channel[]; readonly total: number; readonly live?: number }

export async function measureBacklog(
  site: Site,
  peer: Peer,
  { channels, total, live = total }: Backlog,
): Promise<Rate> {
  const ids = channels.map(({ id }) => id)
  await fillBacklog(site, ids, total)
  return measureDrain(site, peer, { channels, live })
}

export const rateHead = '\n| | a second | of the floor | Node ms each | PostgreSQL ms each |\n|---|---|---|---|---|'

export const rateLine = (name: string, { perSecond, node, postgres }: Rate, floor?: number): string =>
  `| ${name} | ${perSecond.toFixed(0)} | ${floor === undefined ? '' : (perSecond / floor).toFixed(2)} | ${node.toFixed(2)} | ${postgres.toFixed(2)} |`

export const middleOf = <R extends Rate>(rates: readonly R[]): R =>
  rates.toSorted((a, b) => a.perSecond - b.perSecond)[rates.length >> 1] as R
