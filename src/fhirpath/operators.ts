/** Operators. FHIRPath N1 §6. */
import { compileArithmetic } from './arithmetic.ts'
import { areConstant, type Compiled, compiled, compiledTruth, single } from './compiled.ts'
import { writeAmount } from './conversion.ts'
import { isIn, listDistinct } from './distinct.ts'
import type { Run } from './environment.ts'
import { areEqual, areEquivalent, compareNodes } from './equality.ts'
import { FhirPathFault } from './errors.ts'
import { empty, type Node, ofDecimal, ofInteger, quantityNode } from './node.ts'
import { quantityOf } from './quantity.ts'

type Operator = (left: Compiled, right: Compiled) => Compiled

/** N1 §6.5: the other side may decide what one leaves open. */
const logic =
  (decide: (left: Compiled['test'], right: Compiled['test']) => Compiled['test']): Operator =>
  (left, right) =>
    compiledTruth(decide(left.test, right.test), [left, right])

const and = logic((left, right) => (self, run) => {
  const one = left(self, run)
  if (one === false) return false
  const other = right(self, run)
  return other === false ? false : one && other
})

const or = logic((left, right) => (self, run) => {
  const one = left(self, run)
  if (one === true) return true
  const other = right(self, run)
  return other === true ? true : one === undefined || other === undefined ? undefined : false
})

const xor = logic((left, right) => (self, run) => {
  const one = left(self, run)
  const other = right(self, run)
  return one === undefined || other === undefined ? undefined : one !== other
})

const implies = logic((left, right) => (self, run) => {
  const one = left(self, run)
  if (one === false) return true
  const other = right(self, run)
  return other === true ? true : one === undefined ? undefined : other
})

const not = (truth: boolean | undefined): boolean | undefined => (truth === undefined ? undefined : !truth)

const equality =
  (isNegated: boolean): Operator =>
  (left, right) => {
    const slow: Compiled['test'] = (self, run) => {
      const equal = areEqual(left.read(self, run), right.read(self, run), run.environment.convertUnit)
      return isNegated ? not(equal) : equal
    }
    return compiledTruth(compileQuickEquality(left, right, { isNegated, slow }) ?? slow, [left, right])
  }

type Comparing = { readonly isNegated: boolean; readonly slow: Compiled['test'] }

/** Compares an element with a text, boolean or number in the expression. */
function compileQuickEquality(
  left: Compiled,
  right: Compiled,
  { isNegated, slow }: Comparing,
): Compiled['test'] | undefined {
  const pick = left.path?.pick
  const isTimeless = left.type?.isPrimitive === true && !/^(?:Date|DateTime|Time)$/.test(left.type.system ?? '')
  const literal = right.literal?.value
  if (pick === undefined || !isTimeless || typeof literal === 'object') return undefined
  return (self, run) => {
    const value = pick(self.value)
    if (value === undefined || typeof value !== typeof literal) return slow(self, run)
    return (value === literal) !== isNegated
  }
}

const equivalence =
  (isNegated: boolean): Operator =>
  (left, right) =>
    compiledTruth(
      (self, run) =>
        areEquivalent(left.read(self, run), right.read(self, run), run.environment.convertUnit) !== isNegated,
      [left, right],
    )

const comparison =
  (isMet: (order: number) => boolean): Operator =>
  (left, right) =>
    compiledTruth(
      (self, run) => {
        const one = single(left.read(self, run))
        const other = single(right.read(self, run))
        const order = one && other && compareNodes(one, other, run.environment.convertUnit)
        return order === undefined ? undefined : isMet(order)
      },
      [left, right],
    )

const membership =
  (isReversed: boolean): Operator =>
  (left, right) => {
    const [one, many] = isReversed ? [right, left] : [left, right]
    return compiledTruth(
      (self, run) => {
        const item = single(one.read(self, run))
        return item === undefined ? undefined : isIn(item, many.read(self, run), run)
      },
      [left, right],
    )
  }

export const unite: Operator = (left, right) =>
  compiled({
    read: (self, run) => listDistinct([...left.read(self, run), ...right.read(self, run)], run),
    exists: (self, run) => left.exists(self, run) || right.exists(self, run),
    type: left.type === right.type ? left.type : undefined,
    isConstant: areConstant([left, right]),
  })

const operators: Readonly<Record<string, Operator>> = {
  and,
  or,
  xor,
  implies,
  '=': equality(false),
  '!=': equality(true),
  '~': equivalence(false),
  '!~': equivalence(true),
  '<': comparison((order) => order < 0),
  '>': comparison((order) => order > 0),
  '<=': comparison((order) => order <= 0),
  '>=': comparison((order) => order >= 0),
  in: membership(false),
  contains: membership(true),
  '|': unite,
}

export const compileBinary = (operator: string, left: Compiled, right: Compiled): Compiled =>
  operators[operator]?.(left, right) ?? compileArithmetic(operator, left, right)

export function compileIndex(of: Compiled, index: Compiled): Compiled {
  const at = (self: Node, run: Run): number => {
    const item = single(index.read(self, run))
    if (item === undefined) return -1
    if (typeof item.value !== 'number') throw new FhirPathFault('type')
    return item.value
  }
  return compiled({
    read: (self, run) => {
      const item = of.read(self, run)[at(self, run)]
      return item === undefined ? empty : [item]
    },
    type: of.type,
    isSingle: true,
    isConstant: areConstant([of, index]),
  })
}

/** As it was written; zero has no sign. */
function signText({ value, text }: Pick<Node, 'value' | 'text'>, factor: number): string | undefined {
  const digits = text?.replace(/^-/, '')
  if (factor > 0 || text === undefined) return text
  return value === 0 || text !== digits ? digits : `-${text}`
}

export function compileSign(sign: '+' | '-', of: Compiled): Compiled {
  const factor = sign === '-' ? -1 : 1
  return compiled({
    read: (self, run) => {
      const item = single(of.read(self, run))
      if (item === undefined) return empty
      if (typeof item.value === 'number') {
        const value = factor * item.value
        return item.type.system === 'Integer' ? ofInteger(value) : ofDecimal(value, signText(item, factor))
      }
      const quantity = quantityOf(item)
      if (quantity === undefined) throw new FhirPathFault('type')
      const text = signText({ value: quantity.value, text: writeAmount(item, quantity) }, factor)
      return [quantityNode({ ...quantity, value: factor * quantity.value }, text)]
    },
    isSingle: true,
    isConstant: of.isConstant,
  })
}
