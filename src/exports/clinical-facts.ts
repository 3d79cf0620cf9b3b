/** What the sections of a document state as resources, for forms that carry coded entries. R4 composition.html, Composition.section.entry. */
import type {
  AllergyIntolerance,
  Bundle,
  CarePlan,
  CodeableConcept,
  Composition,
  CompositionSection,
  Condition,
  Immunization,
  List,
  Medication,
  MedicationRequest,
  MedicationStatement,
  Observation,
  Procedure,
  Reference,
  Resource,
  ServiceRequest,
} from '@medplum/fhirtypes'
import { codeSystems } from '../documents/code-systems.ts'
import { historyItem } from './cda/history-item.ts'
import { type FindResource, type Located, openDocument } from './document-resources.ts'
import { uuidOf } from './facts/people-facts.ts'
import { listBlocks } from './narrative-blocks.ts'

export type Stated<R extends Resource> = {
  /** UUID of the entry. */
  readonly id: string
  readonly resource: R
}

export type MedicineFact = Stated<MedicationStatement | MedicationRequest> & {
  readonly medicine: CodeableConcept
  /** What the medicines list says of it: AU Base medicine-item-change, NCTIS Change Type. */
  readonly flag?: CodeableConcept
}

export type Topic = 'allergies' | 'medicines' | 'problems' | 'procedures' | 'immunisations'

/** The words of a document about a topic without facts. */
export type Nothing = 'none-known' | 'not-asked' | 'none-supplied'

export type ClinicalFacts = {
  readonly allergies: readonly Stated<AllergyIntolerance>[]
  readonly medicines: readonly MedicineFact[]
  readonly problems: readonly Stated<Condition>[]
  readonly procedures: readonly Stated<Procedure>[]
  readonly immunisations: readonly Stated<Immunization>[]
  readonly requests: readonly Stated<ServiceRequest>[]
  readonly plans: readonly Stated<CarePlan>[]
  /** Items of the medical history that are neither problems nor procedures. */
  readonly items: readonly Stated<Observation>[]
  /** Absent: the document says nothing about the topic. */
  readonly nothing: Readonly<Partial<Record<Topic, Nothing>>>
  /** Topics of sections with words, and no reason why they are empty. */
  readonly worded: ReadonlySet<Topic>
}

/** LOINC codes of sections about a topic. */
// biome-ignore format: one row a line
const topics: Readonly<Record<string, Topic>> = {
  '48765-2': 'allergies',
  '10160-0': 'medicines', '10183-2': 'medicines', '29549-3': 'medicines', '42346-7': 'medicines',
  '11450-4': 'problems',  '11348-0': 'problems',  '11535-2': 'problems',
  '47519-4': 'procedures',
  '11369-6': 'immunisations',
}

/** R4 list-empty-reason. A section that is closed, withheld or unavailable supplies nothing, whatever there is. */
const emptyReasons: Readonly<Record<string, Nothing>> = {
  nilknown: 'none-known',
  notasked: 'not-asked',
  withheld: 'none-supplied',
  unavailable: 'none-supplied',
  notstarted: 'none-supplied',
  closed: 'none-supplied',
}

export const absentUnknown = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips'

/** Codes that stand for a fact and say that there is none: SNOMED CT, and IPS absent-unknown. */
// biome-ignore format: one row a line
const nothingCodes: readonly (readonly [system: string, code: string, topic: Topic, nothing: Nothing])[] = [
  [codeSystems.snomed, '716186003',              'allergies',     'none-known'],
  [absentUnknown,      'no-known-allergies',     'allergies',     'none-known'],
  [absentUnknown,      'no-allergy-info',        'allergies',     'none-supplied'],
  [codeSystems.snomed, '787481004',              'medicines',     'none-known'],
  [absentUnknown,      'no-known-medications',   'medicines',     'none-known'],
  [absentUnknown,      'no-medication-info',     'medicines',     'none-supplied'],
  [codeSystems.snomed, '160245001',              'problems',      'none-known'],
  [absentUnknown,      'no-known-problems',      'problems',      'none-known'],
  [absentUnknown,      'no-problem-info',        'problems',      'none-supplied'],
  [absentUnknown,      'no-known-procedures',    'procedures',    'none-known'],
  [absentUnknown,      'no-procedure-info',      'procedures',    'none-supplied'],
  [absentUnknown,      'no-known-immunizations', 'immunisations', 'none-known'],
  [absentUnknown,      'no-immunization-info',   'immunisations', 'none-supplied'],
]

const findNothing = (concept: CodeableConcept | undefined) =>
  nothingCodes.find(([system, code]) =>
    concept?.coding?.some((coding) => coding.system === system && coding.code === code),
  )

const codesOf = (concept: CodeableConcept | undefined): readonly (string | undefined)[] =>
  concept?.coding?.map(({ code }) => code) ?? []

/** Neither refuted nor entered by mistake. */
const isAsserted = ({ verificationStatus }: AllergyIntolerance | Condition): boolean =>
  !codesOf(verificationStatus).some((code) => code === 'refuted' || code === 'entered-in-error')

/** An entry has no place to say that an allergy is over: it stays in the words. */
const isCurrent = (allergy: AllergyIntolerance): boolean =>
  isAsserted(allergy) && !codesOf(allergy.clinicalStatus).some((code) => code === 'resolved' || code === 'inactive')

const hasStatus =
  (...kept: readonly string[]) =>
  ({ status }: { readonly status?: string }): boolean =>
    kept.includes(status ?? '')

const taken = hasStatus('active', 'intended', 'on-hold', 'stopped', 'completed', 'cancelled', 'unknown')
/** R4 medicationrequest-intent: a medicine that is proposed, planned or one of several options stays in the words. */
const isOrdered = (resource: Medicine): boolean =>
  resource.resourceType === 'MedicationStatement' || /(?:^|-)order$/.test(resource.intent ?? '')
const done = hasStatus('completed', 'in-progress')
const asked = hasStatus('active', 'completed', 'on-hold')

/** Of the Agency's code, in words. Other observations stay in the words of their section. */
const isHistoryItem = ({ status, code, valueString = '' }: Observation): boolean =>
  ['final', 'amended', 'corrected'].includes(status ?? '') &&
  valueString.trim() !== '' &&
  code?.coding?.some((one) => one.system === historyItem.system && one.code === historyItem.code) === true

export type Listed = { readonly located: Located; readonly list?: Located<List>; readonly flag?: CodeableConcept }

/** The entries of all sections about the patient, nested ones too; a List gives its items. */
export function listStated(composition: Located<Composition>, find: FindResource): readonly Listed[] {
  const entries = listOwnSections(composition, find).flatMap(({ entry = [] }) => entry)
  return entries.flatMap(({ reference }): readonly Listed[] => {
    const list = find<List>(['List'], reference, composition)
    if (list !== undefined) return listItems(list, find)
    const located = findFact(find, reference, composition)
    return located === undefined ? [] : [{ located }]
  })
}

/** Sections about the patient, each before those within it. R4 Composition.section.focus: a section has the focus of its parent. */
function listOwnSections(composition: Located<Composition>, find: FindResource): readonly CompositionSection[] {
  const { subject, section: top = [] } = composition.resource
  const patient = find(['Patient'], subject?.reference, composition)?.resource
  const isPatient = ({ reference }: Reference): boolean =>
    patient !== undefined && find(['Patient'], reference, composition)?.resource === patient
  const list = (sections: readonly CompositionSection[], isAround: boolean): readonly CompositionSection[] =>
    sections.flatMap((one) => {
      const isOwn = one.focus === undefined ? isAround : isPatient(one.focus)
      return [...(isOwn ? [one] : []), ...list(one.section ?? [], isOwn)]
    })
  return list(top, true)
}

const listItems = (list: Located<List>, find: FindResource): readonly Listed[] =>
  (list.resource.entry ?? [])
    .filter(({ deleted }) => deleted !== true)
    .flatMap(({ item, flag }) => {
      const located = findFact(find, item?.reference, list)
      return located === undefined ? [] : [{ located, list, ...(flag === undefined ? {} : { flag }) }]
    })

/** Of observations, those alone that an entry has a place for. */
function findFact(find: FindResource, reference: string | undefined, from: Located): Located | undefined {
  const located = find<Resource>(factTypes, reference, from)
  const { resource } = located ?? {}
  return resource?.resourceType === 'Observation' && !isHistoryItem(resource) ? undefined : located
}

const factTypes = [
  'AllergyIntolerance',
  'CarePlan',
  'Condition',
  'Immunization',
  'MedicationRequest',
  'MedicationStatement',
  'Observation',
  'Procedure',
  'ServiceRequest',
] as const

export function readClinicalFacts(bundle: Bundle): ClinicalFacts {
  const { composition, find } = openDocument(bundle) ?? {}
  const isOpen = composition !== undefined && find !== undefined
  const sections = isOpen ? listOwnSections(composition, find) : []
  const listed = isOpen ? listStated(composition, find) : []
  const first = [...new Map(listed.toReversed().map((one) => [one.located.address, one])).values()].toReversed()
  const all = <R extends Resource>(type: R['resourceType'], keeps: (resource: R) => boolean): readonly Stated<R>[] =>
    first.flatMap(({ located: { resource, address } }) =>
      resource.resourceType === type && keeps(resource as R) ? [{ id: uuidOf(address), resource: resource as R }] : [],
    )
  const allergies = all<AllergyIntolerance>('AllergyIntolerance', isCurrent)
  const problems = all<Condition>('Condition', isAsserted)
  const procedures = all<Procedure>('Procedure', done)
  const immunisations = all<Immunization>('Immunization', hasStatus('completed'))
  const medicines = find === undefined ? [] : listMedicines(first, find)
  const isFact = (concept: CodeableConcept | undefined): boolean => findNothing(concept) === undefined
  return {
    allergies: allergies.filter(({ resource }) => isFact(resource.code)),
    medicines: medicines.filter(({ medicine }) => isFact(medicine)),
    problems: problems.filter(({ resource }) => isFact(resource.code)),
    procedures: procedures.filter(({ resource }) => isFact(resource.code)),
    immunisations: immunisations.filter(({ resource }) => isFact(resource.vaccineCode)),
    requests: all<ServiceRequest>('ServiceRequest', asked),
    plans: all<CarePlan>('CarePlan', asked),
    items: all<Observation>('Observation', isHistoryItem),
    worded: new Set(listWorded(sections)),
    nothing: readNothing(sections, [
      ...[...allergies, ...problems, ...procedures].map(({ resource }) => resource.code),
      ...immunisations.map(({ resource }) => resource.vaccineCode),
      ...medicines.map(({ medicine }) => medicine),
    ]),
  }
}

type Medicine = MedicationStatement | MedicationRequest

function listMedicines(listed: readonly Listed[], find: FindResource): readonly MedicineFact[] {
  return listed.flatMap(({ located, flag }): readonly MedicineFact[] => {
    const { resource, address } = located
    const isMedicine = resource.resourceType === 'MedicationStatement' || resource.resourceType === 'MedicationRequest'
    if (!isMedicine || !taken(resource) || !isOrdered(resource)) return []
    const medicine = medicineOf(resource, located, find)
    return [{ id: uuidOf(address), resource, medicine, ...(flag === undefined ? {} : { flag }) }]
  })
}

function medicineOf(resource: Medicine, from: Located, find: FindResource): CodeableConcept {
  if (resource.medicationCodeableConcept !== undefined) return resource.medicationCodeableConcept
  const { reference, display } = resource.medicationReference ?? {}
  const code = find<Medication>(['Medication'], reference, from)?.resource.code
  return code ?? (display === undefined ? {} : { text: display })
}

const topicOf = ({ code }: CompositionSection): Topic | undefined =>
  codesOf(code).flatMap((one) => topics[one ?? ''] ?? [])[0]

const listWorded = (sections: readonly CompositionSection[]): readonly Topic[] =>
  sections
    .filter(({ text, emptyReason }) => emptyReason === undefined && listBlocks(text?.div ?? '').length > 0)
    .flatMap((section) => topicOf(section) ?? [])

function readNothing(
  sections: readonly CompositionSection[],
  concepts: readonly (CodeableConcept | undefined)[],
): ClinicalFacts['nothing'] {
  const found: Partial<Record<Topic, Nothing>> = {}
  for (const section of sections) {
    const topic = topicOf(section)
    const reason = codesOf(section.emptyReason).flatMap((one) => emptyReasons[one ?? ''] ?? [])[0]
    if (topic !== undefined && reason !== undefined) found[topic] ??= reason
  }
  for (const concept of concepts) {
    const [, , topic, nothing] = findNothing(concept) ?? []
    if (topic !== undefined && nothing !== undefined) found[topic] ??= nothing
  }
  return found
}
