/** What each part of an expression is compiled to: functions of the item at hand. */
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts'
import type { Run } from './environment.ts'
import { FhirPathFault } from './errors.ts'
import { type Collection, type Node, ofTruth } from './node.ts'
import type { Syntax } from './syntax.ts'
import { systemTypes, type Type, type TypeTable } from './types.ts'

/** `self` is the item that is asked about: `$this`. */
export type Compiled = {
  readonly read: (self: Node, run: Run) => Collection
  /** As a truth value: undefined for none. Throws where there are several items. N1 §4.5. */
  readonly test: (self: Node, run: Run) => boolean | undefined
  readonly exists: (self: Node, run: Run) => boolean
  /** Of every item, where the definitions tell. */
  readonly type: Type | undefined
  /** At most one item. */
  readonly isSingle: boolean
  /** The same whatever `self` is. */
  readonly isConstant: boolean
  /** A value that is written in the expression. */
  readonly literal: Node | undefined
  /** Without the primitives that have no members, where that is quicker. */
  readonly readComplex: Compiled['read'] | undefined
  /** Of a path of elements alone, whose types are all known. */
  readonly path: ElementPath | undefined
}

/** Reads JSON without making nodes of it. */
export type ElementPath = {
  /** Whether the test holds for any of the objects that the path leads to. */
  readonly through: (test: (object: JsonObject) => boolean) => (value: JsonValue | undefined) => boolean
  /** The value itself, of a path to at most one. */
  readonly pick: ((value: JsonValue | undefined) => JsonValue | undefined) | undefined
}

type Parts = Pick<Compiled, 'read'> & Partial<Compiled>

/** What is not given is derived from `read`. */
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

/** Where an expression is compiled. */
export type Scope = {
  readonly types: TypeTable
  /** Of `$this`, where the definitions tell. */
  readonly self: Type | undefined
  /** What a name without a left side is a member of, other than `$this`. */
  readonly focus: Compiled | undefined
  /** It is evaluated for one item after the other. */
  readonly isLoop: boolean
  readonly slots: { count: number }
}

export type Compile = (syntax: Syntax, scope: Scope) => Compiled

/** A function as it is called. */
export type Call = {
  readonly name: string
  readonly at: number
  /** What it is called on. */
  readonly of: Compiled
  readonly args: readonly Syntax[]
  readonly scope: Scope
  readonly compile: Compile
}

export type FunctionRow = {
  /** How few and how many arguments. */
  readonly args: readonly [number, number]
  readonly compile: (call: Call) => Compiled
}

/** The scope of what is evaluated for every item of a collection. */
export const loopScope = (scope: Scope, of: Compiled): Scope => ({
  ...scope,
  self: of.type,
  focus: undefined,
  isLoop: true,
})

/** Arguments that are evaluated once. */
export const compileArgs = ({ args, scope, compile }: Call): readonly Compiled[] =>
  args.map((arg) => compile(arg, scope))

/** The object whose members are the item's: of a primitive, that of its id and extensions. */
export function objectOf({ type, value, extras }: Node): JsonObject | undefined {
  if (type.isPrimitive) return extras
  return value !== undefined && isJsonObject(value) ? value : undefined
}
