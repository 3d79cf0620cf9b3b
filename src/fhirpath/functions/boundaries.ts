/** The precision of a value, and the bounds that it sets. FHIRPath 3.0.0-ballot §5.10 (lowBoundary, highBoundary, precision), §6.2 (comparable). */
import {
  boundDecimal,
  boundTemporal,
  precisionOfDecimal,
  precisionOfTemporal,
  type TemporalKind,
} from '../boundaries.ts'
import {
  areConstant,
  type Call,
  type Compiled,
  compileArgs,
  compiled,
  compiledTruth,
  type FunctionRow,
  single,
} from '../compiled.ts'
import { writeAmount, writeText } from '../conversion.ts'
import type { Run } from '../environment.ts'
import { FhirPathFault } from '../errors.ts'
import { type Collection, empty, type Node, ofDecimal, ofInteger, ofSystem, quantityNode } from '../node.ts'
import { areComparable, quantityOf } from '../quantity.ts'
import { readNumber } from './strings.ts'

const isTemporal = (name: string | undefined): name is TemporalKind =>
  name === 'Date' || name === 'DateTime' || name === 'Time'

function boundOf(item: Node, isHigh: boolean, digits: number | undefined): Collection {
  const { value, type } = item
  if (value === undefined) return empty
  if (isTemporal(type.system) && typeof value === 'string') {
    const text = boundTemporal(value, type.system, { isHigh, digits })
    return text === undefined ? empty : ofSystem(type.system, text)
  }
  const quantity = typeof value === 'number' ? undefined : quantityOf(item)
  const written = quantity === undefined ? typeof value === 'number' && writeText(item) : writeAmount(item, quantity)
  if (typeof written !== 'string') throw new FhirPathFault('type')
  const text = boundDecimal(written, isHigh, digits)
  if (text === undefined) return empty
  return quantity === undefined
    ? ofDecimal(Number(text), text)
    : [quantityNode({ value: Number(text), unit: quantity.unit }, text)]
}

const compileBoundary =
  (isHigh: boolean) =>
  (call: Call): Compiled => {
    const { of } = call
    const [precision] = compileArgs(call)
    return compiled({
      read: (self, run) => {
        const item = single(of.read(self, run))
        const digits = precision && readNumber(precision, self, run)
        run.spend(1)
        return item === undefined ? empty : boundOf(item, isHigh, digits)
      },
      isSingle: true,
      isConstant: areConstant(precision === undefined ? [of] : [of, precision]),
    })
  }

function precisionOf(item: Node): number | undefined {
  const { value, type } = item
  if (isTemporal(type.system) && typeof value === 'string') return precisionOfTemporal(value)
  const quantity = typeof value === 'number' ? undefined : quantityOf(item)
  if (typeof value !== 'number' && quantity === undefined) throw new FhirPathFault('type')
  return precisionOfDecimal((quantity === undefined ? writeText(item) : writeAmount(item, quantity)) ?? '')
}

const compilePrecision = ({ of }: Call): Compiled =>
  compiled({
    read: (self, run) => {
      const item = single(of.read(self, run))
      const digits = item?.value === undefined ? undefined : precisionOf(item)
      return digits === undefined ? empty : ofInteger(digits)
    },
    isSingle: true,
    isConstant: of.isConstant,
  })

/** Empty if either side is not exactly one quantity. */
function compileComparable(call: Call): Compiled {
  const { of } = call
  const [other] = compileArgs(call)
  const onlyQuantity = (part: Compiled | undefined, self: Node, run: Run) => {
    const [item, ...more] = part?.read(self, run) ?? empty
    return item?.type.system === 'Quantity' && more.length === 0 ? quantityOf(item) : undefined
  }
  return compiledTruth(
    (self, run) => {
      const [left, right] = [onlyQuantity(of, self, run), onlyQuantity(other, self, run)]
      return left && right && areComparable(left, right, run.environment.convertUnit)
    },
    other === undefined ? [of] : [of, other],
  )
}

export const boundaries = {
  lowBoundary: { args: [0, 1], compile: compileBoundary(false) },
  highBoundary: { args: [0, 1], compile: compileBoundary(true) },
  precision: { args: [0, 0], compile: compilePrecision },
  comparable: { args: [1, 1], compile: compileComparable },
} satisfies Readonly<Record<string, FunctionRow>>
