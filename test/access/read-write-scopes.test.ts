/** Reads by id, versions, histories and writes of FHIR have their scopes: the compiler takes none without. */
import { expect, test } from '@jest/globals'
import { fhirAddress, hubAddress, wholeAddress } from '../../src/store/hub-resources.ts'
import type { Conditional } from '../../src/store/resources/conditional.ts'
import type { CompartmentSearch } from '../../src/store/resources/read/compartment.ts'
import type { ScopedSpace, VersionSearch } from '../../src/store/resources/read/versions.ts'
import type { ReadAddress, UnscopedAddress, WriteAddress } from '../../src/store/resources/scoped-address.ts'
import {
  type AccessScope,
  makeAccessScope,
  makeReadScope,
  makeWriteScope,
  type ReadScope,
  type WriteScope,
  wholeScope,
} from '../../src/store/resources/search/access-scope.ts'
import type { Stored } from '../../src/store/resources/types.ts'
import type { View } from '../../src/store/resources/view.ts'
import { checkPermitted } from '../../src/store/resources/write/check-permitted.ts'
import type { Removing, Write, Writing } from '../../src/store/resources/write/write-rows.ts'
import type { Tx } from '../../src/store/transaction.ts'

const content = { resourceType: 'Patient' }
const patient = { space: 'fhir', type: 'Patient', id: '1' } as const
const history = { types: ['Patient'], limit: 1 }
const named = { token: { parameter: 'identifier', value: 'a' }, type: 'Patient' } as const
const search: AccessScope = makeAccessScope({ openTypes: ['Patient'] })
const read: ReadScope = makeReadScope(async (versions) => versions)
const write: WriteScope = makeWriteScope({ type: 'Patient', id: '1', content })

/** The compiler reads these; each line that it would take is a fault. */
const refused = (view: View, tx: Tx, writing: Writing, stored: Stored<'fhir'>, any: Stored) => {
  // @ts-expect-error: no scope
  void view.findCurrent(patient)
  // @ts-expect-error: no scope
  void view.readVersion(patient, 1)
  // @ts-expect-error: no scope
  void view.listVersions({ ...history, space: 'fhir' })
  // @ts-expect-error: no scope
  void tx.find(patient)
  // @ts-expect-error: no scope
  void tx.read(patient, 'update')
  // @ts-expect-error: no scope
  void tx.findAllCurrent([hubAddress('Artifact', '1'), patient])
  // @ts-expect-error: a version that was read is no address
  void tx.find(any)
  // @ts-expect-error: a resource of FHIR is not locked by its name
  void tx.lockAndRead('name', wholeAddress('Patient', '1'))
  // @ts-expect-error: no scope
  void tx.put({ ...patient, content })
  // @ts-expect-error: no scope
  void tx.put({ ...stored, content })
  // @ts-expect-error: no scope
  void tx.putTogether([{ ...patient, content }])
  // @ts-expect-error: no scope
  void tx.remove(stored)
  // @ts-expect-error: no scope
  void writing.put({ ...patient, content })
  // @ts-expect-error: no scope
  void writing.remove(stored)
  // @ts-expect-error: a search may look at more than a read may answer
  fhirAddress('Patient', '1', search)
  // @ts-expect-error: a scope for a write reads nothing
  const written: ReadAddress = fhirAddress('Patient', '1', write)
  // @ts-expect-error: a scope for reads writes nothing
  const seen: WriteAddress = fhirAddress('Patient', '1', read)
  // @ts-expect-error: no scope
  const compartment: CompartmentSearch = { ...history, space: 'fhir', target: 'Patient/1' }
  // @ts-expect-error: no scope
  const many: ScopedSpace = { space: 'fhir' }
  // @ts-expect-error: no scope
  const where: Conditional = { ...named, space: 'fhir' }
  // @ts-expect-error: the caller was let read, and not search
  const found: Conditional = { ...named, space: 'fhir', scope: read }
  // @ts-expect-error: no scope that access has made
  const judge: ReadScope = async (versions: readonly Stored[]) => versions
  // @ts-expect-error: no scope that access has made
  const checked: WriteScope = { type: 'Patient', id: '1', content }
  // @ts-expect-error: FHIR is not the Hub
  const hub: UnscopedAddress = patient
  return [written, seen, compartment, many, where, found, judge, checked, hub]
}

const accepted: readonly (ReadAddress | WriteAddress | VersionSearch | CompartmentSearch | Conditional | Write)[] = [
  fhirAddress('Patient', '1', read),
  fhirAddress('Patient', '1', write),
  wholeAddress('Patient', '1'),
  hubAddress('Artifact', '1'),
  { ...history, space: 'fhir', scope: read },
  { ...history, space: 'fhir', scope: read, target: 'Patient/1' },
  { ...named, space: 'fhir', scope: search },
  { ...fhirAddress('Patient', '1', write), content },
]

const removable = (stored: Stored<'fhir'>): Removing => ({ ...stored, scope: write })

test('D107: the compiler takes no read by id and no write of FHIR without a scope that was made', () => {
  expect([refused.length, accepted.length, removable.length]).toEqual([5, 8, 1])
})

test('docs/design/house.md#access: a scope is good for the resource and the content that were checked', () => {
  const address = fhirAddress('Patient', '1', write)
  const check = (one: Parameters<typeof checkPermitted>[0]) => () => checkPermitted(one)

  expect(check({ ...address, content })).not.toThrow()
  expect(check(address)).not.toThrow()
  expect(check({ ...address, scope: wholeScope, content: {} })).not.toThrow()
  expect(check({ ...hubAddress('Artifact', '1'), content: {} })).not.toThrow()
  expect(check({ ...address, content: { ...content } })).toThrow('another resource or content')
  expect(check({ ...address, id: '2', content })).toThrow('another resource or content')
  expect(check({ ...address, type: 'Person' })).toThrow('another resource or content')
})
