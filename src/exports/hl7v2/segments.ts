/** The segments that several messages share. HL7 v2.4 2.16, 3.4, 4.5, 7.4; ADRM. */
import type { DocumentRecipient } from '../../documents/recipient.ts'
import type { DocumentFacts } from '../document-facts.ts'
import { buildControlId } from './control-id.ts'
import type { Component, Field, Segment } from './encoding.ts'
import {
  buildAddress,
  buildAuthors,
  buildClinician,
  buildFacility,
  buildInterpreter,
  buildPersonName,
  listTelecoms,
} from './fields.ts'
import { buildFiller, type MessageContext, statusesOf } from './message-context.ts'
import { buildPatientIdentifiers } from './patient-numbers.ts'
import { buildVersion } from './profiles.ts'
import { buildCopyTo, buildRecipientFacility } from './recipient-fields.ts'

/** MSH-9: type, event and structure. */
export type Event = readonly [type: string, trigger: string, structure: string]

/** MSH-7 and MSH-10 are placeholders from the document: `stampTransmission` replaces them for each transmission. */
export function buildMsh(context: MessageContext, event: Event, characterSet: string): Segment {
  const { input, facts, profile, time } = context
  const { recipient } = input
  const [accept, application] = profile.acknowledgements
  return {
    name: 'MSH',
    fields: {
      3: 'BANKSIA',
      4: buildFacility(facts.custodian),
      5: recipient?.application ?? '',
      6: recipient === undefined ? '' : buildRecipientFacility(recipient),
      7: time(input.at),
      9: event,
      10: buildControlId(`${input.documentId}/${input.status}`),
      11: statusesOf(context).processing,
      12: buildVersion(profile, event[0] === 'REF'),
      15: accept,
      16: application,
      17: 'AUS',
      18: characterSet,
      19: profile.isAdrm ? ['en', 'English', 'ISO639'] : '',
    },
  }
}

/** Table 0001. */
const sexes = { female: 'F', male: 'M', other: 'O', unknown: 'U' } as const

export function buildPid({ facts: { patient, custodian }, time }: MessageContext): Segment {
  const at = (isWork: boolean) => listTelecoms(patient.telecom.filter(({ use }) => (use === 'work') === isWork))
  return {
    name: 'PID',
    fields: {
      1: '1',
      3: { repetitions: buildPatientIdentifiers(patient, custodian) },
      5: buildPersonName(patient.name),
      7: patient.birthDate === undefined ? '' : time(patient.birthDate),
      8: sexes[patient.gender],
      11: { repetitions: patient.addresses.map((address) => buildAddress(address)) },
      13: { repetitions: at(false) },
      14: { repetitions: at(true) },
    },
  }
}

/** v3 ActEncounterCode to table 0004; everything else counts as outpatient. */
const patientClasses: Readonly<Record<string, string>> = { IMP: 'I', ACUTE: 'I', NONAC: 'I', EMER: 'E' }

export const patientClassOf = ({ facts: { encounter } }: MessageContext): string =>
  patientClasses[encounter?.class?.code ?? ''] ?? 'O'

export const buildPv1 = (context: MessageContext): Segment => ({
  name: 'PV1',
  fields: { 1: '1', 2: patientClassOf(context) },
})

export const buildOrc = (context: MessageContext): Segment => ({
  name: 'ORC',
  // Table 0038: completed, or in process.
  fields: { 1: 'RE', 3: buildFiller(context), 5: statusesOf(context).order },
})

/** OBR-32: who interprets it and is responsible for its content. A person: for an organisation or a program it stays empty. D145 */
const buildResponsible = ({ approver, custodian }: DocumentFacts): Field =>
  approver.kind === undefined ? buildInterpreter(buildClinician(approver, custodian)) : ''

export type ReportGroup = {
  readonly number: number
  /** OBR-3. */
  readonly filler: Field
  /** OBR-4. */
  readonly code: readonly Component[]
  /** OBR-24, table 0074. */
  readonly service: 'PHY' | 'OTH'
  readonly copyTo?: DocumentRecipient
}

export function buildObr(context: MessageContext, group: ReportGroup): Segment {
  const { input, facts, time } = context
  const copyTo = group.copyTo === undefined ? undefined : buildCopyTo(group.copyTo, context.profile.isAdrm)
  return {
    name: 'OBR',
    fields: {
      1: String(group.number),
      3: group.filler,
      4: group.code,
      7: time(facts.encounter?.period?.start ?? facts.authoredAt),
      16: buildAuthors(facts),
      22: time(input.at),
      24: group.service,
      25: statusesOf(context).report,
      28: copyTo ?? '',
      32: buildResponsible(facts),
    },
  }
}
