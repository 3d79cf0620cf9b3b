/** PID and what hangs on it: the patient, related persons, allergies, coverages. */
import type {
  AllergyIntolerance,
  Coverage,
  Identifier,
  Patient,
  PatientContact,
  Reference,
  RelatedPerson,
} from '@medplum/fhirtypes'
import { codeSystems, identifierSystems } from '../../profiles/code-systems.ts'
import { mapCode } from '../datatypes/code-maps.ts'
import { isNamed } from '../datatypes/names.ts'
import { hasClock, readDateTime } from '../datatypes/times.ts'
import { refuse } from '../message/inbound-refused.ts'
import type { Segment } from '../message/segment.ts'
import { conditionOf, type Reading } from '../reading.ts'
import {
  allergyRows,
  birthOrderRow,
  contactRows,
  coverageRows,
  deathRow,
  pd1Rows,
  pidRows,
  relatedRows,
} from '../rows/patient-rows.ts'
import { applyRows } from '../rows/rows.ts'

export type Subject = {
  readonly reference: Reference<Patient>
  readonly identifiers: readonly Identifier[]
}

/** A number that tells the patient from every other one: IHI first, then a record number of a named issuer. */
const isMatching = ({ system, type }: Identifier): boolean =>
  system !== undefined && type?.coding?.some(({ code }) => code === 'MR' || code === 'PI') === true

const isIhi = ({ system }: Identifier): boolean => system === identifierSystems.ihi.system

export const findMatching = (identifiers: readonly Identifier[]): Identifier | undefined =>
  identifiers.find(isIhi) ?? identifiers.find(isMatching)

/** Every number by which a receiver may find a record. D202 */
export const listMatching = (identifiers: readonly Identifier[]): readonly Identifier[] =>
  identifiers.filter((one) => isIhi(one) || isMatching(one))

/** The one patient of a message; one whose identity is open must not be mixed up. Throws InboundRefused. */
export function readSubject(reading: Reading, interaction: 'create' | 'update'): Subject {
  const [pid = refuse('PID', 'is missing'), second] = reading.list('PID')
  if (second !== undefined) refuse('PID[2]', 'names another patient: a message is about one')
  return addPatient(reading, pid, reading.find('PD1'), interaction)
}

export function addPatient(
  reading: Reading,
  pid: Segment,
  pd1: Segment | undefined,
  interaction: 'create' | 'update',
): Subject {
  const patient = buildPatient(reading, pid)
  applyRows(reading, pd1, pd1Rows, patient)
  patient.contact = listContacts(reading)
  if (patient.contact.length === 0) delete patient.contact
  const identifiers = [...(patient.identifier ?? [])]
  fillAbsent(reading, patient)
  const condition = conditionOf(interaction, findMatching(identifiers))
  const reference = reading.add(patient, 'main', condition)
  addRelated(reading, reference)
  return { reference, identifiers }
}

export function buildPatient(reading: Reading, pid: Segment): Patient {
  const patient = applyRows(reading, pid, pidRows, { resourceType: 'Patient' } as Patient)
  if (patient.multipleBirthInteger === undefined) applyRows(reading, pid, [birthOrderRow], patient)
  if (patient.deceasedDateTime === undefined) applyRows(reading, pid, [deathRow], patient)
  const birth = pid.value(7)
  if (birth !== undefined && patient.birthDate !== undefined && hasClock(birth)) addBirthTime(reading, pid, patient)
  const maiden = pid.value(6)?.sub(1, 1).trim() ?? ''
  if (maiden !== '') addExtension(patient, 'patient-mothersMaidenName', { valueString: maiden })
  return patient
}

function addBirthTime(reading: Reading, pid: Segment, patient: Patient): void {
  const value = pid.value(7)
  const time = value === undefined ? undefined : readDateTime(value, reading)
  if (time?.includes('T') !== true) return
  const url = 'http://hl7.org/fhir/StructureDefinition/patient-birthTime'
  Object.assign(patient, { _birthDate: { extension: [{ url, valueDateTime: time }] } })
}

const addExtension = (patient: Patient, name: string, value: object): void => {
  patient.extension = [
    ...(patient.extension ?? []),
    { url: `http://hl7.org/fhir/StructureDefinition/${name}`, ...value },
  ]
}

const absent = { extension: [{ url: codeSystems.absentReason, valueCode: 'unknown' }] }

/** AU Core 2.0.0 Patient: what has to be there says that nobody knows it. */
function fillAbsent(reading: Reading, patient: Patient): void {
  const note = (field: number): void => reading.quality.note('absent', `PID-${field}`)
  if (patient.identifier?.some(({ system }) => system !== undefined) !== true) note(3)
  if (patient.identifier === undefined) patient.identifier = [structuredClone(absent) as Identifier]
  if (patient.name?.some(isNamed) !== true) {
    note(5)
    patient.name = [structuredClone(absent)]
  }
  if (patient.gender === undefined) {
    note(8)
    patient.gender = 'unknown'
  }
  if (patient.birthDate === undefined) {
    note(7)
    Object.assign(patient, { _birthDate: structuredClone(absent) })
  }
}

/** Table 0131 and 0063: no person, but an employer, an insurer, an agency. Published map ADT_A01. */
const organizationKinds: ReadonlySet<string> = new Set(['EMR', 'E', 'F', 'I', 'S'])

const isOrganization = (nk1: Segment): boolean => organizationKinds.has(nk1.text(3).trim().toUpperCase())

function listContacts(reading: Reading): PatientContact[] {
  return reading
    .list('NK1')
    .filter(isOrganization)
    .map((nk1) => {
      // Rows are of a resource; a contact has the same names of elements.
      const contact = applyRows(reading, nk1, contactRows, { resourceType: 'RelatedPerson' } as RelatedPerson)
      const { resourceType: _, ...members } = contact
      // The rows have given it the elements of a contact.
      return members as unknown as PatientContact
    })
    .filter((contact) => Object.keys(contact).length > 0)
}

function addRelated(reading: Reading, patient: Reference<Patient>): void {
  for (const nk1 of reading.list('NK1')) {
    if (isOrganization(nk1)) continue
    const person = applyRows(reading, nk1, relatedRows, { resourceType: 'RelatedPerson', patient } as RelatedPerson)
    if (Object.keys(person).length > 2) reading.add(person, 'main')
  }
}

/** AL1. An allergy that a message names is active: it has no place for another state. */
export function addAllergies(reading: Reading, patient: Reference<Patient>): void {
  for (const al1 of reading.list('AL1')) {
    const allergy = applyRows(reading, al1, allergyRows, {
      resourceType: 'AllergyIntolerance',
      clinicalStatus: { coding: [{ system: codeSystems.allergyClinical, code: 'active' }] },
      patient,
    } as AllergyIntolerance)
    const type = mapCode('allergyType', al1.text(2))
    if (type !== undefined) allergy.type = type as 'allergy'
    const reaction = readReaction(al1)
    if (reaction !== undefined) allergy.reaction = [reaction]
    if (allergy.code === undefined && reaction === undefined) continue
    if (allergy.code === undefined) {
      reading.quality.note('absent', 'AL1-3')
      allergy.code = structuredClone(absent)
    }
    reading.add(allergy, 'main')
  }
}

/** R4 demands a manifestation where there is a severity. */
function readReaction(al1: Segment): NonNullable<AllergyIntolerance['reaction']>[number] | undefined {
  const texts = al1.values(5).map((value) => value.whole().trim())
  const severity = mapCode('reactionSeverity', al1.text(4))
  if (severity !== undefined) for (const component of [2, 3]) al1.text(4, component)
  else if (al1.text(4) !== '') al1.value(4)?.note('unknown-code')
  const manifestation = texts.filter((text) => text !== '').map((text) => ({ text }))
  if (manifestation.length === 0 && severity === undefined) return undefined
  return {
    manifestation: manifestation.length > 0 ? manifestation : [structuredClone(absent)],
    ...(severity === undefined ? {} : { severity: severity as 'mild' }),
  }
}

/** IN1. R4 demands a payor: where nobody is named, that is said. */
export function addCoverages(reading: Reading, beneficiary: Reference<Patient>): void {
  for (const in1 of reading.list('IN1')) {
    const coverage = applyRows(reading, in1, coverageRows, {
      resourceType: 'Coverage',
      status: 'active',
      beneficiary,
    } as Coverage)
    const plan = readPlan(in1)
    if (plan !== undefined) coverage.class = [plan]
    if (Object.keys(coverage).length === 3) continue
    coverage.payor ??= [structuredClone(absent)]
    reading.add(coverage, 'main')
  }
}

/** IN1-2: the plan, as a class of the coverage; the published map has it as an identifier, which is one of a plan and not of a coverage. */
function readPlan(in1: Segment): NonNullable<Coverage['class']>[number] | undefined {
  const [value, name] = [in1.text(2).trim(), in1.text(2, 2).trim()]
  if (value === '' && name === '') return undefined
  const type = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/coverage-class', code: 'plan' }] }
  return { type, value: value || name, ...(name === '' || value === '' ? {} : { name }) }
}
