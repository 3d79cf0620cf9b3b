/** A search of FHIR resources has an access scope, by the compiler and at the search itself. */
import { expect, test } from '@jest/globals'
import { type AccessScope, makeAccessScope, wholeScope } from '../../src/store/resources/search/access-scope.ts'
import { type Search, searchRows } from '../../src/store/resources/search/search.ts'

const patients = { space: 'fhir', type: 'Patient', where: [], limit: 1 } as const

/** The compiler reads these; each line that it would take is a fault. */
const refused = () => {
  // @ts-expect-error: no scope
  const unscoped: Search = patients
  // @ts-expect-error: no scope that access has made
  const written: AccessScope = { openTypes: ['Patient'] }
  // @ts-expect-error: what a scope is made of is no scope
  const restricted: Search = { ...patients, scope: { openTypes: ['Patient'] } }
  return [unscoped, written, restricted]
}

const accepted: readonly Search[] = [
  { ...patients, scope: wholeScope },
  { ...patients, scope: makeAccessScope({ openTypes: ['Patient'] }) },
  { space: 'hub', type: 'Artifact', where: [], limit: 1 },
]

test('docs/design/house.md#access: the compiler takes no search of FHIR resources without a scope that was made', () => {
  expect([refused().length, accepted.length]).toEqual([3, 3])
})

test('docs/design/house.md#access: a search that passes the compiler by finds nothing', async () => {
  const unscoped = patients as unknown as Search
  const searcher = {} as Parameters<typeof searchRows>[0]

  await expect(searchRows({ ...searcher, tenant: {} as never }, unscoped)).rejects.toThrow('access scope')
})
