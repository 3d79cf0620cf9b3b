/** Values of a FHIRPath Patch operation: the value of a parameter, or one that its parts make. R4 fhirpatch.html, parameters.html. */
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import type { Member } from '../../profiles/definitions/element-tables.ts'
import { isTextObject, type TextObject, type TextValue } from './number-text.ts'

export type PatchValue = {
  /** `Quantity` of `valueQuantity`. */
  readonly suffix?: string
  readonly value?: TextValue
  readonly parts?: readonly Named[]
}

export type Named = { readonly name: string; readonly value: PatchValue }

/** The parts of a parameter; leaves out anything else. */
export function listParts(parameter: TextObject): readonly Named[] {
  const parts = parameter['part']
  if (!Array.isArray(parts)) return []
  return parts.filter(isTextObject).map((part) => ({ name: String(part['name']), value: readValue(part) }))
}

function readValue(part: TextObject): PatchValue {
  const [key, value] = Object.entries(part).find(([name]) => /^value[A-Z]/.test(name)) ?? []
  if (key !== undefined && value !== undefined) return { suffix: key.slice('value'.length), value }
  return part['resource'] === undefined ? { parts: listParts(part) } : { value: part['resource'] }
}

/** The member of a type for an element's name and this value: `value` is `valueQuantity` for a Quantity. */
export function findTarget(
  definitions: Definitions,
  type: string,
  { name, value }: Named,
): { readonly key: string; readonly member: Member } | undefined {
  const members = definitions.findType(type)?.members
  const plain = members?.get(name)
  if (plain !== undefined) return { key: name, member: plain }
  const key = `${name}${value.suffix ?? ''}`
  const chosen = members?.get(key)
  return chosen?.element === `${name}[x]` ? { key, member: chosen } : undefined
}

/** Undefined if the parts make no value of the type. */
export function buildValue(definitions: Definitions, type: string, given: PatchValue): TextValue | undefined {
  if (given.value !== undefined) return given.value
  const object: TextObject = {}
  for (const part of given.parts ?? []) {
    const target = findTarget(definitions, type, part)
    const value = target && buildValue(definitions, target.member.type, part.value)
    if (target === undefined || value === undefined) return undefined
    const before = object[target.key]
    if (!target.member.array) object[target.key] = value
    else object[target.key] = [...(Array.isArray(before) ? before : []), value]
  }
  return Object.keys(object).length === 0 ? undefined : object
}
