/** Codings of diagnoses and medicines, from small code systems of our own and the Global Patient Set. docs/terminology.md. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { CodeSystem, ConceptMap } from '@medplum/fhirtypes'
import type pg from 'pg'
import { openGround } from '../../src/terminology/ground.ts'
import { loadTerminology } from '../../src/terminology/loading/load.ts'
import { findTermCodings, type Term } from '../../src/terminology/term-codings.ts'
import { createDatabase, openOwner, type TestDatabase } from '../database.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'
import { sctId } from './rf2-release.ts'

const snomed = 'http://snomed.info/sct'
const icd = 'http://hl7.org/fhir/sid/icd-10-am'
const pbs = 'http://pbs.gov.au/code/item'
const [ache, blush, glow, pill, tonic] = [sctId(11), sctId(12), sctId(13), sctId(14), sctId(15)]

const folder = mkdtempSync(join(tmpdir(), 'banksia-codings-'))
const ground = openGround((await openTestDefinitions()).registry)
let database: TestDatabase
let owner: pg.Pool
beforeAll(async () => {
  database = await createDatabase()
  owner = openOwner(database)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const load = async (resource: CodeSystem | ConceptMap): Promise<void> => {
  const path = join(folder, `${resource.id}.json`)
  writeFileSync(path, JSON.stringify(resource))
  await loadTerminology(owner, path, { columns: {}, progress: { begin: () => undefined, advance: () => undefined } })
}

const system = (id: string, url: string, concept: NonNullable<CodeSystem['concept']>): CodeSystem => ({
  resourceType: 'CodeSystem',
  ...{ id, url, version: '1', status: 'active', content: 'complete', concept },
})

/** As texts: a system's last word and the code. */
const codingsOf = async (type: Term['type'], words: string, known?: string): Promise<string[]> => {
  const term = { type, words, ...(known === undefined ? {} : { snomed: known }) }
  const [codings = []] = await findTermCodings(owner, ground, [term])
  return codings.map((coding) => `${coding.system?.split('/').at(-1)} ${coding.code}`)
}

test('docs/terminology.md: without loaded systems a diagnosis has the code of the Global Patient Set, by its exact words', async () => {
  expect(await codingsOf('Condition', 'chronic pharyngitis')).toEqual(['sct 140004'])
  expect(await codingsOf('Condition', 'Chronic pharyngitis of a kind')).toEqual([])
  expect(await codingsOf('Condition', 'Parathyroid structure')).toEqual([])
  expect(await codingsOf('MedicationStatement', 'Cyanocobalamin (57-Co)')).toEqual([])
  expect(await codingsOf('Condition', 'Asthma', '195967001')).toEqual(['sct 195967001'])
})

test('docs/terminology.md: loaded systems give a code to exactly these words, in the right hierarchy', async () => {
  await load(
    system('sct', snomed, [
      { code: '404684003', display: 'Clinical finding', concept: [{ code: ache, display: 'Banksia ache' }] },
      { code: glow, display: 'Banksia glow' },
      { code: '373873005', display: 'Product', concept: [{ code: pill, display: 'Banksia pill' }] },
    ]),
  )
  await load(
    system('icd', icd, [
      { code: 'Q1', display: 'Banksia ache' },
      { code: 'Q2', display: 'Banksia blush' },
      { code: 'Q3', display: 'Banksia twin' },
      { code: 'Q4', display: 'Banksia twin' },
    ]),
  )
  await load(system('pbs', pbs, [{ code: '0001X', display: 'banksia pill' }]))

  expect(await codingsOf('Condition', 'banksia ache')).toEqual([`sct ${ache}`, 'icd-10-am Q1'])
  expect(await codingsOf('Condition', 'Banksia blush', blush)).toEqual([`sct ${blush}`, 'icd-10-am Q2'])
  expect(await codingsOf('Condition', 'Banksia glow')).toEqual([])
  expect(await codingsOf('Condition', 'Banksia twin')).toEqual([])
  expect(await codingsOf('MedicationStatement', 'Banksia pill')).toEqual([`sct ${pill}`, 'item 0001X'])
  expect(await codingsOf('MedicationStatement', 'Banksia ache')).toEqual([])
})

test('docs/terminology.md: a loaded map gives what it maps to, where that is one code', async () => {
  const to = (code: string, equivalence: 'wider' | 'relatedto') => ({ code, equivalence })
  await load({
    ...{ resourceType: 'ConceptMap', id: 'map', url: 'https://example.org/map', status: 'active' },
    group: [
      {
        source: snomed,
        target: icd,
        element: [
          { code: blush, target: [to('R1', 'wider')] },
          { code: glow, target: [to('R2', 'wider'), to('R3', 'wider')] },
          { code: tonic, target: [to('R4', 'relatedto')] },
        ],
      },
    ],
  })

  expect(await codingsOf('Condition', 'Red face', blush)).toEqual([`sct ${blush}`, 'icd-10-am R1'])
  expect(await codingsOf('Condition', 'Shine', glow)).toEqual([`sct ${glow}`])
  expect(await codingsOf('Condition', 'Tonic', tonic)).toEqual([`sct ${tonic}`])
})
