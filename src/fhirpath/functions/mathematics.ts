/** Numbers. FHIRPath N1 §5.7. */
import { areConstant, type Call, type Compiled, compileArgs, compiled, type FunctionRow, single } from '../compiled.ts'
import { roundTo, toDecimal } from '../decimal.ts'
import type { Run } from '../environment.ts'
import { FhirPathFault } from '../errors.ts'
import { type Collection, empty, type Node, ofDecimal, ofInteger, quantityNode } from '../node.ts'
import { quantityOf } from '../quantity.ts'
import { readNumber } from './strings.ts'

type Numeric = (value: number, other: number) => number

/** Takes a number or a quantity; `NaN` and the infinities are empty. */
function numeric(kind: 'integer' | 'decimal' | 'same', most: number, evaluate: Numeric): FunctionRow {
  const compile = (call: Call): Compiled => {
    const { of } = call
    const [argument] = compileArgs(call)
    const read = (self: Node, run: Run): Collection => {
      const item = single(of.read(self, run))
      const other = argument === undefined ? 0 : readNumber(argument, self, run)
      if (item?.value === undefined || other === undefined) return empty
      const quantity = typeof item.value === 'number' ? undefined : quantityOf(item)
      if (typeof item.value !== 'number' && quantity === undefined) throw new FhirPathFault('type')
      const value = toDecimal(evaluate(quantity?.value ?? Number(item.value), other))
      if (value === undefined) return empty
      if (quantity !== undefined) return [quantityNode({ ...quantity, value })]
      const isWhole =
        kind === 'integer' || (kind === 'same' && item.type.system === 'Integer' && Number.isInteger(value))
      return isWhole ? ofInteger(value) : ofDecimal(value)
    }
    return compiled({ read, isSingle: true, isConstant: areConstant(argument === undefined ? [of] : [of, argument]) })
  }
  return { args: [most === 2 ? 1 : 0, most === 0 ? 0 : 1], compile }
}

const none = 0
const optional = 1
const needed = 2

export const mathematics = {
  abs: numeric('same', none, (value) => Math.abs(value)),
  ceiling: numeric('integer', none, (value) => Math.ceil(value)),
  floor: numeric('integer', none, (value) => Math.floor(value)),
  truncate: numeric('integer', none, (value) => Math.trunc(value)),
  round: numeric('decimal', optional, (value, places) => roundTo(value, places)),
  exp: numeric('decimal', none, (value) => Math.exp(value)),
  ln: numeric('decimal', none, (value) => Math.log(value)),
  log: numeric('decimal', needed, (value, base) => Math.log(value) / Math.log(base)),
  power: numeric('same', needed, (value, exponent) => value ** exponent),
  sqrt: numeric('decimal', none, (value) => Math.sqrt(value)),
} satisfies Readonly<Record<string, FunctionRow>>
