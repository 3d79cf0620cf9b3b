/** Checks for the target of a written alert: its form, and whether it may be called at all. docs/channels.md#alerts */
import type { JsonObject } from '../../core/json.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { type Called, calledAt, checkCalled, parseWith } from '../destination.ts'
import { type AlertTarget, alertTarget, emailTarget, webhookTarget } from './alert-target.ts'

/** The address that an alert calls, and the member of the target that names it. */
function calledBy(target: AlertTarget): Called {
  if (target.kind === 'webhook') return calledAt('url', target.url)
  const { host, port, security } = target
  return { member: 'host', target: { host, port, clear: security === 'none' } }
}

export const alertTargetsWithin = (policy: OutboundPolicy) => ({
  /** Throws `validation` with the places below `field`, never their values. */
  parse(given: JsonObject, field: string): JsonObject {
    return parseWith(given['kind'] === 'email' ? emailTarget : webhookTarget, given, field) as JsonObject
  },
  /** Throws `validation` if the address may never be called. */
  checkAddress(given: JsonObject, field: string): void {
    checkCalled(policy, [calledBy(alertTarget.parse(given))], field)
  },
  /** Its address as a text, which shows whether a change leads elsewhere. */
  addressOf(given: JsonObject): string {
    const parsed = alertTarget.safeParse(given)
    return parsed.success ? JSON.stringify(calledBy(parsed.data)) : ''
  },
})
