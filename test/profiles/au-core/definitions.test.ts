/** Our definitions of AU Core against the published ones, element by element. */
import { expect, test } from '@jest/globals'
import { auCoreProfiles } from '../../../src/profiles/au-core/definitions.ts'
import { testWithShared } from '../../judges.ts'
import { listPublishedProfiles, listSayings } from './published.ts'

const archive = 'au-core/hl7.fhir.au.core-definitions.tgz'

testWithShared(archive)('AU Core 2.0.0, 2.1.0-draft: every profile is there, over the same base and type', () => {
  const tell = (of: ReturnType<typeof listPublishedProfiles>) =>
    of
      .map(({ url, version, name, title, type, baseDefinition, derivation, kind, abstract, context, status }) => ({
        ...{ url, version, name, title, type, baseDefinition, derivation, kind, abstract, context, status },
      }))
      .sort((one, other) => (one.url < other.url ? -1 : 1))

  expect(tell([...auCoreProfiles])).toEqual(tell(listPublishedProfiles()))
})

testWithShared(archive)('AU Core 2.0.0, 2.1.0-draft: every element of every differential says the same', () => {
  const published = new Map(listPublishedProfiles().map((one) => [one.url, one]))

  for (const profile of auCoreProfiles) {
    const theirs = published.get(profile.url)?.differential?.element ?? []

    expect(profile.differential?.element.map(listSayings)).toEqual(theirs.map(listSayings))
  }
})

test('docs/au-core.md#definitions: invariants are told in words of our own, each with its profile as source', () => {
  const constraints = auCoreProfiles.flatMap(({ url, differential }) =>
    (differential?.element ?? []).flatMap(({ constraint }) => (constraint ?? []).map((one) => ({ ...one, url }))),
  )

  expect(constraints.length).toBeGreaterThan(25)
  expect(constraints.filter(({ human, source, url }) => human === '' || source !== url)).toEqual([])
})
