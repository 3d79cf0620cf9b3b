/** Decides which addresses may be called, before the first packet: the name by the allow-list, then every address that it resolves to. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../core/config.ts'
import { type AddressKind, kindOf } from './addresses.ts'
import { OutboundError, type PolicyRule } from './outbound-error.ts'

export type OutboundPolicy = {
  /** `host` or `host:port`, exactly as destinations name it; IPv6 without brackets unless a port follows. */
  readonly allowedHosts: readonly string[]
  /** Also RFC 1918 and similar networks; loopback only if the destination itself is a loopback name (development). */
  readonly allowPrivate: boolean
  /** Without TLS nothing goes beyond loopback, not even to a private network. D160. */
  readonly isClearRefused?: boolean
}

/** The policy that the settings describe. D160 */
export const policyOf = ({ outboundHosts, outboundPrivate, mode, plaintext }: Config): OutboundPolicy => ({
  allowedHosts: outboundHosts,
  allowPrivate: outboundPrivate === 'allow',
  isClearRefused: mode === 'production' && plaintext === 'refuse',
})

export type Target = {
  readonly host: string
  readonly port: number
  /** Without TLS, and then only on private networks and loopback. */
  readonly clear: boolean
}

export type Address = { readonly address: string; readonly family: number }

const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

const isListed = (policy: OutboundPolicy, target: Target): boolean => {
  const host = target.host.toLowerCase()
  const withPort = host.includes(':') ? `[${host}]:${target.port}` : `${host}:${target.port}`
  return policy.allowedHosts.some((allowed) => [host, withPort].includes(allowed.toLowerCase()))
}

/** A name that resolves to loopback does not pass: the destination must be a loopback name. */
function isAllowed(kind: AddressKind, policy: OutboundPolicy, target: Target): boolean {
  if (kind === 'public') return !target.clear
  if (kind === 'private') return policy.allowPrivate && !(target.clear && policy.isClearRefused === true)
  return kind === 'loopback' && policy.allowPrivate && loopbackName.test(target.host.toLowerCase())
}

/** The setting under which the same address would pass. */
const ruleOf = (kind: AddressKind, policy: OutboundPolicy, target: Target): PolicyRule =>
  isAllowed(kind, { ...policy, allowPrivate: true }, target) ? 'private' : 'address'

async function resolve(target: Target): Promise<readonly Address[]> {
  const family = isIP(target.host)
  if (family !== 0) return [{ address: target.host, family }]
  try {
    return await lookup(target.host, { all: true })
  } catch (cause) {
    throw new OutboundError('dns', false, { cause })
  }
}

/**
 * Why a host in a record can never be called, with the setting that decides; undefined if it can. Resolves no name:
 * each call checks the addresses.
 */
export function describeRefusal(policy: OutboundPolicy, target: Target): string | undefined {
  if (!isListed(policy, target)) return 'is a host that BANKSIA_OUTBOUND_HOSTS does not list'
  if (target.clear && policy.isClearRefused === true && !loopbackName.test(target.host.toLowerCase()))
    return 'is not this machine, so it takes TLS, unless BANKSIA_PLAINTEXT=acknowledged'
  if (isIP(target.host) === 0) return undefined
  const kind = kindOf(target.host)
  if (isAllowed(kind, policy, target)) return undefined
  if (kind === 'public') return 'is a public address, which takes TLS'
  if (kind === 'forbidden') return 'is an address that is never called: link-local, metadata or reserved'
  return 'is an address of a private network, which BANKSIA_OUTBOUND_PRIVATE refuses'
}

/** Answers the addresses to connect to; one bad address refuses the name. */
export async function checkTarget(policy: OutboundPolicy, target: Target): Promise<readonly Address[]> {
  if (!isListed(policy, target)) throw new OutboundError('refused-by-policy', false, { rule: 'hosts' })
  const addresses = await resolve(target)
  if (addresses.length === 0) throw new OutboundError('dns', false)
  const refused = addresses.map(({ address }) => kindOf(address)).find((kind) => !isAllowed(kind, policy, target))
  if (refused !== undefined)
    throw new OutboundError('refused-by-policy', false, { rule: ruleOf(refused, policy, target) })
  return addresses
}
