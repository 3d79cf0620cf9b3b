/** `maxLength`, the extension `minLength`, `minValue[x]`, `maxValue[x]` of one element. R4 elementdefinition.html. */

import type { ElementDefinition } from '@medplum/fhirtypes'
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import { compareTemporals, parseTemporal } from '../../fhirpath/temporal.ts'
import { joinChecks } from './compiler.ts'
import { boundOf } from './element-facts.ts'
import type { ValueCheck } from './run.ts'

export function compileBounds(
  element: ElementDefinition,
  base: ElementDefinition | undefined,
  type: string,
): ValueCheck | undefined {
  return joinChecks([
    compileLength(element, base),
    compileLeastLength(element),
    compileBound(element, 'minValue', type),
    compileBound(element, 'maxValue', type),
  ])
}

function compileLength({ maxLength }: ElementDefinition, base: ElementDefinition | undefined): ValueCheck | undefined {
  if (maxLength === undefined || maxLength === base?.maxLength) return undefined
  return (value, _extra, run) => {
    if (typeof value === 'string' && [...value].length > maxLength)
      run.report('too-long', undefined, { detail: `at most ${maxLength} characters` })
  }
}

const minLength = 'http://hl7.org/fhir/StructureDefinition/minLength'

function compileLeastLength({ extension }: ElementDefinition): ValueCheck | undefined {
  const least = extension?.find(({ url }) => url === minLength)?.valueInteger
  if (least === undefined) return undefined
  return (value, _extra, run) => {
    if (typeof value === 'string' && [...value].length < least)
      run.report('too-short', undefined, { detail: `at least ${least} characters` })
  }
}

function compileBound(element: ElementDefinition, side: 'minValue' | 'maxValue', type: string): ValueCheck | undefined {
  const bound = boundOf(element, side)
  if (bound === undefined) return undefined
  const sign = side === 'minValue' ? 1 : -1
  const more = { detail: JSON.stringify(bound) }
  return (value, _extra, run) => {
    const order = compareValues(value, bound, type)
    if (order !== undefined && order * sign < 0)
      run.report(side === 'minValue' ? 'minimum-value' : 'maximum-value', undefined, more)
  }
}

/** Negative if the value is less; `undefined` if the two have no order. */
function compareValues(value: JsonValue | undefined, bound: JsonValue, type: string): number | undefined {
  if (typeof value === 'number' && typeof bound === 'number') return value - bound
  if (typeof value === 'string' && typeof bound === 'string') return compareTexts(value, bound, type)
  if (!isJsonObject(value) || !isJsonObject(bound) || value['code'] !== bound['code']) return undefined
  const [one, other] = [value['value'], bound['value']]
  return typeof one === 'number' && typeof other === 'number' ? one - other : undefined
}

/** To the last digit of the seconds. */
function compareInstants(value: string, bound: string): number | undefined {
  const [one, other] = [parseTemporal(value), parseTemporal(bound)]
  return one && other && compareTemporals(one, other)
}

/** Compares dates at their common precision. */
function compareTexts(value: string, bound: string, type: string): number | undefined {
  if (type === 'instant' || (type === 'dateTime' && value.includes('T') && bound.includes('T')))
    return compareInstants(value, bound)
  if (!/^(?:date|dateTime|time)$/.test(type)) return value === bound ? 0 : undefined
  const length = Math.min(value.length, bound.length)
  const [one, other] = [value.slice(0, length), bound.slice(0, length)]
  return one === other ? 0 : one < other ? -1 : 1
}
