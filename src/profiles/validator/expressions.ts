/** FHIRPath of invariants, and the environment that it reads from the resource. R4 fhirpath.html, conformance-rules.html#constraints. */
import type { Clock } from '../../core/clock.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { compileFhirPath } from '../../fhirpath/compile.ts'
import type { Environment } from '../../fhirpath/environment.ts'
import { Node, resourceNode } from '../../fhirpath/node.ts'
import { type Type, type TypeModel, TypeTable } from '../../fhirpath/types.ts'
import { readNarrative } from '../rules/narrative.ts'
import { memberOf } from './binding-check.ts'
import type { CompileExpression, Compiler } from './compiler.ts'
import { isOfProfile, resolveAnywhere } from './reference-check.ts'
import type { Run } from './run.ts'

export function openExpressions(compiler: Compiler, model: TypeModel, clock: Clock | undefined): CompileExpression {
  const types = new TypeTable(model)
  return (text, type, isStrict = false) => {
    const path = compileFhirPath(text, { types, type, isStrict })
    const known = types.find(type)
    return (value, extra, run) => {
      const own = known === undefined || known.isResource ? typeOf(types, value) : known
      if (own === undefined) return true
      const partner = extra !== undefined && isJsonObject(extra) ? extra : undefined
      return path.isTrue(new Node(own, value, partner), environmentOf(run, { compiler, types, clock }))
    }
  }
}

const typeOf = (types: TypeTable, value: unknown): Type | undefined =>
  isJsonObject(value) ? resourceNode(types, value)?.type : undefined

type Surroundings = {
  readonly compiler: Compiler
  readonly types: TypeTable
  readonly clock: Clock | undefined
}

/** Makes one environment for each resource of a run. */
function environmentOf(run: Run, surroundings: Surroundings): Environment {
  const { frame } = run
  frame.environment ??= buildEnvironment(run, surroundings)
  return frame.environment
}

function buildEnvironment(run: Run, { compiler, types, clock }: Surroundings): Environment {
  const { resource, container } = run.frame
  const own = resourceNode(types, resource)
  const root = container === resource ? own : resourceNode(types, container)
  return {
    ...(own === undefined ? {} : { resource: own }),
    ...(root === undefined ? {} : { rootResource: root }),
    ...(clock === undefined ? {} : { clock }),
    budget: run.budget,
    resolve: (reference): JsonObject | undefined => resolveAnywhere(compiler, reference, run)?.resource,
    memberOf: ({ type, value }, valueSet) =>
      value === undefined ? undefined : memberOf(compiler.codes, valueSet, { type: type.name, value }),
    conformsTo: ({ value }, profile) => {
      if (value === undefined || !isJsonObject(value) || compiler.profileCheck(profile) === undefined) return undefined
      return isOfProfile(compiler, { ...run.frame, resource: value }, profile, run)
    },
    htmlChecks: (text) => readNarrative(text).rule === undefined,
  }
}
