/** Words that an operator loads reach the drafter and the verifier in their threads. docs/terminology.md; docs/design/drafting.md#verification. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { CodeSystem } from '@medplum/fhirtypes'
import type pg from 'pg'
import { openLog } from '../../src/core/log.ts'
import { listSpokenNames, readNamesGeneration } from '../../src/terminology/loaded-names.ts'
import { loadTerminology } from '../../src/terminology/loading/load.ts'
import { openThreads } from '../../src/threads/threads.ts'
import { openVocabularyReader } from '../../src/threads/vocabulary.ts'
import { createDatabase, openOwner, type TestDatabase } from '../database.ts'
import { statementsOf, talk, template } from '../drafting/dialogues.ts'
import { sctId } from '../terminology/rf2-release.ts'
import { lendThreads } from '../threads/shared-threads.ts'

const [lung, ache, glow, old, remedy] = [sctId(71), sctId(72), sctId(73), sctId(74), sctId(75)]
const folder = mkdtempSync(join(tmpdir(), 'banksia-vocabulary-'))
let database: TestDatabase
let owner: pg.Pool
let now = 0
const built: string[] = []
const log = { ...openLog('silent'), info: (event: string) => void built.push(event) }
const readVocabulary = () =>
  openVocabularyReader(
    { readGeneration: () => readNamesGeneration(owner), listTerms: () => listSpokenNames(owner) },
    log,
    () => new Date(now),
  )
let read: ReturnType<typeof readVocabulary>
const threads = openThreads(undefined, () => read(), lendThreads())

beforeAll(async () => {
  database = await createDatabase()
  owner = openOwner(database)
  read = readVocabulary()
})
afterAll(async () => {
  await threads.close()
  await owner.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function load(url: string, concept: NonNullable<CodeSystem['concept']>, version = '1'): Promise<void> {
  const path = join(folder, 'system.json')
  const resource: CodeSystem = { resourceType: 'CodeSystem', url, version, status: 'active', content: 'complete', concept } // biome-ignore format: short
  writeFileSync(path, JSON.stringify(resource))
  await loadTerminology(owner, path, { columns: {}, progress: { begin: () => undefined, advance: () => undefined } })
}

const segments = talk(
  'C: Any other medical problems?',
  'P: I have banksia lung. And I had wattle glow. And I have fern lung.',
  'C: What do you take?',
  'P: I take grevilleamab every day and I take gumtreevir at night.',
)

async function draft() {
  const note = await threads.draft({ template, transcriptId: 't1', segments, record: [] })
  const transcripts = [{ id: 't1', segments }]
  const { findings } = await threads.verify({ note, template, transcripts, record: [], threshold: 0.6 })
  const claims = statementsOf(note).flatMap((statement) => statement.claims)
  const named = claims.filter(({ concept }) => !concept.startsWith('words-'))
  return { codes: named.map(({ display, code }) => `${display} ${code ?? '-'}`), findings }
}

test('docs/design/drafting.md#verification: what is loaded is drafted with its code, of the hierarchies of what patients have and take', async () => {
  await load('http://snomed.info/sct', [
    {
      ...{ code: '64572001', display: 'Disease' },
      concept: [
        { code: lung, display: 'Pulmonary banksiosis', designation: [{ value: 'Banksia lung' }, { language: 'de', value: 'Fern lung' }] }, // biome-ignore format: short
        { code: old, display: 'Fern lung', property: [{ code: 'inactive', valueBoolean: true }] },
      ],
    },
    { code: '418799008', display: 'Symptom', concept: [{ code: ache, display: 'Wattle ache' }] },
    { code: glow, display: 'Wattle glow' },
    { code: '373873005', display: 'Product', concept: [{ code: remedy, display: 'Grevilleamab' }] },
  ])
  await load('http://pbs.gov.au/code/item', [{ code: '1', display: 'Gumtreevir' }])

  expect(await draft()).toEqual({
    codes: [`banksia lung ${lung}`, `Grevilleamab ${remedy}`, 'Gumtreevir -'],
    findings: [],
  })
})

test('docs/terminology.md "Load": a running process knows of another load within two seconds, and builds no table twice', async () => {
  await load('http://snomed.info/sct', [{ code: '64572001', display: 'Disease', concept: [{ code: glow, display: 'Wattle glow' }] }]) // biome-ignore format: short
  const before = built.length

  now += 2_001
  const [first, second] = await Promise.all([draft(), draft()])

  expect(first).toEqual({ codes: [`wattle glow ${glow}`, 'Gumtreevir -'], findings: [] })
  expect(second).toEqual(first)
  expect(built.length - before).toBe(1)
})
