/** The relation of two concepts of a system. R4 codesystem-operation-subsumes.html. */
import { isBelow, type SystemContent } from './concepts.ts'

export type Subsumption = 'equivalent' | 'subsumes' | 'subsumed-by' | 'not-subsumed'

/** Undefined if one of them is no code of the system. */
export function compareConcepts(system: SystemContent, codeA: string, codeB: string): Subsumption | undefined {
  const [a, b] = [system.find(codeA)?.code, system.find(codeB)?.code]
  if (a === undefined || b === undefined) return undefined
  if (a === b) return 'equivalent'
  if (isBelow(system, b, a)) return 'subsumes'
  return isBelow(system, a, b) ? 'subsumed-by' : 'not-subsumed'
}
