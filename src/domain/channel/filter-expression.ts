/** The FHIRPath expression of a channel's filter: checked when the channel is written, evaluated within bounds when a document is released. FHIRPath N1; D223 */
import type { Bundle } from '@medplum/fhirtypes'
import { systemClock } from '../../core/clock.ts'
import type { JsonObject } from '../../core/json.ts'
import { compileFhirPath, type FhirPath } from '../../fhirpath/compile.ts'
import { FhirPathFault, FhirPathSyntaxError } from '../../fhirpath/errors.ts'
import { resourceNode } from '../../fhirpath/node.ts'
import type { TypeTable } from '../../fhirpath/types.ts'

export type ExpressionAnswer = 'true' | 'false' | 'no-answer'

export type FilterExpressions = {
  /** A sentence with the place if the expression cannot be used; undefined if it can. */
  readonly findFault: (expression: string) => string | undefined
  /** `no-answer`: it fails, takes too long, or its result is not one boolean. */
  readonly evaluate: (expression: string, document: Bundle) => ExpressionAnswer
}

/** A few tens of milliseconds at most: a release waits for it. */
const maxSteps = 100_000

export function openFilterExpressions(types: TypeTable): FilterExpressions {
  const compile = (text: string): FhirPath => compileFhirPath(text, { types, type: 'Bundle', isStrict: true })
  return {
    findFault(expression) {
      try {
        compile(expression)
        return undefined
      } catch (error) {
        if (error instanceof FhirPathSyntaxError) return error.message
        if (error instanceof FhirPathFault) return `cannot be used: ${error.message}`
        throw error
      }
    },
    evaluate(expression, document) {
      try {
        return answer(types, compile(expression), document)
      } catch (error) {
        if (error instanceof FhirPathSyntaxError || error instanceof FhirPathFault) return 'no-answer'
        throw error
      }
    },
  }
}

function answer(types: TypeTable, path: FhirPath, document: Bundle): ExpressionAnswer {
  // A resource is plain JSON; its type does not say so.
  const node = resourceNode(types, document as unknown as JsonObject)
  if (node === undefined) return 'no-answer'
  const resolve = (reference: string): JsonObject | undefined => findEntry(document, reference)
  const items = path.evaluate(node, { resource: node, rootResource: node, clock: systemClock, resolve, maxSteps })
  const [item] = items
  if (items.length !== 1 || item?.type.system !== 'Boolean' || typeof item.value !== 'boolean') return 'no-answer'
  return item.value ? 'true' : 'false'
}

/** Finds the resource that a reference names, in the document alone. */
const findEntry = ({ entry = [] }: Bundle, reference: string): JsonObject | undefined =>
  entry.find(({ fullUrl }) => fullUrl === reference)?.resource as JsonObject | undefined
