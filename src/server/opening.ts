/** The input of every part of a starting process. */
import type { Config } from '../core/config.ts'
import type { Log } from '../core/log.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import type { Definitions } from '../profiles/definitions/definitions.ts'
import type { ThreadPools } from '../threads/threads.ts'

export type Closing = () => Promise<void>

export type Opening = {
  readonly config: Config
  readonly log: Log
  readonly policy: OutboundPolicy
  /** Each part adds its closing; they run in reverse order. */
  readonly closings: Closing[]
} & Starting

/** Options for a server that lives for seconds, such as one of a test. */
export type Starting = {
  /** Each thread starts with its first task. */
  readonly isCold?: boolean
  /** Threads of somebody else, which the server uses in place of its own. */
  readonly threadPools?: ThreadPools
  /** The published definitions, which somebody has opened. */
  readonly published?: Definitions
}
