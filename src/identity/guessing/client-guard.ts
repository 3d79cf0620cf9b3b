/** Failed authentications of clients at the authorisation server: by address as elsewhere, and by client, wherever they come from. D167. */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../core/clock.ts'
import { openFailureCount } from './failure-count.ts'

export type ClientGuard = {
  /** Seconds to wait, before anything of the request is read. Undefined: none. */
  readonly findWait: (request: IncomingMessage) => number | undefined
  /** Seconds to wait, before a secret or a signature of the client is looked at. */
  readonly findWaitOf: (request: IncomingMessage, client: string) => number | undefined
  readonly noteFailed: (request: IncomingMessage, client: string | undefined) => void
  readonly notePassed: (request: IncomingMessage, client: string) => void
}

type GuardOptions = {
  /** Failures. */
  readonly perMinute: number
  readonly findAddress: (request: IncomingMessage) => string
  readonly clock: Clock
}

const maxKnown = 10_000

export function openClientGuard({ perMinute, findAddress, clock }: GuardOptions): ClientGuard {
  const addresses = openFailureCount(perMinute, clock)
  const clients = openFailureCount(perMinute, clock)
  /** Where clients have proved themselves: nobody else's failures keep them out there. */
  const known = new Set<string>()
  const placeOf = (request: IncomingMessage, client: string) => `${findAddress(request)} ${client}`
  return {
    findWait: (request) => (addresses.isEmpty() ? undefined : addresses.findWait(findAddress(request))),
    findWaitOf: (request, client) =>
      clients.isEmpty() || known.has(placeOf(request, client)) ? undefined : clients.findWait(client),
    noteFailed(request, client) {
      addresses.count(findAddress(request))
      if (client !== undefined) clients.count(client)
    },
    notePassed(request, client) {
      const place = placeOf(request, client)
      known.delete(place)
      known.add(place)
      if (known.size > maxKnown) known.delete(known.values().next().value ?? '')
    },
  }
}
