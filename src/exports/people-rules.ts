/** Whom a document is about and when: what a form would show wrongly as somebody else's, or as a day that does not exist. */
import type { Composition, CompositionSection, Encounter, Patient, Reference, Resource } from '@medplum/fhirtypes'
import { identifierSystems } from '../documents/code-systems.ts'
import { isIdentifier } from '../profiles/identifiers.ts'
import type { Located, OpenDocument } from './document-resources.ts'
import { authorTypes, contributorTypes, isNamed, readClinician } from './facts/people-facts.ts'
import { readFocus } from './facts/section-facts.ts'
import { listInUse, type Used } from './in-use.ts'
import type { Refusal } from './refusal.ts'

type PeopleRule = (document: OpenDocument, composition: Composition) => readonly Refusal[]

const findPatient = ({ composition: from, find }: OpenDocument, { subject }: Composition) =>
  find<Patient>(['Patient'], subject?.reference, from)

const findEncounter = ({ composition: from, find }: OpenDocument, { encounter }: Composition) =>
  find<Encounter>(['Encounter'], encounter?.reference, from)

export const peopleRules: readonly PeopleRule[] = [
  function checkPatient(document, composition) {
    const element = 'Composition.subject'
    if (findPatient(document, composition) === undefined) return [{ element, message: 'is no Patient of the document' }]
    return document.patients > 1 ? [{ element, message: 'is one of several Patients of the document' }] : []
  },
  ({ repeated }) =>
    repeated.map((index) => ({ element: `Bundle.entry[${index}].fullUrl`, message: 'is that of another entry' })),
  function checkEncounter(document, composition) {
    const encounter = findEncounter(document, composition)
    const subject = encounter?.resource.subject
    return encounter === undefined || subject === undefined || isPatient(document, composition, subject, encounter)
      ? []
      : [{ element: 'Composition.encounter.subject', message: 'is not Composition.subject' }]
  },
  function checkIhi(document, composition) {
    const { identifier = [] } = findPatient(document, composition)?.resource ?? {}
    const inUse = new Set(listInUse(identifier, composition.date))
    return identifier.flatMap((one, index) =>
      inUse.has(one) && one.system === identifierSystems.ihi && !isIhi(one.value)
        ? [{ element: `Composition.subject.identifier[${index}].value`, message: 'is no IHI' }]
        : [],
    )
  },
  function checkAttesters({ composition: from, find }, { attester = [] }) {
    return attester.flatMap(({ mode, party }, index) => {
      const element = `Composition.attester[${index}].party`
      const isLegal = mode === 'legal'
      if (party === undefined)
        return isLegal ? [{ element, message: 'is missing: nobody is named who approved the document' }] : []
      const types = isLegal ? authorTypes : contributorTypes
      const isThere = (party.display ?? '').trim() !== '' || find<Resource>(types, party.reference, from) !== undefined
      const message = isLegal ? 'is no practitioner or organisation of the document' : nobody
      return isThere ? [] : [{ element, message }]
    })
  },
  // The first author has a rule of its own.
  (document, { author = [] }) =>
    checkContributors(document, 'Composition', author).filter(({ element }) => element !== 'Composition.author[0]'),
  function checkAmounts(document, composition) {
    const { identifier, address, telecom } = findPatient(document, composition)?.resource ?? {}
    return Object.entries({ identifier, address, telecom })
      .filter(([, items]) => listInUse<Used>(items, composition.date).length > maxInUse)
      .map(([name]) => ({ element: `Composition.subject.${name}`, message: `has more than ${maxInUse} in use` }))
  },
  function checkDates(document, composition) {
    const { birthDate, deceasedDateTime } = findPatient(document, composition)?.resource ?? {}
    const { period } = findEncounter(document, composition)?.resource ?? {}
    return [
      ...checkDate('Composition.date', composition.date),
      ...(composition.attester ?? []).flatMap(({ time }, index) =>
        checkDate(`Composition.attester[${index}].time`, time),
      ),
      // R4 Patient.birthDate is a date: a time would move the day by the zone.
      ...checkDate('Composition.subject.birthDate', birthDate, birthDate?.includes('T')),
      ...checkDate('Composition.subject.deceasedDateTime', deceasedDateTime),
      ...checkDate('Composition.encounter.period.start', period?.start),
      ...checkDate('Composition.encounter.period.end', period?.end),
    ]
  },
]

/** The first page of a form has room for the patient's details and for the text. */
const maxInUse = 50

const nobody = 'names nobody of the document'

/** Whoever wrote a part has a name that a form can show. */
function checkContributors(
  { composition: from, find }: OpenDocument,
  element: string,
  authors: readonly Reference[],
): readonly Refusal[] {
  const at = { find, from, on: from.resource.date }
  return authors.flatMap((author, index) =>
    isNamed(readClinician(at, author)) ? [] : [{ element: `${element}.author[${index}]`, message: nobody }],
  )
}

/** Whose a section is, where it says so itself. */
export function checkSectionPeople(
  document: OpenDocument,
  element: string,
  { author = [], focus }: CompositionSection,
): readonly Refusal[] {
  const { composition: from, find } = document
  const about = focus && readFocus({ find, from, on: from.resource.date }, focus)
  return [
    ...checkContributors(document, element, author),
    ...(about?.name === '' ? [{ element: `${element}.focus`, message: nobody }] : []),
  ]
}

const isPatient = (document: OpenDocument, composition: Composition, reference: Reference, from: Located): boolean =>
  document.find(['Patient'], reference.reference, from)?.resource === findPatient(document, composition)?.resource

/** A number without a value is stated nowhere. */
const isIhi = (value: string | undefined): boolean =>
  value === undefined || isIdentifier('ihi', value.replaceAll(' ', '').trim())

const checkDate = (element: string, value: string | undefined, isOther = false): readonly Refusal[] =>
  value !== undefined && (isOther || !isFhirDate(value)) ? [{ element, message: 'is no date' }] : []

const form = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?)?)?$/

/** R4 datatypes.html#dateTime: of any precision, on a day that there is. */
export function isFhirDate(value: string): boolean {
  const [, year = '', month = '01', day = '01'] = form.exec(value) ?? []
  const start = `${year}-${month}-${day}`
  const time = Date.parse(start)
  if (year === '' || year === '0000' || Number.isNaN(time) || Number.isNaN(Date.parse(value))) return false
  // `Date` counts the 30th of February on into March.
  return new Date(time).toISOString().startsWith(start)
}
