/** `sort`. FHIRPath 3.0.0-ballot §5.2 (filtering and projection). */
import { type Call, type Compiled, compiled, type FunctionRow, loopScope, single } from '../compiled.ts'
import type { Run } from '../environment.ts'
import { compareNodes } from '../equality.ts'
import { FhirPathFault } from '../errors.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax.ts'

type Key = {
  readonly read: (item: Node, run: Run) => Node | undefined
  readonly isDescending: boolean
  /** An item without a key comes first, and last if `desc` reverses the whole order. */
  readonly isEmptyLast: boolean
}

/** `-family` reverses the order of texts and dates as it does of numbers. */
function compileKey(syntax: Syntax, { scope, of, compile }: Call): Key {
  const isDirected = syntax.kind === 'direction'
  const own = isDirected ? syntax.of : syntax
  const isNegated = own.kind === 'sign' && own.sign === '-'
  const selector = compile(isNegated ? own.of : own, loopScope(scope, of))
  const isTurned = isDirected && syntax.isDescending
  return {
    read: (item, run) => single(selector.read(item, run)),
    isDescending: isTurned !== isNegated,
    isEmptyLast: isTurned,
  }
}

const itself: Key = { read: (item) => item, isDescending: false, isEmptyLast: false }

type Keyed = { readonly item: Node; readonly keys: readonly (Node | undefined)[] }

function compareKeys(left: Node | undefined, right: Node | undefined, { key, run }: { key: Key; run: Run }): number {
  run.spend(1)
  if (left === undefined || right === undefined) {
    if (left === right) return 0
    return (left === undefined) === key.isEmptyLast ? 1 : -1
  }
  const order = compareNodes(left, right, run.environment.convertUnit)
  // 3.0.0-ballot §5.2: values that cannot be compared are an error.
  if (order === undefined) throw new FhirPathFault('type')
  return key.isDescending ? -order : order
}

function compileSort(call: Call): Compiled {
  const { of, args } = call
  const keys = args.length === 0 ? [itself] : args.map((syntax) => compileKey(syntax, call))
  const read = (self: Node, run: Run) => {
    const items = of.read(self, run).map((item): Keyed => {
      run.spend(keys.length)
      return { item, keys: keys.map((key) => key.read(item, run)) }
    })
    const compare = (left: Keyed, right: Keyed): number => {
      for (const [index, key] of keys.entries()) {
        const order = compareKeys(left.keys[index], right.keys[index], { key, run })
        if (order !== 0) return order
      }
      return 0
    }
    return items.sort(compare).map(({ item }) => item)
  }
  return compiled({ read, type: of.type, isSingle: of.isSingle })
}

export const sorting = {
  sort: { args: [0, 20], compile: compileSort },
} satisfies Readonly<Record<string, FunctionRow>>
