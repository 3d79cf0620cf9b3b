/** A40 as typed merges: which record remains, and which numbers lead to it from now on. HL7 v2.4 3.3.40. D203 */
import type { Identifier } from '@medplum/fhirtypes'
import { readCx } from '../datatypes/identifiers.ts'
import { refuse } from '../message/inbound-refused.ts'
import type { Segment } from '../message/segment.ts'
import type { Reading } from '../reading.ts'
import { addPatient } from './patient.ts'

export type PatientMerge = {
  /** PID-3: the record that remains. */
  readonly surviving: readonly Identifier[]
  /** MRG-1: numbers of the record that is merged into it. */
  readonly merged: readonly Identifier[]
}

/** A pair of PID and MRG for each merge. Nothing of the merged record is written: a person, or a rule of the receiver, decides. */
export function readMerges(reading: Reading): readonly PatientMerge[] {
  const merges: PatientMerge[] = []
  let pid: Segment | undefined
  let pd1: Segment | undefined
  for (const segment of reading.message.segments) {
    if (segment.name === 'PID') [pid, pd1] = [segment, undefined]
    if (segment.name === 'PD1') pd1 = segment
    if (segment.name === 'MRG') merges.push(readMerge(reading, pid, pd1, segment))
  }
  return merges.length > 0 ? merges : refuse('MRG', 'is missing')
}

function readMerge(reading: Reading, pid: Segment | undefined, pd1: Segment | undefined, mrg: Segment): PatientMerge {
  if (pid === undefined) return refuse('PID', 'is missing')
  const merged = mrg.values(1).flatMap((value) => readCx(value, reading) ?? [])
  if (merged.length === 0) return refuse(`${mrg.place}-1`, 'names no record')
  const { identifiers } = addPatient(reading, pid, pd1, 'create')
  if (identifiers.length === 0) return refuse(`${pid.place}-3`, 'names no record')
  return { surviving: identifiers, merged }
}
