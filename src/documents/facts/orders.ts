/** Builds ServiceRequest and CarePlan from the orders of a note: R4; AU Core 2.0.0 profiles neither. D148, D149. */
import type { CarePlan, ServiceRequest } from '@medplum/fhirtypes'
import type { Claim } from '../../core/clinical-note.ts'
import { buildClaimCode, uncodedTag } from '../claim-code.ts'
import { plainLine } from '../plain-text.ts'
import { type ReleaseInput, referenceTo } from '../release-input.ts'
import type { FactGroup } from './stated-facts.ts'
import { listStatements } from './statement-texts.ts'

/** Said to the patient, read by others: "ultrasound of your left knee". */
const unaddressed = (claim: Claim): Claim => ({
  ...claim,
  display: plainLine(claim.display).replaceAll(/\b(?:your|the|that) /gi, ''),
})

const isReferral = ({ concept }: Claim): boolean => concept.startsWith('referral-')

const nameOf = (claim: Claim): Claim => {
  const plain = unaddressed(claim)
  return isReferral(claim) ? { ...plain, display: `Referral to ${plain.display}` } : plain
}

/** R4 request-intent `order`: the clinician does it. When it will take place is not said. */
export function buildServiceRequest({ key, facts }: FactGroup, input: ReleaseInput): ServiceRequest {
  const { claim } = facts[0]
  const code = buildClaimCode(nameOf(claim))
  return {
    resourceType: 'ServiceRequest',
    id: input.ids(key),
    ...(uncodedTag(code).tag === undefined ? {} : { meta: { ...uncodedTag(code) } }),
    status: 'active',
    intent: 'order',
    code,
    subject: { reference: referenceTo(input.patient) },
    encounter: { reference: referenceTo(input.encounter) },
    authoredOn: input.artifact.approvedAt,
    requester: { reference: input.author },
    ...(claim.reason === undefined ? {} : { reasonCode: [{ text: plainLine(claim.reason) }] }),
    note: listStatements(facts).map((text) => ({ text })),
  }
}

/** One activity for each follow-up; the time stays in words, since nobody named a date. */
export function buildCarePlan({ key, facts }: FactGroup, input: ReleaseInput): CarePlan {
  return {
    resourceType: 'CarePlan',
    id: input.ids(key),
    status: 'active',
    intent: 'plan',
    title: 'Follow-up',
    subject: { reference: referenceTo(input.patient) },
    encounter: { reference: referenceTo(input.encounter) },
    created: input.artifact.approvedAt,
    author: { reference: input.author },
    activity: facts.map(({ claim }) => ({
      detail: {
        status: 'not-started',
        description: sentenceOf(claim),
        ...(claim.when === undefined ? {} : { scheduledString: plainLine(claim.when) }),
      },
    })),
    note: listStatements(facts).map((text) => ({ text })),
  }
}

const sentenceOf = (claim: Claim): string =>
  plainLine(claim.display).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
