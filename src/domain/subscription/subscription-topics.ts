/**
 * The topics: a Subscription names one by its canonical address below this server's base. R4 has no SubscriptionTopic resource, so the
 * CapabilityStatement and docs/fhir.md list the rows. Subscriptions R5 Backport 1.1.0
 * components.html#subscription-topics.
 */
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { listMemberTypes } from '../../fhir-search/index/compartments.ts'

export type ChangeKind = 'create' | 'update' | 'delete'

export type Topic = {
  readonly name: string
  readonly title: string
  readonly types: readonly string[]
  readonly on: readonly ChangeKind[]
  /** Criteria that a created or updated version meets. */
  readonly current?: string
  /** Criteria that the version before an update met. */
  readonly previous?: string
  /** Only resources in some patient's record. */
  readonly isOfPatient?: true
  /** Search parameters for criteria; `patient` also for types that are only in a compartment. */
  readonly filters: readonly string[]
}

const changes = ['create', 'update', 'delete'] as const
const puts = ['create', 'update'] as const
const encounterFilters = ['patient', 'class', 'type', 'location', 'service-provider', 'practitioner']
const documentFilters = ['patient', 'type', 'category', 'author', 'encounter']

// biome-ignore format: one row a line
export const topics: readonly Topic[] = [
  { name: 'patient-record-changed', title: 'Anything in the record of a patient',  types: listMemberTypes('Patient'), on: changes,    isOfPatient: true, filters: ['patient'] },
  { name: 'patient-changed',        title: 'The details of a patient',             types: ['Patient'],                on: changes,    filters: ['patient', 'organization', 'general-practitioner'] },
  { name: 'encounter-started',      title: 'An encounter is in progress',          types: ['Encounter'],              on: puts,       current: 'status=in-progress',                         previous: 'status:not=in-progress', filters: encounterFilters },
  { name: 'encounter-ended',        title: 'An encounter is finished',             types: ['Encounter'],              on: puts,       current: 'status=finished',                            previous: 'status:not=finished',    filters: encounterFilters },
  { name: 'document-released',      title: 'A document is current',                types: ['DocumentReference'],      on: puts,       current: 'status=current',                             previous: 'status:not=current',     filters: documentFilters },
  { name: 'document-withdrawn',     title: 'A document is superseded or entered in error', types: ['DocumentReference'], on: ['update'], current: 'status=superseded,entered-in-error',       previous: 'status=current',         filters: documentFilters },
  { name: 'observation-changed',    title: 'An observation',                       types: ['Observation'],            on: changes,    filters: ['patient', 'code', 'category', 'status', 'encounter'] },
  { name: 'report-issued',          title: 'A diagnostic report is final or was changed since', types: ['DiagnosticReport'], on: puts,  current: 'status=final,amended,corrected,appended',     filters: ['patient', 'code', 'category', 'encounter'] },
  { name: 'condition-changed',      title: 'A condition',                          types: ['Condition'],              on: changes,    filters: ['patient', 'code', 'category', 'clinical-status', 'encounter'] },
  { name: 'medication-changed',     title: 'A request or statement of a medicine', types: ['MedicationRequest', 'MedicationStatement'], on: changes, filters: ['patient', 'status'] },
  { name: 'appointment-changed',    title: 'An appointment',                       types: ['Appointment'],            on: changes,    filters: ['patient', 'practitioner', 'location', 'status'] },
  { name: 'task-changed',           title: 'A task',                               types: ['Task'],                   on: changes,    filters: ['patient', 'owner', 'requester', 'status', 'code'] },
]

export const topicUrl = (base: string, { name }: Pick<Topic, 'name'>): string => `${base}/SubscriptionTopic/${name}`

/** By an address of ours, or a former one: a Subscription outlives a move. D64. */
export const findTopic = ({ bases }: OwnAddresses, canonical: string): Topic | undefined =>
  topics.find((topic) => bases.some((base) => topicUrl(base, topic) === canonical))
