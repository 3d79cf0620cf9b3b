/** Joins two collections. FHIRPath N1 §5.4. */
import { areConstant, type Call, type Compiled, compileArgs, compiled, type FunctionRow } from '../compiled.ts'
import { unite } from '../operators.ts'

function compileUnion(call: Call): Compiled {
  const [other] = compileArgs(call)
  return other === undefined ? call.of : unite(call.of, other)
}

function compileCombine(call: Call): Compiled {
  const { of } = call
  const [other] = compileArgs(call)
  if (other === undefined) return of
  return compiled({
    read: (self, run) => [...of.read(self, run), ...other.read(self, run)],
    exists: (self, run) => of.exists(self, run) || other.exists(self, run),
    type: of.type === other.type ? of.type : undefined,
    isConstant: areConstant([of, other]),
  })
}

export const combining = {
  union: { args: [1, 1], compile: compileUnion },
  combine: { args: [1, 1], compile: compileCombine },
} satisfies Readonly<Record<string, FunctionRow>>
