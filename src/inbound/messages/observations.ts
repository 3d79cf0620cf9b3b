/** OBX and its NTE as observations, or as attachments of what they show. Published maps OBX[Observation], OBX[Observation-Component], NTE[Observation]. */
import type { Attachment, Encounter, Observation, Patient, Reference } from '@medplum/fhirtypes'
import { codeSystems } from '../../documents/code-systems.ts'
import { readEd, readRp, textAttachment } from '../datatypes/attachments.ts'
import { readConcept } from '../datatypes/concepts.ts'
import {
  buildQuantity,
  readDr,
  readNr,
  readReferenceRange,
  readSn,
  readUnit,
  type Unit,
} from '../datatypes/quantities.ts'
import { readDateTime } from '../datatypes/times.ts'
import type { Segment, Value } from '../message/segment.ts'
import type { Reading } from '../reading.ts'
import { observationRows } from '../rows/result-rows.ts'
import { applyRows } from '../rows/rows.ts'

/** An OBX with the notes that follow it. */
export type ObservedSegment = { readonly obx: Segment; readonly notes: readonly Segment[] }

type Values = Pick<
  Observation,
  | 'valueQuantity'
  | 'valueString'
  | 'valueCodeableConcept'
  | 'valueDateTime'
  | 'valueTime'
  | 'valueRange'
  | 'valueRatio'
  | 'valuePeriod'
>

const textTypes: ReadonlySet<string> = new Set(['ST', 'FT', 'TX', 'VR', ''])

const valueTypeOf = (obx: Segment): string => obx.text(2).trim().toUpperCase()

/** A form of the whole report or document: ADRM 000008. */
const isDisplayText = (obx: Segment): boolean => obx.text(3, 3).trim().toUpperCase() === 'AUSPDI'

export const isText = (obx: Segment): boolean => textTypes.has(valueTypeOf(obx))

export const isAttachment = (obx: Segment): boolean =>
  ['ED', 'RP'].includes(valueTypeOf(obx)) || (isDisplayText(obx) && isText(obx))

/** Table 0085: the result was wrong, or is deleted. */
export const isWithdrawn = (obx: Segment): boolean => ['W', 'D'].includes(obx.text(11).trim().toUpperCase())

/** Repetitions of a text are its lines. */
export const textOf = (obx: Segment): string =>
  obx
    .values(5)
    .map((value) => value.whole())
    .join('\n')

export const titleOf = (obx: Segment): string => (obx.text(3, 2) || obx.text(3)).trim()

export function readAttachments(obx: Segment): readonly Attachment[] {
  const title = titleOf(obx)
  // A display names nothing but its own form; its status is that of the report.
  obx.value(3)?.markRead()
  obx.value(11)?.markRead()
  if (isText(obx)) {
    const text = textOf(obx)
    return text.trim() === '' ? [] : [textAttachment(text, title)]
  }
  const read = valueTypeOf(obx) === 'ED' ? readEd : readRp
  return obx.values(5).flatMap((value) => read(value, title) ?? [])
}

/** R4 vital signs, whose profiles demand the category. R4 observation-vitalsigns.html. */
const vitalSigns: ReadonlySet<string> = new Set(
  '85353-1 9279-1 8867-4 2708-6 8310-5 8302-2 9843-4 29463-7 39156-5 85354-9 8480-6 8462-4 8478-0'.split(' '),
)

const vitalCategory = { coding: [{ system: codeSystems.observationCategory, code: 'vital-signs' }] }

const isVitalSign = ({ code }: Observation): boolean =>
  code?.coding?.some((coding) => coding.system === codeSystems.loinc && vitalSigns.has(coding.code ?? '')) === true

type Context = {
  readonly subject: Reference<Patient>
  readonly encounter?: Reference<Encounter>
  readonly category?: Observation['category']
  /** Where OBX-14 says nothing. */
  readonly effectiveDateTime?: string
  /** Where OBX-11 says nothing. */
  readonly status?: Observation['status']
}

/** Undefined for an OBX without a code and a value. */
export function addObservation(
  reading: Reading,
  { obx, notes }: ObservedSegment,
  context: Context,
): Reference<Observation> | undefined {
  const { subject, encounter, category, effectiveDateTime, status } = context
  const observation = applyRows(reading, obx, observationRows, { resourceType: 'Observation', subject } as Observation)
  const unit = readUnit(obx.value(6), reading)
  readValues(reading, obx, unit, observation)
  const range = obx.value(7)?.whole().trim() ?? ''
  if (range !== '') observation.referenceRange = [readReferenceRange(range, unit)]
  const note = listNotes(notes)
  if (note.length > 0) observation.note = note
  const isEmpty = observation.code === undefined && obx.values(5).length === 0
  if (isEmpty) return undefined
  observation.code ??= { text: 'Observation' }
  observation.status ??= status ?? 'unknown'
  if (encounter !== undefined) observation.encounter = encounter
  const categories = [...(isVitalSign(observation) ? [vitalCategory] : []), ...(category ?? [])]
  if (categories.length > 0) observation.category = categories
  if (observation.effectiveDateTime === undefined && effectiveDateTime !== undefined)
    observation.effectiveDateTime = effectiveDateTime
  return reading.add(observation, 'main')
}

/** NTE-3 of each: the lines of one comment. */
export function listNotes(notes: readonly Segment[]): { text: string }[] {
  const text = notes
    .map((nte) =>
      nte
        .values(3)
        .map((value) => value.whole())
        .join('\n'),
    )
    .join('\n')
  return text.trim() === '' ? [] : [{ text }]
}

function readValues(reading: Reading, obx: Segment, unit: Unit, observation: Observation): void {
  const type = valueTypeOf(obx)
  const values = obx.values(5)
  if (values.length === 0) {
    const code = obx.text(11).trim().toUpperCase() === 'N' ? 'not-asked' : 'unknown'
    observation.dataAbsentReason = { coding: [{ system: codeSystems.dataAbsentReason, code }] }
  } else if (textTypes.has(type)) Object.assign(observation, textValue(textOf(obx)))
  else if (values.length === 1) Object.assign(observation, readValue(reading, type, values[0] as Value, unit))
  else
    observation.component = values.map((value) => ({
      code: observation.code ?? { text: 'Observation' },
      ...readValue(reading, type, value, unit),
    }))
}

const textValue = (text: string): Values => (text.trim() === '' ? {} : { valueString: text })

const conceptTypes: ReadonlySet<string> = new Set(['CE', 'CWE', 'CNE', 'CF', 'IS', 'ID'])
const dateTypes: ReadonlySet<string> = new Set(['DT', 'TS', 'DTM'])

/** A value that its type does not allow is carried as the text that it is. */
function readValue(reading: Reading, type: string, value: Value, unit: Unit): Values {
  if (type === 'NM') {
    const valueQuantity = buildQuantity(value.text(1), unit)
    if (valueQuantity !== undefined) return { valueQuantity }
    value.note('no-number')
    return textValue([value.whole(), unit.unit ?? ''].join(' ').trim())
  }
  if (type === 'SN') return readSn(value, unit)
  if (type === 'NR') return definedOr({ valueRange: readNr(value, unit) }, value)
  if (type === 'DR') return definedOr({ valuePeriod: readDr(value, reading) }, value)
  if (dateTypes.has(type)) return definedOr({ valueDateTime: readDateTime(value, reading) }, value)
  if (type === 'TM') return definedOr({ valueTime: timeOf(value.text(1).trim()) }, value)
  if (conceptTypes.has(type)) return definedOr({ valueCodeableConcept: readConcept(value, reading) }, value)
  return textValue(value.whole())
}

const definedOr = (values: { readonly [N in keyof Values]?: Values[N] | undefined }, value: Value): Values =>
  Object.values(values).some((one) => one !== undefined) ? (values as Values) : textValue(value.whole())

/** TM: `HH[MM[SS[.SSSS]]]`. FHIR has no time without minutes, and none with a zone: those are carried as text. */
function timeOf(text: string): string | undefined {
  const [, hour, minute, second = '00', fraction = ''] =
    /^([01]\d|2[0-3])([0-5]\d)(?:([0-5]\d)(\.\d{1,4})?)?$/.exec(text) ?? []
  return hour === undefined ? undefined : `${hour}:${minute}:${second}${fraction}`
}
