/** The parts of a suite: groups of checks, each of one requirement, run one after the other against a server. */
import type { Server } from './server.ts'

/** RFC 2119, as the requirement says it. */
export type Level = 'SHALL' | 'SHOULD' | 'MAY'

export type Requirement = {
  readonly level: Level
  /** The requirement in our words. */
  readonly text: string
  /** The address of its publication. */
  readonly source: string
}

export type Check = {
  /** Unique in its suite, e.g. `condition-search-patient-category`. */
  readonly id: string
  readonly title: string
  readonly requirement: Requirement
  /** Whether the server claims the feature under test; absent if every server must have it. */
  readonly isNeeded?: () => boolean
  /** Returns when the requirement is met; throws `Failure` where it is not, `Skip` where nothing could be told. */
  readonly run: (server: Server) => Promise<void>
}

export type Group = {
  readonly id: string
  readonly title: string
  readonly isNeeded?: () => boolean
  /** Runs before its checks; an error that it throws becomes the outcome of a check of its own. */
  readonly prepare?: (server: Server) => Promise<void>
  readonly checks: readonly Check[]
  /** Other observations. */
  readonly remarks?: () => readonly string[]
}

export type Suite = {
  readonly id: string
  readonly title: string
  readonly groups: readonly Group[]
}

/** The requirement is not met. The text names the expectation, and never holds a patient's value. */
export class Failure extends Error {}

/** There was nothing to test with; the text names the missing data or option. */
export class Skip extends Error {}

export function expect(condition: boolean, expected: string): asserts condition {
  if (!condition) throw new Failure(expected)
}

export function skipUnless(condition: boolean, needed: string): asserts condition {
  if (!condition) throw new Skip(needed)
}
