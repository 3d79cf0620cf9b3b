/** Items by position, and items of two collections. FHIRPath N1 §5.3. */
import { areConstant, type Call, type Compiled, compileArgs, compiled, type FunctionRow, single } from '../compiled.ts'
import { listDistinct, Seen } from '../distinct.ts'
import type { Run } from '../environment.ts'
import { FhirPathFault } from '../errors.ts'
import type { Collection, Node } from '../node.ts'

type Pick = (items: Collection, count: number) => Collection

const compilePick =
  (pick: Pick, isSingle: boolean) =>
  (call: Call): Compiled => {
    const { of } = call
    const [count] = compileArgs(call)
    return compiled({
      read: (self, run) => pick(of.read(self, run), count === undefined ? 0 : readCount(count, self, run)),
      type: of.type,
      isSingle: isSingle || of.isSingle,
      isConstant: areConstant(count === undefined ? [of] : [of, count]),
    })
  }

function readCount(count: Compiled, self: Node, run: Run): number {
  const value = single(count.read(self, run))?.value
  if (typeof value !== 'number') throw new FhirPathFault('type')
  return Math.max(0, value)
}

const compileBoth =
  (combine: (own: Collection, other: Collection, run: Run) => Collection) =>
  (call: Call): Compiled => {
    const { of } = call
    const [other] = compileArgs(call)
    return compiled({
      read: (self, run) => combine(of.read(self, run), other?.read(self, run) ?? [], run),
      type: of.type,
      isConstant: areConstant(other === undefined ? [of] : [of, other]),
    })
  }

function intersect(own: Collection, other: Collection, run: Run): Collection {
  if (own.length === 0 || other.length === 0) return []
  const seen = new Seen(run, other)
  return listDistinct(own, run).filter((item) => seen.has(item))
}

function exclude(own: Collection, other: Collection, run: Run): Collection {
  const seen = new Seen(run, other)
  return own.filter((item) => !seen.has(item))
}

function onlyOne(items: Collection): Collection {
  single(items)
  return items
}

export const subsetting = {
  single: { args: [0, 0], compile: compilePick(onlyOne, true) },
  first: { args: [0, 0], compile: compilePick((items) => items.slice(0, 1), true) },
  last: { args: [0, 0], compile: compilePick((items) => items.slice(-1), true) },
  tail: { args: [0, 0], compile: compilePick((items) => items.slice(1), false) },
  skip: { args: [1, 1], compile: compilePick((items, count) => items.slice(count), false) },
  take: { args: [1, 1], compile: compilePick((items, count) => items.slice(0, count), false) },
  intersect: { args: [1, 1], compile: compileBoth(intersect) },
  exclude: { args: [1, 1], compile: compileBoth(exclude) },
} satisfies Readonly<Record<string, FunctionRow>>
