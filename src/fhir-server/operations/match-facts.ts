/** The facts that identify a Patient, read from any JSON: what has another form is no fact. R4 patient-operation-match.html; D116. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { foldText } from '../../fhir-search/index/text-folding.ts'

export type Facts = {
  /** All of them: one that is left out could be the one that differs. */
  readonly identifiers: readonly { readonly system: string; readonly value: string }[]
  /** Folded, as are given names. */
  readonly families: readonly string[]
  readonly givens: readonly string[]
  /** A date of any precision. */
  readonly birthDate: string | undefined
  /** Absent if it says nothing about the person. */
  readonly gender: string | undefined
  /** Digits of numbers, other addresses in lower case. */
  readonly telecoms: readonly string[]
  readonly postcodes: readonly string[]
}

/** The most values of one other kind that are compared. */
const most = 10

const objects = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value : []).filter(isJsonObject)

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value.trim() : '')

const some = (texts: readonly string[]): string[] => [...new Set(texts.filter((one) => one !== ''))].slice(0, most)

export function readFacts(patient: JsonObject): Facts {
  const names = objects(patient['name']).slice(0, most)
  const birthDate = text(patient['birthDate'])
  const gender = text(patient['gender'])
  return {
    identifiers: objects(patient['identifier'])
      .map((one) => ({ system: text(one['system']), value: text(one['value']) }))
      .filter(({ system, value }) => system !== '' && value !== ''),
    families: some(names.map((name) => foldText(text(name['family'])))),
    givens: some(
      names.flatMap((name) => (Array.isArray(name['given']) ? name['given'] : []).map((one) => foldText(text(one)))),
    ),
    birthDate: /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(birthDate) ? birthDate : undefined,
    gender: gender === 'male' || gender === 'female' ? gender : undefined,
    telecoms: some(
      objects(patient['telecom'])
        .slice(0, most)
        .map((one) => plainTelecom(text(one['value']))),
    ),
    postcodes: some(
      objects(patient['address'])
        .slice(0, most)
        .map((one) => foldText(text(one['postalCode']))),
    ),
  }
}

/** `+61 3 9000 0000` and `(03) 9000 0000` end in the same eight digits. */
function plainTelecom(value: string): string {
  if (value.includes('@')) return value.toLowerCase()
  const digits = value.replaceAll(/\D/g, '')
  return digits.length >= 8 ? digits.slice(-8) : digits
}
