/** Every published parameter can be asked for, and is answered. R4 searchparameter-registry.html. */
import { expect, test } from '@jest/globals'
import { openOwnAddresses } from '../../src/fhir/own-addresses.ts'
import { resourceTypes } from '../../src/fhir/resource-types.ts'
import { buildLeafPredicate } from '../../src/fhir-search/criteria/criterion-predicates.ts'
import { parseCriterion } from '../../src/fhir-search/criteria/parse-criterion.ts'
import { isLeaf } from '../../src/fhir-search/criteria/search-criteria.ts'
import { indexResource } from '../../src/fhir-search/index/index-resource.ts'
import { SearchParameters } from '../../src/fhir-search/parameters/search-parameters.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'

const definitions = await openTestDefinitions()
const addresses = openOwnAddresses(['https://a.example/fhir/R4'])
const parameters = new SearchParameters(definitions, { addresses })
const context = { parameters, now: 0 }

const samples: Readonly<Record<string, string>> = {
  token: 's|c',
  reference: 'Patient/1',
  string: 'abc',
  uri: 'http://a.example',
  date: 'ge2024-01-01',
  number: '5.4',
  quantity: 'lt5.4|u|c',
  special: '1|2|3|km',
}

const sampleOf = (type: string, code: string): string => {
  const parameter = parameters.find(type, code)
  if (parameter?.type !== 'composite') return samples[parameter?.type ?? ''] ?? ''
  return (parameters.composites(type, parameter)[0]?.components ?? []).map((one) => samples[one.type]).join('$')
}

test('R4 searchparameter-registry.html: each parameter of each served type leads to a predicate', () => {
  const asked = resourceTypes.flatMap(({ type }) => parameters.list(type).map(({ code }) => ({ type, code })))

  for (const { type, code } of asked) {
    const criterion = parseCriterion(context, type, { name: code, value: sampleOf(type, code) })
    if (criterion == null || !isLeaf(criterion)) throw new Error(`${type} ${code}`)
    expect(JSON.stringify(buildLeafPredicate(parameters, type, criterion).predicate).length).toBeGreaterThan(2)
  }
  expect(asked.length).toBeGreaterThan(2000)
})

test('R4 searchparameter-registry.html: every published parameter with an expression is one of a served type', () => {
  const served = new Set(resourceTypes.map(({ type }) => type))
  const own = definitions.searchParameters.filter(
    ({ base, expression }) => expression !== undefined && base.some((type) => served.has(type)),
  )

  for (const { base, code, url } of own)
    for (const type of base.filter((one) => served.has(one)))
      expect([url, parameters.find(type, code)?.code]).toEqual([url, code])
})

test('R4 searchparameter-registry.html: each type is indexed, whatever a resource leaves out', () => {
  for (const { type } of resourceTypes)
    expect(indexResource(parameters, { type, id: 'x', content: { resourceType: type } }).tokens).toContainEqual({
      parameter: '_id',
      value: 'x',
    })
})
