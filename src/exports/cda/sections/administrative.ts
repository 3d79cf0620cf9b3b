/** Administrative Observations: what the header has no place for, such as the entitlements of the patient. */
import type { CodeableConcept, Identifier } from '@medplum/fhirtypes'
import { identifierSystems } from '../../../documents/code-systems.ts'
import { nameUuid } from '../../../documents/name-uuid.ts'
import type { PatientFacts } from '../../facts/people-facts.ts'
import { ageInYears } from '../../zoned-time.ts'
import { oids } from '../codes.ts'
import { buildParagraph } from '../narrative.ts'
import { buildCode, buildId } from '../parties.ts'
import { element, type XmlElement } from '../xml.ts'
import { conceptValue, entry, nctisCode, observation } from './entries.ts'

type Entitlement = {
  readonly type: readonly [string, string]
  readonly root: string
  readonly value: string
  readonly authority: string
}

/** The cards of veterans, by AU v2-0203. */
const dvaCards: Readonly<Record<string, readonly [string, string]>> = {
  DVG: ['5', 'Repatriation Health Gold Benefits'],
  DVW: ['6', 'Repatriation Health White Benefits'],
  DVO: ['7', 'Repatriation Health Orange Benefits'],
}

/** A Medicare card is ten digits; an eleventh tells who on the card. The type of a DVA card is what the identifier's type says. */
function listEntitlements({ identifiers }: PatientFacts): readonly Entitlement[] {
  const inUse = identifiers.filter(({ use, value }) => use !== 'old' && value !== undefined)
  const numberOf = ({ value = '' }: Identifier): string => value.replaceAll(' ', '')
  const medicare = inUse.find(({ system }) => system === identifierSystems.medicare)
  const dva = inUse.find(({ system }) => system === identifierSystems.dva)
  const card = dva?.type?.coding?.flatMap(({ code }) => [dvaCards[code ?? '']])[0]
  return [
    ...(medicare === undefined
      ? []
      : [
          {
            type: ['1', 'Medicare Benefits'] as const,
            root: oids.medicareCard,
            value: numberOf(medicare).slice(0, 10),
            authority: 'Medicare Card Number',
          },
        ]),
    ...(dva === undefined || card === undefined
      ? []
      : [{ type: card, root: oids.dva, value: numberOf(dva), authority: "Department of Veterans' Affairs" }]),
  ]
}

const buildCoverage = ({ type, root, value, authority }: Entitlement, patientId: string): XmlElement =>
  element('ext:coverage2', { typeCode: 'COVBY' }, [
    element('ext:entitlement', { classCode: 'COV', moodCode: 'EVN' }, [
      element('ext:id', { root, extension: value, assigningAuthorityName: authority }),
      buildCode('ext:code', 'entitlement', type),
      element('ext:participant', { typeCode: 'BEN' }, [
        element('ext:participantRole', { classCode: 'PAT' }, [element('ext:id', { root: patientId })]),
      ]),
    ]),
  ])

const buildAge = (age: number, documentId: string): XmlElement =>
  entry(
    observation([
      buildId(nameUuid(`age ${documentId}`)),
      nctisCode('103.20109', 'Age'),
      element('value', { 'xsi:type': 'PQ', value: String(age), unit: 'a' }),
    ]),
  )

export type Administrative = {
  readonly narrative: readonly XmlElement[]
  readonly entries: readonly XmlElement[]
  /** After the entries: CDA R2 with the extension coverage2. */
  readonly coverages: readonly XmlElement[]
}

export function listAdministrative(
  patient: PatientFacts,
  documentId: string,
  authoredAt: string,
  timeZone: string,
): Administrative {
  const entitlements = listEntitlements(patient)
  const age = patient.birthDate === undefined ? undefined : ageInYears(patient.birthDate, authoredAt, timeZone)
  const lines = [
    ...(age === undefined ? [] : [`Age: ${age} years`]),
    ...entitlements.map(({ type: [, display], value, authority }) => `${display}: ${value} (${authority})`),
  ]
  return {
    narrative: (lines.length === 0 ? ['No entitlement is recorded.'] : lines).map(buildParagraph),
    entries: age === undefined ? [] : [buildAge(age, documentId)],
    coverages: entitlements.map((one) => buildCoverage(one, patient.id)),
  }
}

/** The specialty of the stay; what nobody stated has no information. */
export const buildSpecialty = (service: CodeableConcept | undefined, documentId: string): XmlElement =>
  entry(
    observation([
      buildId(nameUuid(`specialty ${documentId}`)),
      nctisCode('103.16028', 'Specialty'),
      service === undefined ? element('value', { 'xsi:type': 'CD', nullFlavor: 'NI' }) : conceptValue(service),
    ]),
  )
