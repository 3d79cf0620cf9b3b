/** Builds AllergyIntolerance from the statements of a note: AU Core 2.0.0 AllergyIntolerance. D134. */
import type { AllergyIntolerance, CodeableConcept } from '@medplum/fhirtypes'
import { buildClaimCode, uncodedTag } from '../claim-code.ts'
import { auCore, codeSystems } from '../code-systems.ts'
import { displayOfCode } from '../displays.ts'
import { type ReleaseInput, referenceTo } from '../release-input.ts'
import type { FactGroup } from './stated-facts.ts'
import { listStatements } from './statement-texts.ts'

const concept = (system: string, code: string): CodeableConcept => ({
  coding: [{ system, code, ...displayOfCode(code) }],
})

/** Confirmed if one statement is certain. Type, reaction and severity stay in the sentences: the claims do not hold them. */
export function buildAllergyIntolerance({ key, facts }: FactGroup, input: ReleaseInput): AllergyIntolerance {
  const code = buildClaimCode(facts[0].claim)
  const isCertain = facts.some(({ claim }) => claim.certainty === 'certain')
  return {
    resourceType: 'AllergyIntolerance',
    id: input.ids(key),
    meta: { profile: [auCore('allergyintolerance')], ...uncodedTag(code) },
    clinicalStatus: concept(codeSystems.allergyClinical, 'active'),
    verificationStatus: concept(codeSystems.allergyVerification, isCertain ? 'confirmed' : 'unconfirmed'),
    code,
    patient: { reference: referenceTo(input.patient) },
    encounter: { reference: referenceTo(input.encounter) },
    recordedDate: input.artifact.approvedAt,
    recorder: { reference: input.author },
    note: listStatements(facts).map((text) => ({ text })),
  }
}
