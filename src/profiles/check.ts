/** Whether a resource may be stored: R4 and the profiles that it claims, in two pure passes. docs/au-core.md. */

import { isLarger } from '../core/json/json-slices.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts'
import type { MaybePromise } from '../core/maybe-promise.ts'
import { inTurns } from '../core/turns.ts'
import { listRequired } from './au-core/required-profiles.ts'
import { type Finding, finding, isPlainType } from './findings.ts'
import type { PendingCode, PendingReference, Policy } from './validator/run.ts'
import type { Asked, Validation, Validator } from './validator/validator.ts'

export type CheckOptions = {
  readonly validator: Validator
  /** `au-core`: every resource of a type with an AU Core profile must meet it, claimed or not. */
  readonly requiredProfiles: 'au-core' | 'base'
}

/** The first pass: findings, and questions that only others can answer. */
export type Checked = {
  readonly findings: readonly Finding[]
  readonly pending: { readonly references: readonly PendingReference[]; readonly codes: readonly PendingCode[] }
}

/** Answers to the questions; one that nobody can answer counts as missing. */
export type Answers = { readonly missing: readonly string[] }

export const hasErrors = (findings: readonly Finding[]): boolean => findings.some((found) => found.severity === 'error')

/** More would hold the process for many seconds. The largest published R4 resource that a body may hold has 434,206. */
const maxValues = 500_000

/** A store accepts unknown profiles and codes, but no reference that cannot lead anywhere. */
const stored: Policy = {
  unknownProfile: 'warning',
  unknownCode: 'warning',
  unknownExtension: 'information',
  wrongTarget: 'error',
  unresolved: 'error',
  // An unfinished definition may be kept; one that is active has to be usable.
  faultyDefinition: 'warning',
  // What is stored is also served as XML.
  controlCharacter: 'error',
}

/** Checks one resource. Pure: the same resource has the same findings. */
export function checkResource(resource: JsonValue, options: CheckOptions): Checked {
  const asking = askOf(resource, options)
  return 'findings' in asking ? asking : checkedOf(options.validator(asking.resource, asking.asked))
}

/** The same, in slices for a large resource, so that others run in between. */
export function checkSoon(resource: JsonValue, options: CheckOptions): MaybePromise<Checked> {
  const asking = askOf(resource, options)
  if ('findings' in asking) return asking
  const { validator } = options
  if (!isLarger(asking.resource)) return checkedOf(validator(asking.resource, asking.asked))
  return inTurns(validator.inSlices(asking.resource, asking.asked)).then(checkedOf)
}

type Asking = { readonly resource: JsonObject; readonly asked: Asked }

/** The input of the validator, or why there is none. */
function askOf(resource: JsonValue, { requiredProfiles }: CheckOptions): Asking | Checked {
  const type = isJsonObject(resource) ? resource['resourceType'] : undefined
  if (!isJsonObject(resource) || typeof type !== 'string') return refuse(finding('resource-type', 'Resource'))
  // Each contained resource weighs at least one, so a smaller resource has neither too many of them nor too many values.
  if (isLarger(resource, maxContained) && countValues(resource, maxValues) > maxValues)
    return refuse(finding('too-large', isPlainType(type) ? type : 'Resource'))
  const profiles = requiredProfiles === 'au-core' ? listRequired(type) : []
  return { resource, asked: { profiles, policy: stored } }
}

const checkedOf = ({ findings, references, codes }: Validation): Checked => ({
  findings,
  pending: { references, codes },
})

const refuse = (found: Finding): Checked => ({ findings: [found], pending: { references: [], codes: [] } })

/** The second pass: turns answers into findings. */
export function finishCheck(checked: Checked, answers: Answers): readonly Finding[] {
  const missing = new Set(answers.missing)
  const absent = checked.pending.references.filter(({ reference }) => missing.has(reference))
  return [...checked.findings, ...absent.map(({ expression }) => finding('reference-missing', expression))]
}

/** Each of them is compared with all others. */
const maxContained = 1_000

/** Objects and simple values; counting stops at the limit, which too many contained resources reach at once. */
function countValues(value: JsonValue, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1
  const isArray = Array.isArray(value)
  if (!isArray && Array.isArray(value['contained']) && value['contained'].length > maxContained) return limit + 1
  let count = isArray ? 0 : 1
  for (const inner of isArray ? value : Object.values(value)) {
    count += countValues(inner, limit - count)
    if (count > limit) break
  }
  return count
}
