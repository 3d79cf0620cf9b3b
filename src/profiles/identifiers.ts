/** Check digits of Australian identifiers. AU Base 6.0.0 for those that FHIR demands; others only warn at entry, because official data breaks them. */
import { type IdentifierKind, type IdentifierRow, identifierSystems } from './code-systems.ts'

/** ISO/IEC 7812-1 annex B. */
export function hasLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 1 : 2)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return /^\d+$/.test(digits) && sum % 10 === 0
}

/** True if AU Base's invariants on the value hold. */
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

/**
 * DVA file number: state, war code of up to three letters, or none or a blank, digits up to seven characters of both, and a letter for
 * a dependant. METEOR 339127.
 */
export const isDvaFileNumber = (value: string): boolean =>
  /^[NVQWST](?: ?\d{1,6}|[A-Z]\d{1,6}|[A-Z]{2}\d{1,5}|[A-Z]{3}\d{1,4})[A-Z]?$/.test(value.trim().toUpperCase())

const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** ABN: with one less in the first digit, the weighted sum is a multiple of 89. */
export function isAbn(value: string): boolean {
  const text = value.replaceAll(' ', '')
  const sum = abnWeights.reduce((total, weight, index) => total + weight * Number(text[index]), -10)
  return /^\d{11}$/.test(text) && sum % 89 === 0
}

type EntryCheck = { readonly isValid: (value: string) => boolean; readonly message: string }

/** For each system, the warning at entry for a number that official data may break. */
const entryChecks: ReadonlyMap<string, EntryCheck> = new Map([
  [
    identifierSystems.medicare.system,
    { isValid: isMedicareNumber, message: 'has a Medicare number whose check digit is wrong' },
  ],
  [
    identifierSystems.medicareProvider.system,
    { isValid: isProviderNumber, message: 'has a Medicare provider number whose check character is wrong' },
  ],
  [identifierSystems.abn.system, { isValid: isAbn, message: 'has an ABN whose check digits are wrong' }],
])

type Identified = { readonly system?: string | undefined; readonly value?: string | undefined }

/** Warnings for a person who enters these numbers; refuses nothing. */
export const listEntryWarnings = (identifiers: readonly Identified[]): readonly string[] =>
  identifiers.flatMap(({ system = '', value }) => {
    const check = entryChecks.get(system)
    return check === undefined || value === undefined || check.isValid(value) ? [] : [check.message]
  })
