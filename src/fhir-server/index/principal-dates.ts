/** The date by which a type's pages are ordered, and the parameter that it answers. STORE.md "Search". */
import type { JsonObject } from '../../core/json.ts'
import { dateInterval, instantText } from './date-interval.ts'
import type { Zone } from './time-zone.ts'

type PrincipalRow = {
  /** Its values are these elements', of which a resource has one at most. */
  readonly parameter: string
  readonly elements: readonly string[]
  /** They order what has none of those. */
  readonly otherwise?: readonly string[]
}

/** Birth dates are kept blind, so Patient has no row; what has none is ordered by its creation. */
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

/** Types whose order has no parameter of its own. */
const orders: Readonly<Record<string, readonly string[]>> = { Coverage: ['period'] }

/** Whether the parameter is answered by the row's own dates. */
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
