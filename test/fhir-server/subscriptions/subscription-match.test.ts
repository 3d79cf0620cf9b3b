/** The topics, each change against all of them. Subscriptions R5 Backport 1.1.0 components.html#subscription-topics. */
import { beforeAll, expect, test } from '@jest/globals'
import { compileMatcher, type Matcher } from '../../../src/domain/subscription/subscription-match.ts'
import { type ChangeKind, topics } from '../../../src/domain/subscription/subscription-topics.ts'
import { SearchParameters } from '../../../src/fhir-search/parameters/search-parameters.ts'
import { openTestDefinitions } from '../../profiles/open-definitions.ts'

let matchers: ReadonlyMap<string, Matcher>
beforeAll(async () => {
  const rules = { parameters: new SearchParameters(await openTestDefinitions()) }
  matchers = new Map(topics.map((topic) => [topic.name, compileMatcher(rules, { topic, criteria: [] })]))
})

type Row = {
  readonly type: string
  readonly on: ChangeKind
  readonly from?: string
  readonly to: string
  /** Besides `patient-record-changed`. */
  readonly topics: readonly string[]
}

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { type: 'Patient',             on: 'create', to: '',                                     topics: ['patient-changed'] },
  { type: 'Patient',             on: 'delete', to: '',                                     topics: ['patient-changed'] },
  { type: 'Encounter',           on: 'create', to: 'planned',                              topics: [] },
  { type: 'Encounter',           on: 'create', to: 'in-progress',                          topics: ['encounter-started'] },
  { type: 'Encounter',           on: 'create', to: 'finished',                             topics: ['encounter-ended'] },
  { type: 'Encounter',           on: 'update', from: 'planned', to: 'in-progress',         topics: ['encounter-started'] },
  { type: 'Encounter',           on: 'update', from: 'in-progress', to: 'in-progress',     topics: [] },
  { type: 'Encounter',           on: 'update', from: 'in-progress', to: 'finished',        topics: ['encounter-ended'] },
  { type: 'Encounter',           on: 'update', from: 'finished', to: 'finished',           topics: [] },
  { type: 'Encounter',           on: 'delete', to: 'in-progress',                          topics: [] },
  { type: 'DocumentReference',   on: 'create', to: 'current',                              topics: ['document-released'] },
  { type: 'DocumentReference',   on: 'create', to: 'entered-in-error',                     topics: [] },
  { type: 'DocumentReference',   on: 'update', from: 'current', to: 'current',             topics: [] },
  { type: 'DocumentReference',   on: 'update', from: 'superseded', to: 'current',          topics: ['document-released'] },
  { type: 'DocumentReference',   on: 'update', from: 'current', to: 'superseded',          topics: ['document-withdrawn'] },
  { type: 'DocumentReference',   on: 'update', from: 'current', to: 'entered-in-error',    topics: ['document-withdrawn'] },
  { type: 'DocumentReference',   on: 'update', from: 'superseded', to: 'entered-in-error', topics: [] },
  { type: 'DiagnosticReport',    on: 'create', to: 'preliminary',                          topics: [] },
  { type: 'DiagnosticReport',    on: 'create', to: 'final',                                topics: ['report-issued'] },
  { type: 'DiagnosticReport',    on: 'update', from: 'final', to: 'amended',               topics: ['report-issued'] },
  { type: 'DiagnosticReport',    on: 'update', from: 'final', to: 'cancelled',             topics: [] },
  { type: 'Observation',         on: 'create', to: 'final',                                topics: ['observation-changed'] },
  { type: 'Observation',         on: 'update', from: 'final', to: 'amended',               topics: ['observation-changed'] },
  { type: 'Observation',         on: 'delete', to: 'final',                                topics: ['observation-changed'] },
  { type: 'Condition',           on: 'update', from: '', to: '',                           topics: ['condition-changed'] },
  { type: 'MedicationRequest',   on: 'create', to: 'active',                               topics: ['medication-changed'] },
  { type: 'MedicationStatement', on: 'delete', to: 'active',                               topics: ['medication-changed'] },
  { type: 'Procedure',           on: 'create', to: 'completed',                            topics: [] },
]

test.each(rows)(
  'docs/fhir.md#subscriptions: $on of $type, $from to $to',
  async ({ type, on, from, to, topics: expected }) => {
    const build = (status: string) => ({ resourceType: type, id: 'a', status, subject: { reference: 'Patient/a' } })
    const change = { type, id: 'a', interaction: on, content: build(to), readPrevious: async () => build(from ?? '') }

    const found: string[] = []
    for (const [name, matcher] of matchers) if (await matcher({}, change)) found.push(name)

    expect(found).toEqual(['patient-record-changed', ...expected])
  },
)

test('docs/fhir.md#subscriptions: what is in no patient’s record, and what a subscriber may not read, is no event', async () => {
  const content = { resourceType: 'Observation', id: 'a', status: 'final' }
  const change = {
    type: 'Observation',
    id: 'a',
    interaction: 'create',
    content,
    readPrevious: async () => ({}),
  } as const
  const own = { ...change, content: { ...content, subject: { reference: 'Patient/a' } } }
  const ask = (name: string, access: object, one: typeof change) => matchers.get(name)?.(access, one)

  expect(await ask('patient-record-changed', {}, change)).toBe(false)
  expect(await ask('observation-changed', {}, change)).toBe(true)
  expect(await ask('observation-changed', { patient: 'a' }, own)).toBe(true)
  expect(await ask('observation-changed', { patient: 'b' }, own)).toBe(false)
})
