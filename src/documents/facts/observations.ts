/** Builds Observations from the statements of a note: AU Core 2.0.0 vital signs (LOINC and SNOMED CT), other findings as text. */
import type { CodeableConcept, Coding, Observation, ObservationComponent, Quantity } from '@medplum/fhirtypes'
import type { Claim } from '../../core/clinical-note.ts'
import { buildClaimCode } from '../claim-code.ts'
import { codeSystems } from '../code-systems.ts'
import { displayOfCode } from '../displays.ts'
import { type ReleaseInput, referenceTo } from '../release-input.ts'
import { type FactGroup, findVital, isBloodPressure, type StatedFact } from './stated-facts.ts'
import { bloodPressure, findUnit, isNamed, type Vital } from './vitals.ts'

type Reading = Pick<Observation, 'category' | 'code' | 'valueQuantity' | 'component' | 'meta'>

/** One Observation for each reading: a sign that was measured twice gives two, in the order of the note. */
export function buildObservations({ key, facts }: FactGroup, input: ReleaseInput): readonly Observation[] {
  const readings = new Map<string, Reading>()
  for (const reading of listReadings(facts)) readings.set(JSON.stringify(reading), reading)
  return [...readings.values()].map((reading, index) => ({
    resourceType: 'Observation',
    id: input.ids(index === 0 ? key : `${key}/${index + 1}`),
    ...reading,
    status: 'final',
    subject: { reference: referenceTo(input.patient) },
    encounter: { reference: referenceTo(input.encounter) },
    effectiveDateTime: input.encounter.period?.start ?? input.artifact.createdAt,
    performer: [{ reference: input.author }],
  }))
}

function listReadings(facts: FactGroup['facts']): readonly Reading[] {
  if (!isBloodPressure(facts[0].claim)) return facts.map(({ claim }) => buildReading(claim))
  const byStatement = Map.groupBy(facts, ({ statement }) => statement.id)
  return [...byStatement.values()].map(buildBloodPressure).filter((reading) => reading !== undefined)
}

function buildReading(claim: Claim): Reading {
  const vital = findVital(claim)
  const unit = vital === undefined ? undefined : findUnit(vital, claim.value ?? Number.NaN, claim.unit)
  if (vital === undefined || unit === undefined) {
    return { category: [category('exam')], code: buildClaimCode(claim), valueQuantity: buildQuantity(claim) }
  }
  return {
    ...profileOf(vital),
    category: [category('vital-signs')],
    code: buildVitalCode(vital),
    valueQuantity: buildQuantity(claim, unit),
  }
}

/** `140/90` is in the sentence if the claims do not separate it. */
function buildBloodPressure(facts: readonly StatedFact[]): Reading | undefined {
  const text = facts[0]?.statement.text ?? ''
  const said = /\b(\d{2,3})\s*(?:\/|on|over)\s*(\d{2,3})\b/.exec(text)
  const systolic = findValue(facts, bloodPressure.systolic) ?? said?.[1]
  const diastolic = findValue(facts, bloodPressure.diastolic) ?? said?.[2]
  if (systolic === undefined && diastolic === undefined) return undefined
  return {
    ...profileOf(bloodPressure.panel),
    category: [category('vital-signs')],
    code: buildVitalCode(bloodPressure.panel),
    component: [buildComponent(bloodPressure.systolic, systolic), buildComponent(bloodPressure.diastolic, diastolic)],
  }
}

const findValue = (facts: readonly StatedFact[], vital: Vital): number | undefined =>
  facts.find(({ claim }) => isNamed(vital, claim.concept) || isNamed(vital, claim.display))?.claim.value

function buildComponent(vital: Vital, value: number | string | undefined): ObservationComponent {
  const code = buildVitalCode(vital)
  if (value === undefined) return { code, dataAbsentReason: { coding: [unknown] } }
  return { code, valueQuantity: { value: Number(value), unit: 'mmHg', system: codeSystems.ucum, code: 'mm[Hg]' } }
}

const unknown: Coding = { system: codeSystems.dataAbsentReason, code: 'unknown' }

function buildQuantity({ value, unit }: Claim, ucum?: string): Quantity {
  const written = unit ?? ucum
  return {
    ...(value === undefined ? {} : { value }),
    ...(written === undefined ? {} : { unit: written }),
    ...(ucum === undefined ? {} : { system: codeSystems.ucum, code: ucum }),
  }
}

const profileOf = (vital: Vital): Pick<Observation, 'meta'> =>
  vital.profile === undefined ? {} : { meta: { profile: [vital.profile] } }

const category = (code: 'vital-signs' | 'exam'): CodeableConcept => ({
  coding: [{ system: codeSystems.observationCategory, code, ...displayOfCode(code) }],
})

function buildVitalCode({ loinc, snomed, display }: Vital): CodeableConcept {
  const coding: Coding[] = [{ system: codeSystems.loinc, code: loinc }]
  if (snomed !== undefined) coding.push({ system: codeSystems.snomed, code: snomed })
  return { coding, text: display }
}
