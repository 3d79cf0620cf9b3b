import { expect, test } from '@jest/globals'
import type { JsonValue } from '../src/core/json.ts'
import { keyOf } from '../src/demo/consultation.ts'
import { listShippedFiles, readConsultations } from '../src/demo/input.ts'
import { medicareNumber } from '../src/demo/people.ts'
import { countCovered, listRules } from '../src/demo/report.ts'
import { renderTable } from '../src/demo/tables.ts'
import { buildPeopleTransaction } from '../src/demo/transaction.ts'
import { checkResource, hasErrors } from '../src/profiles/check.ts'
import { identifierSystems } from '../src/profiles/code-systems.ts'
import { isIdentifier, isMedicareNumber, isProviderNumber } from '../src/profiles/identifiers.ts'
import { openTestValidator } from './profiles/open-definitions.ts'

const seeds = Array.from({ length: 200 }, (_, index) => `day${index}.json`)

type Identified = { readonly identifier: readonly { readonly system: string; readonly value: string }[] }
const resources = () =>
  buildPeopleTransaction(seeds).entry.map(({ resource }) => resource as Identified & { resourceType: string })

const valuesOf = (kind: keyof typeof identifierSystems): string[] =>
  resources().flatMap(({ identifier }) =>
    identifier.filter(({ system }) => system === identifierSystems[kind].system).map(({ value }) => value),
  )

test('AU Core 2.0.0: everyone whom the demo invents meets the profile of the type', async () => {
  const validator = await openTestValidator()

  const wrong = resources().flatMap((resource) => {
    const { findings } = checkResource(resource as unknown as JsonValue, { validator, requiredProfiles: 'au-core' })
    return hasErrors(findings) ? [{ type: resource.resourceType, findings }] : []
  })

  expect(wrong).toEqual([])
})

test('AU Base 6.0.0: their identifiers pass the check digits, and no two patients share one', () => {
  for (const kind of ['ihi', 'hpii', 'hpio'] as const) {
    expect(valuesOf(kind).every((value) => isIdentifier(kind, value))).toBe(true)
  }
  expect(valuesOf('medicare').every(isMedicareNumber)).toBe(true)
  expect(valuesOf('medicareProvider')).toHaveLength(1)
  expect(valuesOf('medicareProvider').every(isProviderNumber)).toBe(true)
  expect(new Set(valuesOf('ihi')).size).toBe(seeds.length)
  expect(new Set(valuesOf('medicare')).size).toBe(seeds.length)
})

test('docs/design/house.md: the same file is the same person', () => {
  const [, , , , patient] = buildPeopleTransaction(['a.json']).entry.map(({ resource }) => resource)
  const [, , , , again] = buildPeopleTransaction(['a.json', 'b.json']).entry.map(({ resource }) => resource)

  expect(again).toEqual(patient)
  expect(medicareNumber('a.json')).not.toBe(medicareNumber('b.json'))
})

test('R4 http.html#transaction: every reference among the entries is that of an entry, and each is created once', () => {
  const { entry } = buildPeopleTransaction(['a.json'])
  const references = [...JSON.stringify(entry).matchAll(/"reference":"([^"]+)"/g)].map(([, reference]) => reference)

  expect(references).toHaveLength(4)
  for (const reference of references) expect(entry.map(({ fullUrl }) => fullUrl)).toContain(reference)
  for (const { request } of entry) expect(request.ifNoneExist).toMatch(/^identifier=https?:\/\/[^|]+\|[^|]+$/)
})

test('docs/design/house.md: the shipped consultations can be read, and hold what people really say', async () => {
  const consultations = await readConsultations(listShippedFiles())

  for (const { segments, highlights } of consultations) {
    expect(segments.length).toBeGreaterThanOrEqual(25)
    expect(segments.length).toBeLessThanOrEqual(40)
    expect(highlights.length).toBeGreaterThan(5)
    const said = segments.map(({ text }) => text).join(' ')
    expect(said).toMatch(/\bum\b/)
    expect(said).toMatch(/\b(dad|mum)\b/i)
    expect(said).toMatch(/\d+ (milligrams|mg)/)
    expect(said).toMatch(/\b(No, sorry|Hang on, no)\b/)
  }
})

test('R5.4: a step of a run keeps its key, and no two steps, files or runs share one', () => {
  const run = { id: 'r1', startedAt: '', input: '' }
  const keys = [
    keyOf(run, 'a.json', 'verify'),
    keyOf(run, 'a.json', 'approve'),
    keyOf(run, 'ä b.json', 'approve'),
    keyOf({ ...run, id: 'r2' }, 'a.json', 'approve'),
  ]

  expect(keyOf(run, 'a.json', 'verify')).toBe(keys[0])
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(key).toMatch(/^[!-~]{1,200}$/)
})

test('docs/design/house.md: a highlight is covered where one statement holds most of its words', () => {
  const statements = ['Productive cough for 10 days, green phlegm.', 'No chest pain.', 'Doxycycline 100 mg once a day.']

  expect(countCovered(['Cough for 10 days'], statements)).toBe(1)
  expect(countCovered(['Doxycycline 100 mg daily'], statements)).toBe(1)
  expect(countCovered(['Chest infection with wheeze', 'of the'], statements)).toBe(0)
  expect(
    listRules([
      { rule: 'a', message: '', attested: false },
      { rule: 'b', message: '', attested: false },
      { rule: 'a', message: '', attested: false },
    ]),
  ).toEqual(['a (2)', 'b'])
})

test('docs/design/house.md: a table has columns as wide as their cells', () => {
  expect(
    renderTable([
      ['Name', 'Bytes'],
      ['é', '5'],
      ['longer', '1234'],
    ]),
  ).toBe(['Name    Bytes', '------  -----', 'é           5', 'longer   1234'].join('\n'))
})
