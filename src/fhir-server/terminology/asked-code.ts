/** The code in the question of a terminology operation. R4 terminology-service.html: `code` and `system`, a `coding`, or a `codeableConcept`. */
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import type { Code } from '../../profiles/code-lookup.ts'
import type { FhirRequest } from '../exchange.ts'
import { findText, listInputs, valueOfInput } from '../parameters.ts'

export const findInput = (request: FhirRequest, name: string): JsonValue | undefined =>
  valueOfInput(listInputs(request).find((input) => input['name'] === name))

export function findObject(request: FhirRequest, name: string): JsonObject | undefined {
  const value = findInput(request, name)
  if (value === undefined) return undefined
  if (!isJsonObject(value)) throw invalidField(name, 'must be an object')
  return value
}

/** Undefined members are left out. */
export function buildCode(parts: { readonly [K in keyof Code]: Code[K] | undefined }): Code {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}

export function readCoding(coding: JsonObject): Code {
  const [system, version] = [textOf(coding, 'system'), textOf(coding, 'version')]
  return buildCode({ system, version, code: textOf(coding, 'code'), display: textOf(coding, 'display') })
}

/** Reads all codes of a request; R4 wants one of the three forms. */
export function readCodes(request: FhirRequest, names: { readonly system: string; readonly version: string }): Code[] {
  const code = findText(request, 'code')
  const coding = findObject(request, 'coding')
  const concept = findObject(request, 'codeableConcept')
  if ([code, coding, concept].filter((given) => given !== undefined).length !== 1)
    throw invalidField('code', 'is expected, or a coding, or a codeableConcept')
  if (coding !== undefined) return [readCoding(coding)]
  if (concept !== undefined)
    return (Array.isArray(concept['coding']) ? concept['coding'] : []).filter(isJsonObject).map(readCoding)
  const [system, version] = [findText(request, names.system), findText(request, names.version)]
  return [buildCode({ system, version, code, display: findText(request, 'display') })]
}

export function readFlag(request: FhirRequest, name: string): boolean {
  const text = findText(request, name) ?? 'false'
  if (text !== 'true' && text !== 'false') throw invalidField(name, 'must be true or false')
  return text === 'true'
}

export function readNumber(request: FhirRequest, name: string): number | undefined {
  const text = findText(request, name)
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw invalidField(name, 'must be a whole number')
  return Number(text)
}
