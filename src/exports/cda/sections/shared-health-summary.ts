/** Shared Health Summary 1.4: each of its four sections has entries or an exclusion statement. */
import type { BodyInput } from './body-input.ts'
import {
  listHistory,
  listImmunisations,
  listReactions,
  loinc,
  orExclusion,
  planAdministrative,
} from './common-sections.ts'
import { buildExclusion, exclusionWords } from './exclusions.ts'
import { procedureTime } from './history.ts'
import { buildMedication, isCeased } from './medicines.ts'
import type { SectionPlan } from './section-plan.ts'

/** The guide has no "Not asked". */
const unsaid = 'none-supplied'

export const planSharedHealthSummary = (body: BodyInput): readonly SectionPlan[] => [
  planAdministrative(body),
  {
    code: '101.20113',
    display: 'Adverse Reactions',
    takes: loinc.allergies,
    isRequired: true,
    ...orExclusion(body, listReactions(body), 'allergies', '103.16302.120.1.1', unsaid),
  },
  {
    code: '101.16146',
    display: 'Medication Orders',
    title: 'Medications',
    takes: loinc.medicines,
    isRequired: true,
    ...orExclusion(
      body,
      body.clinical.medicines.filter((fact) => !isCeased(fact)).map((fact) => buildMedication(fact)),
      'medicines',
      '103.16302.120.1.2',
      unsaid,
    ),
  },
  planHistory(body),
  {
    code: '101.16638',
    display: 'Immunisations',
    takes: loinc.immunisations,
    isRequired: true,
    ...orExclusion(body, listImmunisations(body), 'immunisations', '103.16302.120.1.5', unsaid),
  },
]

/** Problems and procedures have statements of their own. */
function planHistory(body: BodyInput): SectionPlan {
  const { clinical, edition, time } = body
  // 7.1.3: an item that is neither problem nor procedure stands for both.
  const hasItems =
    clinical.items.length > 0 || clinical.procedures.some(({ resource }) => procedureTime(resource, time) === undefined)
  const exclude = (topic: 'problems' | 'procedures', code: string) =>
    buildExclusion(clinical, topic, { code, documentId: edition.id, unsaid })
  return {
    code: '101.16117',
    display: 'Medical History',
    takesRest: true,
    entries: () => [
      ...listHistory(body),
      ...(clinical.problems.length > 0 || hasItems ? [] : [exclude('problems', '103.16302.120.1.3')]),
      ...(clinical.procedures.length > 0 || clinical.items.length > 0
        ? []
        : [exclude('procedures', '103.16302.120.1.4')]),
    ],
    words: exclusionWords(clinical, 'problems', unsaid),
  }
}
