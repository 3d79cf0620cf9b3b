/** What compiling has at hand: definitions, terminology, and the checks that are compiled already. */
import type { JsonValue } from '../../core/json.ts'
import type { CodeLookup } from '../code-lookup.ts'
import type { Finding } from '../findings.ts'
import type { Registry } from '../registry.ts'
import type { Supporting } from '../supporting.ts'
import type { ObjectCheck, Run, ValueCheck } from './run.ts'
import type { ElementNode } from './snapshot-tree.ts'

/** Whether an expression is true of a value; it throws where it cannot be evaluated. */
export type Expression = (value: JsonValue | undefined, extra: JsonValue | undefined, run: Run) => boolean

export type CompileExpression = (text: string, type: string) => Expression

export type Against = {
  /** Of the value: one of the element's types. */
  readonly type: string
  /** The element that was checked before, if any. */
  readonly base: ElementNode | undefined
}

export type Compiler = {
  readonly registry: Registry
  readonly codes: CodeLookup
  readonly findQuestionnaire: Supporting['findQuestionnaire'] | undefined
  /** Beside what the resource or the Bundle around it holds. */
  readonly findTarget: Supporting['findTarget'] | undefined
  /** As what a broken best practice is told; `undefined`: not at all. */
  readonly bestPractice: Finding['severity'] | undefined
  readonly isResourceType: (name: string) => boolean
  readonly isPrimitive: (name: string) => boolean
  /** The snapshot of a type or profile as a tree; it throws a DefinitionError where that is faulty. */
  readonly findTree: (canonical: string) => ElementNode | undefined
  /** Members and rules of a type (`HumanName`) or of a part of one (`Patient.contact`). */
  readonly typeCheck: (name: string) => ObjectCheck
  /** What a profile demands beyond its type; `undefined` where it is not known. */
  readonly profileCheck: (canonical: string) => ValueCheck | undefined
  /** What an element demands of a value and of all below it, beyond what was checked before. */
  readonly compileDelta: (node: ElementNode, against: Against) => ValueCheck | undefined
  /** A resource of any type with the profiles that it claims. */
  readonly resourceCheck: ObjectCheck
  /** Rules that no definition states, by type. */
  readonly rules: Readonly<Record<string, (value: JsonValue, run: Run) => void>>
  /** FHIRPath on values of a type. */
  readonly compileExpression: CompileExpression
}

const base = 'http://hl7.org/fhir/StructureDefinition/'

export const baseUrlOf = (type: string): string => base + type

/** The name of the definition of R4's own that a canonical names. */
export const baseTypeOf = (canonical: string): string | undefined => {
  const url = canonical.split('|')[0] ?? canonical
  return url.startsWith(base) ? url.slice(base.length) : undefined
}

/** All of them, as one; `undefined` for none. */
export function joinChecks(checks: readonly (ValueCheck | undefined)[]): ValueCheck | undefined {
  const [first, second, ...rest] = checks.filter((check) => check !== undefined)
  if (first === undefined || second === undefined) return first
  if (rest.length === 0)
    return (value, extra, run) => {
      first(value, extra, run)
      second(value, extra, run)
    }
  const all = [first, second, ...rest]
  return (value, extra, run) => {
    for (const check of all) check(value, extra, run)
  }
}
