/** Filters and projections. FHIRPath N1 §5.2. */
import { type Call, type Compiled, compiled, type FunctionRow, loopScope } from '../compiled.ts'
import { Seen } from '../distinct.ts'
import type { Run } from '../environment.ts'
import { FhirPathSyntaxError } from '../errors.ts'
import { type Collection, empty, type Node } from '../node.ts'
import { compileType, filterByType, findTypes, typeNameOf } from '../type-tests.ts'
import { compileCriteria, testAt } from './existence.ts'

function compileWhere(call: Call): Compiled {
  const { of } = call
  const criteria = compileCriteria(call)
  const isMet = (item: Node, place: { index: number; run: Run }): boolean =>
    criteria !== undefined && testAt(criteria, item, place)
  return compiled({
    read: (self, run) => {
      const items = of.read(self, run)
      return items.length === 0 ? empty : items.filter((item, index) => isMet(item, { index, run }))
    },
    exists: (self, run) => of.read(self, run).some((item, index) => isMet(item, { index, run })),
    type: of.type,
    isSingle: of.isSingle,
    isConstant: isConstantLoop(of, criteria),
  })
}

/** Criteria look at their own item, so the input decides, unless they count. */
const isConstantLoop = (of: Compiled, criteria: Compiled | undefined): boolean =>
  of.isConstant && (criteria?.isConstant ?? true)

function compileSelect(call: Call): Compiled {
  const { of } = call
  const projection = compileCriteria(call)
  return compiled({
    read: (self, run) => of.read(self, run).flatMap((item, index) => readAt(projection, item, { index, run })),
    type: projection?.type,
    isSingle: of.isSingle && projection?.isSingle === true,
    isConstant: isConstantLoop(of, projection),
  })
}

function readAt(projection: Compiled | undefined, item: Node, { index, run }: { index: number; run: Run }): Collection {
  run.spend(1)
  const outer = run.index
  run.index = index
  const found = projection?.read(item, run) ?? empty
  run.index = outer
  // A constant result still costs each item its length.
  run.spend(found.length)
  return found
}

/** Looks at every item once, so it ends. */
function compileRepeat(call: Call): Compiled {
  const { of, args, scope, compile } = call
  const [syntax] = args
  // A result may have another type than its input.
  const projection = syntax && compile(syntax, { ...loopScope(scope, of), self: undefined })
  const read = (self: Node, run: Run): Collection => {
    const seen = new Seen(run, [], true)
    const out: Node[] = []
    const open: Node[] = [...of.read(self, run)]
    for (const item of open) {
      for (const found of projection?.read(item, run) ?? empty) {
        run.spend(1)
        if (!seen.add(found)) continue
        out.push(found)
        open.push(found)
      }
    }
    return out
  }
  return compiled({ read, isConstant: isConstantLoop(of, projection) })
}

function readType({ args, scope, at }: Call) {
  const type = typeNameOf(args[0])
  if (type === undefined) throw new FhirPathSyntaxError('expected the name of a type', at)
  return { type, scope, at }
}

export const filtering = {
  where: { args: [1, 1], compile: compileWhere },
  select: { args: [1, 1], compile: compileSelect },
  repeat: { args: [1, 1], compile: compileRepeat },
  ofType: { args: [1, 1], compile: (call) => filterByType(call.of, findTypes(readType(call))) },
  as: { args: [1, 1], compile: (call) => compileType('as', call.of, readType(call)) },
  is: { args: [1, 1], compile: (call) => compileType('is', call.of, readType(call)) },
} satisfies Readonly<Record<string, FunctionRow>>
