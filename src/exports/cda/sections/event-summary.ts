/** Event Summary 1.3. */
import type { BodyInput } from './body-input.ts'
import {
  listHistory,
  listReactions,
  loinc,
  planAdministrative,
  planImmunisations,
  planInvestigations,
} from './common-sections.ts'
import { buildAct } from './entries.ts'
import { buildMedication } from './medicines.ts'
import type { SectionPlan } from './section-plan.ts'

export const planEventSummary = (body: BodyInput): readonly SectionPlan[] => [
  planAdministrative(body),
  {
    code: '101.16672',
    display: 'Event Overview',
    title: 'Event Details',
    takesRest: true,
    entries: ({ lines }) => [
      buildAct(
        `${body.edition.id} synopsis`,
        ['102.15513', 'Clinical Synopsis'],
        lines === '' ? body.facts.title : lines,
      ),
    ],
  },
  {
    code: '101.20113',
    display: 'Adverse Reactions',
    takes: loinc.allergies,
    entries: () => listReactions(body),
  },
  {
    code: '101.16146',
    display: 'Medication Orders',
    title: 'Medications',
    takes: loinc.medicines,
    entries: () => body.clinical.medicines.map((fact) => buildMedication(fact, { status: 'Change Status' })),
  },
  {
    code: '101.16117',
    display: 'Medical History',
    title: 'Diagnoses/Interventions',
    takes: [...loinc.problems, ...loinc.procedures, ...loinc.assessment],
    entries: () => listHistory(body),
  },
  planImmunisations(body),
  planInvestigations(body),
]
