/** Whether the elements of a snapshot are consistent: each below an existing one, none contradicting itself. R4 elementdefinition.html. */
import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'
import { DefinitionError, type DefinitionFault } from '../definition-error.ts'
import { formatSegment, listSegments } from './element-id.ts'

/** Throws DefinitionError at the first fault. */
export function checkSnapshot({ url, snapshot }: StructureDefinition): void {
  const elements = snapshot?.element ?? []
  const known = new Set<string>()
  const sliced = new Map<string, ElementDefinition>()
  for (const [index, segments] of listSegments(elements).entries()) {
    const element = elements[index]
    const id = segments.map(formatSegment).join('.')
    const last = segments.at(-1)
    if (element === undefined || last === undefined) continue
    const parent = segments.slice(0, -1).map(formatSegment).join('.')
    const whole = [...segments.slice(0, -1), { name: last.name }].map(formatSegment).join('.')
    const fault = findFault(element, {
      isOrphan: segments.length === 1 ? index > 0 : !known.has(parent),
      isRepeated: known.has(id),
      whole: last.slice === undefined ? undefined : sliced.get(whole),
    })
    if (fault !== undefined) throw new DefinitionError(fault, url, id)
    known.add(id)
    if (last.slice === undefined) sliced.set(id, element)
  }
}

type Place = {
  readonly isOrphan: boolean
  readonly isRepeated: boolean
  /** For a slice: the sliced element. */
  readonly whole: ElementDefinition | undefined
}

function findFault(element: ElementDefinition, { isOrphan, isRepeated, whole }: Place): DefinitionFault | undefined {
  const { min = 0, max = '*' } = element
  if (isOrphan) return 'parent-missing'
  if (isRepeated) return 'element-repeated'
  // An element that is forbidden often keeps the minimum of its base.
  if (max !== '*' && max !== '0' && min > Number(max)) return 'minimum-above-maximum'
  const { slicing } = whole ?? {}
  if (slicing !== undefined && (slicing.discriminator ?? []).length === 0) return 'discriminator-missing'
  return undefined
}
