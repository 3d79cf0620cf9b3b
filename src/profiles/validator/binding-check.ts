/** Codes against the value set that an element is bound to, by strength. R4 terminologies.html#strength. */
import type { ElementDefinition } from '@medplum/fhirtypes'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import type { Code, CodeLookup, Membership } from '../code-lookup.ts'
import type { RuleKey } from '../findings.ts'
import type { Compiler } from './compiler.ts'
import type { Run, ValueCheck } from './run.ts'

type Binding = NonNullable<ElementDefinition['binding']>

const maxValueSet = 'http://hl7.org/fhir/StructureDefinition/elementdefinition-maxValueSet'

/** The rules broken by a value outside the set, and by a value without any code. */
type Strength = { readonly outside: RuleKey; readonly none: RuleKey | undefined }

const strengths: Readonly<Record<string, Strength>> = {
  required: { outside: 'required-binding', none: 'required-binding' },
  extensible: { outside: 'extensible-binding', none: 'extensible-binding' },
}

/** D122: a concept without codes breaks a binding; a Coding or Quantity without a code is left to its minimum. */
const strengthOf = (name: string | undefined, type: string): Strength | undefined => {
  const strength = strengths[name ?? '']
  return strength === undefined || type === 'CodeableConcept' ? strength : { ...strength, none: undefined }
}

export function compileBinding(compiler: Compiler, binding: Binding | undefined, type: string): ValueCheck | undefined {
  const read = readers[type]
  if (binding === undefined || read === undefined) return undefined
  const most = binding.extension?.find(({ url }) => url === maxValueSet)
  const outer = most?.valueCanonical ?? most?.valueUri
  const strength = strengthOf(binding.strength, type)
  const inner =
    strength === undefined || binding.valueSet === undefined
      ? undefined
      : compileSet(compiler.codes, { valueSet: binding.valueSet, strength, read })
  if (outer === undefined || binding.strength === 'required') return inner
  // Only codes have a maximum set: a text alone is allowed where the strength allows it.
  const limit = compileSet(compiler.codes, {
    valueSet: outer,
    strength: { outside: 'required-binding', none: undefined },
    read,
  })
  return inner === undefined
    ? limit
    : (value, extra, run) => {
        inner(value, extra, run)
        limit(value, extra, run)
      }
}

type Bound = { readonly valueSet: string; readonly strength: Strength; readonly read: Reader }

function compileSet(codes: CodeLookup, { valueSet, strength, read }: Bound): ValueCheck {
  const more = { detail: valueSet }
  return (value, _extra, run) => {
    if (value === undefined) return
    const membership = read(value, valueSet, codes)
    if (membership === 'member') return
    if (membership === 'unknown') leavePending(run, { valueSet, strength }, listCodes(value))
    else if (membership === 'not-member') run.report(strength.outside, undefined, more)
    else if (strength.none !== undefined) reportNone(run, { valueSet, strength }, codes)
  }
}

/** A set that is not at hand decides as little about a missing code as about a wrong one. */
function reportNone(run: Run, bound: Pick<Bound, 'valueSet' | 'strength'>, codes: CodeLookup): void {
  if (codes.checkMembership(bound.valueSet, {}) === 'unknown') leavePending(run, bound, [{}])
  else if (bound.strength.none !== undefined) run.report(bound.strength.none, undefined, { detail: bound.valueSet })
}

/** Leaves the code to an external terminology server; until that answers, it is a warning. */
function leavePending(run: Run, { valueSet, strength }: Pick<Bound, 'valueSet' | 'strength'>, codes: Code[]): void {
  if (strength.outside !== 'required-binding') return
  run.report('binding-unknown', undefined, { detail: valueSet })
  run.codes.push({
    expression: run.expression(),
    valueSet,
    codes,
    ...(run.profile === undefined ? {} : { profile: run.profile }),
  })
}

/** `none` says that the value has no code. */
type Reader = (value: JsonValue, valueSet: string, codes: CodeLookup) => Membership | 'none'

const readText: Reader = (value, valueSet, codes) =>
  typeof value === 'string' ? codes.checkMembership(valueSet, { code: value }) : 'none'

/** A code without a system has no meaning, so that it is in no set. R4 datatypes.html#Coding. */
const readCoding: Reader = (value, valueSet, codes) => {
  if (!isJsonObject(value) || typeof value['code'] !== 'string') return 'none'
  const membership = codes.checkMembership(valueSet, value as Code)
  return membership === 'member' && value['system'] === undefined ? 'not-member' : membership
}

/** A quantity's code is its unit. */
const readQuantity: Reader = (value, valueSet, codes) => {
  if (!isJsonObject(value) || typeof value['code'] !== 'string') return 'none'
  const { system, code } = value
  return codes.checkMembership(valueSet, typeof system === 'string' ? { system, code } : { code })
}

/** One coding in the set is enough. */
const readConcept: Reader = (value, valueSet, codes) => {
  const codings = isJsonObject(value) ? value['coding'] : undefined
  if (!Array.isArray(codings)) return 'none'
  let best: Membership | 'none' = 'none'
  for (const coding of codings) {
    const membership = readCoding(coding, valueSet, codes)
    if (membership === 'member') return membership
    if (best !== 'unknown') best = membership === 'none' && best !== 'none' ? best : membership
  }
  return best
}

const readers: Readonly<Record<string, Reader>> = {
  code: readText,
  string: readText,
  uri: readText,
  Coding: readCoding,
  CodeableConcept: readConcept,
  Quantity: readQuantity,
  Age: readQuantity,
  Duration: readQuantity,
}

const isCoding = (value: JsonValue): value is JsonObject & Code =>
  isJsonObject(value) && typeof value['code'] === 'string'

/** Lists system and code only: nothing else may leave the instance. */
function listCodes(value: JsonValue): Code[] {
  if (typeof value === 'string') return [{ code: value }]
  const codings = isJsonObject(value) && Array.isArray(value['coding']) ? value['coding'] : [value]
  return codings.filter(isCoding).map(({ system, version, code }) => ({
    ...(system === undefined ? {} : { system }),
    ...(version === undefined ? {} : { version }),
    ...(code === undefined ? {} : { code }),
  }))
}

type Typed = { readonly type: string; readonly value: JsonValue }

/** `undefined` if the set is not known here. R4 fhirpath.html#functions, memberOf. */
export function memberOf(codes: CodeLookup, valueSet: string, { type, value }: Typed): boolean | undefined {
  const membership = (readers[type] ?? readText)(value, valueSet, codes)
  return membership === 'unknown' ? undefined : membership === 'member'
}
