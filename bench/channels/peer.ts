/** The receiver of the bench, as the bench asks it. */
import { once } from 'node:events'
import { startPart } from '../fhir/site.ts'
import type { Counted } from './mllp-peer.ts'

type Counting = { readonly result: Promise<Counted> }

export type Peer = { readonly port: number; readonly count: (messages: number) => Promise<Counting> }

export async function startPeer(): Promise<Peer> {
  const child = startPart('../channels/mllp-peer.ts')
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    async count(messages) {
      child.send({ count: messages })
      await once(child, 'message')
      return { result: once(child, 'message').then(([counted]) => counted as Counted) }
    },
  }
}
