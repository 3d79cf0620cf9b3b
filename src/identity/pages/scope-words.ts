/** What a scope means, in plain words. SMART App Launch 2.2 scopes-and-launch-context.html; D171. */

import { introspectScope } from '../issuer/granted-scopes.ts'
import { type FhirScope, hubScope, parseFhirScope } from '../scopes.ts'
import { isShowable } from './shown-text.ts'

/** In the order of the page. */
export const groups = {
  you: 'Who you are',
  work: 'What you are working on',
  patient: 'The record of this one patient',
  user: 'All records that you may see yourself',
  system: 'Records for the app itself',
  more: 'Further access',
  later: 'When you are not there',
} as const

export type ScopeGroup = keyof typeof groups

export type ScopeWords = {
  readonly group: ScopeGroup
  readonly title: string
  /** The rest of the sentence. */
  readonly detail: string
}

/** Apps choose the texts that are looked up: an object would also know names of its own, such as `constructor`. */
function asTable<T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(rows))
}

// biome-ignore format: one row a line
const plainWords = asTable<ScopeWords>({
  openid:             { group: 'you',   title: 'Recognise you',              detail: 'by a number that this server has given you' },
  fhirUser:           { group: 'you',   title: 'Know your record',           detail: 'the address of your own entry as a practitioner, carer or patient' },
  profile:            { group: 'you',   title: 'Know your profile',          detail: 'the address of your own entry as a practitioner, carer or patient' },
  launch:             { group: 'work',  title: 'Follow the other program',   detail: 'the patient and the visit that are open where you started the app' },
  'launch/patient':   { group: 'work',  title: 'Know which patient',         detail: 'the one patient that you have chosen' },
  'launch/encounter': { group: 'work',  title: 'Know which visit',           detail: 'the one visit that you have chosen' },
  offline_access:     { group: 'later', title: 'Stay connected',             detail: 'use what you allow here without you, for up to 90 days, until it is withdrawn' },
})

/** The words of a scope of the Hub. */
const hubWords = (namespace: string): ReadonlyMap<string, ScopeWords> =>
  asTable({
    [hubScope(namespace, 'read')]: {
      group: 'more',
      title: 'Notes and documents',
      detail: 'read the notes, drafts and documents that you work on',
    },
    [hubScope(namespace, 'write')]: {
      group: 'more',
      title: 'Write notes and documents',
      detail: 'write, approve and send notes and documents in your name',
    },
    [introspectScope(namespace)]: {
      group: 'more',
      title: 'Look into tokens',
      detail: 'ask what other apps were allowed',
    },
  })

/** Undefined for a text that has no meaning here: it is never granted. */
export function wordsOfScope(text: string, namespace: string): ScopeWords | undefined {
  const scope = parseFhirScope(text)
  if (scope !== undefined) return wordsOfFhir(scope)
  return plainWords.get(text) ?? hubWords(namespace).get(text)
}

function wordsOfFhir({ level, type, permissions, query }: FhirScope): ScopeWords | undefined {
  const narrowed = query === undefined ? [] : [wordsOfQuery(query)]
  if (narrowed.includes(undefined)) return undefined
  const detail = [listActions(permissions), ...narrowed].join('; ')
  const title = type === '*' ? 'Everything' : (typeWords.get(type) ?? nameOf(type))
  return isShowable(detail) ? { group: level, title, detail } : undefined
}

/** `ImagingStudy`: Imaging study. */
function nameOf(type: string): string {
  const words = type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** In the order of importance, so that a change is read first. */
const actions = [
  ['d', 'delete'],
  ['u', 'change'],
  ['c', 'add'],
  ['r', 'read'],
  ['s', 'search'],
] as const

function listActions(permissions: string): string {
  const words = actions.flatMap(([letter, word]) => (permissions.includes(letter) ? [word] : []))
  const last = words.at(-1) ?? ''
  return words.length < 2 ? `${last} only` : `${words.slice(0, -1).join(', ')} and ${last}`
}

const categories = asTable({
  'vital-signs': 'vital signs',
  laboratory: 'laboratory results',
  imaging: 'imaging',
  'social-history': 'social history',
  'problem-list-item': 'the problem list',
  'encounter-diagnosis': 'diagnoses of visits',
  'health-concern': 'health concerns',
  survey: 'questionnaires',
  procedure: 'procedures',
  exam: 'examinations',
})

/** Where the codes of `categories` come from. */
const knownSystem = /^http:\/\/terminology\.hl7\.org\/CodeSystem\/(observation|condition)-category$/

/** A code alone, or one of a system whose words are known; otherwise as it was asked, since another system gives a code another meaning. */
function wordsOfValue(name: string, value: string): string {
  const [first = '', second, ...rest] = value.split('|')
  const code = second === undefined ? first : knownSystem.test(first) && rest.length === 0 ? second : undefined
  return (name === 'category' && code !== undefined ? categories.get(code) : undefined) ?? value
}

/** With what a parameter is asked for. R4 search.html#modifiers. */
const verbs = asTable({ '': 'is', not: 'is not' })

/** Undefined for what would not be understood: several values of which none may be it, an escaped sign, one that is there twice or empty. */
function wordsOfParameter(parameter: string, value: string): string | undefined {
  const [name = '', modifier = '', ...rest] = parameter.split(':')
  const verb = rest.length > 0 ? undefined : verbs.get(modifier)
  const values = value.split(',')
  const isClear = !values.includes('') && new Set(values).size === values.length && !/[\\]/.test(value)
  if (verb === undefined || name === '' || !isClear || (modifier !== '' && values.length > 1)) return undefined
  return `${name} ${verb} ${values.map((one) => wordsOfValue(name, one)).join(' or ')}`
}

/** Each parameter narrows; values after a comma widen it again. R4 search.html#combining. Undefined if a part of it has no words. */
function wordsOfQuery(query: string): string | undefined {
  const parts = [...new URLSearchParams(query)].map(([name, value]) => wordsOfParameter(name, value))
  const isWhole = parts.length > 0 && !parts.includes(undefined) && new Set(parts).size === parts.length
  return isWhole ? `only where ${parts.join(' and ')}` : undefined
}

// biome-ignore format: one row a line
const typeWords = asTable({
  Account:             'Accounts and billing',
  AllergyIntolerance:  'Allergies and intolerances',
  Appointment:         'Appointments',
  AuditEvent:          'Who looked at what',
  Binary:              'Files',
  CarePlan:            'Care plans',
  CareTeam:            'Care teams',
  ClinicalImpression:  'Clinical assessments',
  Communication:       'Messages',
  Composition:         'Clinical documents',
  Condition:           'Health problems and diagnoses',
  Consent:             'Consents',
  Coverage:            'Health insurance',
  Device:              'Devices and implants',
  DiagnosticReport:    'Reports of tests',
  DocumentReference:   'Documents',
  Encounter:           'Visits and stays',
  EpisodeOfCare:       'Episodes of care',
  FamilyMemberHistory: 'Illnesses in the family',
  Flag:                'Warnings',
  Goal:                'Goals',
  Group:               'Groups of patients',
  ImagingStudy:        'Imaging studies',
  Immunization:        'Vaccinations',
  Location:            'Places',
  Medication:          'Medicines',
  MedicationAdministration: 'Medicines that were given',
  MedicationDispense:  'Medicines that were dispensed',
  MedicationRequest:   'Prescriptions',
  MedicationStatement: 'Medicines taken',
  Observation:         'Test results and observations',
  Organization:        'Organisations',
  Patient:             'Name, address and personal details',
  Practitioner:        'Practitioners',
  PractitionerRole:    'Roles of practitioners',
  Procedure:           'Procedures and operations',
  Provenance:          'Who recorded what',
  Questionnaire:       'Questionnaires',
  QuestionnaireResponse: 'Answers to questionnaires',
  RelatedPerson:       'Relatives and carers',
  ServiceRequest:      'Referrals and requests',
  Specimen:            'Samples',
  Task:                'Tasks',
})
