/** The index entries by which messages find what is here are those that resources are stored with. docs/design/store.md#search. */
import { expect, test } from '@jest/globals'
import { noAddresses } from '../../../src/fhir/own-addresses.ts'
import { SearchParameters } from '../../../src/fhir-search/parameters/search-parameters.ts'
import { identifierKeys } from '../../../src/intake/apply/look-up.ts'
import { openTestDefinitions } from '../../profiles/open-definitions.ts'

const types = [
  'Patient',
  'Encounter',
  'DiagnosticReport',
  'DocumentReference',
  'ServiceRequest',
  'Practitioner',
  'PractitionerRole',
  'Organization',
]

test.each(types)('D214: the identifiers of %s are looked for where they are indexed', async (type) => {
  const parameters = new SearchParameters(await openTestDefinitions(), { addresses: noAddresses })
  const parameter = parameters.find(type, 'identifier')

  const keys = parameter === undefined ? [] : parameters.paths(type, parameter).map(({ key }) => key)
  expect(identifierKeys(type).toSorted()).toEqual(keys.toSorted())
})
