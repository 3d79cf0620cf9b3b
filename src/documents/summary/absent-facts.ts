/** A Patient with the facts that the patient summary demands, or with the statement that they are unknown. IPS 2.0.0 StructureDefinition-Patient-uv-ips.html; D117. */
import { isJsonObject, type JsonObject } from '../../core/json.ts'

const unknown = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
}

export function withAbsent(patient: JsonObject): JsonObject {
  const names = Array.isArray(patient['name']) ? patient['name'].filter(isJsonObject) : []
  const named = names.map((name) => (isSaid(name) ? name : { ...name, _text: unknown }))
  const isBorn = patient['birthDate'] !== undefined || patient['_birthDate'] !== undefined
  return {
    ...patient,
    name: named.length === 0 ? [{ _text: unknown }] : named,
    ...(isBorn ? {} : { _birthDate: unknown }),
  }
}

/** Invariant ips-pat-1. */
const isSaid = (name: JsonObject): boolean =>
  ['family', 'given', 'text', '_family', '_given', '_text'].some((part) => name[part] !== undefined)
