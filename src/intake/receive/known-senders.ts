/** The senders of all tenants, as a process that receives messages knows them: at most a second old. docs/inbound.md#senders. */

import { isOfClient, type RegisteredCertificate } from '../../core/certificate/match-certificate.ts'
import type { VerifiedCertificate } from '../../core/certificate/verified-certificate.ts'
import { openNetworks } from '../../core/network/networks.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { SenderCertificate, SenderContent } from '../../store/senders/sender-content.ts'
import { type ListedSender, listSenderRows } from '../../store/senders/senders.ts'
import type { Store } from '../../store/store.ts'

export type KnownSender = Pick<ListedSender, 'tenant' | 'id' | 'version'> & {
  readonly content: SenderContent
  /** The time of its present claim, and the time since which it has claimed that or more: milliseconds since 1970. D253 */
  readonly claimedAt: number
  readonly coveredAt: number
  /** Whether it may send from there. */
  readonly isFrom: (address: string) => boolean
  readonly hasCertificate: (certificate: VerifiedCertificate | undefined) => boolean
}

export type KnownSenders = {
  /** `isFresh`: of now, and not of a second ago. */
  readonly list: (isFresh?: boolean) => Promise<readonly KnownSender[]>
}

const heldMs = 1000

export function openKnownSenders(store: Pick<Store, 'system' | 'transactAsSystem'>): KnownSenders {
  let known: readonly KnownSender[] = []
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<readonly KnownSender[]> | undefined
  const readAll = async (): Promise<readonly KnownSender[]> => {
    const at = performance.now()
    known = await readSenders(store, known)
    readAt = at
    return known
  }
  const readOnce = (): Promise<readonly KnownSender[]> => {
    reading ??= readAll().finally(() => {
      reading = undefined
    })
    return reading
  }
  return {
    async list(isFresh = false) {
      if (!isFresh && performance.now() - readAt < heldMs) return known
      // What is being read may have begun before the change that the caller has seen.
      if (isFresh) await reading?.catch(() => undefined)
      return readOnce()
    },
  }
}

type Reading = Pick<Store, 'system' | 'transactAsSystem'>

/** Reads those that have changed; a tenant whose senders cannot be read leaves the others as they are. */
async function readSenders(store: Reading, before: readonly KnownSender[]): Promise<readonly KnownSender[]> {
  const rows = await listSenderRows(store.system)
  const byId = new Map(before.map((sender) => [sender.id, sender]))
  const isKnown = ({ id, version }: ListedSender): boolean => byId.get(id)?.version === version
  const changed = Map.groupBy(
    rows.filter((row) => !isKnown(row)),
    ({ tenant }) => tenant,
  )
  for (const [tenant, own] of changed)
    for (const sender of await readOfTenant(store, tenant, own)) byId.set(sender.id, sender)
  return rows.flatMap((row) => byId.get(row.id) ?? [])
}

const readOfTenant = (store: Reading, tenant: string, rows: readonly ListedSender[]): Promise<readonly KnownSender[]> =>
  store.transactAsSystem(tenant, async (tx) => {
    const found = await tx.findAllCurrent(rows.map(({ id }) => hubAddress('Sender', id)))
    return found.flatMap((stored) =>
      stored === undefined || stored.deleted
        ? []
        : [describe({ tenant, ...stored, content: hubContent('Sender', stored) })],
    )
  })

type Described = Pick<KnownSender, 'tenant' | 'id' | 'version' | 'content'> & {
  /** The time at which its record was created. */
  readonly createdAt: string
}

export const describe = ({ tenant, id, version, content, createdAt }: Described): KnownSender => {
  const { addresses, certificate } = content
  const isListed = openNetworks(addresses)
  return {
    ...{ tenant, id, version, content },
    claimedAt: Date.parse(content.claimedAt ?? createdAt),
    coveredAt: Date.parse(content.coveredAt ?? createdAt),
    isFrom: (address) => addresses.length === 0 || isListed(address),
    hasCertificate: (given) =>
      certificate === undefined || (given !== undefined && isOfClient(given, registered(certificate))),
  }
}

const registered = ({ subject, dns, uri, ip, email, thumbprint }: SenderCertificate): RegisteredCertificate => ({
  ...(subject === undefined ? {} : { tls_client_auth_subject_dn: subject }),
  ...(dns === undefined ? {} : { tls_client_auth_san_dns: dns }),
  ...(uri === undefined ? {} : { tls_client_auth_san_uri: uri }),
  ...(ip === undefined ? {} : { tls_client_auth_san_ip: ip }),
  ...(email === undefined ? {} : { tls_client_auth_san_email: email }),
  ...(thumbprint === undefined ? {} : { 'x5t#S256': thumbprint }),
})
