/** Clock, booleans and `trace`, which writes nothing: it would write a patient's values. FHIRPath N1 §5.9, §6.5. */
import { type Call, type Compiled, compiled, compiledTruth, type FunctionRow } from '../compiled.ts'
import type { Run } from '../environment.ts'
import { type Node, ofSystem } from '../node.ts'
import type { SystemName } from '../syntax.ts'
import { typeInfoOf } from '../type-info.ts'
import type { Type } from '../types.ts'

const compileNow = (type: SystemName, write: (iso: string) => string) => (): Compiled =>
  compiled({
    read: (_, run: Run) => ofSystem(type, write(run.now.toISOString())),
    isSingle: true,
    isConstant: true,
  })

function compileNot({ of }: Call): Compiled {
  return compiledTruth(
    (self, run) => {
      const truth = of.test(self, run)
      return truth === undefined ? undefined : !truth
    },
    [of],
  )
}

/** N1 §10. */
function compileTypeOf({ of }: Call): Compiled {
  const known = new Map<Type, Node>()
  const infoOf = (type: Type): Node => {
    const info = known.get(type) ?? typeInfoOf(type)
    known.set(type, info)
    return info
  }
  return compiled({
    read: (self, run) => of.read(self, run).map(({ type }) => infoOf(type)),
    isSingle: of.isSingle,
    isConstant: of.isConstant,
  })
}

export const tools = {
  not: { args: [0, 0], compile: compileNot },
  trace: { args: [1, 2], compile: ({ of }) => of },
  now: { args: [0, 0], compile: compileNow('DateTime', (iso) => iso) },
  today: { args: [0, 0], compile: compileNow('Date', (iso) => iso.slice(0, 10)) },
  timeOfDay: { args: [0, 0], compile: compileNow('Time', (iso) => iso.slice(11, 23)) },
  type: { args: [0, 0], compile: compileTypeOf },
} satisfies Readonly<Record<string, FunctionRow>>
