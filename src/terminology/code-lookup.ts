/** Answers the validator's questions from the definitions of a process, synchronously. src/profiles/code-lookup.ts; R4 terminologies.html. */
import type { Code, CodeLookup, Membership, SystemAnswer } from '../profiles/code-lookup.ts'
import type { Concept, Systems } from './concepts.ts'
import { type Ground, openGround, type TerminologyDefinitions } from './ground.ts'
import { checkSyntax } from './syntaxes.ts'
import type { ValueSetTest } from './value-set-test.ts'

export const openCodeLookup = (definitions: TerminologyDefinitions): CodeLookup => lookUpIn(openGround(definitions))

export const lookUpIn = ({ systems, findTest }: Ground): CodeLookup => ({
  checkMembership: (valueSet, code) => testMembership(findTest(valueSet), code, systems),
  findCode: (code) => findCode(systems, code),
})

export function testMembership(test: ValueSetTest | undefined, asked: Code, systems: Systems): Membership {
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
  if (syntax === 'impossible') return { known: false, bySyntax: true }
  if (syntax === 'invalid') return { known: false }
  return syntax === 'valid' ? { known: true, displays: [] } : undefined
}

const listDisplays = ({ display, designations }: Concept): string[] => [
  ...(display === undefined ? [] : [display]),
  ...designations.map(({ value }) => value),
]
