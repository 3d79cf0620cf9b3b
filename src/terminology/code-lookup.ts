/** What the validator asks, answered from the definitions of a process, synchronously. src/profiles/code-lookup.ts; R4 terminologies.html. */
import type { Code, CodeLookup, Membership, SystemAnswer } from '../profiles/code-lookup.ts'
import type { Registry } from '../profiles/registry.ts'
import { indexCodeSystem } from './code-system-content.ts'
import type { Concept, SystemContent, Systems } from './concepts.ts'
import { findImplicitValueSet } from './implicit-value-sets.ts'
import { checkSyntax } from './syntaxes.ts'
import { compileValueSet, type ValueSetTest } from './value-set-test.ts'

type Definitions = Pick<Registry, 'findCodeSystem' | 'findValueSet'>

/** Imports deeper than this are not followed. */
const maxDepth = 20

/** Code systems by their definitions, each indexed when first asked for. */
export function openSystems(definitions: Definitions): Systems {
  const indexed = new Map<string, SystemContent | undefined>()
  const find = (canonical: string): SystemContent | undefined => {
    if (indexed.has(canonical)) return indexed.get(canonical)
    const codeSystem = definitions.findCodeSystem(canonical)
    const isListed =
      codeSystem !== undefined && codeSystem.content !== 'not-present' && codeSystem.content !== 'supplement'
    const content = isListed ? indexCodeSystem(codeSystem) : undefined
    indexed.set(canonical, content)
    return content
  }
  return {
    findSystem: (url, version) => (version === undefined ? undefined : find(`${url}|${version}`)) ?? find(url),
  }
}

/** Compiled tests of the value sets, each made when first asked for. */
export function openValueSetTests(definitions: Definitions): (canonical: string) => ValueSetTest | undefined {
  const compiled = new Map<string, ValueSetTest | undefined>()
  let depth = 0
  const findTest = (canonical: string): ValueSetTest | undefined => {
    if (compiled.has(canonical)) return compiled.get(canonical)
    const valueSet = findValueSet(definitions, canonical)
    if (valueSet === undefined || depth >= maxDepth) return undefined
    // One that imports itself finds that nothing is known of it.
    compiled.set(canonical, undefined)
    depth++
    const test = compileValueSet(valueSet, findTest)
    depth--
    compiled.set(canonical, test)
    return test
  }
  return findTest
}

/** By its address and version; by its address alone where that version is not here; or as the address states it. */
export const findValueSet = (definitions: Definitions, canonical: string) =>
  definitions.findValueSet(canonical) ??
  definitions.findValueSet(canonical.split('|')[0] ?? canonical) ??
  findImplicitValueSet(canonical.split('|')[0] ?? canonical)

export function openCodeLookup(definitions: Definitions): CodeLookup {
  const systems = openSystems(definitions)
  const findTest = openValueSetTests(definitions)
  return {
    checkMembership: (valueSet, code) => checkMembership(findTest(valueSet), code, systems),
    findCode: (code) => findCode(systems, code),
  }
}

export function checkMembership(test: ValueSetTest | undefined, asked: Code, systems: Systems): Membership {
  const { code } = asked
  if (test === undefined) return 'unknown'
  return code === undefined ? 'not-member' : test({ ...asked, code }, systems)
}

export function findCode(systems: Systems, { system, version, code }: Code): SystemAnswer {
  if (system === undefined || code === undefined) return undefined
  const content = systems.findSystem(system, version)
  const concept = content?.find(code)
  if (concept !== undefined) return { known: true, displays: listDisplays(concept) }
  if (content?.isComplete === true) return { known: false }
  const syntax = checkSyntax(system, code)
  if (syntax === 'invalid') return { known: false }
  return syntax === 'valid' ? { known: true, displays: [] } : undefined
}

const listDisplays = ({ display, designations }: Concept): string[] => [
  ...(display === undefined ? [] : [display]),
  ...designations.map(({ value }) => value),
]
