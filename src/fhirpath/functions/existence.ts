/** Whether anything exists, and whether everything meets a test. FHIRPath N1 §5.1. */
import {
  type Call,
  type Compiled,
  compileArgs,
  compiled,
  compiledTruth,
  type FunctionRow,
  loopScope,
  truthOf,
} from '../compiled.ts'
import { isDistinct, listDistinct, Seen } from '../distinct.ts'
import type { Run } from '../environment.ts'
import { FhirPathFault } from '../errors.ts'
import { type Node, ofInteger } from '../node.ts'

/** The criteria of `where`, `all` and similar functions, for one item after the other. */
export function compileCriteria({ args, scope, of, compile }: Call): Compiled | undefined {
  const [criteria] = args
  return criteria && compile(criteria, loopScope(scope, of))
}

/** `$index` is the item's place. */
export function testAt(criteria: Compiled, item: Node, { index, run }: { index: number; run: Run }): boolean {
  run.spend(1)
  const outer = run.index
  run.index = index
  const isMet = criteria.test(item, run) === true
  run.index = outer
  return isMet
}

function compileExists(call: Call): Compiled {
  const { of } = call
  const criteria = compileCriteria(call)
  if (criteria === undefined) return compiledTruth(of.exists, [of])
  return compiledTruth(
    (self, run) => of.read(self, run).some((item, index) => testAt(criteria, item, { index, run })),
    [of],
  )
}

function compileAll(call: Call): Compiled {
  const { of } = call
  const criteria = compileCriteria(call)
  return compiledTruth(
    (self, run) =>
      criteria === undefined || of.read(self, run).every((item, index) => testAt(criteria, item, { index, run })),
    [of],
  )
}

/** A function of the booleans of all items; any other item is a fault. */
const ofTruths =
  (decide: (truths: readonly (boolean | undefined)[]) => boolean) =>
  ({ of }: Call): Compiled =>
    compiledTruth((self, run) => decide(of.read(self, run).map(booleanOf)), [of])

function booleanOf(item: Node): boolean | undefined {
  if (item.type.system !== 'Boolean') throw new FhirPathFault('type')
  return truthOf([item])
}

const compileSet =
  (isMet: (own: readonly Node[], others: readonly Node[], run: Run) => boolean) =>
  (call: Call): Compiled => {
    const { of } = call
    const [other] = compileArgs(call)
    return compiledTruth(
      (self, run) => isMet(of.read(self, run), other?.read(self, run) ?? [], run),
      other === undefined ? [of] : [of, other],
    )
  }

function isSubset(own: readonly Node[], others: readonly Node[], run: Run): boolean {
  const seen = new Seen(run, others)
  return own.every((item) => seen.has(item))
}

export const existence = {
  empty: { args: [0, 0], compile: ({ of }) => compiledTruth((self, run) => !of.exists(self, run), [of]) },
  exists: { args: [0, 1], compile: compileExists },
  all: { args: [1, 1], compile: compileAll },
  allTrue: { args: [0, 0], compile: ofTruths((truths) => truths.every((truth) => truth === true)) },
  anyTrue: { args: [0, 0], compile: ofTruths((truths) => truths.includes(true)) },
  allFalse: { args: [0, 0], compile: ofTruths((truths) => truths.every((truth) => truth === false)) },
  anyFalse: { args: [0, 0], compile: ofTruths((truths) => truths.includes(false)) },
  subsetOf: { args: [1, 1], compile: compileSet(isSubset) },
  supersetOf: { args: [1, 1], compile: compileSet((own, others, run) => isSubset(others, own, run)) },
  count: {
    args: [0, 0],
    compile: ({ of }) =>
      compiled({
        read: (self, run) => ofInteger(of.read(self, run).length),
        exists: () => true,
        isSingle: true,
        isConstant: of.isConstant,
      }),
  },
  distinct: {
    args: [0, 0],
    compile: ({ of }) =>
      compiled({
        read: (self, run) => listDistinct(of.read(self, run), run),
        type: of.type,
        isSingle: of.isSingle,
        isConstant: of.isConstant,
      }),
  },
  isDistinct: {
    args: [0, 0],
    compile: ({ of }) => compiledTruth((self, run) => isDistinct(of.read(self, run), run), [of]),
  },
} satisfies Readonly<Record<string, FunctionRow>>
