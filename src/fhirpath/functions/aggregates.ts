/** One value from many. FHIRPath N1 §7, and the sums of its next release. */
import { type Call, type Compiled, compiled, type FunctionRow, loopScope } from '../compiled.ts'
import type { Run } from '../environment.ts'
import { compareNodes } from '../equality.ts'
import { type Collection, empty, type Node } from '../node.ts'

/** `$total` is the result for the item before. */
function compileAggregate({ of, args, scope, compile }: Call): Compiled {
  const [step, start] = args
  const aggregator = step && compile(step, loopScope(scope, of))
  const first = start && compile(start, scope)
  const read = (self: Node, run: Run): Collection => {
    const [outer, outerIndex] = [run.total, run.index]
    let total = first?.read(self, run) ?? empty
    for (const [index, item] of of.read(self, run).entries()) {
      run.spend(1)
      run.total = total
      run.index = index
      total = aggregator?.read(item, run) ?? empty
    }
    run.total = outer
    run.index = outerIndex
    return total
  }
  return compiled({ read })
}

const compileExtreme =
  (isBetter: (order: number) => boolean) =>
  ({ of }: Call): Compiled =>
    compiled({
      read: (self, run) => {
        const [first, ...others] = of.read(self, run)
        if (first === undefined) return empty
        return [others.reduce((best, item) => (isBetter(compareNodes(item, best) ?? 0) ? item : best), first)]
      },
      type: of.type,
      isSingle: true,
      isConstant: of.isConstant,
    })

export const aggregates = {
  aggregate: { args: [1, 2], compile: compileAggregate },
  min: { args: [0, 0], compile: compileExtreme((order) => order < 0) },
  max: { args: [0, 0], compile: compileExtreme((order) => order > 0) },
} satisfies Readonly<Record<string, FunctionRow>>
