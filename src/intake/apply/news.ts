/** How old the news of a message is, beside what the record has already. An earlier one never goes over a later one. D216 */
import type { Provenance } from '@medplum/fhirtypes'
import { parseDate } from '../../fhir-search/index/date-interval.ts'
import { openZone } from '../../fhir-search/parameters/time-zone.ts'
import type { Edition } from '../../store/intake/editions.ts'
import type { Tenant } from '../../store/tenants/tenant.ts'
import type { Clinical } from './applied.ts'

export type Made = NonNullable<Edition['made']>

/** Undefined for a text that is no time. */
export const madeAt = ({ timeZone }: Pick<Tenant, 'timeZone'>, text: string | undefined): Made | undefined =>
  text === undefined ? undefined : parseDate(text, openZone(timeZone))

/** MSH-7, else when it was received: the Provenance of the message has it. */
export function messageMade(tenant: Tenant, { bundle }: Clinical): Made | undefined {
  const told = bundle.entry?.find(({ resource }) => resource?.resourceType === 'Provenance')?.resource
  return madeAt(tenant, (told as Provenance | undefined)?.recorded)
}

/** True if every moment of it lies before the other. Without a time nobody knows, and then the order of arrival counts. */
export const isEarlier = (made: Made | undefined, kept: Made | undefined): boolean =>
  made !== undefined && kept !== undefined && made.high < kept.low

export const isLater = (made: Made | undefined, kept: Made | undefined): boolean => isEarlier(kept, made)
