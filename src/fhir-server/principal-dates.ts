/** The date by which a type's pages are ordered: the elements to look at, the first that is there. STORE.md "Search". */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'

/** Birth dates are kept blind, so Patient has no row; what has none is ordered by its creation. */
const principalDates: Readonly<Record<string, readonly string[]>> = {
  Account: ['servicePeriod'],
  Bundle: ['timestamp'],
  Composition: ['date'],
  Condition: ['recordedDate', 'onsetDateTime', 'onsetPeriod'],
  Consent: ['dateTime'],
  Coverage: ['period'],
  DocumentReference: ['date'],
  Encounter: ['period'],
  MedicationStatement: ['effectiveDateTime', 'effectivePeriod', 'dateAsserted'],
  Observation: ['effectiveDateTime', 'effectivePeriod', 'effectiveInstant', 'issued'],
  Provenance: ['recorded', 'occurredDateTime', 'occurredPeriod'],
}

export type PrincipalDate = { readonly d?: string; readonly dEnd?: string }

export function findPrincipalDate(type: string, resource: JsonObject): PrincipalDate {
  const values = (principalDates[type] ?? []).map((element) => resource[element])
  return values.map(dateOf).find(({ d }) => d !== undefined) ?? {}
}

function dateOf(value: JsonValue | undefined): PrincipalDate {
  if (!isJsonObject(value)) return start(value)
  const { d } = start(value['start'])
  const end = start(value['end']).d
  return { ...(d === undefined ? {} : { d }), ...(end === undefined ? {} : { dEnd: end }) }
}

const pattern = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?)?)?$/

/** The first instant of a date of any precision; a date without time zone begins in UTC. */
function start(value: JsonValue | undefined): PrincipalDate {
  const [, year, month = '01', day = '01', time = 'T00:00:00Z'] =
    (typeof value === 'string' && pattern.exec(value)) || []
  return year === undefined || year === '0000' ? {} : { d: `${year}-${month}-${day}${time}` }
}
