/** The known code systems and value sets: those of the definitions, with those of one question on top. */
import type { CodeSystem, ValueSet } from '@medplum/fhirtypes'
import type { Membership } from '../profiles/code-lookup.ts'
import type { Registry } from '../profiles/registry.ts'
import { indexCodeSystem } from './code-system-content.ts'
import type { SystemContent, Systems } from './concepts.ts'
import { findImplicitValueSet } from './implicit-value-sets.ts'
import { type Asked, compileValueSet, type FindTest, type ValueSetTest } from './value-set-test.ts'

export type TerminologyDefinitions = Pick<Registry, 'findCodeSystem' | 'findValueSet'>

export type Ground = TerminologyDefinitions & { readonly systems: Systems; readonly findTest: FindTest }

/** Everything is read, indexed and compiled on first use. */
export function openGround(definitions: TerminologyDefinitions): Ground {
  const findValueSet = (canonical: string) => findStated(definitions, canonical)
  const { findCodeSystem } = definitions
  return { findCodeSystem, findValueSet, systems: openSystems(definitions), findTest: openTests(findValueSet) }
}

/** Finds the value set that the address states, or one by address and version: another version is not at hand (D122). */
function findStated({ findValueSet }: TerminologyDefinitions, canonical: string): ValueSet | undefined {
  const [url = canonical] = canonical.split('|')
  // An expression inside an address may contain a bar.
  return findImplicitValueSet(canonical) ?? findValueSet(canonical) ?? findImplicitValueSet(url)
}

function openSystems({ findCodeSystem }: TerminologyDefinitions): Systems {
  const indexed = new Map<string, SystemContent | undefined>()
  const find = (canonical: string): SystemContent | undefined => {
    if (indexed.has(canonical)) return indexed.get(canonical)
    const codeSystem = findCodeSystem(canonical)
    const content = codeSystem !== undefined && isListed(codeSystem) ? indexCodeSystem(codeSystem) : undefined
    indexed.set(canonical, content)
    return content
  }
  return { findSystem: (url, version) => (version === undefined ? undefined : find(`${url}|${version}`)) ?? find(url) }
}

const isListed = ({ content }: CodeSystem): boolean => content !== 'not-present' && content !== 'supplement'

/** Imports deeper than this are not followed. */
const maxDepth = 20
/** Anybody may ask for addresses that do not exist. */
const maxKnown = 20_000

function openTests(findValueSet: (canonical: string) => ValueSet | undefined): FindTest {
  const compiled = new Map<string, ValueSetTest | undefined>()
  let depth = 0
  const findTest: FindTest = (canonical) => {
    if (compiled.has(canonical)) return compiled.get(canonical)
    if (depth >= maxDepth) return undefined
    const valueSet = findValueSet(canonical)
    if (valueSet === undefined) {
      if (compiled.size < maxKnown) compiled.set(canonical, undefined)
      return undefined
    }
    // A set that imports itself finds that it is unknown.
    compiled.set(canonical, undefined)
    depth++
    const test = keepLast(compileValueSet(valueSet, findTest))
    depth--
    compiled.set(canonical, test)
    return test
  }
  return findTest
}

/** Sets that import each other in many ways ask the same question many times. */
function keepLast(test: ValueSetTest): ValueSetTest {
  let last: { readonly asked: Asked; readonly systems: Systems; readonly answer: Membership } | undefined
  return (asked, systems) => {
    if (last?.asked !== asked || last.systems !== systems) last = { asked, systems, answer: test(asked, systems) }
    return last.answer
  }
}

/** These definitions come before the others. */
export function withResources(ground: Ground, resources: readonly (CodeSystem | ValueSet)[]): Ground {
  if (resources.length === 0) return ground
  const held = new Map<string, CodeSystem | ValueSet>()
  for (const resource of resources.toReversed()) {
    const { resourceType, url = '', version } = resource
    held.set(`${resourceType} ${url}`, resource)
    if (version !== undefined) held.set(`${resourceType} ${url}|${version}`, resource)
  }
  // A resource under a type has that type.
  return openGround({
    findCodeSystem: (canonical) =>
      (held.get(`CodeSystem ${canonical}`) as CodeSystem | undefined) ?? ground.findCodeSystem(canonical),
    findValueSet: (canonical) =>
      (held.get(`ValueSet ${canonical}`) as ValueSet | undefined) ?? ground.findValueSet(canonical),
  })
}
