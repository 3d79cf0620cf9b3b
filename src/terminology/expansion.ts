/** Lists the members of a value set in bounded time. R4 valueset-operation-expand.html. */
import type { ValueSet, ValueSetComposeInclude } from '@medplum/fhirtypes'
import type { Code } from '../profiles/code-lookup.ts'
import { type Concept, type Designation, isAbstract, isInactive, type Systems } from './concepts.ts'
import type { Ground } from './ground.ts'
import { compileInclude } from './value-set-test.ts'

export type Member = {
  readonly system: string
  readonly version?: string
  readonly code: string
  readonly display?: string
  readonly designations: readonly Designation[]
  readonly isAbstract: boolean
  readonly isInactive: boolean
}

export type ExpansionRequest = {
  /** Each word begins a word of the member's names. */
  readonly filter?: string
  readonly activeOnly: boolean
}

/** Why a set has no expansion here. */
export type ExpansionFault = 'too-costly' | 'not-loaded' | 'unknown-set'

export class ExpansionError extends Error {
  readonly reason: ExpansionFault

  constructor(reason: ExpansionFault) {
    super(reason)
    this.reason = reason
  }
}

/** Lists concepts of a system that the definitions lack, at most as many as wanted; undefined if nothing knows it. */
export type ListConcepts = (
  include: ValueSetComposeInclude,
  narrowed: { readonly words: readonly string[]; readonly limit: number },
) => Promise<LoadedConcepts | undefined>
/** `isCut`: there are more than the limit, and none are listed. */
export type LoadedConcepts = {
  readonly systems: Systems
  readonly concepts: readonly Concept[]
  readonly isCut: boolean
}

/** Concepts that one expansion may look at. */
export const maxLookedAt = 100_000

const maxDepth = 20

/** Everything that an expansion needs. */
export type ExpansionGround = {
  readonly ground: Ground
  readonly listConcepts: ListConcepts
  /** The code systems with everything that these codes need. */
  readonly gather: (codes: readonly Code[]) => Promise<Systems>
}

type Walk = ExpansionGround & {
  readonly words: readonly string[]
  readonly depth: number
  /** Concepts that may still be looked at. */
  readonly budget: { left: number }
}

export async function expandValueSet(
  from: ExpansionGround,
  valueSet: ValueSet,
  { filter = '', activeOnly }: ExpansionRequest,
): Promise<readonly Member[]> {
  const words = foldWords(filter)
  const members = await listMembers({ ...from, words, depth: 0, budget: { left: maxLookedAt } }, valueSet)
  return members.filter(
    (member) => !(activeOnly && member.isInactive) && words.every((word) => isNamedWith(member, word)),
  )
}

async function listMembers(above: Walk, valueSet: ValueSet): Promise<Member[]> {
  const walk = { ...above, depth: above.depth + 1 }
  if (walk.depth > maxDepth) throw new ExpansionError('too-costly')
  if (valueSet.compose === undefined) {
    const published = listPublished(valueSet)
    spend(walk, published.length)
    return published
  }
  const found = new Map<string, Member>()
  for (const include of valueSet.compose.include ?? []) {
    for (const member of await listIncluded(walk, include)) {
      const key = `${member.system}|${member.code}`
      if (!found.has(key)) found.set(key, member)
    }
  }
  for (const exclude of valueSet.compose.exclude ?? []) {
    for (const { system, code } of await listIncluded({ ...walk, words: [] }, exclude))
      found.delete(`${system}|${code}`)
  }
  const members = [...found.values()]
  return valueSet.compose.inactive === false ? members.filter((member) => !member.isInactive) : members
}

/** Everything in an include applies: the system's part lists codes, and every value set tests them. */
async function listIncluded(walk: Walk, include: ValueSetComposeInclude): Promise<readonly Member[]> {
  const { valueSet = [], ...ofSystem } = include
  if (include.system !== undefined && valueSet.length === 0) return listOfSystem(walk, ofSystem)
  const lists = await Promise.all(valueSet.map((canonical) => listImported(walk, canonical)))
  if (include.system !== undefined) lists.unshift(await listOfSystem(walk, ofSystem))
  const [first = [], ...others] = lists
  const keys = others.map((list) => new Set(list.map(({ system, code }) => `${system}|${code}`)))
  return first.filter(({ system, code }) => keys.every((has) => has.has(`${system}|${code}`)))
}

async function listImported(walk: Walk, canonical: string): Promise<readonly Member[]> {
  spend(walk, 1)
  const valueSet = walk.ground.findValueSet(canonical)
  if (valueSet === undefined) throw new ExpansionError('unknown-set')
  return listMembers(walk, valueSet)
}

async function listOfSystem(walk: Walk, include: ValueSetComposeInclude): Promise<readonly Member[]> {
  const { system = '', version, concept } = include
  if (concept !== undefined) {
    spend(walk, concept.length)
    const own = version === undefined ? {} : { version }
    const systems = await walk.gather(concept.map(({ code = '' }) => ({ system, code, ...own })))
    const content = systems.findSystem(system, version)
    return concept.map(({ code = '', display, designation = [] }) => {
      const known = content?.find(code)
      const designations = designation.map((one) => ({
        ...(one.language === undefined ? {} : { language: one.language }),
        value: one.value ?? '',
      }))
      const named: Concept = {
        code,
        designations,
        properties: [],
        parents: [],
        ...known,
        ...(display === undefined ? {} : { display }),
      }
      return buildMember(include, named)
    })
  }
  const content = walk.ground.systems.findSystem(system, version)
  const loaded = await walk.listConcepts(include, { words: walk.words, limit: walk.budget.left + 1 })
  const listed = loaded?.concepts ?? (content?.isComplete === true ? [...(content.list?.() ?? [])] : undefined)
  if (loaded?.isCut === true) throw new ExpansionError('too-costly')
  if (listed === undefined) throw new ExpansionError('not-loaded')
  spend(walk, listed.length)
  const test = compileInclude(include, { findTest: walk.ground.findTest, isActiveOnly: false })
  const systems = loaded?.systems ?? walk.ground.systems
  const own = version ?? systems.findSystem(system)?.version
  const named = { ...include, ...(own === undefined ? {} : { version: own }) }
  return listed.flatMap((one) => {
    const answer = test({ system, code: one.code }, systems)
    if (answer === 'unknown') throw new ExpansionError('not-loaded')
    return answer === 'member' ? [buildMember(named, one)] : []
  })
}

function spend({ budget }: Walk, concepts: number): void {
  budget.left -= concepts
  if (budget.left < 0) throw new ExpansionError('too-costly')
}

const buildMember = ({ system = '', version }: ValueSetComposeInclude, concept: Concept): Member => ({
  system,
  ...(version === undefined ? {} : { version }),
  code: concept.code,
  ...(concept.display === undefined ? {} : { display: concept.display }),
  designations: concept.designations,
  isAbstract: isAbstract(concept),
  isInactive: isInactive(concept),
})

/** A published expansion is complete. */
function listPublished({ expansion }: ValueSet): Member[] {
  if (expansion?.contains === undefined) throw new ExpansionError('not-loaded')
  const visit = (items: NonNullable<typeof expansion.contains>): Member[] =>
    items.flatMap(({ system = '', code, display, abstract, inactive, contains }) => [
      ...(code === undefined
        ? []
        : [
            {
              system,
              code,
              ...(display === undefined ? {} : { display }),
              designations: [],
              isAbstract: abstract === true,
              isInactive: inactive === true,
            },
          ]),
      ...visit(contains ?? []),
    ])
  return visit(expansion.contains)
}

const foldWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const isNamedWith = ({ code, display = '', designations }: Member, word: string): boolean =>
  [code, display, ...designations.map(({ value }) => value)].some((name) =>
    foldWords(name).some((own) => own.startsWith(word)),
  )
