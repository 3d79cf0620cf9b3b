/** Profiles that apply to a resource without a claim. R4 observation-vitalsigns.html. */
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { baseUrlOf } from './compiler.ts'

/** LOINC codes of vital signs, and the R4 profile of each. */
const vitalSigns: Readonly<Record<string, string>> = {
  '85353-1': 'vitalspanel',
  '9279-1': 'resprate',
  '8867-4': 'heartrate',
  '2708-6': 'oxygensat',
  '8310-5': 'bodytemp',
  '8302-2': 'bodyheight',
  '9843-4': 'headcircum',
  '29463-7': 'bodyweight',
  '39156-5': 'bmi',
  '85354-9': 'bp',
}

const none: readonly string[] = []

export function listImplied(resource: JsonObject): readonly string[] {
  if (resource['resourceType'] !== 'Observation') return none
  const { code } = resource
  const codings = isJsonObject(code) && Array.isArray(code['coding']) ? code['coding'] : []
  for (const coding of codings) {
    if (!isJsonObject(coding) || coding['system'] !== 'http://loinc.org') continue
    const own = coding['code']
    const profile = typeof own === 'string' && Object.hasOwn(vitalSigns, own) ? vitalSigns[own] : undefined
    if (profile !== undefined) return [baseUrlOf(profile)]
  }
  return none
}
