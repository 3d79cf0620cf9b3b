/** The times of a sender's claim, which is made by the addresses, the certificate, MSH-3 and MSH-4 in its record. D253 */
import { canonicalJson } from '../../core/json/canonical-json.ts'
import { isWithinNetworks } from '../../core/network/networks.ts'
import { asJson } from '../../store/hub-resources.ts'
import type { SenderContent } from '../../store/senders/sender-content.ts'

type Names = Pick<SenderContent, 'addresses' | 'certificate' | 'applications'>
type Times = Pick<SenderContent, 'claimedAt' | 'coveredAt'>
type Before = { readonly content: SenderContent; readonly createdAt: string }

/** Each change makes a new claim. A claim that was part of a wider one counts as covered since the wider one was made. */
export function claimTimes(names: Names, at: string, before: Before | undefined): Required<Times> {
  if (before === undefined) return { claimedAt: at, coveredAt: at }
  const { claimedAt = before.createdAt, coveredAt = before.createdAt } = before.content
  if (!isWithin(names, before.content)) return { claimedAt: at, coveredAt: at }
  return { claimedAt: isWithin(before.content, names) ? claimedAt : at, coveredAt }
}

/** Whether each message that matches `some` also matches `all`. */
const isWithin = (some: Names, all: Names): boolean =>
  (all.addresses.length === 0 ||
    (some.addresses.length > 0 && some.addresses.every((one) => isWithinNetworks(one, all.addresses)))) &&
  (all.certificate === undefined || textOf(all.certificate) === textOf(some.certificate)) &&
  (all.applications.length === 0 ||
    (some.applications.length > 0 && some.applications.every((one) => isSaid(one, all))))

const textOf = (certificate: Names['certificate']): string => canonicalJson(asJson(certificate ?? {}))

const isSaid = ({ application, facility }: Names['applications'][number], { applications }: Names): boolean =>
  applications.some(
    (one) =>
      (one.application === undefined || one.application === application) &&
      (one.facility === undefined || one.facility === facility),
  )
