/** The parts that compiling uses: definitions, terminology, and the checks already compiled. */

import type { SearchParameter } from '@medplum/fhirtypes'
import type { JsonValue } from '../../core/json.ts'
import type { CodeLookup } from '../code-lookup.ts'
import type { GlobalProfile } from '../definitions/global-profiles.ts'
import type { Finding } from '../findings.ts'
import type { Registry } from '../registry.ts'
import type { Supporting } from '../supporting.ts'
import type { ObjectCheck, Run, ValueCheck } from './run.ts'
import type { ElementNode } from './snapshot-tree.ts'

/** Whether an expression is true of a value; it throws where it cannot be evaluated. */
export type Expression = (value: JsonValue | undefined, extra: JsonValue | undefined, run: Run) => boolean

/** `isStrict`: an element that its type does not have is an error. */
export type CompileExpression = (text: string, type: string, isStrict?: boolean) => Expression

export type Against = {
  /** The type of the value: one of the element's types. */
  readonly type: string
  /** The element that an earlier check covered, if any. */
  readonly base: ElementNode | undefined
}

export type Compiler = {
  readonly registry: Registry
  readonly codes: CodeLookup
  readonly findQuestionnaire: Supporting['findQuestionnaire'] | undefined
  /** Finds targets besides those in the resource or in the Bundle around it. */
  readonly findTarget: Supporting['findTarget'] | undefined
  /** Finds a search parameter by its address, with or without a version. */
  readonly findSearchParameter: (canonical: string) => SearchParameter | undefined
  /** The profiles that packages declare for all resources of a type. */
  readonly listGlobal: (type: string) => readonly GlobalProfile[]
  /** The severity of a broken best practice; `undefined` leaves it out. */
  readonly bestPractice: Finding['severity'] | undefined
  readonly isResourceType: (name: string) => boolean
  readonly isPrimitive: (name: string) => boolean
  /** Returns the snapshot of a type or profile as a tree; throws a DefinitionError if it is faulty. */
  readonly findTree: (canonical: string) => ElementNode | undefined
  /** Checks members and rules of a type (`HumanName`) or of a part of one (`Patient.contact`). */
  readonly typeCheck: (name: string) => ObjectCheck
  /** Checks the demands of a profile beyond its type; `undefined` if the profile is not known. */
  readonly profileCheck: (canonical: string) => ValueCheck | undefined
  /** Compiles the demands of an element on a value and on all below it, beyond earlier checks. */
  readonly compileDelta: (node: ElementNode, against: Against) => ValueCheck | undefined
  /** Checks a resource of any type with the profiles that it claims. */
  readonly resourceCheck: ObjectCheck
  /** Rules that no definition states, by type. */
  readonly rules: Readonly<Record<string, (value: JsonValue, run: Run) => void>>
  /** FHIRPath on values of a type. */
  readonly compileExpression: CompileExpression
}

const base = 'http://hl7.org/fhir/StructureDefinition/'

export const baseUrlOf = (type: string): string => base + type

/** Returns the name of the R4 definition that a canonical names. */
export const baseTypeOf = (canonical: string): string | undefined => {
  const url = canonical.split('|')[0] ?? canonical
  return url.startsWith(base) ? url.slice(base.length) : undefined
}

/** Joins checks into one; `undefined` for none. */
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
