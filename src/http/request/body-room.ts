/** Large bodies wait for room. */
import { ByteRoom } from '../../core/cache/byte-room.ts'
import { ending } from '../../core/maybe-promise.ts'
import { hasBody } from './body.ts'
import type { Layer } from './request-state.ts'

export function shareBodyRoom(room: ByteRoom = new ByteRoom()): Layer {
  return (ctx, next) => {
    if (!hasBody(ctx.req)) return next()
    const place = room.open()
    ctx.state.bodyPlace = place
    return ending(next, place.leave)
  }
}
