/** Search as a client sees it: included, ordered, counted, left out and refused. R4 search.html. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
  await putAll(records)
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const as = { tenant: 2 } as const
const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const concept = (code: string, display?: string): JsonObject => ({
  coding: [{ system: 'http://loinc.org', code, ...(display === undefined ? {} : { display }) }],
})
const resource = (resourceType: string, number: number, rest: JsonObject): JsonObject => ({
  resourceType,
  id: idOf(number),
  ...rest,
})
const to = (type: string, number: number): JsonObject => ({ reference: `${type}/${idOf(number)}` })

/** 1, 2: organisations, the first a part of the second; 3: a practitioner; 11, 12: patients; 21, 22: their encounters. */
const records = [
  resource('Organization', 1, { name: 'Wattle Clinic', partOf: to('Organization', 2) }),
  resource('Organization', 2, { name: 'Wattle Health' }),
  resource('Practitioner', 3, { name: [{ family: 'Hakea' }] }),
  resource('Location', 4, { name: 'Perth', position: { latitude: -31.95, longitude: 115.86 } }),
  resource('Location', 5, { name: 'Sydney', position: { latitude: -33.87, longitude: 151.21 } }),
  resource('Patient', 11, {
    name: [{ family: 'Banksia' }],
    gender: 'female',
    managingOrganization: to('Organization', 1),
    generalPractitioner: [to('Practitioner', 3)],
    birthDate: '1970-01-02',
  }),
  resource('Device', 6, { status: 'active' }),
  resource('RelatedPerson', 7, { patient: to('Patient', 12) }),
  resource('Patient', 12, {
    name: [{ family: 'Wattle' }],
    gender: 'male',
    birthDate: '1990-05-06',
    link: [{ other: to('RelatedPerson', 7), type: 'seealso' }],
  }),
  resource('Encounter', 21, {
    status: 'finished',
    class: { code: 'AMB' },
    subject: to('Patient', 11),
    period: { start: '2026-01-01', end: '2026-01-03' },
  }),
  resource('Encounter', 22, { status: 'planned', class: { code: 'AMB' }, subject: to('Patient', 12) }),
  ...[1, 2, 3].map((day) =>
    resource('Observation', 30 + day, {
      status: 'final',
      code: concept(day === 3 ? 'B' : 'A', 'Body weight'),
      subject: to('Patient', 11),
      encounter: to('Encounter', 21),
      performer: [to('Practitioner', 3)],
      effectiveDateTime: `2026-01-0${day}`,
      valueQuantity: { value: 60 + day },
    }),
  ),
  resource('Observation', 34, {
    status: 'final',
    code: concept('A'),
    subject: to('Patient', 12),
    device: to('Device', 6),
  }),
  resource('Condition', 41, { subject: to('Patient', 11), code: { text: 'gout' }, asserter: to('Patient', 12) }),
  resource('Condition', 42, {
    subject: to('Patient', 11),
    clinicalStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'recurrence' }],
    },
  }),
  resource('ValueSet', 51, { status: 'active', url: 'http://a.example/fhir/ValueSet/x' }),
]

async function putAll(entries: readonly JsonObject[]): Promise<void> {
  const entry = entries.map((one) => ({
    resource: one,
    request: { method: 'PUT', url: `${one['resourceType']}/${one['id']}` },
  }))
  const { status } = await app.send('POST', '', { body: { resourceType: 'Bundle', type: 'transaction', entry }, as })
  expect(status).toBe(200)
}

const addressesOf = (bundle: { readonly entry: readonly Entry[] }): string[] =>
  bundle.entry.map(({ fullUrl }) => fullUrl)

type Entry = { readonly fullUrl: string; readonly resource: JsonObject; readonly search: { readonly mode: string } }

const search = async (path: string, person: object = as) => app.send('GET', path, { as: person })

/** `Type number`, the included ones with a plus in front. */
async function found(path: string, person: object = as): Promise<string[]> {
  const { status, body } = await search(path, person)
  expect([path, status, body.issue]).toEqual([path, 200, undefined])
  return ((body.entry ?? []) as Entry[]).map(({ resource: one, search: { mode } }) => {
    const name = `${one['resourceType']} ${Number(String(one['id']).slice(-12))}`
    return mode === 'include' ? `+${name}` : name
  })
}

describe('R4 search.html#include', () => {
  test.each([
    ['Observation?code=B&_include=Observation:subject', ['Observation 33', '+Patient 11']],
    ['Observation?code=B&_include=Observation:patient', ['Observation 33', '+Patient 11']],
    ['Observation?code=B&_include=Observation:performer:Practitioner', ['Observation 33', '+Practitioner 3']],
    ['Observation?code=B&_include=Observation:performer:Organization', ['Observation 33']],
    ['Observation?code=B&_include=*', ['Observation 33', '+Encounter 21', '+Patient 11', '+Practitioner 3']],
    [
      'Observation?code=B&_include=Observation:*',
      ['Observation 33', '+Encounter 21', '+Patient 11', '+Practitioner 3'],
    ],
    ['Patient?family=Banksia&_revinclude=Encounter:patient', ['Patient 11', '+Encounter 21']],
    [
      'Patient?family=Wattle&_revinclude=*',
      ['Patient 12', '+Condition 41', '+Encounter 22', '+Observation 34', '+RelatedPerson 7'],
    ],
    [
      'Observation?code=B&_include=Observation:patient&_include:iterate=Patient:organization&_include:iterate=Organization:partof',
      ['Observation 33', '+Organization 1', '+Organization 2', '+Patient 11'],
    ],
    [
      'Organization?name=Wattle Health&_revinclude:iterate=Organization:partof&_revinclude:iterate=Patient:organization',
      ['Organization 2', '+Organization 1', '+Patient 11'],
    ],
    ['Patient?name:contains=nksi&_include=Patient:general-practitioner', ['Patient 11', '+Practitioner 3']],
  ])('R4 search.html#include: %s', async (path, expected) => {
    const [match, ...included] = await found(`/${path}`)

    expect([match, ...included.toSorted()]).toEqual(expected)
  })

  test('R4 search.html#include: what is a match itself is not included again', async () => {
    expect(await found('/Organization?_include=Organization:partof&_sort=_id')).toEqual([
      'Organization 1',
      'Organization 2',
    ])
  })

  test('R4 search.html#include: only what is on the page is brought along', async () => {
    const first = await found('/Observation?_sort=-date&_count=1&_include=Observation:patient&status=final')

    expect(first).toHaveLength(2)
  })

  test.each([
    '_include=Observation:code',
    '_include=Nothing:at-all',
    '_include:sometimes=Observation:patient',
    '_revinclude=Patient:name',
  ])('R4 search.html#errors: %s is refused', async (query) => {
    expect((await search(`/Observation?${query}`)).status).toBe(400)
  })
})

describe('R4 search.html#sort', () => {
  test.each([
    ['date', [31, 32, 33]],
    ['-date', [33, 32, 31]],
    ['-code,date', [33, 31, 32]],
    ['-value-quantity', [33, 32, 31]],
    ['value-quantity,-date', [31, 32, 33]],
    ['-_id', [33, 32, 31]],
    ['_id', [31, 32, 33]],
    ['-_lastUpdated', [33, 32, 31]],
  ])('R4 search.html#sort: _sort=%s, whole and page by page', async (sort, expected) => {
    const path = `/Observation?patient=${idOf(11)}&_sort=${sort}`
    const pages: string[] = []
    for (let next: string | undefined = `${path}&_count=1`; next !== undefined; ) {
      const { body } = await search(next)
      pages.push(...body.entry.map((entry: Entry) => `Observation ${Number(String(entry.resource['id']).slice(-12))}`))
      next = body.link.find((link: { relation: string }) => link.relation === 'next')?.url.slice(app.base.length)
    }

    expect(await found(path)).toEqual(expected.map((number) => `Observation ${number}`))
    expect(pages).toEqual(expected.map((number) => `Observation ${number}`))
  })

  test('R4 search.html#sort: what has no value comes last, whichever way', async () => {
    const sorted = async (sort: string) => (await found(`/Observation?status=final&_sort=${sort}`)).at(-1)

    expect(await sorted('value-quantity')).toBe('Observation 34')
    expect(await sorted('-value-quantity')).toBe('Observation 34')
  })
})

describe('R4 search.html#return', () => {
  test('R4 search.html#total: the whole is counted where it is asked for, or where it is all on the page', async () => {
    const totalOf = async (query: string) => (await search(`/Observation?${query}`)).body.total

    expect(await totalOf('_count=1')).toBeUndefined()
    expect(await totalOf('_count=1&_total=none')).toBeUndefined()
    expect(await totalOf('_count=1&_total=accurate')).toBe(4)
    expect(await totalOf('_count=1&_total=estimate&code=A')).toBe(3)
    expect(await totalOf('code=A')).toBe(3)
    expect(await totalOf('code=A&patient:Patient.family:contains=nks')).toBe(2)
  })

  test.each(['_summary=count', '_count=0'])('R4 search.html#count: %s shows none and counts all', async (query) => {
    const { body } = await search(`/Observation?code=A&${query}`)

    expect([body.total, body.entry, body.link.length]).toEqual([3, undefined, 1])
  })

  test('R4 search.html#summary: the marked elements, the text, all but the text; each is tagged as a part', async () => {
    const first = async (query: string) => (await search(`/Patient?_id=${idOf(11)}&${query}`)).body.entry[0].resource
    const keys = async (query: string) => Object.keys(await first(query)).sort()

    expect(await keys('_summary=true')).toEqual(
      ['resourceType', 'id', 'meta', 'name', 'gender', 'managingOrganization', 'birthDate'].sort(),
    )
    expect(await keys('_summary=text')).toEqual(['id', 'meta', 'resourceType'])
    expect(await keys('_elements=name,birthDate')).toEqual(['birthDate', 'id', 'meta', 'name', 'resourceType'])
    expect((await first('_elements=name')).meta.tag).toMatchObject([{ code: 'SUBSETTED' }])
    expect((await first('_summary=false')).meta.tag).toBeUndefined()
  })

  test('R4 search.html#elements: what a resource must have is kept, and choices go by their name', async () => {
    const [entry] = (await search(`/Observation?_id=${idOf(31)}&_elements=value`)).body.entry

    expect(Object.keys(entry.resource).sort()).toEqual([
      'code',
      'id',
      'meta',
      'resourceType',
      'status',
      'valueQuantity',
    ])
  })
})

describe('R4 search.html#modifiers', () => {
  test.each([
    ['Patient?gender:in=http://hl7.org/fhir/ValueSet/administrative-gender', ['Patient 11', 'Patient 12']],
    ['Patient?gender:not-in=http://hl7.org/fhir/ValueSet/administrative-gender', []],
    [
      'Condition?clinical-status:below=http://terminology.hl7.org/CodeSystem/condition-clinical|active',
      ['Condition 42'],
    ],
    ['Condition?clinical-status:above=http://terminology.hl7.org/CodeSystem/condition-clinical|active', []],
    ['Patient?phonetic=Bancsia', ['Patient 11']],
    ['ValueSet?url=http://a.example/fhir/ValueSet/x', ['ValueSet 51']],
    ['ValueSet?url:below=http://a.example/fhir', ['ValueSet 51']],
    ['ValueSet?url:above=http://a.example/fhir/ValueSet/x/y', ['ValueSet 51']],
    ['ValueSet?url:below=http://a.exam', []],
    ['Location?near=-31.9|115.8|20|km', ['Location 4']],
    ['Location?near=-31.9|115.8', []],
    ['Patient?birthdate=ap1970-06', ['Patient 11']],
    ['Patient?_lastUpdated=gt2000-01-01&family=Wattle', ['Patient 12']],
    ['Patient?_lastUpdated=lt2000-01-01', []],
    ['Observation?patient:Patient.family=Banksia&code=B', ['Observation 33']],
    ['Observation?subject.family=Banksia&code=B', ['Observation 33']],
    ['Observation?patient.organization.partof.name=wattle h&code=B', ['Observation 33']],
    ['Observation?patient.organization.name:contains=attle cl&code=B', ['Observation 33']],
    ['Patient?_has:Observation:patient:code=B', ['Patient 11']],
    ['Organization?_has:Patient:organization:_has:Observation:patient:code=B', ['Organization 1']],
    ['Patient?_has:Condition:asserter:code:text=gou', ['Patient 12']],
    ['Encounter?date=sa2025-12-31', ['Encounter 21']],
  ])('R4 search.html#modifiers: %s', async (path, expected) => {
    expect((await found(`/${path}`)).toSorted()).toEqual(expected)
  })

  test.each([
    'Observation?date=yesterday',
    'Observation?value-quantity=many',
    'Observation?value-quantity=1|2|3|4',
    'Observation?code=a|b|c',
    'Observation?code:in=http://a.example/ValueSet/mystery',
    'Observation?code:above=A',
    'Observation?code-value-quantity=A',
    'Observation?subject:Nothing.name=a',
    'Observation?code.text=a',
    'Observation?patient:missing=maybe',
    'Patient?_has:Observation:code:status=a',
    'Patient?_has:Observation:patient',
    'Location?near=nowhere-near',
    `Observation?${'patient.link.'.repeat(20)}name=a`,
    `Provenance?${'target.'.repeat(9)}recorded=2020`,
    `Observation?code=${'A,'.repeat(1001)}`,
    `Observation?${'code=A&'.repeat(101)}`,
    'Observation?_summary=some',
    'Observation?_list=$current-problems',
  ])('R4 search.html#errors: %s is refused, and no value comes back', async (path) => {
    const { status, body, text } = await search(`/${path}`)

    expect([path, status, body.resourceType]).toEqual([path, 400, 'OperationOutcome'])
    for (const value of ['yesterday', 'many', 'mystery', 'maybe', 'nowhere-near']) expect(text).not.toContain(value)
  })
})

describe('R4 http.html#search', () => {
  test('R4 http.html#search: every type at once, narrowed by _type, by GET and by POST', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = '_type=Patient,Encounter&_total=accurate&_count=2'

    const byGet = await search(`?${body}`)
    const byPost = await app.send('POST', '/_search', { body, headers: form, as })

    expect([byGet.body.total, byPost.body.total]).toEqual([4, 4])
    expect((await search('?_lastUpdated=gt2000&_total=accurate&_count=1')).body.total).toBe(records.length)
    expect(await found(`?_type=Patient,Observation&_id=${idOf(11)},${idOf(31)}&_sort=_id`)).toEqual([
      'Patient 11',
      'Observation 31',
    ])
    expect((await search('?_type=Clinic')).status).toBe(400)
  })

  test('R4 http.html#search: pages over several types show each resource once', async () => {
    const seen: string[] = []
    for (let next: string | undefined = '?_count=4'; next !== undefined; ) {
      const { body } = await search(next)
      seen.push(...body.entry.map((entry: Entry) => entry.fullUrl))
      next = body.link.find((link: { relation: string }) => link.relation === 'next')?.url.slice(app.base.length)
    }

    expect(seen).toHaveLength(records.length)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test.each([
    [`/Patient/${idOf(11)}/Observation`, ['Observation 31', 'Observation 32', 'Observation 33']],
    [`/Patient/${idOf(11)}/Observation?code=B`, ['Observation 33']],
    [`/Patient/${idOf(12)}/Condition`, ['Condition 41']],
    [`/Patient/${idOf(12)}/*`, ['Condition 41', 'Encounter 22', 'Observation 34', 'Patient 12', 'RelatedPerson 7']],
    [`/Encounter/${idOf(21)}/Observation?code=A`, ['Observation 31', 'Observation 32']],
    [`/Patient/${idOf(99)}/Observation`, []],
    [`/Practitioner/${idOf(3)}/Observation?code=A`, ['Observation 31', 'Observation 32']],
    [`/Practitioner/${idOf(3)}/Practitioner`, ['Practitioner 3']],
    [`/Practitioner/${idOf(3)}/Organization`, []],
    [
      `/Practitioner/${idOf(3)}/*`,
      ['Observation 31', 'Observation 32', 'Observation 33', 'Patient 11', 'Practitioner 3'],
    ],
    [`/Practitioner/${idOf(3)}/*?_type=Patient`, ['Patient 11']],
    [`/Device/${idOf(6)}/Observation`, ['Observation 34']],
    [`/Device/${idOf(6)}/*`, ['Device 6', 'Observation 34']],
    [`/RelatedPerson/${idOf(7)}/*`, ['Patient 12', 'RelatedPerson 7']],
    [`/RelatedPerson/${idOf(3)}/Observation`, []],
  ])('R4 compartmentdefinition.html: %s', async (path, expected) => {
    expect((await found(path)).toSorted()).toEqual(expected)
  })

  test('R4 compartmentdefinition-patient.html: audit events of a compartment are those of its patient', async () => {
    const { body } = await search(`/Patient/${idOf(12)}/AuditEvent`)
    const whole = await search(`/AuditEvent?patient=${idOf(12)}`)

    expect(body.entry.length).toBeGreaterThan(0)
    // The first search is an event by now.
    expect(addressesOf(whole.body).slice(1)).toEqual(addressesOf(body))
    expect((await search(`/Device/${idOf(6)}/AuditEvent`)).status).toBe(400)
  })

  test('docs/design/house.md#patient-data: the links of a compartment do not name whose it is', async () => {
    const { body } = await search(`/Patient/${idOf(11)}/Observation?_count=2`)
    const next = body.link.find((link: { relation: string }) => link.relation === 'next').url

    expect(next).not.toContain(idOf(11))
    expect(await found(next.slice(app.base.length))).toEqual(['Observation 31'])
  })

  test('R4 http.html#search: a type that is not served in a compartment is 404', async () => {
    expect((await search(`/Patient/${idOf(11)}/Clinic`)).status).toBe(404)
    expect((await search(`/Location/${idOf(4)}/Encounter`)).status).toBe(404)
  })
})

describe('SMART scopes', () => {
  const own = { tenant: 2, roles: ['patient'], scopes: ['patient/*.rs'], patient: idOf(12) } as const

  test.each([
    ['/Observation?status=final', ['Observation 34']],
    [`/Observation?patient=${idOf(11)}`, []],
    ['/Observation?patient.family=Banksia', []],
    ['/Observation?patient.family=Wattle', ['Observation 34']],
    ['/Patient?_has:Observation:patient:code=B', []],
    ['/Patient', ['Patient 12']],
    ['/Patient?_revinclude=Observation:patient', ['+Observation 34', 'Patient 12']],
    ['/Condition?_include=Condition:patient&_include=Condition:asserter', []],
    ['/Patient?name:contains=a', ['Patient 12']],
    ['?_type=Observation,Patient', ['Observation 34', 'Patient 12']],
    [`/Patient/${idOf(11)}/Observation`, []],
    ['/Organization?name=Wattle Health', ['Organization 2']],
    ['/Organization?name=Wattle Clinic&_revinclude=Patient:organization', ['Organization 1']],
  ])('SMART scopes: a patient sees the own record: %s', async (path, expected) => {
    expect((await found(path, own)).toSorted()).toEqual(expected)
  })

  test('SMART scopes: counts tell nothing of others', async () => {
    expect((await search('/Observation?_summary=count', own)).body.total).toBe(1)
    expect((await search('/Observation?code=A&_total=accurate&_count=1', own)).body.total).toBe(1)
  })

  test('SMART scopes: what a chain, a reverse chain or an include looks at needs a right of its own', async () => {
    const narrow = { tenant: 2, scopes: ['user/Observation.rs'] } as const

    expect((await search('/Observation?patient.family=Banksia', narrow)).status).toBe(403)
    expect((await search('/Patient', narrow)).status).toBe(403)
    expect((await search('/Observation?_has:Condition:evidence-detail:code=1', narrow)).status).toBe(403)
    expect(await found('/Observation?code=B&_include=Observation:patient', narrow)).toEqual(['Observation 33'])
    expect(await found('?_type=Observation,Patient', narrow)).toHaveLength(4)
  })
})
