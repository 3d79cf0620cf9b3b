/** Clock, truth values and `trace`, which writes nothing: what it would write are a patient's values. FHIRPath N1 §5.9, §6.5. */
import { type Call, type Compiled, compiled, compiledTruth, type FunctionRow } from '../compiled.ts'
import type { Run } from '../environment.ts'
import { ofSystem, ofText } from '../node.ts'
import type { SystemName } from '../syntax.ts'

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

const compileTypeOf = ({ of }: Call): Compiled =>
  compiled({
    read: (self, run) => of.read(self, run).flatMap(({ type }) => ofText(`${type.namespace}.${type.name}`)),
    isConstant: of.isConstant,
  })

export const tools = {
  not: { args: [0, 0], compile: compileNot },
  trace: { args: [1, 2], compile: ({ of }) => of },
  now: { args: [0, 0], compile: compileNow('DateTime', (iso) => iso) },
  today: { args: [0, 0], compile: compileNow('Date', (iso) => iso.slice(0, 10)) },
  timeOfDay: { args: [0, 0], compile: compileNow('Time', (iso) => iso.slice(11, 23)) },
  type: { args: [0, 0], compile: compileTypeOf },
} satisfies Readonly<Record<string, FunctionRow>>
