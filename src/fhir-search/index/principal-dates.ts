/** The date that orders a type's pages, and the parameter that it answers. docs/design/store.md#search. */
import type { JsonObject } from '../../core/json.ts'
import type { Zone } from '../parameters/time-zone.ts'
import { dateInterval, instantText } from './date-interval.ts'

type PrincipalRow = {
  /** Its values come from these elements; a resource has at most one of them. */
  readonly parameter: string
  readonly elements: readonly string[]
  /** They order resources without those. */
  readonly otherwise?: readonly string[]
}

/** Birth dates are blind, so Patient has no row; a resource without a date is ordered by its creation. */
// biome-ignore format: one row a line
const principalDates: Readonly<Record<string, PrincipalRow>> = {
  Account:                  { parameter: 'period',         elements: ['servicePeriod'] },
  AllergyIntolerance:       { parameter: 'date',           elements: ['recordedDate'] },
  Appointment:              { parameter: 'date',           elements: ['start'] },
  Bundle:                   { parameter: 'timestamp',      elements: ['timestamp'] },
  CarePlan:                 { parameter: 'date',           elements: ['period'] },
  Claim:                    { parameter: 'created',        elements: ['created'] },
  Communication:            { parameter: 'sent',           elements: ['sent'] },
  Composition:              { parameter: 'date',           elements: ['date'] },
  Condition:                { parameter: 'recorded-date',  elements: ['recordedDate'], otherwise: ['onsetDateTime', 'onsetPeriod'] },
  Consent:                  { parameter: 'date',           elements: ['dateTime'] },
  DiagnosticReport:         { parameter: 'date',           elements: ['effectiveDateTime', 'effectivePeriod'], otherwise: ['issued'] },
  DocumentManifest:         { parameter: 'created',        elements: ['created'] },
  DocumentReference:        { parameter: 'date',           elements: ['date'] },
  Encounter:                { parameter: 'date',           elements: ['period'] },
  EpisodeOfCare:            { parameter: 'date',           elements: ['period'] },
  Flag:                     { parameter: 'date',           elements: ['period'] },
  ImagingStudy:             { parameter: 'started',        elements: ['started'] },
  Immunization:             { parameter: 'date',           elements: ['occurrenceDateTime'] },
  List:                     { parameter: 'date',           elements: ['date'] },
  Media:                    { parameter: 'created',        elements: ['createdDateTime', 'createdPeriod'] },
  MedicationAdministration: { parameter: 'effective-time', elements: ['effectiveDateTime', 'effectivePeriod'] },
  MedicationDispense:       { parameter: 'whenhandedover', elements: ['whenHandedOver'] },
  MedicationRequest:        { parameter: 'authoredon',     elements: ['authoredOn'] },
  MedicationStatement:      { parameter: 'effective',      elements: ['effectiveDateTime', 'effectivePeriod'], otherwise: ['dateAsserted'] },
  Observation:              { parameter: 'date',           elements: ['effectiveDateTime', 'effectivePeriod', 'effectiveInstant', 'effectiveTiming'], otherwise: ['issued'] },
  Procedure:                { parameter: 'date',           elements: ['performedDateTime', 'performedPeriod'] },
  Provenance:               { parameter: 'recorded',       elements: ['recorded'] },
  QuestionnaireResponse:    { parameter: 'authored',       elements: ['authored'] },
  ServiceRequest:           { parameter: 'authored',       elements: ['authoredOn'] },
  Task:                     { parameter: 'authored-on',    elements: ['authoredOn'] },
}

/** Types that are ordered by no parameter. */
const orders: Readonly<Record<string, readonly string[]>> = { Coverage: ['period'] }

/** True if the row's own dates answer the parameter. */
export const isPrincipal = (type: string, code: string): boolean => principalDates[type]?.parameter === code

export type PrincipalDate = { readonly d?: string; readonly dEnd?: string }

/** `dEnd` says that the parameter has a value. */
export function findPrincipalDate(zone: Zone, type: string, resource: JsonObject): PrincipalDate {
  const row = principalDates[type]
  const own = findInterval(zone, resource, row?.elements)
  if (own !== undefined) return { d: instantText(own.low), dEnd: instantText(own.high) }
  const other = findInterval(zone, resource, row === undefined ? orders[type] : row.otherwise)
  return other === undefined || other.low === -Infinity ? {} : { d: instantText(other.low) }
}

const findInterval = (zone: Zone, resource: JsonObject, elements: readonly string[] = []) =>
  elements.map((element) => dateInterval(resource[element] ?? null, zone)).find((interval) => interval !== undefined)
