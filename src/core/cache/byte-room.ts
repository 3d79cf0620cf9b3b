/**
 * How many bytes of large bodies and messages a process works on at once: read, checked and written, each takes several times its size in memory.
 * The next large one waits until one before it is answered. Small ones never wait.
 */
import type { MaybePromise } from '../maybe-promise.ts'

/** The part of one request or message in the room. */
export type BytePlace = {
  /** Gives back what it took before, and resolves when there is room for so many bytes: in the order of the calls. */
  readonly take: (bytes: number) => MaybePromise<void>
  readonly leave: () => void
}

const mebibyte = 1024 * 1024
const smallBytes = mebibyte / 4
const roomBytes = 64 * mebibyte

type Waiting = { readonly bytes: number; readonly enter: () => void }

/** One that is larger than the whole room has it for itself. */
export class ByteRoom {
  readonly #most: number
  readonly #waiting: Waiting[] = []
  #taken = 0

  constructor(most: number = roomBytes) {
    this.#most = most
  }

  open(): BytePlace {
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
