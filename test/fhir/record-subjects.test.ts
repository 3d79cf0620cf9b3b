/** The table of whose record a resource is, against the published definitions. R4 searchparameter-registry.html, compartmentdefinition-patient.html; D20. */
import { expect, test } from '@jest/globals'
import { subjectRows } from '../../src/fhir/record-subjects.ts'
import { patientRows } from '../../src/fhir-search/index/compartment-tables.ts'
import { SearchParameters } from '../../src/fhir-search/parameters/search-parameters.ts'
import { compilePath } from '../../src/fhir-search/parameters/search-paths.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'

const parameters = new SearchParameters(await openTestDefinitions())

const pathsOf = (type: string): readonly string[] => {
  const { of = [], about = [] } = subjectRows[type] ?? {}
  return [...of, ...about].map((path) => `${type}.${path.replace('*', '')}`)
}

test('D20: every type of the patient compartment has its row', () => {
  const missing = Object.keys(patientRows).filter((type) => type !== 'Patient' && subjectRows[type] === undefined)

  expect(missing).toEqual([])
})

test('D20: what the search parameters patient and subject read says whose record it is', () => {
  const published = parameters.definitions.searchParameters.flatMap(({ code, expression = '', target }) =>
    ['patient', 'subject'].includes(code) && target?.includes('Patient')
      ? expression.split('|').map((path) => path.trim().replace(/\.where\(resolve\(\) is Patient\)$/, ''))
      : [],
  )
  // The agent of an AuditEvent has done something, and is not its subject.
  const role = ['AuditEvent.agent.who']
  const known = Object.keys(subjectRows).flatMap(pathsOf)

  expect([...new Set(published)].filter((path) => ![...known, ...role].includes(path))).toEqual([])
})

test('D20: each path of the table leads to references', () => {
  const types = Object.keys(subjectRows).flatMap((type) =>
    pathsOf(type).map((path) => [path, compilePath(parameters.definitions, type, path).types]),
  )

  expect(types.filter(([, found]) => String(found) !== 'Reference')).toEqual([])
})
