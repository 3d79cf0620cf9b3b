/** SPM: the specimens of a report. D252 */
import type { Patient, Quantity, Reference, Specimen } from '@medplum/fhirtypes'
import { readEip } from '../datatypes/identifiers.ts'
import { buildQuantity, readDr } from '../datatypes/quantities.ts'
import { readDateTime } from '../datatypes/times.ts'
import type { Segment } from '../message/segment.ts'
import type { Reading } from '../reading.ts'
import { specimenRows } from '../rows/clinical-rows.ts'
import { applyRows } from '../rows/rows.ts'

/** Makes one Specimen of a specimen that several reports of a message have. */
export const addSpecimens = (
  reading: Reading,
  segments: readonly Segment[],
  subject: Reference<Patient>,
): readonly Reference<Specimen>[] => segments.flatMap((spm) => addSpecimen(reading, spm, subject) ?? [])

function addSpecimen(reading: Reading, spm: Segment, subject: Reference<Patient>): Reference<Specimen> | undefined {
  const specimen = applyRows(reading, spm, specimenRows, { resourceType: 'Specimen', subject } as Specimen)
  const numbers = spm.values(2).flatMap((value) => readEip(value, reading))
  if (numbers.length > 0) specimen.identifier = [...numbers, ...(specimen.identifier ?? [])]
  const collection = { ...specimen.collection, ...readCollected(reading, spm), ...readAmount(spm) }
  if (Object.keys(collection).length > 0) specimen.collection = collection
  return Object.keys(specimen).length === 2 ? undefined : reading.add(specimen, 'supporting')
}

/** SPM-17: a moment, or a period. */
function readCollected(reading: Reading, spm: Segment): Specimen['collection'] {
  const value = spm.value(17)
  if (value === undefined) return {}
  if (value.has(2)) {
    const collectedPeriod = readDr(value, reading)
    return collectedPeriod === undefined ? {} : { collectedPeriod }
  }
  const collectedDateTime = readDateTime(value, reading)
  return collectedDateTime === undefined ? {} : { collectedDateTime }
}

/** SPM-12. R4 allows no comparator in this element, so an amount with one is not carried. */
function readAmount(spm: Segment): { readonly quantity?: Quantity } {
  const value = spm.value(12)
  if (value === undefined) return {}
  const [code, text] = [value.sub(2, 1).trim(), value.sub(2, 2).trim()]
  const unit = text || code
  const quantity = buildQuantity(value.text(1), unit === '' ? {} : { unit })
  if (quantity !== undefined && quantity.comparator === undefined) return { quantity }
  value.note('no-number')
  return {}
}
