/** Sums, products and joined texts. FHIRPath N1 §6.6, §6.7. */
import { areConstant, type Compiled, compiled, single } from './compiled.ts'
import { toDecimal } from './decimal.ts'
import type { Run } from './environment.ts'
import { FhirPathFault } from './errors.ts'
import {
  type Collection,
  empty,
  type Node,
  ofDecimal,
  ofInteger,
  ofSystem,
  ofText,
  type QuantityValue,
  quantityNode,
} from './node.ts'
import { quantityOf, valueIn } from './quantity.ts'
import { addTo, parseTemporal, writeTemporal } from './temporal.ts'
import { joinUnits } from './unit-conversion.ts'

export const maxTextLength = 1_000_000

type Numeric = (left: number, right: number) => number | undefined

const numeric: Readonly<Record<string, Numeric>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0 ? undefined : left / right),
  div: (left, right) => (right === 0 ? undefined : Math.trunc(left / right)),
  mod: (left, right) => (right === 0 ? undefined : left % right),
}

const isInteger = ({ type }: Node): boolean => type.system === 'Integer'

function ofNumbers(operator: string, left: Node, right: Node): Collection {
  const value = numeric[operator]?.(Number(left.value), Number(right.value))
  const decimal = value === undefined ? undefined : toDecimal(value)
  if (decimal === undefined) return empty
  const isWhole = operator === 'div' || (operator !== '/' && isInteger(left) && isInteger(right))
  return isWhole ? ofInteger(decimal) : ofDecimal(decimal)
}

function ofQuantities(
  operator: string,
  left: QuantityValue,
  { right, run }: { right: QuantityValue; run: Run },
): Collection {
  if (operator === '+' || operator === '-') {
    const other = valueIn(right, left.unit, run.environment.convertUnit)
    const value =
      other === undefined ? undefined : toDecimal(operator === '+' ? left.value + other : left.value - other)
    return value === undefined ? empty : [quantityNode({ value, unit: left.unit })]
  }
  if (operator !== '*' && operator !== '/') return empty
  const value = numeric[operator]?.(left.value, right.value)
  const decimal = value === undefined ? undefined : toDecimal(value)
  const unit = joinUnits(operator, left.unit, right.unit)
  if (unit.length > maxTextLength) throw new FhirPathFault('limit')
  return decimal === undefined ? empty : [quantityNode({ value: decimal, unit })]
}

function ofTemporal(operator: string, left: Node, quantity: QuantityValue): Collection {
  const temporal = parseTemporal(String(left.value))
  if (temporal === undefined || (operator !== '+' && operator !== '-')) throw new FhirPathFault('type')
  const moved = addTo(temporal, operator === '+' ? quantity.value : -quantity.value, quantity.unit)
  return moved === undefined ? empty : ofSystem(left.type.system ?? 'DateTime', writeTemporal(moved))
}

function evaluate(operator: string, left: Node, { right, run }: { right: Node; run: Run }): Collection {
  const [a, b] = [left.value, right.value]
  if (a === undefined || b === undefined) return empty
  if (typeof a === 'number' && typeof b === 'number') return ofNumbers(operator, left, right)
  const isTemporal = /^(?:Date|DateTime|Time)$/.test(left.type.system ?? '')
  if (operator === '+' && typeof a === 'string' && typeof b === 'string' && !isTemporal) return join(a, b)
  const [one, other] = [quantityOf(left), quantityOf(right)]
  if (isTemporal && other !== undefined && right.type.system === 'Quantity') return ofTemporal(operator, left, other)
  if (one === undefined || other === undefined) throw new FhirPathFault('type')
  return ofQuantities(operator, one, { right: other, run })
}

function join(left: string, right: string): Collection {
  if (left.length + right.length > maxTextLength) throw new FhirPathFault('limit')
  return ofText(left + right)
}

function textOf(item: Node | undefined): string {
  if (item === undefined || item.value === undefined) return ''
  if (typeof item.value !== 'string' || item.type.system !== 'String') throw new FhirPathFault('type')
  return item.value
}

/** N1 §6.6: `&` takes an empty side as an empty text; with the others the result is empty. */
export function compileArithmetic(operator: string, left: Compiled, right: Compiled): Compiled {
  const read = (self: Node, run: Run): Collection => {
    const one = single(left.read(self, run))
    const other = single(right.read(self, run))
    if (operator === '&') return join(textOf(one), textOf(other))
    return one === undefined || other === undefined ? empty : evaluate(operator, one, { right: other, run })
  }
  return compiled({ read, isSingle: true, isConstant: areConstant([left, right]) })
}
