/** One attack: a cause, the requests, the refusal, and the harm that must not have been done. OWASP API Security Top 10 2023; RFC 9700. */
import type { Told, World } from './world.ts'

/** Where attacks are made. */
export type Attacked = {
  readonly base: string
  /** Everything that an attack could have made. */
  readonly count: () => Promise<object>
  /** Nobody may call it. */
  readonly bait: { readonly asked: () => number }
  readonly close: () => Promise<void>
}

export type Source =
  | `API${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}:2023`
  /** A section of it. */
  | `RFC 9700 ${string}`

export type Attack<Place extends Attacked = World> = {
  readonly id: string
  readonly source: Source
  /** In our words; each stands once. */
  readonly cause: string
  readonly ask: (place: Place) => Promise<Told | readonly Told[]>
  /** The status of each answer, or one of several; `empty`: a list in which nothing is. In none of them stands a mark of another's record. */
  readonly answer: number | 'empty' | readonly (number | 'empty')[]
  /** What else must be so. Throws if it is not. */
  readonly also?: (place: Place, told: readonly Told[]) => void | Promise<void>
  /** The attack needs a change of its own, which is allowed. */
  readonly writes?: true
}
