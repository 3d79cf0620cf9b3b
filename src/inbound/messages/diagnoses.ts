/** DG1 and PR1: the diagnoses and the procedures of a patient or a visit. D252 */
import type { Condition, Procedure } from '@medplum/fhirtypes'
import { codeSystems } from '../../profiles/code-systems.ts'
import { mapCode } from '../datatypes/code-maps.ts'
import type { Segment } from '../message/segment.ts'
import type { Reading } from '../reading.ts'
import { diagnosisRows, procedureRows } from '../rows/clinical-rows.ts'
import { applyRows } from '../rows/rows.ts'
import type { Context } from './reports.ts'

/** Adds a Condition for each DG1 with a code or a text. The quality report names the fields of any other DG1. */
export function addDiagnoses(reading: Reading, { subject, encounter }: Context): void {
  for (const dg1 of reading.list('DG1')) {
    if (dg1.raw(3) === '' && dg1.raw(4) === '') continue
    const condition = applyRows(reading, dg1, diagnosisRows, {
      resourceType: 'Condition',
      category: [{ coding: [{ system: codeSystems.conditionCategory, code: 'encounter-diagnosis' }] }],
      subject,
      ...(encounter === undefined ? {} : { encounter }),
    } as Condition)
    addDescription(dg1, condition)
    if (condition.code === undefined) continue
    const verified = verificationOf(dg1)
    if (verified !== undefined)
      condition.verificationStatus = { coding: [{ system: codeSystems.conditionVerification, code: verified }] }
    reading.add(condition, 'main')
  }
}

/** DG1-4 and PR1-4 are the text of the code, unless that has its own original text (CWE-9). */
function addDescription(segment: Segment, resource: Condition | Procedure): void {
  if (segment.value(3)?.has(9) === true) return
  const text = segment.value(4)?.whole().trim() ?? ''
  if (text !== '') resource.code = { ...resource.code, text }
}

/** A deleted diagnosis was an error, whatever its type. */
function verificationOf(dg1: Segment): string | undefined {
  const byType = readCode(dg1, 6, 'diagnosisType')
  return readCode(dg1, 21, 'diagnosisAction') ?? byType
}

function readCode(dg1: Segment, field: number, map: 'diagnosisType' | 'diagnosisAction'): string | undefined {
  const code = mapCode(map, dg1.raw(field).split(/[^A-Za-z]/)[0] ?? '')
  // A code that the map does not have stays unread: the quality report names its field.
  if (code !== undefined) dg1.value(field)?.markRead()
  return code
}

const absent = { extension: [{ url: codeSystems.absentReason, valueCode: 'unknown' }] }

/** The message does not say whether the procedure was done, so HL7's map leaves the status unknown. */
export function addProcedures(reading: Reading, { subject, encounter }: Context): void {
  for (const pr1 of reading.list('PR1')) {
    if (pr1.raw(3) === '' && pr1.raw(4) === '') continue
    const procedure = applyRows(reading, pr1, procedureRows, {
      resourceType: 'Procedure',
      status: 'unknown',
      subject,
      ...(encounter === undefined ? {} : { encounter }),
    } as Procedure)
    addDescription(pr1, procedure)
    if (procedure.code === undefined) continue
    if (procedure.performedDateTime === undefined)
      Object.assign(procedure, { _performedDateTime: structuredClone(absent) })
    reading.add(procedure, 'main')
  }
}
