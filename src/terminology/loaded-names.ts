/** Names of loaded concepts that a drafter may hear: diseases, what patients report, medicines. docs/terminology.md. */
import { codeSystems } from '../profiles/code-systems.ts'
import type { Queryable } from '../store/resources/reader.ts'
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
  /** Of SNOMED CT. */
  readonly code?: string
}

type Source = {
  readonly system: string
  readonly kind: SpokenName['kind']
  /** At or below this concept; absent: all of the system. */
  readonly below?: string
  readonly isCoded: boolean
}

const { snomed, icd10am, pbs } = codeSystems

/** What comes first is kept where not all can be. A product name of AMT is the name of no medicine that is taken: it has no code. */
const sources: readonly Source[] = [
  { system: snomed, kind: 'medicine', below: '373873005', isCoded: true },
  { system: snomed, kind: 'medicine', below: '774167006', isCoded: false },
  { system: snomed, kind: 'symptom', below: '418799008', isCoded: true },
  { system: snomed, kind: 'condition', below: '64572001', isCoded: true },
  { system: pbs, kind: 'medicine', isCoded: false },
  { system: icd10am, kind: 'condition', isCoded: false },
]

const urls = [...new Set(sources.map(({ system }) => system))]

/** Changes with every load of such a system; empty where none is loaded. */
export async function readNamesGeneration(runner: Queryable): Promise<string> {
  const numbers = (await listLoadedSystems(runner, urls)).map(({ number }) => number)
  return numbers.sort((a, b) => a - b).join(' ')
}

const mostCodes = 400_000
/** A page of names is worked through in one turn. */
const pageCodes = 400

/** Of the version of each system that an unversioned question asks. */
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
