/** Whose a message is: that of the one sender whose record it meets in everything that the record names. D210. */
import { chooseTenant, isOf, type Origin } from './claims.ts'
import type { KnownSender } from './known-senders.ts'

export type Match = KnownSender | 'unknown' | 'ambiguous' | 'disabled'

/** A disabled sender counts too: its messages are not those of another tenant with a wider network. */
export function matchSender(senders: readonly KnownSender[], origin: Origin): Match {
  const met = senders.filter((sender) => isOf(sender, origin))
  const certified = met.filter(({ content }) => content.certificate !== undefined)
  const withCertificate = new Set(certified.map(({ tenant }) => tenant))
  // Only of its own tenant: a record of another one may name the certificate of a system that is not its own.
  const addressed = met.filter(({ content, tenant }) => content.addresses.length > 0 && !withCertificate.has(tenant))
  const named = [...certified, ...addressed.filter(({ content }) => content.certificate === undefined)]
  if (named.length === 0) return 'unknown'
  const [found, ...others] = chooseTenant(withoutReplaced(named), origin)
  if (found === undefined || others.length > 0) return 'ambiguous'
  return found.content.status === 'disabled' ? 'disabled' : found
}

const isActive = ({ content }: KnownSender): boolean => content.status === 'active'

/** Without disabled ones in whose place their own tenant has another; of several disabled ones of a tenant one. */
function withoutReplaced(senders: readonly KnownSender[]): readonly KnownSender[] {
  const byTenant = Map.groupBy(senders, ({ tenant }) => tenant)
  return [...byTenant.values()].flatMap((own) => (own.some(isActive) ? own.filter(isActive) : own.slice(0, 1)))
}
