/** Names of loaded concepts that a drafter may hear: diseases, reported symptoms, medicines. docs/terminology.md. */
import { codeSystems } from '../profiles/code-systems.ts'
import type { Queryable } from '../store/postgres/queryable.ts'
import {
  type LoadedSystem,
  listLoadedCodes,
  listLoadedNames,
  listLoadedSystems,
} from '../store/terminology/loaded-concepts.ts'
import { chooseVersion } from './loaded-systems.ts'

export type SpokenName = {
  readonly kind: 'symptom' | 'condition' | 'medicine'
  readonly name: string
  /** The code in SNOMED CT. */
  readonly code?: string
}

type Source = {
  readonly system: string
  readonly kind: SpokenName['kind']
  /** This concept and those below it; absent: the whole system. */
  readonly below?: string
  readonly isCoded: boolean
}

const { snomed, icd10am, pbs } = codeSystems

/** Earlier rows are kept if not all fit. A product name of AMT names no medicine that somebody takes: it has no code. */
const sources: readonly Source[] = [
  { system: snomed, kind: 'medicine', below: '373873005', isCoded: true },
  { system: snomed, kind: 'medicine', below: '774167006', isCoded: false },
  { system: snomed, kind: 'symptom', below: '418799008', isCoded: true },
  { system: snomed, kind: 'condition', below: '64572001', isCoded: true },
  { system: pbs, kind: 'medicine', isCoded: false },
  { system: icd10am, kind: 'condition', isCoded: false },
]

const urls = [...new Set(sources.map(({ system }) => system))]

/** Changes with every load of such a system; empty if none is loaded. */
export async function readNamesGeneration(runner: Queryable): Promise<string> {
  const numbers = (await listLoadedSystems(runner, urls)).map(({ number }) => number)
  return numbers.sort((a, b) => a - b).join(' ')
}

const mostCodes = 400_000
/** One turn handles a page of names. */
const pageCodes = 400

/** From the version of each system that a question without a version means. */
export async function* listSpokenNames(runner: Queryable): AsyncGenerator<readonly SpokenName[]> {
  const loaded = await listLoadedSystems(runner, urls)
  for (const source of sources) {
    const system = chooseVersion(loaded, source.system, undefined)
    if (system !== undefined) yield* listOfSource(runner, system, source)
  }
}

async function* listOfSource(
  runner: Queryable,
  system: LoadedSystem,
  { kind, below, isCoded }: Source,
): AsyncGenerator<readonly SpokenName[]> {
  const codes = await listLoadedCodes(runner, system, below === undefined ? {} : { below }, mostCodes)
  for (let at = 0; at < codes.length; at += pageCodes) {
    const names = await listLoadedNames(runner, system, codes.slice(at, at + pageCodes))
    yield names
      .filter(({ language }) => language === null || language.startsWith('en'))
      .map(({ code, use, value }) => ({
        kind,
        name: use === 'fully-specified' ? value.replace(/ \([^()]*\)$/, '') : value,
        ...(isCoded ? { code } : {}),
      }))
  }
}
