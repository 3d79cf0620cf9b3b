/** Conversions, and the choice of `iif`. FHIRPath N1 §5.5. */
import {
  type Call,
  type Compiled,
  compileArgs,
  compiled,
  compiledTruth,
  type FunctionRow,
  single,
} from '../compiled.ts'
import { convert } from '../conversion.ts'
import type { Run } from '../environment.ts'
import { empty, type Node, quantityNode } from '../node.ts'
import { quantityOf, valueIn } from '../quantity.ts'
import { checkTruth } from '../strict.ts'
import type { SystemName } from '../syntax.ts'

/** The item in the wanted unit. */
function convertItem(call: Call, to: SystemName): (self: Node, run: Run) => Node | null | undefined {
  const { of } = call
  const [unit] = compileArgs(call)
  return (self, run) => {
    const item = single(of.read(self, run))
    if (item === undefined || item.value === undefined) return null
    const found = convert(item, to)
    const wanted = unit === undefined ? undefined : single(unit.read(self, run))?.value
    if (found === undefined || typeof wanted !== 'string') return found
    const quantity = quantityOf(found)
    const value = quantity && valueIn(quantity, wanted, run.environment.convertUnit)
    if (value === undefined || quantity === undefined) return undefined
    return quantity.unit === wanted ? found : quantityNode({ value, unit: wanted })
  }
}

const compileTo =
  (to: SystemName) =>
  (call: Call): Compiled => {
    const read = convertItem(call, to)
    return compiled({
      read: (self, run) => {
        const found = read(self, run)
        return found ? [found] : empty
      },
      isSingle: true,
      isConstant: call.of.isConstant,
    })
  }

const compileConverts =
  (to: SystemName) =>
  (call: Call): Compiled => {
    const read = convertItem(call, to)
    return compiledTruth(
      (self, run) => {
        const found = read(self, run)
        return found === null ? undefined : found !== undefined
      },
      [call.of],
    )
  }

/** Only the chosen branch is evaluated; both see the input of `iif`. */
function compileIif({ of, args, scope, at, compile }: Call): Compiled {
  const focus = compiled({ read: (_, run) => run.input, type: of.type })
  const inner = { ...scope, self: of.isSingle ? of.type : undefined, focus, isLoop: true }
  const [criterion, yes, no] = args.map((arg) => compile(arg, inner))
  checkTruth(criterion, { scope, at })
  const read = (self: Node, run: Run) => {
    const outer = run.input
    const input = of.read(self, run)
    const own = single(input) ?? self
    try {
      run.input = input
      const branch = criterion?.test(own, run) === true ? yes : no
      return branch?.read(own, run) ?? empty
    } finally {
      run.input = outer
    }
  }
  return compiled({ read, isSingle: yes?.isSingle === true && (no?.isSingle ?? true) })
}

/** Both functions of each type. */
const row = (to: SystemName, most = 0) =>
  ({
    [`to${to}`]: { args: [0, most], compile: compileTo(to) },
    [`convertsTo${to}`]: { args: [0, most], compile: compileConverts(to) },
  }) satisfies Readonly<Record<string, FunctionRow>>

export const conversions: Readonly<Record<string, FunctionRow>> = {
  iif: { args: [2, 3], compile: compileIif },
  ...row('Boolean'),
  ...row('Integer'),
  ...row('Decimal'),
  ...row('String'),
  ...row('Date'),
  ...row('DateTime'),
  ...row('Time'),
  ...row('Quantity', 1),
}
