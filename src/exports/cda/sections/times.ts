/** Times of entries: CDA datatypes TS and IVL_TS. */
import type { Period } from '@medplum/fhirtypes'
import { element, type XmlElement } from '../xml.ts'

export type RenderTime = (at: string) => string

/** Onset and resolution have no time of day: the date as it was written where it was written. */
export const dayOf = (at: string): string => at.slice(0, 10).replaceAll('-', '')

export const effectiveTime = (at: string, time: RenderTime): XmlElement => element('effectiveTime', { value: time(at) })

export const effectivePeriod = ({ start, end }: Period, time: RenderTime): XmlElement | undefined =>
  start === undefined && end === undefined
    ? undefined
    : element('effectiveTime', {}, [
        start === undefined ? undefined : element('low', { value: time(start) }),
        end === undefined ? undefined : element('high', { value: time(end) }),
      ])

/** The one or the other of FHIR's `x[DateTime]` and `x[Period]`. */
export function effectiveTimeOf(
  dateTime: string | undefined,
  period: Period | undefined,
  time: RenderTime,
): XmlElement | undefined {
  if (dateTime !== undefined) return effectiveTime(dateTime, time)
  return period === undefined ? undefined : effectivePeriod(period, time)
}
