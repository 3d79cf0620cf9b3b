/** Vital signs: the codes of R4 (observation-vitalsigns) and AU Core 2.0.0, and units as people write them. */
import { auCore } from '../code-systems.ts'

export type Vital = {
  /** Normalised words that identify it in a claim's concept or display. */
  readonly names: readonly string[]
  readonly display: string
  readonly loinc: string
  readonly snomed?: string
  /** UCUM code by the written, normalised unit. The first is the usual one. */
  readonly units: Readonly<Record<string, string>>
  /** A value between these without a unit has the usual one; absent if people use several. */
  readonly unitless?: readonly [number, number]
  /** The AU Core profile; absent if there is none. */
  readonly profile?: string
}

const minutes = { '/min': '/min', 'per minute': '/min', bpm: '/min', 'beats/min': '/min', 'breaths/min': '/min' }
const mercury = { mmhg: 'mm[Hg]', 'mm hg': 'mm[Hg]', 'mm[hg]': 'mm[Hg]' }
const celsius = { '°c': 'Cel', c: 'Cel', cel: 'Cel', degrees: 'Cel', 'degrees c': 'Cel', 'degrees celsius': 'Cel' }
const lengths = { cm: 'cm', centimetres: 'cm', m: 'm', metres: 'm' }
const masses = { kg: 'kg', kilograms: 'kg', kilos: 'kg', g: 'g', grams: 'g' }
const percents = { '%': '%', percent: '%', 'per cent': '%' }

// biome-ignore format: one row a line
export const vitals: readonly Vital[] = [
  { names: ['body temperature', 'temperature', 'temp'], display: 'Body temperature', loinc: '8310-5', snomed: '386725007', units: celsius, unitless: [30, 45], profile: auCore('bodytemp') },
  { names: ['heart rate', 'pulse', 'pulse rate'], display: 'Heart rate', loinc: '8867-4', snomed: '364075005', units: minutes, unitless: [20, 300], profile: auCore('heartrate') },
  { names: ['respiratory rate', 'breathing rate', 'resp rate'], display: 'Respiratory rate', loinc: '9279-1', snomed: '86290005', units: minutes, unitless: [4, 90], profile: auCore('resprate') },
  { names: ['oxygen saturation', 'oxygen saturations', 'saturations', 'spo2', 'sats'], display: 'Oxygen saturation', loinc: '2708-6', units: percents, unitless: [50, 100] },
  { names: ['body weight', 'weight'], display: 'Body weight', loinc: '29463-7', snomed: '27113001', units: masses, profile: auCore('bodyweight') },
  { names: ['body height', 'height'], display: 'Body height', loinc: '8302-2', snomed: '50373000', units: lengths, profile: auCore('bodyheight') },
  { names: ['waist circumference', 'waist'], display: 'Waist circumference', loinc: '8280-0', snomed: '276361009', units: lengths, profile: auCore('waistcircum') },
  { names: ['body mass index', 'bmi'], display: 'Body mass index', loinc: '39156-5', units: { 'kg/m2': 'kg/m2', 'kg/m²': 'kg/m2' } },
]

/** One Observation of two components. */
// biome-ignore format: one row a line
export const bloodPressure = {
  panel:     { names: ['blood pressure', 'bp'], display: 'Blood pressure', loinc: '85354-9', snomed: '75367002', units: mercury, unitless: [20, 300], profile: auCore('bloodpressure') },
  systolic:  { names: ['systolic blood pressure', 'systolic', 'systolic bp'], display: 'Systolic blood pressure', loinc: '8480-6', snomed: '271649006', units: mercury, unitless: [20, 300] },
  diastolic: { names: ['diastolic blood pressure', 'diastolic', 'diastolic bp'], display: 'Diastolic blood pressure', loinc: '8462-4', snomed: '271650006', units: mercury, unitless: [20, 300] },
} as const satisfies Readonly<Record<string, Vital>>

export const normaliseTerm = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[-_\s]+/g, ' ')
    .trim()

export const isNamed = (vital: Vital, term: string): boolean => vital.names.includes(normaliseTerm(term))

/** The UCUM code of a value's unit; undefined if it is unclear. */
export function findUnit(vital: Vital, value: number, unit: string | undefined): string | undefined {
  if (unit !== undefined) return vital.units[normaliseTerm(unit)]
  const [least, most] = vital.unitless ?? [1, 0]
  return value >= least && value <= most ? Object.values(vital.units)[0] : undefined
}
