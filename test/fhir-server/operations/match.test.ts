/** The operation Patient/$match. R4 patient-operation-match.html; D116. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { readFacts } from '../../../src/fhir-server/operations/match-facts.ts'
import { gradeMatch } from '../../../src/fhir-server/operations/match-grade.ts'
import { checkResource } from '../../../src/profiles/check.ts'
import { openTestValidator } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'
import { create } from '../resources.ts'

const system = 'urn:oid:1.2.36.1'
const people: Readonly<Record<string, JsonObject>> = {
  ann: person('A1', 'Banksia', 'Ann', '1970-01-02', { gender: 'female' }),
  twin: person('A1', 'Banksia', 'Amy', '1970-01-02', { gender: 'female' }),
  anna: person('A2', 'Banksea', 'Anna', '1970-02-01', { gender: 'female' }),
  namesake: person('A3', 'Banksia', 'Ann', '1999-09-09'),
  old: person('B1', 'Wattle', 'Bob', '1980-05-06', { active: false }),
  first: person('C1', 'Grevillea', 'Cyd', '1990-01-01'),
  second: person('C1', 'Grevillea', 'Cyd', '1990-01-01'),
}

function person(value: string, family: string, given: string, birthDate: string, changes: JsonObject = {}): JsonObject {
  return { identifier: [{ system, value }], name: [{ family, given: [given] }], birthDate, ...changes }
}

let app: FhirApp
const ids: Record<string, string> = {}
beforeAll(async () => {
  app = await startFhir()
  for (const [name, changes] of Object.entries(people))
    ids[name] = (await create(app, { resourceType: 'Patient', ...changes }, 2)).id
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const ask = (resource: unknown, more: JsonObject[] = [], as: object = {}) =>
  app.send('POST', '/Patient/$match', {
    as: { tenant: 2, ...as },
    body: { resourceType: 'Parameters', parameter: [{ name: 'resource', resource }, ...more] },
  })

type Entry = { resource: { id: string }; search: { mode: string; score: number; extension: { valueCode: string }[] } }

/** `name grade`, best first. */
async function found(changes: JsonObject, more: JsonObject[] = [], as: object = {}): Promise<string[]> {
  const { status, body, text } = await ask({ resourceType: 'Patient', ...changes }, more, as)
  expect([status, status === 200 ? body.type : text]).toEqual([200, 'searchset'])
  const entries: Entry[] = (body.entry ?? []).filter(({ search }: Entry) => search.mode === 'match')
  const scores = entries.map(({ search }) => search.score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(scores.every((score) => score > 0 && score <= 1)).toBe(true)
  const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id)
  return entries.map(({ resource, search }) => `${nameOf(resource.id)} ${search.extension[0]?.valueCode}`)
}

const names = (family: string, ...given: string[]): JsonObject => ({ name: [{ family, given }] })

test('R4 patient-operation-match.html: identifier and demographics together are certain, what contradicts is not', async () => {
  expect(await found(people['ann'] ?? {})).toEqual(['ann certain', 'twin possible'])
  expect(await found(person('A1', 'BANKSIA', 'Änn', '1970-01-02'))).toContain('ann certain')
})

test('D116: an identifier alone, or names with the birth date, are probable', async () => {
  expect(await found({ identifier: [{ system, value: 'A3' }] })).toEqual(['namesake probable'])
  const named = await found({ ...names('Banksia', 'Ann'), birthDate: '1970-01-02' })
  expect(named.slice(0, 1)).toEqual(['ann probable'])
  expect(named).toContain('twin possible')
  expect((await found({ ...names('Banksia', 'A.'), birthDate: '1970-01' })).slice(0, 2)).toEqual([
    'ann possible',
    'twin possible',
  ])
  expect(await found({ identifier: [{ system: 'urn:oid:9', value: 'A3' }] })).toEqual([])
})

test('D116: names that sound alike and a turned date are near, and another value of the identifier differs', () => {
  const grade = (one: JsonObject, other: JsonObject) => gradeMatch(readFacts(one), readFacts(other), true)
  const { identifier: _, ...unidentified } = people['ann'] ?? {}

  expect(grade(unidentified, people['anna'] ?? {})).toEqual({ grade: 'possible', score: 0.29 })
  expect(grade(people['ann'] ?? {}, people['anna'] ?? {})).toBeUndefined()
  expect(grade(unidentified, people['namesake'] ?? {})).toBeUndefined()
  expect(grade(unidentified, people['ann'] ?? {})).toEqual({ grade: 'probable', score: 0.53 })
})

test('D116: all identifiers are compared, however many there are', async () => {
  const others = Array.from({ length: 20 }, (_, index) => ({ system: `urn:other:${index}`, value: 'x' }))
  const ann = people['ann'] ?? {}
  const manyTo = (last: JsonObject): JsonObject => ({ ...ann, identifier: [{ system, value: 'A1' }, ...others, last] })
  const grade = (one: JsonObject, other: JsonObject) => gradeMatch(readFacts(one), readFacts(other), true)?.grade
  const [mine, hers] = ['mine', 'hers'].map((value) => manyTo({ system: 'urn:last', value }))

  expect([grade(mine ?? {}, mine ?? {}), grade(mine ?? {}, hers ?? {})]).toEqual(['certain', 'possible'])
  const unsystematic = others.map(({ value }) => ({ value }))
  expect(await found({ identifier: [...unsystematic, { system, value: 'A3' }] })).toEqual(['namesake probable'])
  expect(await found({ identifier: [...others, { system, value: 'A3' }] })).toEqual(['namesake probable'])
  const tooMany = Array.from({ length: 1001 }, (_, index) => ({ system: 's', value: String(index) }))
  const { status, body } = await ask({ resourceType: 'Patient', identifier: tooMany })
  expect([status, body.issue[0].expression]).toEqual([400, ['identifier']])
})

test('D116: a record that is not in use is never certain', async () => {
  expect(await found(people['old'] ?? {})).toEqual(['old probable'])
})

test('R4 patient-operation-match.html: onlyCertainMatches gives the one certain match, and none of two', async () => {
  const only = [{ name: 'onlyCertainMatches', valueBoolean: true }]

  expect(await found(people['ann'] ?? {}, only)).toEqual(['ann certain'])
  expect(await found(people['first'] ?? {})).toHaveLength(2)
  expect(await found(people['first'] ?? {}, only)).toEqual([])
  expect(await found({ identifier: [{ system, value: 'A3' }] }, only)).toEqual([])
})

test('R4 patient-operation-match.html: count keeps the best, and the reply is a valid searchset that changes nothing', async () => {
  const { body } = await ask({ resourceType: 'Patient', ...people['ann'] }, [{ name: 'count', valueInteger: 1 }])
  const validator = await openTestValidator()

  expect([body.total, body.entry.length, body.entry[0].resource.id]).toEqual([2, 1, ids['ann']])
  expect(body.entry[0].resource.meta.versionId).toBe('1')
  expect(
    checkResource(body, { validator, requiredProfiles: 'base' }).findings.filter(
      ({ severity }) => severity === 'error',
    ),
  ).toEqual([])
})

test('D116: more candidates than are compared are said to be more', async () => {
  for (let index = 0; index < 101; index += 1)
    await create(app, { resourceType: 'Patient', ...names('Crowd', 'Same') }, 2)

  const { body } = await ask({ resourceType: 'Patient', ...names('Crowd', 'Same') })

  expect([body.total, body.entry.length]).toEqual([100, 21])
  expect(body.entry.at(-1).resource.issue[0].code).toBe('incomplete')
})

test('SMART scopes: never for a patient, a part of the patients or another tenant', async () => {
  const refused = async (as: object) => (await ask({ resourceType: 'Patient', ...people['ann'] }, [], as)).status

  expect(await refused({ roles: ['patient'], scopes: ['patient/*.rs'], patient: ids['ann'] })).toBe(403)
  expect(await refused({ roles: ['patient'], scopes: ['user/*.rs', 'patient/*.rs'], patient: ids['ann'] })).toBe(403)
  expect(await refused({ scopes: ['patient/Patient.rs'], patient: ids['ann'] })).toBe(403)
  expect(await refused({ scopes: ['user/Patient.rs?gender=female'] })).toBe(403)
  expect(await refused({ scopes: ['user/Patient.r'] })).toBe(403)
  expect(await refused({ scopes: ['user/Observation.rs'] })).toBe(403)
  expect(await refused({ scopes: ['user/Patient.rs'] })).toBe(200)
  expect(await found(people['ann'] ?? {}, [], { tenant: 1 })).toEqual([])
})

test.each<[string, unknown, JsonObject[]]>([
  ['no facts', { resourceType: 'Patient', gender: 'female' }, []],
  ['one fact', { resourceType: 'Patient', birthDate: '1970-01-02' }, []],
  [
    'facts of other forms',
    { resourceType: 'Patient', name: 'secret', identifier: { value: 1 }, birthDate: 'secret' },
    [],
  ],
  ['another type', { resourceType: 'Person', ...names('secret') }, []],
  ['no resource', 'secret', []],
  ['count', { resourceType: 'Patient', ...people['ann'] }, [{ name: 'count', valueString: 'secret' }]],
  ['flag', { resourceType: 'Patient', ...people['ann'] }, [{ name: 'onlyCertainMatches', valueString: 'secret' }]],
])('R4 patient-operation-match.html: %s is refused without its text', async (_, resource, more) => {
  const { status, text } = await ask(resource, more)

  expect([status, text.includes('secret')]).toEqual([400, false])
})

test('R4 patient-operation-match.html: separators and long texts are no syntax', async () => {
  expect(await found({ ...names(`Banksia,${'x'.repeat(5000)}`, 'Ann|$\\'), birthDate: '1970-01-02' })).toEqual(
    expect.any(Array),
  )
  expect(await found({ identifier: [{ system: `${system}|A1,${system}`, value: 'A1,A2|' }] })).toEqual([])
})
