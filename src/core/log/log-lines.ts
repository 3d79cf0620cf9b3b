/**
 * Lines of the log on their way to a file descriptor. They are written together, and no request waits for the reader of the log.
 * If the disk is full, or the reader has gone, lines are lost and the process continues, and ends: the destination that comes with
 * pino tries for ever, at the end of a process, to write lines that nobody can read (sonic-boom 4.2.1, `flushSync`).
 */
import { write, writeSync } from 'node:fs'

/** Lines are written at the latest at this size, in bytes. */
const most = { together: 4_096, waiting: 16_777_216 } as const
/** In milliseconds: how long lines wait for others, how long to wait for a reader that is busy, and how long at the end of the process. */
const pauses = { together: 100, busy: 100, end: 1_000 } as const

const isBusy = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN'

export class LogLines {
  readonly #fd: number
  #waiting: Buffer[] = []
  #bytes = 0
  #isWriting = false
  #flushing: NodeJS.Timeout | undefined

  constructor(fd: number) {
    this.#fd = fd
    process.on('exit', () => this.#finish())
  }

  write(line: string): void {
    // The reader does not read: it loses these lines, and the process keeps its memory.
    if (this.#bytes > most.waiting) return
    const bytes = Buffer.from(line)
    this.#waiting.push(bytes)
    this.#bytes += bytes.length
    if (this.#bytes >= most.together) this.flush()
    // The timer does not keep the process alive: it writes what waits when it ends.
    else this.#flushing ??= setTimeout(() => this.flush(), pauses.together).unref()
  }

  /** Sends what waits on its way. */
  flush(): void {
    clearTimeout(this.#flushing)
    this.#flushing = undefined
    if (!this.#isWriting && this.#bytes > 0) this.#send(this.#take())
  }

  #take(): Buffer {
    const taken = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#bytes = 0
    return taken
  }

  #send(bytes: Buffer): void {
    this.#isWriting = true
    write(this.#fd, bytes, (error, written) => {
      const rest = error === null ? bytes.subarray(written) : isBusy(error) ? bytes : Buffer.alloc(0)
      this.#isWriting = false
      if (rest.length > 0) this.#putBack(rest)
      if (error !== null && isBusy(error)) this.#flushing ??= setTimeout(() => this.flush(), pauses.busy).unref()
      else this.flush()
    })
  }

  #putBack(rest: Buffer): void {
    this.#waiting.unshift(rest)
    this.#bytes += rest.length
  }

  /** Writes what waits, while a busy reader still reads. */
  #finish(): void {
    const until = performance.now() + pauses.end
    let rest = this.#take()
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.#fd, rest))
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
      }
    }
  }
}
