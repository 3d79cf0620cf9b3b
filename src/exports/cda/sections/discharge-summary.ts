/** Discharge Summary 3.4: sections within sections. */

import { buildSpecialty } from './administrative.ts'
import { buildDischargeReaction } from './adverse-reactions.ts'
import type { BodyInput } from './body-input.ts'
import { loinc, orExclusion, planAdministrative } from './common-sections.ts'
import { buildAct } from './entries.ts'
import { buildProcedure, buildVisitProblem } from './history.ts'
import { buildTherapeuticGood, isCeased } from './medicines.ts'
import {
  buildArrangedService,
  buildProvidedRecommendation,
  isAddressable,
  listRecommendations,
  listRequested,
} from './requests.ts'
import type { SectionPlan } from './section-plan.ts'

export const planDischargeSummary = (body: BodyInput): readonly SectionPlan[] => [
  planStay(body),
  planEvent(body),
  planMedications(body),
  planHealthProfile(body),
  planPlan(body),
]

function planStay(body: BodyInput): SectionPlan {
  const plan = planAdministrative(body)
  const specialty = buildSpecialty(body.facts.encounter?.serviceType, body.edition.id)
  return { ...plan, entries: (narrated) => [...(plan.entries?.(narrated) ?? []), specialty] }
}

const planEvent = (body: BodyInput): SectionPlan => ({
  code: '101.16006',
  display: 'Event',
  isRequired: true,
  words: 'The stay.',
  sections: [
    {
      code: '101.16142',
      display: 'Problems/Diagnoses This Visit',
      takes: [...loinc.problems, ...loinc.assessment],
      isRequired: true,
      ...orExclusion(body, body.clinical.problems.map(buildVisitProblem), 'problems', '103.16302.4.3.1'),
    },
    {
      code: '101.20109',
      display: 'Clinical Interventions Performed This Visit',
      takes: loinc.procedures,
      entries: () => body.clinical.procedures.map((procedure) => buildProcedure(procedure)),
      words: 'Interventions.',
    },
    {
      code: '102.15513.4.1.1',
      display: 'Clinical Synopsis',
      takesRest: true,
      entries: ({ lines }) => [
        buildAct(
          `${body.edition.id} synopsis`,
          ['103.15582', 'Clinical Synopsis Description'],
          lines === '' ? body.facts.title : lines,
        ),
      ],
    },
  ],
})

function planMedications(body: BodyInput): SectionPlan {
  const { medicines } = body.clinical
  const current = medicines.filter((fact) => !isCeased(fact)).map(buildTherapeuticGood)
  const ceased = medicines.filter(isCeased).map(buildTherapeuticGood)
  return {
    code: '101.16022',
    display: 'Medications',
    isRequired: true,
    words: 'Current and ceased medicines.',
    sections: [
      {
        code: '101.16146.4.1.1',
        display: 'Current Medications On Discharge',
        takes: loinc.medicines,
        isRequired: true,
        ...orExclusion(body, current, 'medicines', '103.16302.4.3.2'),
      },
      {
        code: '101.16146.4.1.2',
        display: 'Ceased Medications',
        isRequired: true,
        ...orExclusion(body, ceased, 'ceased', '103.16302.4.3.3'),
      },
    ],
  }
}

const planHealthProfile = (body: BodyInput): SectionPlan => ({
  code: '101.16011',
  display: 'Health Profile',
  isRequired: true,
  words: 'Adverse reactions.',
  sections: [
    {
      code: '101.20113',
      display: 'Adverse Reactions',
      takes: loinc.allergies,
      isRequired: true,
      ...orExclusion(body, body.clinical.allergies.map(buildDischargeReaction), 'allergies', '103.16302.4.3.4'),
    },
  ],
})

function planPlan({ input, clinical, edition, time }: BodyInput): SectionPlan {
  const { recipient } = input
  const recommended = isAddressable(recipient)
    ? listRecommendations(clinical).map((one) => buildProvidedRecommendation(one, recipient))
    : []
  return {
    code: '101.16020',
    display: 'Plan',
    isRequired: true,
    words: 'Arranged services and recommendations.',
    sections: [
      {
        code: '101.16021',
        display: 'Arranged Services',
        entries: () => listRequested(clinical).map((request) => buildArrangedService(request, time)),
        words: 'Arranged services.',
      },
      {
        code: '101.20016',
        display: 'Record of Recommendations and Information Provided',
        takes: [...loinc.plans, ...loinc.instructions],
        isRequired: true,
        entries: ({ lines }) => [
          ...recommended,
          ...(lines === ''
            ? []
            : [buildAct(`${edition.id} information`, ['102.20016.4.1.2', 'Information Provided'], lines, 'INFRM')]),
        ],
        words: 'Not stated.',
      },
    ],
  }
}
