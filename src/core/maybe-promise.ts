/** Values that are there at once, or will be: nothing waits, and no promise is made, where there is nothing to wait for. */

export type MaybePromise<T> = T | Promise<T>

/** Goes on with a value as soon as it is there. */
export const after = <T, R>(value: MaybePromise<T>, go: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(go) : go(value)

/** What `work` makes, or what `failed` makes of its error, thrown or rejected. */
export function attempt<T>(work: () => MaybePromise<T>, failed: (error: unknown) => MaybePromise<T>): MaybePromise<T> {
  let made: MaybePromise<T>
  try {
    made = work()
  } catch (error) {
    return failed(error)
  }
  return made instanceof Promise ? made.catch(failed) : made
}

/** What `work` makes, and `end` once it has been made, or has failed. */
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
