/** Which state of a person a request has seen first: what it stores for them later counts under that one alone. D170. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** By the account key, in base64. */
const seen = new AsyncLocalStorage<Map<string, number>>()

/** Holds for everything that `run` reads and stores. */
export const asOneRequest = <T>(run: () => Promise<T>): Promise<T> => seen.run(new Map(), run)

type Person = { readonly key: Buffer | null; readonly generation: number | null }

/** Outside a request it notes nothing. */
export function noteSeen({ key, generation }: Person): void {
  const people = seen.getStore()
  if (people === undefined || key === null || generation === null) return
  const name = key.toString('base64')
  if (!people.has(name)) people.set(name, generation)
}

/** Null if the request has not seen the person. */
export const seenOf = (key: Buffer | null): number | null =>
  (key && seen.getStore()?.get(key.toString('base64'))) ?? null
