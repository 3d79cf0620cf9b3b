/** A value of this process that is read again when it is old: one reading serves all who ask meanwhile. */

export type Fresh<T> = {
  readonly read: () => Promise<T>
  /** The next caller reads anew. */
  readonly forget: () => void
}

type Bounds = {
  /** Milliseconds after the begin of a reading in which its value serves. */
  readonly freshMs: number
  /** Milliseconds after a failure in which callers get the same error; absent: the next caller reads anew. */
  readonly failedMs?: number
  /** Milliseconds. */
  readonly now?: () => number
}

export function keepFresh<T>(
  load: () => Promise<T>,
  { freshMs, failedMs = 0, now = () => performance.now() }: Bounds,
): Fresh<T> {
  let known: Promise<T> | undefined
  let until = 0
  return {
    read: () => {
      if (known !== undefined && now() < until) return known
      until = now() + freshMs
      const reading = load()
      known = reading
      reading.catch(() => {
        if (known === reading) until = now() + failedMs
      })
      return reading
    },
    forget: () => {
      known = undefined
    },
  }
}
