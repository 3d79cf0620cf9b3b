/** Takes in a body as it arrives, outside a transaction, before its handler runs. docs/design/hub.md#routes. */
import type { MaybePromise } from '../core/maybe-promise.ts'
import type { IdempotentRequest } from '../store/idempotency.ts'
import { readCaller } from './checks/authenticate.ts'
import type { Match } from './match-path.ts'
import { parseRequest } from './parse-request.ts'
import type { Reply } from './reply/reply.ts'
import { type BodyLimits, checkMediaType } from './request/body.ts'
import { streamBody } from './request/body-stream.ts'
import type { Context } from './request/request-state.ts'
import type { HandlerRequest } from './route.ts'

type Receiver<S> = {
  readonly store: S
  readonly limits: BodyLimits
  /** Without the body: its headers identify it. */
  readonly keyed: IdempotentRequest | undefined
  readonly findReplay: (caller: HandlerRequest['caller'], request: IdempotentRequest) => Promise<Reply | undefined>
  readonly answer: (received: unknown) => MaybePromise<Reply>
}

/** A replay reads no body. Releases everything that no handler has taken over. */
export async function receiveBody<S>(ctx: Context, found: Match<S>, receiver: Receiver<S>): Promise<Reply> {
  const { route } = found
  if (route.receive === undefined) throw new TypeError('the route receives nothing')
  const { caller, params, headers, feature } = parseRequest(ctx, found, { limit: noLimit })
  checkMediaType(ctx.req, route.takes ?? [], ['identity'])
  const replay = receiver.keyed === undefined ? undefined : await receiver.findReplay(readCaller(ctx), receiver.keyed)
  if (replay !== undefined) return replay
  const read = () => streamBody(ctx.req, receiver.limits)
  // route() has checked that it takes what its row's path and headers give.
  const received = await route.receive({ caller, params, headers, feature, read } as never, receiver.store)
  try {
    return await receiver.answer(received.body)
  } finally {
    await received.release()
  }
}

const noLimit = { signal: new AbortController().signal }
