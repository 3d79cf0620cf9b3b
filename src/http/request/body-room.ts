/**
 * How many bytes of large bodies a process works on at once: read, checked and written, a body takes several times its size in memory.
 * The next large body waits until one before it is answered. Small ones never wait.
 */
import { ending } from '../../core/maybe-promise.ts'
import { hasBody } from './body.ts'
import type { BodyPlace, Layer } from './request-state.ts'

const mebibyte = 1024 * 1024
const smallBytes = mebibyte / 4
const roomBytes = 64 * mebibyte

type Waiting = { readonly bytes: number; readonly enter: () => void }

/** A body larger than the whole room has it for itself. */
export class BodyRoom {
  readonly #most: number
  readonly #waiting: Waiting[] = []
  #taken = 0

  constructor(most: number = roomBytes) {
    this.#most = most
  }

  open(): BodyPlace {
    let own = 0
    const leave = (): void => {
      this.#taken -= own
      own = 0
      this.#admit()
    }
    return {
      leave,
      take: (bytes) => {
        leave()
        if (bytes <= smallBytes) return
        own = Math.min(bytes, this.#most)
        if (this.#waiting.length > 0 || this.#taken + own > this.#most)
          return new Promise((enter) => void this.#waiting.push({ bytes: own, enter }))
        this.#taken += own
      },
    }
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#taken + next.bytes <= this.#most; ) {
      this.#waiting.shift()
      this.#taken += next.bytes
      next.enter()
      next = this.#waiting[0]
    }
  }
}

export function shareBodyRoom(room: BodyRoom = new BodyRoom()): Layer {
  return (ctx, next) => {
    if (!hasBody(ctx.req)) return next()
    const place = room.open()
    ctx.state.bodyPlace = place
    return ending(next, place.leave)
  }
}
