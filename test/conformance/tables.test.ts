/** The suite's tables of AU Core, held against the published ones. */
import { readFileSync } from 'node:fs'
import { expect } from '@jest/globals'
import { mustSupport, slices } from '../../conformance/au-core/must-support.ts'
import { typeRows } from '../../conformance/au-core/requirements.ts'
import { sharedPath, testWithShared } from '../judges.ts'

type Expected<T> = T & { readonly expectation: string }
type Resource = {
  readonly type: string
  readonly profile?: string
  readonly supportedProfile?: readonly { readonly value: string }[]
  readonly interaction?: readonly Expected<{ readonly code: string }>[]
  readonly searchParam?: readonly Expected<{ readonly name: string; readonly type: string }>[]
  readonly combos?: readonly Expected<{ readonly required: readonly string[] }>[]
  readonly searchInclude?: readonly Expected<{ readonly value: string }>[]
}

const testWithAuCore = testWithShared('au-core/capability.json')
const readShared = (file: string) => JSON.parse(readFileSync(sharedPath(`au-core/${file}`), 'utf8'))

const coreOf = (url: string): boolean => url.startsWith('http://hl7.org.au/fhir/core/')
/** Extensions of AU Base, which the suite has no table of. */
const notTested: readonly string[] = ['Patient indigenous-status', 'Patient gender-identity']

const combined = (rows: readonly { readonly names: readonly string[]; readonly level: string }[]): string[] =>
  rows.map(({ names, level }) => `${[...names].sort().join(' ')} ${level}`).sort()

testWithAuCore('AU Core responder: the suite asks for what the CapabilityStatement lists', () => {
  const { rest, draft_2_1_0: draft } = readShared('capability.json')
  const published: Resource[] = [...rest[0].resources, ...draft.resources]
  const asked = published.filter(({ interaction }) => (interaction ?? []).length > 0)

  expect(typeRows.map(({ type }) => type).sort()).toEqual(asked.map(({ type }) => type).sort())
  for (const row of typeRows) {
    const resource = asked.find(({ type }) => type === row.type) as Resource
    const profiles = [resource.profile ?? '', ...(resource.supportedProfile ?? []).map(({ value }) => value)]
    expect([...row.profiles].sort()).toEqual(profiles.filter(coreOf).sort())
    expect(row.parameters.map(({ name, type, level }) => `${name} ${type} ${level}`).sort()).toEqual(
      (resource.searchParam ?? [])
        .filter(({ name }) => !notTested.includes(`${row.type} ${name}`))
        .map(({ name, type, expectation }) => `${name} ${type} ${expectation}`)
        .sort(),
    )
    expect(combined(row.combinations)).toEqual(
      combined((resource.combos ?? []).map(({ required, expectation }) => ({ names: required, level: expectation }))),
    )
    expect(row.includes.map(({ value }) => value)).toEqual((resource.searchInclude ?? []).map(({ value }) => value))
  }
})

type Profile = { readonly url: string; readonly type: string; readonly mustSupportPaths: readonly string[] }

/** Below a slice of components or a category's coding, and of a choice already named. */
const implied = /^(category:VSCat\.|component:\w+\.|value\[x\]:valueQuantity$)/
const names: Readonly<Record<string, string>> = {
  'category:VSCat': 'category:vitalSigns',
  'category:lab': 'category:laboratory',
  'component:SystolicBP': 'component:systolic',
  'component:DiastolicBP': 'component:diastolic',
}

const toOwn = (path: string): string[] => {
  const own = path
    .replace('[x]:medicationCodeableConcept', '')
    .replace(/^medication\.coding/, 'medicationCodeableConcept.coding')
    .replace('value[x]:valueQuantity.', 'valueQuantity.')
    .replace(/coding:(amt|air)VaccineCode/, 'coding:$1')
  return implied.test(path) || path === 'category:specificDiscipline' ? [] : [names[own] ?? own]
}

testWithAuCore('AU Core must support: every element of every profile is looked for', () => {
  const { profiles, draftProfiles } = readShared('constraints.json')
  const published = ([...profiles, ...draftProfiles] as Profile[]).filter(({ type }) => type !== 'Extension')

  expect(mustSupport.map(({ profile }) => profile).sort()).toEqual(published.map(({ url }) => url).sort())
  for (const { url, type, mustSupportPaths } of published) {
    const own = mustSupport.find(({ profile }) => profile === url)?.paths ?? []
    const looked = own.map((path) =>
      path
        .replace('medicationCodeableConcept', 'medication')
        .replace('medicationReference', 'medication[x]:medicationReference'),
    )
    const wanted = mustSupportPaths
      .map((path) => path.slice(type.length + 1))
      .flatMap(toOwn)
      .map((path) => path.replace('medicationCodeableConcept', 'medication'))
    expect([url, wanted.filter((path) => !looked.includes(path))]).toEqual([url, []])
  }
  const sliced = mustSupport.flatMap(({ paths }) => paths).flatMap((path) => /([^.]+:[^.]+)$/.exec(path)?.[1] ?? [])
  expect([...new Set(sliced)].sort()).toEqual(slices.map(({ slice }) => slice).sort())
})
