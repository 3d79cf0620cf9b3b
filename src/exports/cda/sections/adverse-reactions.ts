/** Adverse reactions: the Agency's guides, ADVERSE REACTION. */
import type { AllergyIntolerance, CodeableConcept } from '@medplum/fhirtypes'
import type { Stated } from '../../clinical-facts.ts'
import { buildId } from '../parties.ts'
import { element, type XmlElement } from '../xml.ts'
import { buildConcept, conceptValue, derivedId, entry, nctisCode, observation, relation, wordsOf } from './entries.ts'

type Allergy = Stated<AllergyIntolerance>

/** An allergy that nobody confirmed says so in its words: the entry has no other place for it. */
function substanceWords({ code, verificationStatus }: AllergyIntolerance): string {
  const isUnconfirmed = verificationStatus?.coding?.some((coding) => coding.code === 'unconfirmed') ?? false
  return `${wordsOf(code)}${isUnconfirmed ? ' (unconfirmed)' : ''}`
}

const buildAgent = ({ resource }: Allergy): XmlElement =>
  element('participant', { typeCode: 'CAGNT' }, [
    element('participantRole', {}, [
      element('playingEntity', {}, [buildConcept('code', resource.code ?? {}, { words: substanceWords(resource) })]),
    ]),
  ])

const listManifestations = ({ resource }: Allergy): readonly CodeableConcept[] =>
  (resource.reaction ?? []).flatMap(({ manifestation }) => manifestation)

const buildManifestation = (id: string, concept: CodeableConcept, index: number): XmlElement =>
  relation('MFST', observation([derivedId(id, `manifestation ${index}`), buildConcept('code', concept)]), true)

const reactionCode = (): XmlElement => nctisCode('102.15517', 'Adverse Reaction')

/** An act with its reaction event, if a manifestation is known. */
export function buildAdverseReaction(allergy: Allergy): XmlElement {
  const manifestations = listManifestations(allergy)
  const event = observation([
    derivedId(allergy.id, 'reaction'),
    nctisCode('102.16474', 'Reaction Event'),
    ...manifestations.map((concept, index) => buildManifestation(allergy.id, concept, index)),
  ])
  return entry(
    element('act', { classCode: 'ACT', moodCode: 'EVN' }, [
      buildId(allergy.id),
      reactionCode(),
      buildAgent(allergy),
      manifestations.length === 0 ? undefined : relation('CAUS', event),
    ]),
  )
}

const kinds: Readonly<Record<string, CodeableConcept>> = {
  allergy: { text: 'Allergy' },
  intolerance: { text: 'Intolerance' },
}

/** A discharge summary has an observation whose value is the type of reaction. */
export const buildDischargeReaction = (allergy: Allergy): XmlElement =>
  entry(
    observation([
      buildId(allergy.id),
      reactionCode(),
      conceptValue(kinds[allergy.resource.type ?? ''] ?? { text: 'Adverse reaction' }),
      buildAgent(allergy),
      ...listManifestations(allergy).map((concept, index) => buildManifestation(allergy.id, concept, index)),
    ]),
  )
