/** One attack: a cause, the requests, the refusal, and the harm that must not have been done. OWASP API Security Top 10 2023; RFC 9700. */
import type { Told, World } from './world.ts'

export type Source =
  | `API${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}:2023`
  /** A section of it. */
  | `RFC 9700 ${string}`

export type Attack = {
  readonly id: string
  readonly source: Source
  /** In our words; each stands once. */
  readonly cause: string
  readonly ask: (world: World) => Promise<Told | readonly Told[]>
  /** The status of each answer, or one of several; `empty`: a list in which nothing is. In none of them stands a mark of another's record. */
  readonly answer: number | 'empty' | readonly (number | 'empty')[]
  /** What else must be so. Throws if it is not. */
  readonly also?: (world: World, told: readonly Told[]) => void | Promise<void>
  /** The attack needs a change of its own, which is allowed. */
  readonly writes?: true
}
