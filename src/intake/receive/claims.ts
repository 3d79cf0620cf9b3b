/** Compares a message with the records of senders, and finds the tenant of a message that several tenants claim. D210, D253 */
import { isIP } from 'node:net'
import type { VerifiedCertificate } from '../../core/certificate/verified-certificate.ts'
import { longestPrefix } from '../../core/network/networks.ts'
import type { KnownSender } from './known-senders.ts'

/** The facts about a message that are known before it is read. */
export type Origin = {
  /** An IP address. */
  readonly address: string
  readonly certificate?: VerifiedCertificate | undefined
  /** First components of MSH-3 and MSH-4. */
  readonly application: string
  readonly facility: string
}

type Said = Pick<Origin, 'application' | 'facility'>

/** Whether the message matches everything that the record names, except the secret. */
export const isOf = (sender: KnownSender, origin: Origin): boolean =>
  sender.isFrom(origin.address) && sender.hasCertificate(origin.certificate) && maySay(sender, origin)

export const maySay = (sender: KnownSender, said: Said): boolean =>
  sender.content.applications.length === 0 || listPairs(sender, said).length > 0

const listPairs = ({ content }: KnownSender, said: Said): KnownSender['content']['applications'] =>
  content.applications.filter(
    ({ application = said.application, facility = said.facility }) =>
      application === said.application && facility === said.facility,
  )

/** The claim of a sender on a message: the more its record names, the narrower the claim. */
type Claim = {
  readonly sender: KnownSender
  /** The prefix, in bits, of its smallest network that holds the address; 0 if the record names no address. */
  readonly prefix: number
  readonly certificates: 0 | 1
  /** How many of MSH-3 and MSH-4 the record names. */
  readonly names: number
}

const claimOf = (sender: KnownSender, origin: Origin): Claim => ({
  sender,
  prefix: longestPrefix(sender.content.addresses, origin.address),
  certificates: sender.content.certificate === undefined ? 0 : 1,
  names: Math.max(0, ...listPairs(sender, origin).map((pair) => Object.keys(pair).length)),
})

/** True if one of its parts is narrower. */
const isNarrower = (one: Claim, other: Claim): boolean =>
  one.prefix > other.prefix || one.certificates > other.certificates || one.names > other.names

/** A network with a shorter prefix is too large for the network of one system: more than 2^24 addresses of IPv4, or as large a part of IPv6. */
const shortest = { 4: 8, 6: 32 } as const

const isOpen = ({ prefix, certificates }: Claim, { address }: Origin): boolean =>
  certificates === 0 && prefix < shortest[isIP(address) === 4 ? 4 : 6]

/**
 * Chooses, from senders that all match the message, those of the tenant that it belongs to; none if that is not certain. The first claim counts, unless a later
 * one of another tenant is narrower. An open network claims nothing beside a smaller one of another tenant.
 */
export function chooseTenant(senders: readonly KnownSender[], origin: Origin): readonly KnownSender[] {
  if (new Set(senders.map(({ tenant }) => tenant)).size < 2) return senders
  const all = senders.map((sender) => claimOf(sender, origin))
  const bounded = all.filter((claim) => !isOpen(claim, origin))
  const [first, ...later] = (bounded.length > 0 ? bounded : all).toSorted(
    (a, b) => a.sender.claimedAt - b.sender.claimedAt,
  )
  if (first === undefined) return []
  const { tenant, claimedAt } = first.sender
  const others = later.filter(({ sender }) => sender.tenant !== tenant)
  const isFirst = others.every((one) => one.sender.coveredAt > claimedAt && !isNarrower(one, first))
  return isFirst ? senders.filter((sender) => sender.tenant === tenant) : []
}
