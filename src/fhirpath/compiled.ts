/** The compiled form of each part of an expression: functions of the present item. */
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts'
import type { Run } from './environment.ts'
import { FhirPathFault } from './errors.ts'
import { type Collection, type Node, ofTruth } from './node.ts'
import type { Syntax } from './syntax.ts'
import { systemTypes, type Type, type TypeTable } from './types.ts'

/** `self` is the present item: `$this`. */
export type Compiled = {
  readonly read: (self: Node, run: Run) => Collection
  /** As a boolean: undefined for none. Throws if there are several items. N1 §4.5. */
  readonly test: (self: Node, run: Run) => boolean | undefined
  readonly exists: (self: Node, run: Run) => boolean
  /** The type of every item, if the definitions say. */
  readonly type: Type | undefined
  /** At most one item. */
  readonly isSingle: boolean
  /** The same for any `self`. */
  readonly isConstant: boolean
  /** A value in the expression. */
  readonly literal: Node | undefined
  /** Without primitives that have no members, where that is quicker. */
  readonly readComplex: Compiled['read'] | undefined
  /** For a path of elements only, whose types are all known. */
  readonly path: ElementPath | undefined
}

/** Reads JSON without making nodes. */
export type ElementPath = {
  /** True if the test holds for any of the objects at the end of the path. */
  readonly through: (test: (object: JsonObject) => boolean) => (value: JsonValue | undefined) => boolean
  /** The value itself, for a path to at most one. */
  readonly pick: ((value: JsonValue | undefined) => JsonValue | undefined) | undefined
}

type Parts = Pick<Compiled, 'read'> & Partial<Compiled>

/** Members that are not given are derived from `read`. */
export const compiled = (parts: Parts): Compiled => ({
  test: (self, run) => truthOf(parts.read(self, run)),
  exists: (self, run) => parts.read(self, run).length > 0,
  type: undefined,
  isSingle: false,
  isConstant: false,
  literal: undefined,
  readComplex: undefined,
  path: undefined,
  ...parts,
})

/** An expression that is true, false or empty. */
export const compiledTruth = (test: Compiled['test'], operands: readonly Compiled[]): Compiled => ({
  read: (self, run) => ofTruth(test(self, run)),
  test,
  exists: (self, run) => test(self, run) !== undefined,
  type: systemTypes.Boolean,
  isSingle: true,
  isConstant: areConstant(operands),
  literal: undefined,
  readComplex: undefined,
  path: undefined,
})

export const areConstant = (operands: readonly Compiled[]): boolean => operands.every(({ isConstant }) => isConstant)

export function truthOf(items: Collection): boolean | undefined {
  const [item] = items
  if (item === undefined) return undefined
  if (items.length > 1) throw new FhirPathFault('singleton')
  if (item.type.system !== 'Boolean') return true
  return typeof item.value === 'boolean' ? item.value : undefined
}

/** The only item of a collection. */
export function single(items: Collection): Node | undefined {
  if (items.length > 1) throw new FhirPathFault('singleton')
  return items[0]
}

/** The scope in which an expression is compiled. */
export type Scope = {
  readonly types: TypeTable
  /** The type of `$this`, if the definitions say. */
  readonly self: Type | undefined
  /** The focus of a name without a left side, if it is not `$this`. */
  readonly focus: Compiled | undefined
  /** It is evaluated for one item after the other. */
  readonly isLoop: boolean
  readonly isStrict: boolean
  readonly slots: { count: number }
}

export type Compile = (syntax: Syntax, scope: Scope) => Compiled

/** A call of a function. */
export type Call = {
  readonly name: string
  readonly at: number
  /** The collection on which it is called. */
  readonly of: Compiled
  readonly args: readonly Syntax[]
  readonly scope: Scope
  readonly compile: Compile
}

export type FunctionRow = {
  /** Least and largest number of arguments. */
  readonly args: readonly [number, number]
  readonly compile: (call: Call) => Compiled
}

/** The scope of an expression that is evaluated for every item of a collection. */
export const loopScope = (scope: Scope, of: Compiled): Scope => ({
  ...scope,
  self: of.type,
  focus: undefined,
  isLoop: true,
})

/** Arguments that are evaluated once. */
export const compileArgs = ({ args, scope, compile }: Call): readonly Compiled[] =>
  args.map((arg) => compile(arg, scope))

/** The object with the item's members; for a primitive the one with its id and extensions. */
export function objectOf({ type, value, extras }: Node): JsonObject | undefined {
  if (type.isPrimitive) return extras
  return value !== undefined && isJsonObject(value) ? value : undefined
}
