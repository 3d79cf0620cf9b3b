/** PV1 and PV2 as an encounter. D204 */
import type { Encounter, Patient, Reference } from '@medplum/fhirtypes'
import { codeSystems } from '../../documents/code-systems.ts'
import { mapCode } from '../datatypes/code-maps.ts'
import type { Segment } from '../message/segment.ts'
import { conditionOf, type Reading } from '../reading.ts'
import { dischargeRow, pv1Rows, pv2Rows } from '../rows/encounter-rows.ts'
import { applyRows } from '../rows/rows.ts'

/** Undefined without PV1. `event` is the event of an ADT message, which says what has become of the visit. */
export function addEncounter(
  reading: Reading,
  subject: Reference<Patient>,
  event?: string,
): Reference<Encounter> | undefined {
  const pv1 = reading.find('PV1')
  if (pv1 === undefined) return undefined
  const encounter = applyRows(reading, pv1, pv1Rows, { resourceType: 'Encounter', subject } as Encounter)
  if (event !== 'A13') applyRows(reading, pv1, [dischargeRow], encounter)
  applyRows(reading, reading.find('PV2'), pv2Rows, encounter)
  if (encounter.class === undefined) {
    reading.quality.note('absent', 'PV1-2')
    encounter.class = { system: codeSystems.nullFlavor, code: 'UNK', display: 'unknown' }
  }
  encounter.status = statusOf(pv1, event, encounter) as NonNullable<Encounter['status']>
  const identifier = encounter.identifier?.[0]
  const isOwn = identifier?.type?.coding?.some(({ code }) => code === 'VN') === true
  const condition = isOwn ? conditionOf(event === undefined ? 'create' : 'update', identifier) : undefined
  return reading.add(encounter, 'main', condition)
}

/** By the event; else finished where it has an end, under way where it has a beginning, and unknown otherwise. */
function statusOf(pv1: Segment, event: string | undefined, { period }: Encounter): string {
  const byEvent = event === undefined ? undefined : mapCode('encounterStatus', event)
  if (byEvent !== undefined) return byEvent
  if (period?.end !== undefined) return 'finished'
  if (pv1.text(2).trim().toUpperCase() === 'P') return 'planned'
  return period?.start === undefined ? 'unknown' : 'in-progress'
}
