/** Messages of made-up people, and what is read of them. */
import type { Resource } from '@medplum/fhirtypes'
import { type InboundReading, readInbound } from '../../src/inbound/read-inbound.ts'
import type { InboundSettings } from '../../src/inbound/reading.ts'

export const receivedAt = '2026-11-18T00:00:00Z'

export const pid =
  'PID|1||PT-1001^^^Wattle Clinic&1.2.36.1.2001.1003.0.8003621566684455&ISO^MR~8003608166690503^^^AUSHIC^NI||Testpatient^Robin^^^^^L||19640229|F'

export const header = (event: string, more: Readonly<Record<number, string>> = {}): string => {
  const fields: Record<number, string> = {
    3: 'WATTLEAPP',
    4: 'Wattle Clinic',
    7: '20261118093000+1000',
    9: event,
    10: 'A1',
    11: 'P',
    12: '2.4',
    ...more,
  }
  const last = Math.max(...Object.keys(fields).map(Number))
  const values = Array.from({ length: last - 2 }, (_, index) => fields[index + 3] ?? '')
  return `MSH|^~\\&|${values.join('|')}`
}

export const lines = (...segments: readonly string[]): string => segments.map((segment) => `${segment}\r`).join('')

export const readText = (text: string | Uint8Array, settings: Partial<InboundSettings> = {}): Promise<InboundReading> =>
  readInbound(typeof text === 'string' ? Buffer.from(text) : text, { receivedAt, ...settings })

export type Clinical = Extract<InboundReading, { readonly kind: 'clinical' }>

/** Fails for an acknowledgement. */
export async function readClinical(
  text: string | Uint8Array,
  settings: Partial<InboundSettings> = {},
): Promise<Clinical> {
  const reading = await readText(text, settings)
  if (reading.kind !== 'clinical') throw new Error('an acknowledgement')
  return reading
}

export const resourcesOf = <R extends Resource>({ bundle }: Clinical, type: R['resourceType']): R[] =>
  (bundle.entry ?? []).flatMap(({ resource }) => (resource?.resourceType === type ? [resource as R] : []))

export const only = <R extends Resource>(reading: Clinical, type: R['resourceType']): R => {
  const [resource, ...others] = resourcesOf<R>(reading, type)
  if (resource === undefined || others.length > 0) throw new Error(`not one ${type}`)
  return resource
}

/** `PID-31 unmapped 2`. */
export const notesOf = ({ report }: InboundReading): readonly string[] =>
  report.map(({ rule, place, count }) => `${place} ${rule}${count === 1 ? '' : ` ${count}`}`)
