/** Common parts of destinations: their schemas, their faults, and the checks of their addresses. */
import { z } from 'zod'
import { invalidField, Problem } from '../core/problems.ts'
import { describeRefusal, type OutboundPolicy, type Target } from '../outbound/policy.ts'
import { targetOf } from '../outbound/web-address.ts'

const pem = z.string().startsWith('-----BEGIN ')

/** TLS 1.3 unless `minVersion` says 1.2; `cert` and `key` for mutual TLS. */
export const tlsSettings = z.strictObject({
  minVersion: z.enum(['TLSv1.2', 'TLSv1.3']).exactOptional(),
  ca: pem.exactOptional(),
  cert: pem.exactOptional(),
  key: pem.exactOptional(),
})

/** A record cannot set headers that this code or the connection sets. */
const headerName =
  /^(?!(authorization|cookie|host|connection|accept|expect|upgrade|if-none-exist|if-match|content-.*|transfer-.*)$)[a-z0-9-]+$/i

/** Headers that a receiver wants besides, such as the key of its gateway. */
export const requestHeaders = z.record(z.string().regex(headerName), z.string().regex(/^[\x20-\x7e]{0,2000}$/))

/** A host name or numeric address, without brackets. */
export const hostName = z.string().regex(/^[A-Za-z0-9._:-]{1,253}$/)

/** An absolute address without user, query or fragment, because those would carry secrets or patient data into logs. */
export const httpAddress = z.string().refine((text) => {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  )
}, 'must be an http or https address without user, query and fragment')

/** Throws `validation` with the places below `field`, never their values. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown, field: string): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, code }) => ({
    field: [field, ...path.map(String)].join('.'),
    message: code === 'unrecognized_keys' ? 'holds an unknown field' : 'is missing or not valid',
  }))
  throw new Problem('validation', { errors })
}

/** An address that Banksia calls, and the member that names it. */
export type Called = { readonly member: string; readonly target: Target }

export const calledAt = (member: string, address: string): Called => ({ member, target: targetOf(new URL(address)) })

/** Throws `validation` if an address may never be called. */
export function checkCalled(policy: OutboundPolicy, called: readonly Called[], field: string): void {
  for (const { member, target } of called) {
    const refusal = describeRefusal(policy, target)
    if (refusal !== undefined) throw invalidField(`${field}.${member}`, refusal)
  }
}
