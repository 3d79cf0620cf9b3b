/** eReferral 2.2. */
import { nameUuid } from '../../../documents/name-uuid.ts'
import { buildCode, buildId } from '../parties.ts'
import { element, type XmlElement } from '../xml.ts'
import type { BodyInput } from './body-input.ts'
import {
  listHistory,
  listReactions,
  loinc,
  orExclusion,
  planAdministrative,
  planInvestigations,
} from './common-sections.ts'
import { entry, nctisCode, observation, wordsOf } from './entries.ts'
import { exclusionWords } from './exclusions.ts'
import { buildUncategorised } from './history.ts'
import { buildMedication, isCeased } from './medicines.ts'
import { splitReferral } from './requests.ts'
import type { SectionPlan } from './section-plan.ts'

export const planEReferral = (body: BodyInput): readonly SectionPlan[] => [
  planAdministrative(body),
  {
    code: '102.16347',
    display: 'Referral Detail',
    takesRest: true,
    entries: ({ lines }) => listDetail(body, lines),
  },
  {
    code: '101.16117',
    display: 'Medical History',
    takes: [...loinc.problems, ...loinc.procedures],
    isRequired: true,
    entries: ({ lines }) => listHistoryOrWords(body, lines),
    words: exclusionWords(body.clinical, 'problems'),
  },
  {
    code: '101.16146',
    display: 'Medications',
    takes: loinc.medicines,
    isRequired: true,
    ...orExclusion(
      body,
      body.clinical.medicines.filter((fact) => !isCeased(fact)).map((fact) => buildMedication(fact)),
      'medicines',
      '103.16302.2.2.1',
    ),
  },
  {
    code: '101.20113',
    display: 'Adverse Reactions',
    takes: loinc.allergies,
    isRequired: true,
    ...orExclusion(body, listReactions(body), 'allergies', '103.16302.2.2.2'),
  },
  planInvestigations(body, splitReferral(body.clinical).services),
]

/** When it was written, why, and for how long it is valid if somebody said so. */
function listDetail({ facts, clinical, edition, time }: BodyInput, lines: string): readonly XmlElement[] {
  const { reasoned: requested, authoredOn = facts.authoredAt } = splitReferral(clinical)
  const reason = (requested?.reasonCode ?? [])
    .map((one) => wordsOf(one))
    .filter((words) => words !== '')
    .join('; ')
  const { start, end } = requested?.occurrencePeriod ?? {}
  const build = (name: string, code: XmlElement, value: XmlElement): XmlElement =>
    entry(observation([buildId(nameUuid(`${name} ${edition.id}`)), code, value]))
  return [
    build(
      'referral time',
      nctisCode('103.16620', 'Referral DateTime'),
      element('value', { 'xsi:type': 'TS', value: time(authoredOn) }),
    ),
    build(
      'referral reason',
      buildCode('code', 'loinc', ['42349-1', 'Reason for referral']),
      element('value', { 'xsi:type': 'ST' }, [reason === '' ? lines : reason]),
    ),
    ...(start === undefined || end === undefined
      ? []
      : [
          build(
            'referral validity',
            nctisCode('103.16622', 'Referral Validity Duration'),
            element('value', { 'xsi:type': 'IVL_TS' }, [
              element('low', { value: time(start) }),
              element('high', { value: time(end) }),
            ]),
          ),
        ]),
  ]
}

/** The guide has no statement for a history that nobody asked: its words are the item, and without words there is none. */
function listHistoryOrWords(body: BodyInput, lines: string): readonly XmlElement[] {
  const entries = listHistory(body, { otherItem, isPoint: true })
  if (entries.length > 0 || lines === '') return entries
  return [buildUncategorised(nameUuid(`history ${body.edition.id}`), lines, otherItem)]
}

const otherItem = 'Other Medical History Item'
