/** What level 3A demands of the facts of a document, without a null flavour. D133. */
import { type ClinicalFacts, readClinicalFacts, type Topic } from '../clinical-facts.ts'
import { checkStated } from '../clinical-rules.ts'
import { readDocumentFacts } from '../document-facts.ts'
import { openDocument } from '../document-resources.ts'
import type { ExportInput } from '../export-input.ts'
import type { Refusal } from '../refusal.ts'
import { type GuideName, guidePresets } from './guides.ts'
import { wordsOf } from './sections/entries.ts'
import { hasTime } from './sections/immunisations.ts'
import { doseText, isCeased } from './sections/medicines.ts'
import { opinionOf } from './sections/specialist-letter.ts'

type Rule = (facts: ClinicalFacts, input: ExportInput) => readonly Refusal[]

const nameless = (element: string, has: readonly boolean[]): readonly Refusal[] =>
  has.flatMap((isThere) => (isThere ? [] : [{ element, message: 'is in no words and no code' }]))

const entries = 'Composition.section.entry.resolve()'

/** Nothing stands in a code that has neither words nor a code. */
const checkNames: Rule = (facts) => [
  ...nameless(
    `${entries}.ofType(AllergyIntolerance).code`,
    facts.allergies.map(({ resource }) => wordsOf(resource.code) !== ''),
  ),
  ...nameless(
    `${entries}.ofType(MedicationStatement).medication`,
    facts.medicines.map(({ medicine }) => wordsOf(medicine) !== ''),
  ),
  ...nameless(
    `${entries}.ofType(Condition).code`,
    facts.problems.map(({ resource }) => wordsOf(resource.code) !== ''),
  ),
  ...nameless(
    `${entries}.ofType(Procedure).code`,
    facts.procedures.map(({ resource }) => wordsOf(resource.code) !== ''),
  ),
  ...nameless(
    `${entries}.ofType(Immunization).vaccineCode`,
    facts.immunisations.map(({ resource }) => wordsOf(resource.vaccineCode) !== ''),
  ),
  ...nameless(
    `${entries}.ofType(ServiceRequest).code`,
    facts.requests.map(({ resource }) => wordsOf(resource.code) !== ''),
  ),
]

/** Discharge Summary 3.4, 7.1.2.1.2: the dose of a current medicine. */
const checkDoses: Rule = ({ medicines }) =>
  medicines.some((fact) => !isCeased(fact) && doseText(fact) === '')
    ? [{ element: `${entries}.ofType(MedicationStatement).dosage.text`, message: 'is missing for a current medicine' }]
    : []

/**
 * A statement that nothing is known, or was asked, beside words that say something: a reader of the entries alone would take the patient
 * for free of it.
 */
const checkWords =
  (...topics: readonly Topic[]): Rule =>
  (facts) =>
    topics
      .filter((topic) => facts.worded.has(topic) && facts[topic].length === 0 && facts.nothing[topic] === undefined)
      .map((topic) => ({
        element: `Composition.section.entry (${topic})`,
        message: 'is missing beside the words of the section',
      }))

const checkVaccinationTimes: Rule = ({ immunisations }) =>
  immunisations.every(hasTime)
    ? []
    : [{ element: `${entries}.ofType(Immunization).occurrenceDateTime`, message: 'is missing' }]

/** eReferral 2.2: the referee, with a national number, an address and a telephone. */
const checkReferee: Rule = (_, { recipient }) => {
  if (recipient === undefined) return [{ element: 'recipient', message: 'is missing' }]
  const { person, hpii, hpio, organisation, address, phone, fax, email } = recipient
  return [
    ...(person !== undefined && hpii === undefined ? [{ element: 'recipient.hpii', message: 'is missing' }] : []),
    ...(hpio === undefined ? [{ element: 'recipient.hpio', message: 'is missing' }] : []),
    ...(person !== undefined && organisation === undefined
      ? [{ element: 'recipient.organisation', message: 'is missing' }]
      : []),
    ...(address === undefined ? [{ element: 'recipient.address', message: 'is missing' }] : []),
    ...([phone, fax, email].every((one) => one === undefined)
      ? [{ element: 'recipient.phone', message: 'is missing' }]
      : []),
  ]
}

/** Specialist Letter 1.3, 7.1.1: a diagnosis or a procedure, in a code or in words. */
const checkOpinion: Rule = ({ problems, procedures }, { bundle }) =>
  problems.length + procedures.length > 0 || opinionOf(readDocumentFacts(bundle)) !== ''
    ? []
    : [{ element: 'Composition.section (assessment)', message: 'has no diagnosis or procedure' }]

// biome-ignore format: one row a line
const rules: Readonly<Record<GuideName, readonly Rule[]>> = {
  sharedHealthSummary: [checkNames, checkVaccinationTimes, checkWords('allergies', 'medicines', 'problems', 'immunisations')],
  eventSummary:        [checkNames, checkVaccinationTimes],
  specialistLetter:    [checkNames, checkOpinion, checkWords('medicines')],
  dischargeSummary:    [checkNames, checkDoses, checkWords('allergies', 'medicines', 'problems')],
  eReferral:           [checkNames, checkReferee, checkWords('allergies', 'medicines')],
}

export function checkEntries(input: ExportInput, guide: GuideName): readonly Refusal[] {
  const facts = readClinicalFacts(input.bundle)
  const offer = guidePresets.find((row) => row.level === '1A' && 'guide' in row && row.guide === guide)?.preset
  const document = openDocument(input.bundle)
  return [
    ...(document === undefined ? [] : checkStated(document)),
    ...rules[guide].flatMap((rule) => rule(facts, input)),
  ].map(({ element, message }) => ({
    element,
    message: `${message}; the preset ${offer ?? 'general-1A'} goes without`,
  }))
}
