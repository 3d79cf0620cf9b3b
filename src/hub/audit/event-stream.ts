/** A stream of events as text: server-sent events, resumable, with heartbeats. HTML Living Standard 9.2. */

import type { Clock } from '../../core/clock.ts'
import { pause } from '../../core/pause.ts'
import type { FeedPosition, PushedEvent, PushedPage } from '../../store/audit/pushed-events.ts'

/** Events arrive within about a second, whatever else the process does. */
const pollMs = 400
const heartbeatMs = 15_000
/** Time that a client waits before it connects again. */
const retryMs = 2_000

export type Followed = {
  readonly from: FeedPosition
  /** Undefined ends the stream, for any reason. */
  readonly readPage: (after: FeedPosition) => Promise<PushedPage | undefined>
  /** The id with which a client continues from here. */
  readonly writeId: (position: FeedPosition) => string
  /** Milliseconds since 1970 at which the token expires. */
  readonly until: number | undefined
  readonly present: (event: PushedEvent) => object
  readonly clock: Clock
}

export async function* streamEvents(followed: Followed, signal: AbortSignal): AsyncGenerator<string> {
  const { readPage, writeId, present, clock, until = Number.POSITIVE_INFINITY } = followed
  let at = followed.from
  let toldAt = clock().getTime()
  // A connection that is lost before any event continues from here too.
  yield `id: ${writeId(at)}\nretry: ${retryMs}\n\n`
  while (!signal.aborted && clock().getTime() < until) {
    const page = await readPage(at)
    if (page === undefined) return
    at = page.next
    const now = clock().getTime()
    if (page.events.length > 0) {
      toldAt = now
      yield page.events.map((event) => eventText(event, writeId(event), present(event))).join('')
    } else if (now - toldAt >= heartbeatMs) {
      toldAt = now
      // Without data no event is sent, but the client continues from here.
      yield `id: ${writeId(at)}\n: still here\n\n`
    }
    if (page.events.length === 0 || page.next.seq === '0') await pause(pollMs, signal)
  }
}

const eventText = ({ kind }: PushedEvent, id: string, data: object): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`
