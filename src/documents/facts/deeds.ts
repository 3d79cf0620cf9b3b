/** Builds Procedure and Immunization from the statements of a note: AU Core 2.0.0. D146. */
import type { Immunization, Procedure } from '@medplum/fhirtypes'
import { buildClaimCode, uncodedTag } from '../claim-code.ts'
import { auCore } from '../code-systems.ts'
import { plainLine } from '../plain-text.ts'
import { type ReleaseInput, referenceTo } from '../release-input.ts'
import type { FactGroup } from './stated-facts.ts'
import { readStatedTime, type StatedTime } from './stated-time.ts'
import { listStatements } from './statement-texts.ts'

const encounterTime = ({ encounter, artifact }: ReleaseInput): string => encounter.period?.start ?? artifact.createdAt

const timeOf = ({ facts }: FactGroup, input: ReleaseInput): StatedTime | undefined => {
  const when = facts.map(({ claim }) => claim.when).find((words) => words !== undefined)
  return when === undefined ? undefined : readStatedTime(plainLine(when), encounterTime(input))
}

/** The clinician who says to have done it performs it; who did an operation of the past is not said. */
export function buildProcedure(group: FactGroup, input: ReleaseInput): Procedure {
  const { key, facts } = group
  const { claim } = facts[0]
  // Said to the patient, read by others: "removed the stitches from your left hand".
  const code = buildClaimCode({ ...claim, display: claim.display.replaceAll(/\byour /gi, '') })
  const time = timeOf(group, input)
  return {
    resourceType: 'Procedure',
    id: input.ids(key),
    meta: { profile: [auCore('procedure')], ...uncodedTag(code) },
    status: 'completed',
    code,
    subject: { reference: referenceTo(input.patient) },
    ...(isDoneHere(group) ? { encounter: { reference: referenceTo(input.encounter) } } : {}),
    ...(time === undefined ? {} : 'dateTime' in time ? { performedDateTime: time.dateTime } : { performedString: time.words }),
    recorder: { reference: input.author },
    note: listStatements(facts).map((text) => ({ text })),
  } // biome-ignore format: short
}

const isDoneHere = ({ facts }: FactGroup): boolean => facts.some(({ claim }) => claim.time === 'current')

/** R4 Immunization.occurrence[x] is mandatory: what nobody dated says that its time is unknown. */
const undated = {
  _occurrenceDateTime: {
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
  },
}

/** `primarySource` is true only for what the author gave. */
export function buildImmunization(group: FactGroup, input: ReleaseInput): Immunization {
  const { key, facts } = group
  const vaccineCode = buildClaimCode(facts[0].claim)
  const time = timeOf(group, input)
  const occurrence = time === undefined ? undated : 'dateTime' in time ? { occurrenceDateTime: time.dateTime } : { occurrenceString: time.words } // biome-ignore format: short
  return {
    resourceType: 'Immunization',
    id: input.ids(key),
    meta: { profile: [auCore('immunization')], ...uncodedTag(vaccineCode) },
    status: 'completed',
    vaccineCode,
    patient: { reference: referenceTo(input.patient) },
    ...(isDoneHere(group) ? { encounter: { reference: referenceTo(input.encounter) } } : {}),
    ...occurrence,
    recorded: input.artifact.approvedAt,
    primarySource: isDoneHere(group),
    note: listStatements(facts).map((text) => ({ text })),
  }
}
