/** Compiles an expression once into functions of an item. FHIRPath N1, R4 fhirpath.html. */
import { type Compile, type Compiled, compiled, type Scope, truthOf } from './compiled.ts'
import { type Environment, Run } from './environment.ts'
import { FhirPathSyntaxError } from './errors.ts'
import { functions } from './functions/functions.ts'
import { compileMember, compileSelf } from './members.ts'
import { type Collection, type Node, ofDecimal, ofSystem, quantityNode } from './node.ts'
import { compileBinary, compileIndex, compileSign } from './operators.ts'
import { parseFhirPath } from './parser.ts'
import { checkOrder } from './strict.ts'
import type { Syntax } from './syntax.ts'
import { compileType } from './type-tests.ts'
import { systemTypes, type TypeTable } from './types.ts'
import { compileVariable } from './variables.ts'

export type CompileOptions = {
  readonly types: TypeTable
  /** Type of the items, such as `Patient.contact`; without one it is found each time. */
  readonly type?: string
  /** Strict evaluation: an element that its type does not have is a syntax error. N1 §11. */
  readonly isStrict?: boolean
}

export type FhirPath = {
  readonly evaluate: (node: Node, environment?: Environment) => Collection
  /** As an invariant, as the reference validator reads it: empty is not true, and several items are. */
  readonly isTrue: (node: Node, environment?: Environment) => boolean
}

const bare: Environment = {}

/** Throws FhirPathSyntaxError with the place; the compiled expression throws FhirPathFault. */
export const compileFhirPath = (text: string, options: CompileOptions): FhirPath =>
  compileParsed(parseFhirPath(text), options)

/** A part of an expression by itself. */
export function compileParsed(syntax: Syntax, { types, type, isStrict = false }: CompileOptions): FhirPath {
  const self = type === undefined ? undefined : types.find(type)
  const isKnown = self !== undefined && self.name !== 'Resource' && self.name !== 'DomainResource'
  const known = isKnown ? self : undefined
  const scope: Scope = { types, self: known, focus: undefined, isLoop: false, isStrict, slots: { count: 0 } }
  const whole = compile(syntax, scope)
  const isTrue = (node: Node, run: Run): boolean => {
    if (whole.type === systemTypes.Boolean) return whole.test(node, run) === true
    const items = whole.read(node, run)
    return items.length > 1 || truthOf(items) === true
  }
  return {
    evaluate: (node, environment = bare) => whole.read(node, new Run(node, environment)),
    isTrue: (node, environment = bare) => isTrue(node, new Run(node, environment)),
  }
}

const compile: Compile = (syntax, scope) => {
  const found = compileSyntax(syntax, scope)
  const isCheap = syntax.kind === 'literal' || syntax.kind === 'variable' || syntax.kind === 'quantity'
  return scope.isLoop && found.isConstant && !isCheap && syntax.kind !== 'empty' ? keep(found, scope) : found
}

/** A part that is the same for every item of a loop is evaluated for the first only. */
function keep(found: Compiled, { slots }: Scope): Compiled {
  const slot = slots.count
  slots.count += 1
  const read: Compiled['read'] = (self, run) => run.keep(slot, () => found.read(self, run))
  return compiled({
    read,
    test: (self, run) => truthOf(read(self, run)),
    type: found.type,
    isSingle: found.isSingle,
    isConstant: true,
  })
}

function compileSyntax(syntax: Syntax, scope: Scope): Compiled {
  switch (syntax.kind) {
    case 'empty':
      return constant([])
    case 'literal':
      return constant(literalOf(syntax))
    case 'quantity':
      return constant([quantityNode(syntax, syntax.text)])
    case 'variable':
      return compileVariable(syntax.name)
    case 'special':
      return compileSpecial(syntax.name, scope)
    case 'member':
      return compileMember(syntax, compileLeft(syntax.of, scope), scope)
    case 'call':
      return compileCall(syntax, scope)
    case 'index':
      return compileIndex(compile(syntax.of, scope), compile(syntax.index, scope))
    case 'sign':
      return compileSign(syntax.sign, compile(syntax.of, scope))
    case 'direction':
      throw new FhirPathSyntaxError('unexpected text', syntax.at)
    case 'binary':
      return compileBinary(syntax.operator, compile(syntax.left, scope), compile(syntax.right, scope))
    case 'type':
      return compileType(syntax.operator, compile(syntax.of, scope), { type: syntax.type, scope, at: syntax.at })
  }
}

const literalOf = ({ type, value, text }: Syntax & { kind: 'literal' }): Collection =>
  typeof value === 'number' && text !== undefined ? ofDecimal(value, text) : ofSystem(type, value)

const constant = (items: Collection): Compiled =>
  compiled({ read: () => items, type: items[0]?.type, isSingle: true, isConstant: true, literal: items[0] })

function compileLeft(of: Syntax | undefined, scope: Scope): Compiled {
  return of === undefined ? (scope.focus ?? compileSelf(scope.self)) : compile(of, scope)
}

function compileSpecial(name: string, { self }: Scope): Compiled {
  if (name === 'this') return compileSelf(self)
  return compiled({
    read: (_, run) => (name === 'index' ? ofSystem('Integer', run.index) : run.total),
    isSingle: name === 'index',
  })
}

function compileCall(syntax: Syntax & { kind: 'call' }, scope: Scope): Compiled {
  const { name, args, at } = syntax
  const row = functions.get(name)
  if (row === undefined) throw new FhirPathSyntaxError('unknown function', at)
  const [least, most] = row.args
  if (args.length < least || args.length > most) throw new FhirPathSyntaxError('wrong number of arguments', at)
  checkOrder(syntax, scope)
  return row.compile({ name, at, of: compileLeft(syntax.of, scope), args, scope, compile })
}
