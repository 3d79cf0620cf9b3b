/** Regular expressions of a definition: matched as a whole, in a bounded number of steps, or not at all. R4 valueset.html#filter `regex`. */
import { FhirPathFault } from '../fhirpath/errors.ts'
import { compilePattern } from '../fhirpath/pattern/pattern-matcher.ts'

/** Undefined if it takes too many steps. */
export type WholePattern = (text: string) => boolean | undefined

/** Undefined for an expression that is not supported. */
export const compileWholePattern = (pattern: string): WholePattern | undefined =>
  bounded(() => {
    const { find } = compilePattern(`^(?:${pattern})$`)
    return (text: string) => bounded(() => find(text, 0) !== undefined)
  })

function bounded<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof FhirPathFault) return undefined
    throw error
  }
}
