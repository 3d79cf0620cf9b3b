/** Which drafter is configured, and whether it can be reached. D304. */
import type { Config } from '../../core/config.ts'
import type { Probe } from '../../hub/hub.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { isReachable } from '../../outbound/reach.ts'

type Configured = Pick<Config, 'drafter' | 'drafterUrl' | 'drafterFallback'>

/** An endpoint that does not answer is no hindrance if the embedded drafter takes its place. */
export async function probeDrafter(
  { drafter, drafterUrl, drafterFallback }: Configured,
  policy: OutboundPolicy,
  timeoutMs: number,
): Promise<Omit<Probe, 'name'>> {
  if (drafter !== 'http' || drafterUrl === undefined) return { ready: true, reason: 'embedded' }
  if (await isReachable(policy, drafterUrl, timeoutMs)) return { ready: true, reason: 'http' }
  return { ready: drafterFallback === 'embedded', reason: 'no_answer' }
}
