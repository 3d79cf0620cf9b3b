/** Our table of what a responder supports against the published requirements. */
import { readFileSync } from 'node:fs'
import { expect } from '@jest/globals'
import { type Expectation, responder } from '../../../src/profiles/au-core/responder.ts'
import { sharedPath, testWithShared } from '../../judges.ts'

type Valued = { readonly value: string }
type Asked = {
  readonly type: string
  readonly profile?: string
  readonly supportedProfile?: readonly Valued[]
  readonly searchParam?: readonly { readonly name: string; readonly expectation: Expectation }[]
  readonly combos?: readonly { readonly required: readonly string[]; readonly expectation: Expectation }[]
  readonly searchInclude?: readonly Valued[]
}

const path = 'au-core/capability.json'

const firmly = <T>(rows: readonly T[] = [], levelOf: (row: T) => Expectation, tell: (row: T) => unknown) =>
  Object.fromEntries([...Map.groupBy(rows, levelOf)].map(([level, own]) => [level, own.map(tell)]))

testWithShared(path)(
  'AU Core 2.0.0, 2.1.0-draft: the searches, combinations and includes of every type are ours',
  () => {
    const all = JSON.parse(readFileSync(sharedPath(path), 'utf8')) as {
      readonly rest: readonly { readonly resources: readonly Asked[] }[]
      readonly draft_2_1_0: { readonly resources: readonly Asked[] }
    }
    // The draft fills in types that 2.0.0 only names.
    const byType = new Map(
      [...all.rest.flatMap(({ resources }) => resources), ...all.draft_2_1_0.resources].map((row) => [row.type, row]),
    )

    for (const [type, { searchParam, combos, searchInclude = [], profile, supportedProfile = [] }] of byType) {
      const own = responder.find((row) => row.type === type)

      expect({ type, searches: own?.searches, together: own?.together, includes: own?.includes ?? [] }).toEqual({
        type,
        searches: firmly(
          searchParam,
          ({ expectation }) => expectation,
          ({ name }) => name,
        ),
        together: firmly(
          combos,
          ({ expectation }) => expectation,
          ({ required }) => required,
        ),
        includes: searchInclude.map(({ value }) => value),
      })
      const profiles = [...supportedProfile.map(({ value }) => value), ...(profile === undefined ? [] : [profile])]
      expect(own?.profiles).toEqual(expect.arrayContaining(profiles))
    }
    expect(responder).toHaveLength(byType.size)
  },
)
