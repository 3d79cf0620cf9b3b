/** Check digits and partitions of SNOMED CT and LOINC codes, for systems that are not loaded. */
import { hasLuhn } from '../profiles/identifiers.ts'

/** Products of the dihedral group D5; J. Verhoeff, Error Detecting Decimal Codes, 1969. */
const products = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
]

/** One place's permutation; the place n takes it n times. */
const permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

function permute(digit: number, times: number): number {
  let permuted = digit
  for (let time = 0; time < times; time++) permuted = permutation[permuted] ?? 0
  return permuted
}

export function hasVerhoeff(digits: string): boolean {
  let check = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = permute(Number(digits[digits.length - 1 - place]), place % 8)
    check = products[check]?.[digit] ?? 0
  }
  return /^\d+$/.test(digits) && check === 0
}

/** SNOMED CT Release File Specifications 6.2: a concept id has partition 00, or 10 after a namespace of seven digits. */
export const isSnomedConcept = (code: string): boolean =>
  /^[1-9]\d{5,17}$/.test(code) && /^(?:\d+00|\d{8,}10)\d$/.test(code) && hasVerhoeff(code)

/** A post-coordinated expression with a concept as its focus. SNOMED CT compositional grammar. */
export const isSnomedExpression = (code: string): boolean =>
  /^(?:===|<<<)?\s*\d{6,18}\s*(?:\|[^|]*\|)?\s*[:+]/.test(code) || /^\(/.test(code)

/** LOINC Users' Guide, appendix C: the last digit is mod 10 of the others; parts and answers have a letter prefix. */
export function isLoincCode(code: string): boolean {
  const [, digits = '', check = ''] = /^(?:L[AGLP])?(\d{1,8})-(\d)$/.exec(code) ?? []
  return digits !== '' && (code.startsWith('L') || hasLuhn(digits + check))
}
