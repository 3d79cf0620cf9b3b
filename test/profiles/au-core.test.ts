/** Our rows of AU Core against the published profiles. DESIGN.md "Profiles, decided". */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { profiles } from '../../src/profiles/au-core.ts'

type Element = {
  readonly id: string
  readonly min?: number
  readonly constraints?: readonly { readonly key: string; readonly severity: string }[]
}
type Published = { readonly url: string; readonly type: string; readonly elements: readonly Element[] }

const path = join(import.meta.dirname, '../../../shared/au-core/constraints.json')
const facts = existsSync(path)
  ? (JSON.parse(readFileSync(path, 'utf8')) as { profiles: Published[]; draftProfiles: Published[] })
  : undefined
const published = [...(facts?.profiles ?? []), ...(facts?.draftProfiles ?? [])].filter(
  ({ type }) => type !== 'Extension',
)
const run = facts === undefined ? test.skip : test
const rowOf = (url: string) => profiles.find((row) => row.url === url)

run('AU Core: every published profile has its row, of its type (skipped where the facts are absent)', () => {
  expect(published.map(({ url, type }) => `${type} ${url}`).toSorted()).toEqual(
    profiles.map(({ url, type }) => `${type} ${url}`).toSorted(),
  )
})

run(
  'AU Core: every element that a profile makes required is required here (skipped where the facts are absent)',
  () => {
    // Of slices and of the codings in them the rules speak.
    const isPlain = ({ id, min = 0 }: Element): boolean =>
      min > 0 && !id.includes(':') && !/\.(coding|valueQuantity\.\w+)$/.test(id)
    const missing = published.flatMap(({ url, type, elements }) =>
      elements
        .filter(isPlain)
        .map(({ id }) => id.slice(type.length + 1).replace('[x]', ''))
        .filter((element) => rowOf(url)?.required.includes(element) !== true)
        .map((element) => `${url} ${element}`),
    )

    expect(missing).toEqual([])
  },
)

run('AU Core: every invariant of a profile has its rule (skipped where the facts are absent)', () => {
  const missing = published.flatMap(({ url, elements }) => {
    const row = rowOf(url)
    const own = [...(row?.rules ?? []), ...(row?.dates ?? [])].map(({ key }) => key)
    const keys = elements.flatMap(({ constraints = [] }) =>
      constraints.filter(({ severity }) => severity === 'error').map(({ key }) => key),
    )
    return keys.filter((key) => !own.includes(key)).map((key) => `${url} ${key}`)
  })

  expect(missing).toEqual([])
})
