/**
 * Codings of diagnoses and medicines by the loaded code systems, only if they are certain: one concept with exactly these words, of
 * the right hierarchy, or the result of a loaded map. docs/terminology.md.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Coding } from '@medplum/fhirtypes'
import { codeSystems } from '../profiles/code-systems.ts'
import type { Queryable } from '../store/postgres/queryable.ts'
import { findMapped } from '../store/terminology/loaded-maps.ts'
import { isBelow } from './concepts.ts'
import type { Ground } from './ground.ts'
import { findByName, gatherSystems } from './loaded-systems.ts'

const { snomed, icd10am, pbs } = codeSystems

export type Term = {
  readonly type: 'Condition' | 'MedicationStatement'
  readonly words: string
  /** SNOMED CT code, if already known. */
  readonly snomed?: string
}

type TermRow = {
  /** SNOMED CT: allowed concepts are below these. */
  readonly below: readonly string[]
  /** Semantic tags for the same in fully specified names. */
  readonly tags: readonly string[]
  /** The system beside SNOMED CT. */
  readonly beside: string
}

/** Medicines of the Global Patient Set are substances, which nobody takes: they give no code. */
const rows: Readonly<Record<Term['type'], TermRow>> = {
  Condition: { below: ['404684003', '243796009', '272379006'], tags: ['disorder', 'finding'], beside: icd10am },
  MedicationStatement: { below: ['373873005'], tags: [], beside: pbs },
}

/** Finds the codings of each term, SNOMED CT first. Statements run on the runner, one after the other. */
export async function findTermCodings(
  runner: Queryable,
  ground: Ground,
  terms: readonly Term[],
): Promise<readonly (readonly Coding[])[]> {
  const found: Coding[][] = []
  for (const term of terms) {
    const concept = await findConcept(runner, ground, term)
    const other = await findBeside(runner, term, concept)
    found.push([...(concept === undefined ? [] : [concept]), ...(other === undefined ? [] : [other])])
  }
  return found
}

async function findConcept(runner: Queryable, ground: Ground, term: Term): Promise<Coding | undefined> {
  if (term.snomed !== undefined) return { system: snomed, code: term.snomed }
  const named = await findByName(runner, snomed, term.words)
  const own = named?.code === undefined ? undefined : { ...named, code: named.code }
  if (own !== undefined) return (await isOfHierarchy(runner, ground, { term, code: own.code })) ? own : undefined
  const code = await findInPatientSet(ground, term)
  return code === undefined ? undefined : { system: snomed, code }
}

async function isOfHierarchy(
  runner: Queryable,
  ground: Ground,
  { term, code }: { readonly term: Term; readonly code: string },
): Promise<boolean> {
  const content = (await gatherSystems(runner, ground.systems, [{ system: snomed, code }])).findSystem(snomed)
  return content !== undefined && rows[term.type].below.some((above) => isBelow(content, code, above))
}

async function findBeside(runner: Queryable, term: Term, concept: Coding | undefined): Promise<Coding | undefined> {
  const { beside } = rows[term.type]
  const names = [term.words, ...(concept?.display === undefined ? [] : [concept.display])]
  for (const name of names) {
    const named = await findByName(runner, beside, name)
    if (named !== undefined) return named
  }
  if (concept?.code === undefined) return undefined
  const mapped = await findMapped(runner, { from: snomed, to: beside, code: concept.code })
  return mapped === undefined ? undefined : { system: beside, ...mapped }
}

const patientSet = 'http://terminology.hl7.org/ValueSet/snomed-intl-gps'

/** Concepts by words and semantic tag; `undefined` if two concepts have them. */
type PatientSet = ReadonlyMap<string, string | undefined>

const indexed = new WeakMap<Ground, Promise<PatientSet>>()

/** SNOMED International's Global Patient Set (CC BY 4.0) names its concepts by fully specified names. */
async function findInPatientSet(ground: Ground, { type, words }: Term): Promise<string | undefined> {
  const indexing = indexed.get(ground) ?? indexPatientSet(ground)
  indexed.set(ground, indexing)
  const set = await indexing
  const codes = rows[type].tags.flatMap((tag) => set.get(`${words.toLowerCase()} (${tag})`) ?? [])
  return codes.length === 1 ? codes[0] : undefined
}

/** 26,000 names, once a process: reading and indexing are two turns, so that neither delays others. */
async function indexPatientSet(ground: Ground): Promise<PatientSet> {
  const set = new Map<string, string | undefined>()
  const includes = ground.findValueSet(patientSet)?.compose?.include ?? []
  await nextTurn()
  for (const include of includes) {
    for (const { code, display = '' } of include.concept ?? []) {
      const name = display.toLowerCase()
      set.set(name, set.has(name) ? undefined : code)
    }
  }
  return set
}
