/** Sections that several guides have. */
import type { ServiceRequest } from '@medplum/fhirtypes'
import type { Nothing, Stated } from '../../clinical-facts.ts'
import { timeZoneOf } from '../../export-input.ts'
import { markOf } from '../edition.ts'
import { buildParagraph } from '../narrative.ts'
import type { XmlElement } from '../xml.ts'
import { listAdministrative } from './administrative.ts'
import { buildAdverseReaction } from './adverse-reactions.ts'
import type { BodyInput } from './body-input.ts'
import { wordsOf } from './entries.ts'
import { buildExclusion, type Excluded, exclusionWords } from './exclusions.ts'
import { buildHistoryItem, buildProblem, buildProcedure, buildUncategorised, procedureTime } from './history.ts'
import { buildImmunisation, hasTime } from './immunisations.ts'
import { buildRequestedService, listRequested } from './requests.ts'
import type { SectionPlan } from './section-plan.ts'

/** LOINC codes of sections of the Composition, by what they are about. */
export const loinc = {
  allergies: ['48765-2'],
  medicines: ['10160-0', '10183-2', '29549-3', '42346-7'],
  problems: ['11450-4', '11348-0', '11535-2'],
  procedures: ['47519-4'],
  immunisations: ['11369-6'],
  plans: ['18776-5'],
  instructions: ['8653-8', '69730-0'],
  assessment: ['51848-0'],
  results: ['30954-2'],
} as const

/** It begins with the mark of an edition that nobody may rely on. */
export function planAdministrative({ input, facts, edition }: BodyInput): SectionPlan {
  const mark = markOf(edition)
  const { narrative, entries, coverages } = listAdministrative(
    facts.patient,
    edition.id,
    facts.authoredAt,
    timeZoneOf(input),
  )
  return {
    code: '102.16080',
    display: 'Administrative Observations',
    isRequired: true,
    first: [...(mark === undefined ? [] : [buildParagraph(mark)]), ...narrative],
    entries: () => entries,
    last: coverages,
  }
}

/** Facts, or the statement that stands for them. */
export const orExclusion = (
  { clinical, edition }: BodyInput,
  entries: readonly XmlElement[],
  topic: Excluded,
  code: string,
  unsaid: Nothing = 'not-asked',
): Pick<SectionPlan, 'entries' | 'words'> => ({
  entries: () =>
    entries.length > 0 ? entries : [buildExclusion(clinical, topic, { code, documentId: edition.id, unsaid })],
  words: exclusionWords(clinical, topic, unsaid),
})

export const listReactions = ({ clinical }: BodyInput): readonly XmlElement[] =>
  clinical.allergies.map(buildAdverseReaction)

/** Problems, procedures with their times, and in words the procedures that nobody dated and the items that nobody sorted. */
export function listHistory(
  { clinical, time }: BodyInput,
  { otherItem, isPoint }: { readonly otherItem?: string; readonly isPoint?: boolean } = {},
): readonly XmlElement[] {
  const dated = clinical.procedures.filter(({ resource }) => procedureTime(resource, time) !== undefined)
  const undated = clinical.procedures.filter(({ resource }) => procedureTime(resource, time) === undefined)
  return [
    ...clinical.problems.map((problem) => buildProblem(problem, isPoint)),
    ...dated.map((procedure) => buildProcedure(procedure, time)),
    ...undated.map(({ id, resource }) => buildUncategorised(id, wordsOf(resource.code), otherItem)),
    ...clinical.items.map((item) => buildHistoryItem(item, time, otherItem)),
  ]
}

export const listImmunisations = ({ clinical, time }: BodyInput): readonly XmlElement[] =>
  clinical.immunisations.filter(hasTime).map((immunisation) => buildImmunisation(immunisation, time))

export const planImmunisations = (body: BodyInput): SectionPlan => ({
  code: '101.16638',
  display: 'Immunisations',
  takes: loinc.immunisations,
  entries: () => listImmunisations(body),
})

/** Services that were ordered; each in a section of its own. */
export const planInvestigations = (
  { facts, clinical, time }: BodyInput,
  requests: readonly Stated<ServiceRequest>[] = listRequested(clinical),
): SectionPlan => ({
  code: '101.20117',
  display: 'Diagnostic Investigations',
  takes: loinc.results,
  words: 'Requested services.',
  sections: requests.map((request) => ({
    code: '102.20158',
    display: 'Requested Service',
    key: request.id,
    words: wordsOf(request.resource.code),
    entries: () => [buildRequestedService(request, facts.authoredAt, time)],
  })),
})
