/** Checks for the target of a written alert: its form, and whether it may be called at all. docs/channels.md#alerts */
import type { JsonObject } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { describeRefusal, type OutboundPolicy } from '../../outbound/policy.ts'
import { type AlertTarget, alertTarget, emailTarget, webhookTarget } from './alert-target.ts'

/** Where the address stands, and what it is. */
function calledBy(target: AlertTarget) {
  if (target.kind === 'email') {
    const { host, port, security } = target
    return { member: 'host', target: { host, port, clear: security === 'none' } }
  }
  const { protocol, hostname, port } = new URL(target.url)
  const clear = protocol === 'http:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return { member: 'url', target: { host, port: Number(port || (clear ? 80 : 443)), clear } }
}

export const alertTargetsWithin = (policy: OutboundPolicy) => ({
  /** Throws `validation` with the places below `field`, never their values. */
  parse(given: JsonObject, field: string): JsonObject {
    const result = (given['kind'] === 'email' ? emailTarget : webhookTarget).safeParse(given)
    if (result.success) return result.data as JsonObject
    const errors = result.error.issues.map(({ path, code }) => ({
      field: [field, ...path.map(String)].join('.'),
      message: code === 'unrecognized_keys' ? 'holds an unknown field' : 'is missing or not valid',
    }))
    throw new Problem('validation', { errors })
  },
  /** Throws `validation` if the address may never be called. */
  checkAddress(given: JsonObject, field: string): void {
    const { member, target } = calledBy(alertTarget.parse(given))
    const refusal = describeRefusal(policy, target)
    if (refusal !== undefined) throw invalidField(`${field}.${member}`, refusal)
  },
  /** Its address as a text, which shows whether a change leads elsewhere. */
  addressOf(given: JsonObject): string {
    const parsed = alertTarget.safeParse(given)
    return parsed.success ? JSON.stringify(calledBy(parsed.data)) : ''
  },
})
