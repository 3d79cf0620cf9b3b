/** Services that were requested, and what the author recommends: the Agency's guides, Requested Service and Recommendation. */
import type { CarePlan, ServiceRequest } from '@medplum/fhirtypes'
import { nameUuid } from '../../../documents/name-uuid.ts'
import { plainText } from '../../../documents/plain-text.ts'
import type { DocumentRecipient } from '../../../documents/recipient.ts'
import type { ClinicalFacts, Stated } from '../../clinical-facts.ts'
import { buildId } from '../parties.ts'
import { patientReferral } from '../patient-referral.ts'
import { buildPerson, buildWhole, listContacts, recipientId } from '../recipients.ts'
import { element, type XmlElement } from '../xml.ts'
import {
  buildConcept,
  derivedId,
  entry,
  nctisCode,
  noteText,
  relation,
  remark,
  stringText,
  wordsOf,
} from './entries.ts'
import { effectiveTime, effectiveTimeOf, type RenderTime } from './times.ts'

type Request = Stated<ServiceRequest>

const isProposal = ({ resource }: Request): boolean => ['proposal', 'plan'].includes(resource.intent ?? '')

/** Ordered, not merely proposed. */
export const listRequested = ({ requests }: ClinicalFacts): readonly Request[] =>
  requests.filter((request) => !isProposal(request))

const isReferral = ({ resource: { category = [], code } }: Request): boolean =>
  [...category, code].some((concept) =>
    concept?.coding?.some((one) => one.system === patientReferral.system && one.code === patientReferral.code),
  )

type SplitReferral = {
  /** Of the referral itself: absent where no request is coded as it. */
  readonly authoredOn?: string
  /** The request that says why and for how long. */
  readonly reasoned: ServiceRequest | undefined
  readonly services: readonly Request[]
}

/** The referral itself, and the services that it asks for. Where none is coded as the referral, the first service tells the reason. */
export function splitReferral(facts: ClinicalFacts): SplitReferral {
  const requested = listRequested(facts)
  const referral = requested.find(isReferral)
  const authoredOn = referral?.resource.authoredOn
  return {
    ...(authoredOn === undefined ? {} : { authoredOn }),
    reasoned: (referral ?? requested[0])?.resource,
    services: requested.filter((one) => one !== referral),
  }
}

const moods: Readonly<Record<string, string>> = { completed: 'EVN' }

/** RQO: a request. The time is that of the service; when it was asked for has an act of its own. */
export function buildRequestedService({ id, resource }: Request, authoredAt: string, time: RenderTime): XmlElement {
  const instruction = plainText(resource.patientInstruction ?? '').trim()
  return entry(
    element('act', { classCode: 'ACT', moodCode: moods[resource.status ?? ''] ?? 'RQO' }, [
      buildId(id),
      buildConcept('code', resource.code ?? {}, { words: wordsOf(resource.code) }),
      effectiveTimeOf(resource.occurrenceDateTime, resource.occurrencePeriod, time),
      instruction === ''
        ? undefined
        : relation('COMP', remark(id, ['103.10146', 'Subject of Care Instruction Description'], instruction)),
      relation(
        'COMP',
        element('act', { classCode: 'ACT', moodCode: 'EVN' }, [
          derivedId(id, 'requested'),
          nctisCode('103.16635', 'Requested Service DateTime'),
          effectiveTime(resource.authoredOn ?? authoredAt, time),
        ]),
      ),
    ]),
  )
}

/** A service that a discharge summary says is arranged. */
export const buildArrangedService = ({ id, resource }: Request, time: RenderTime): XmlElement =>
  entry(
    element('act', { classCode: 'ACT', moodCode: moods[resource.status ?? ''] ?? 'RQO' }, [
      buildId(id),
      buildConcept('code', resource.code ?? {}),
      effectiveTimeOf(resource.occurrenceDateTime, resource.occurrencePeriod, time),
    ]),
  )

export type Recommendation = {
  readonly id: string
  readonly text: string
  /** FHIR x[DateTime] or x[Period]; both absent if nobody said when. */
  readonly at?: string
  readonly period?: { readonly start?: string; readonly end?: string }
}

const readProposal = ({ id, resource }: Request): Recommendation => ({
  id,
  text: [wordsOf(resource.code), noteText(resource)].filter((part) => part !== '').join('. '),
  ...(resource.occurrenceDateTime === undefined ? {} : { at: resource.occurrenceDateTime }),
  ...(resource.occurrencePeriod === undefined ? {} : { period: resource.occurrencePeriod }),
})

const readPlan = ({ id, resource }: Stated<CarePlan>): readonly Recommendation[] =>
  (resource.activity ?? []).flatMap(({ detail }, index) => {
    const text = plainText(detail?.description ?? wordsOf(detail?.code)).trim()
    const period = detail?.scheduledPeriod
    return text === ''
      ? []
      : [{ id: nameUuid(`${id} activity ${index}`), text, ...(period === undefined ? {} : { period }) }]
  })

/** Proposed services and the activities of care plans. */
export const listRecommendations = ({ requests, plans }: ClinicalFacts): readonly Recommendation[] => [
  ...requests.filter(isProposal).map(readProposal),
  ...plans.flatMap(readPlan),
]

/** Someone with a national number, whom a recommendation can be addressed to. */
export const isAddressable = (recipient: DocumentRecipient | undefined): recipient is DocumentRecipient =>
  recipient !== undefined &&
  (recipient.person === undefined ? recipient.hpio !== undefined : recipient.hpii !== undefined) &&
  recipient.address !== undefined

/** Undefined if nobody said when, which the guides demand. */
const timeOf = ({ at, period }: Recommendation, time: RenderTime): XmlElement | undefined =>
  effectiveTimeOf(at, period, time)

export const isTimed = ({ at, period }: Recommendation): boolean =>
  at !== undefined || period?.start !== undefined || period?.end !== undefined

/** The recipient of the document has to act on it. */
export const buildRecommendation = (
  recommendation: Recommendation,
  recipient: DocumentRecipient,
  time: RenderTime,
): XmlElement =>
  entry(
    element('act', { classCode: 'ACT', moodCode: 'PRP' }, [
      buildId(recommendation.id),
      nctisCode('102.20016', 'Recommendation'),
      stringText(recommendation.text),
      timeOf(recommendation, time),
      buildPerformer(recipient),
    ]),
  )

/** A discharge summary needs no time for it. */
export const buildProvidedRecommendation = (recommendation: Recommendation, recipient: DocumentRecipient): XmlElement =>
  entry(
    element('act', { classCode: 'INFRM', moodCode: 'PRP' }, [
      buildId(recommendation.id),
      nctisCode('102.20016.4.1.1', 'Recommendations Provided'),
      stringText(recommendation.text),
      buildPerformer(recipient),
    ]),
  )

const buildPerformer = (recipient: DocumentRecipient): XmlElement =>
  element('performer', { typeCode: 'PRF' }, [
    element('assignedEntity', {}, [
      buildId(recipientId(recipient)),
      element('code', { nullFlavor: 'NI' }),
      ...listContacts(recipient),
      recipient.person === undefined
        ? buildWhole('representedOrganization', recipient)
        : buildPerson('assignedPerson', recipient),
    ]),
  ])
