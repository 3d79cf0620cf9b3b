/** Specialist Letter 1.3. It has a section of investigations for results alone, so services that were requested stay in its words. */
import { nameUuid } from '../../../documents/name-uuid.ts'
import { linesOf } from '../../block-lines.ts'
import type { DocumentFacts } from '../../document-facts.ts'
import { buildId } from '../parties.ts'
import { element, type XmlElement } from '../xml.ts'
import type { BodyInput } from './body-input.ts'
import { listReactions, loinc, orExclusion, planAdministrative } from './common-sections.ts'
import { buildAct, entry, nctisCode, observation } from './entries.ts'
import { buildLetterDiagnosis, buildProcedure } from './history.ts'
import { buildMedication } from './medicines.ts'
import { buildRecommendation, isAddressable, isTimed, listRecommendations } from './requests.ts'
import type { SectionPlan } from './section-plan.ts'

export const planSpecialistLetter = (body: BodyInput): readonly SectionPlan[] => [
  planAdministrative(body),
  {
    code: '101.16611',
    display: 'Response Details',
    takesRest: true,
    entries: ({ lines }) => [
      ...body.clinical.problems.map(buildLetterDiagnosis),
      ...body.clinical.procedures.map((procedure) => buildProcedure(procedure)),
      ...listOpinion(body),
      buildAct(
        `${body.edition.id} response`,
        ['102.15513.132.1.2', 'Response Narrative'],
        lines === '' ? body.facts.title : lines,
      ),
    ],
  },
  {
    code: '101.16606',
    display: 'Recommendations',
    takes: [...loinc.plans, ...loinc.instructions],
    isRequired: true,
    entries: ({ lines }) => listRecommended(body, lines),
    words: 'Not stated.',
  },
  {
    code: '101.16146',
    display: 'Medications',
    takes: loinc.medicines,
    isRequired: true,
    ...orExclusion(
      body,
      body.clinical.medicines.map((fact) =>
        buildMedication(fact, { status: 'Recommendation or Change', isLetter: true }),
      ),
      'medicines',
      '103.16302.132.1.1',
    ),
  },
  {
    code: '101.20113',
    display: 'Adverse Reactions',
    takes: loinc.allergies,
    entries: () => listReactions(body),
  },
]

/** The guide wants a diagnosis or a procedure: where none is coded, the words of the opinion. */
function listOpinion({ facts, clinical, edition }: BodyInput): readonly XmlElement[] {
  const opinion = opinionOf(facts)
  if (clinical.problems.length + clinical.procedures.length > 0 || opinion === '') return []
  return [buildAct(`${edition.id} opinion`, ['102.15513.132.1.1', 'Other Diagnosis Procedure Entry'], opinion)]
}

const opinionCodes: readonly string[] = [...loinc.assessment, ...loinc.problems, ...loinc.procedures]

/** Empty if the letter has no section for it. */
export const opinionOf = ({ sections }: Pick<DocumentFacts, 'sections'>): string =>
  sections
    .filter(({ code, emptyReason }) => emptyReason === undefined && opinionCodes.includes(code?.code ?? ''))
    .map(({ blocks }) => linesOf(blocks).join('\n'))
    .filter((lines) => lines !== '')
    .join('\n')

/** The guide takes coded recommendations, or a sentence that stands for them; never both. */
function listRecommended({ input, clinical, edition, time }: BodyInput, lines: string): readonly XmlElement[] {
  const { recipient } = input
  const recommendations = listRecommendations(clinical)
  if (isAddressable(recipient) && recommendations.length > 0 && recommendations.every(isTimed))
    return recommendations.map((one) => buildRecommendation(one, recipient, time))
  const words = lines === '' ? 'Not stated.' : 'In the words of this section alone.'
  return [
    entry(
      observation([
        buildId(nameUuid(`exclusion 102.16134 ${edition.id}`)),
        nctisCode('102.16134', 'Recommendations Exclusion'),
        element('value', { 'xsi:type': 'ST' }, [words]),
      ]),
    ),
  ]
}
