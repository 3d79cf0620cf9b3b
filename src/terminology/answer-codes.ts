/** Answers the codes that the validator leaves pending: by loaded systems, then by another server. docs/terminology.md. */
import type { ValueSet } from '@medplum/fhirtypes'
import type { Code, CodeLookup, Membership } from '../profiles/code-lookup.ts'
import type { Queryable } from '../store/postgres/queryable.ts'
import type { AnswerCache } from './answer-cache.ts'
import { testMembership } from './code-lookup.ts'
import { type Ground, withResources } from './ground.ts'
import { findLoadedDefinition, gatherSystems } from './loaded-systems.ts'
import type { AskServer } from './terminology-server.ts'

export type PendingCodes = { readonly valueSet: string; readonly codes: readonly Code[] }

export type Answering = {
  readonly ground: Ground
  readonly answers: AnswerCache
  /** Absent without configuration. */
  readonly askServer?: AskServer
}

/** Every process knows a load within two seconds; another server's answer may be older. */
const loadedMs = 2_000
const serverMs = 600_000

/** Earlier answers, for questions that the definitions cannot decide. */
export const withAnswers = (lookup: CodeLookup, answers: AnswerCache): CodeLookup => ({
  ...lookup,
  checkMembership: (valueSet, code) => {
    const membership = lookup.checkMembership(valueSet, code)
    return membership === 'unknown' ? (answers.find(valueSet, code) ?? 'unknown') : membership
  },
})

/** Keeps each answer for the next pass. `silent`: the configured server did not answer for one of them. */
export async function answerCodes(
  { ground, answers, askServer }: Answering,
  runner: Queryable,
  pending: readonly PendingCodes[],
): Promise<'answered' | 'silent'> {
  let outcome: 'answered' | 'silent' = 'answered'
  for (const { valueSet, codes } of pending) {
    const open = codes.filter((code) => answers.find(valueSet, code) === undefined)
    const loaded = await askLoaded(ground, runner, { valueSet, codes: open })
    for (const [index, code] of open.entries()) {
      const own = loaded[index] ?? 'unknown'
      if (own !== 'unknown') answers.keep(valueSet, code, own, loadedMs)
      // A server has no answer about a missing code.
      else if (askServer !== undefined && code.code !== undefined) {
        const answer = await askServer(valueSet, code)
        if (answer === undefined) outcome = 'silent'
        else if (answer !== 'unknown') answers.keep(valueSet, code, answer, serverMs)
      }
    }
  }
  return outcome
}

async function askLoaded(ground: Ground, runner: Queryable, { valueSet, codes }: PendingCodes): Promise<Membership[]> {
  if (codes.length === 0) return []
  const known = await withLoadedSets(ground, runner, valueSet)
  const systems = await gatherSystems(runner, known.systems, codes)
  const test = known.findTest(valueSet)
  return codes.map((code) => testMembership(test, code, systems))
}

const maxSets = 20

/** The value set and its imports, as loaded. */
async function withLoadedSets(ground: Ground, runner: Queryable, valueSet: string): Promise<Ground> {
  const found: ValueSet[] = []
  const wanted = new Set([valueSet])
  for (const canonical of wanted) {
    if (wanted.size > maxSets) break
    // It was loaded as this type.
    const loaded = (await findLoadedDefinition(runner, 'ValueSet', canonical)) as ValueSet | undefined
    if (loaded !== undefined) found.push(loaded)
    const set = loaded ?? ground.findValueSet(canonical)
    for (const { valueSet: imported = [] } of [...(set?.compose?.include ?? []), ...(set?.compose?.exclude ?? [])])
      for (const one of imported) wanted.add(one)
  }
  return withResources(ground, found)
}
