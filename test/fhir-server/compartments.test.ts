/** Compartments against their published definitions. R4 compartmentdefinition.html. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import {
  type CompartmentRows,
  deviceRows,
  encounterRows,
  patientRows,
  practitionerRows,
  relatedPersonRows,
} from '../../src/fhir-server/index/compartment-tables.ts'
import { SearchParameters } from '../../src/fhir-server/search/search-parameters.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'

const folder = join(import.meta.dirname, '../../node_modules/hl7.fhir.r4.examples')
type Published = { readonly resource: readonly { readonly code: string; readonly param?: readonly string[] }[] }

const tables: readonly (readonly [string, CompartmentRows])[] = [
  ['patient', patientRows],
  ['encounter', encounterRows],
  ['practitioner', practitionerRows],
  ['relatedPerson', relatedPersonRows],
  ['device', deviceRows],
]

test.each(tables)('R4 compartmentdefinition.html: the table of %s is the published one', async (name, rows) => {
  const text = await readFile(join(folder, `CompartmentDefinition-${name}.json`), 'utf8')
  const { resource } = JSON.parse(text) as Published
  const published = resource.flatMap(({ code, param }) =>
    param === undefined || param.includes('{def}') ? [] : [[code, param] as const],
  )
  // Of ours: what is to be done for a patient.
  const task = name === 'patient' ? { Task: ['patient', 'focus'] } : {}

  expect(rows).toEqual({ ...Object.fromEntries(published), ...task })
})

test.each(tables)(
  'R4 compartmentdefinition.html: each parameter of %s is a reference that is searched',
  async (_, rows) => {
    const parameters = new SearchParameters(await openTestDefinitions())
    const kinds = Object.entries(rows).flatMap(([type, codes]) =>
      codes.map((code) => [type, code, parameters.find(type, code)?.type]),
    )

    expect(kinds.filter(([, , kind]) => kind !== 'reference')).toEqual([])
  },
)
