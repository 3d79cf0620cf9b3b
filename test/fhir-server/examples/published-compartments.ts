/** Our tables of compartments, and the same of a published CompartmentDefinition. */
import {
  type CompartmentRows,
  deviceRows,
  encounterRows,
  patientRows,
  practitionerRows,
  relatedPersonRows,
} from '../../../src/fhir-search/index/compartment-tables.ts'

export const compartments: readonly (readonly [string, CompartmentRows])[] = [
  ['patient', patientRows],
  ['encounter', encounterRows],
  ['practitioner', practitionerRows],
  ['relatedPerson', relatedPersonRows],
  ['device', deviceRows],
]

export type PublishedCompartment = {
  readonly resource: readonly { readonly code: string; readonly param?: readonly string[] }[]
}

export const readRows = ({ resource }: PublishedCompartment): CompartmentRows =>
  Object.fromEntries(
    resource.flatMap(({ code, param }) =>
      param === undefined || param.includes('{def}') ? [] : [[code, param] as const],
    ),
  )
