/** Check digits of Australian identifiers. AU Base 6.0.0 for what FHIR demands; the rest warns at entry only, since official data breaks it. */
import { type IdentifierKind, type IdentifierRow, identifierSystems } from './code-systems.ts'

/** ISO/IEC 7812-1 annex B. */
export function hasLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 1 : 2)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return /^\d+$/.test(digits) && sum % 10 === 0
}

/** Whether AU Base's invariants on the value hold. */
export function isIdentifier(kind: IdentifierKind, value: string): boolean {
  const row: IdentifierRow = identifierSystems[kind]
  return (row.pattern?.test(value) ?? value !== '') && (row.luhn !== true || hasLuhn(value))
}

const medicareWeights = [1, 3, 7, 9, 1, 3, 7, 9]

/** Medicare card: first digit 2 to 6, ninth the weighted sum of the first eight modulo 10, then issue number and, or not, the person's. */
export function isMedicareNumber(value: string): boolean {
  const text = value.replaceAll(' ', '')
  const sum = medicareWeights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return /^[2-6]\d{8}[1-9]\d?$/.test(text) && sum % 10 === Number(text[8])
}

const stemWeights = [3, 5, 8, 4, 2, 1]
const practiceLocations = '0123456789ABCDEFGHJKLMNPQRTUVWXY'
const providerChecks = 'YXWTLKJHFBA'

/** Medicare provider number: six digits of the provider, one practice location character, one check character. */
export function isProviderNumber(value: string): boolean {
  const text = value.trim().toUpperCase().padStart(8, '0')
  const location = practiceLocations.indexOf(text[6] ?? '')
  const sum = stemWeights.reduce((total, weight, index) => total + weight * Number(text[index]), 6 * location)
  return /^\d{6}[0-9A-Z][A-Z]$/.test(text) && location >= 0 && providerChecks[sum % 11] === text[7]
}
