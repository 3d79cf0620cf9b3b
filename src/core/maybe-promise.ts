/** Values that are ready now or later. Nothing waits, and no promise is made, if a value is ready. */

export type MaybePromise<T> = T | Promise<T>

/** Continues with a value as soon as it is ready. */
export const after = <T, R>(value: MaybePromise<T>, go: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(go) : go(value)

/** The result of `work`, or of `failed` for its error, thrown or rejected. */
export function attempt<T>(work: () => MaybePromise<T>, failed: (error: unknown) => MaybePromise<T>): MaybePromise<T> {
  let made: MaybePromise<T>
  try {
    made = work()
  } catch (error) {
    return failed(error)
  }
  return made instanceof Promise ? made.catch(failed) : made
}

/** The result of `work`; calls `end` after it, also after a failure. */
export function ending<T>(work: () => MaybePromise<T>, end: () => void): MaybePromise<T> {
  let made: MaybePromise<T>
  try {
    made = work()
  } catch (error) {
    end()
    throw error
  }
  if (made instanceof Promise) return made.finally(end)
  end()
  return made
}
