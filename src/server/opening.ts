/** What every part of a process that starts is given. */
import type { Config } from '../core/config.ts'
import type { Log } from '../core/log.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'

export type Closing = () => Promise<void>

export type Opening = {
  readonly config: Config
  readonly log: Log
  readonly policy: OutboundPolicy
  /** Each part adds how it is closed; they are closed in the reverse order. */
  readonly closings: Closing[]
}
