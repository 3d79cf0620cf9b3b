/** Check digits of Australian identifiers. AU Base 6.0.0. */
import { expect, test } from '@jest/globals'
import { identifierSystems } from '../../src/profiles/code-systems.ts'
import {
  hasLuhn,
  isAbn,
  isIdentifier,
  isMedicareNumber,
  isProviderNumber,
  listEntryWarnings,
} from '../../src/profiles/identifiers.ts'

test.each(['8003608166690503', '8003619900015717', '8003628233352432', '4539578763621486'])(
  'ISO/IEC 7812-1: %s passes',
  (digits) => {
    expect(hasLuhn(digits)).toBe(true)
  },
)

test.each(['8003608166690504', '', 'abc', '800360816669050x'])('ISO/IEC 7812-1: "%s" fails', (digits) => {
  expect(hasLuhn(digits)).toBe(false)
})

test.each([
  ['ihi', '8003608166690503', true],
  ['ihi', '8003619900015717', false],
  ['hpii', '8003619900015717', true],
  ['hpio', '8003628233352432', true],
  ['hpio', '80036282333524320', false],
  ['abn', '12345678901', true],
  ['abn', '1234567890', false],
  ['ahpra', 'MED0000932945', true],
  ['medicare', '21234567001', true],
  ['medicare', '212345670012', false],
] as const)('AU Base: %s %s is %s', (kind, value, valid) => {
  expect(isIdentifier(kind, value)).toBe(valid)
})

test.each([
  ['2123456701', true],
  ['21234567011', true],
  ['2123 45670 1', true],
  ['2123456711', false],
  ['1123456701', false],
  ['2123456700', false],
  ['212345670', false],
])('Medicare card %s: %s', (value, valid) => {
  expect(isMedicareNumber(value)).toBe(valid)
})

test.each([
  ['2426621B', true],
  ['988939BJ', true],
  ['1234561A', false],
  ['2426621I', false],
  ['24266', false],
])('Medicare provider number %s: %s', (value, valid) => {
  expect(isProviderNumber(value)).toBe(valid)
})

test.each([
  ['90794605008', true],
  ['23 964 290 824', true],
  ['12345678901', false],
  ['9079460500', false],
])('ABN %s: %s', (value, valid) => {
  expect(isAbn(value)).toBe(valid)
})

test('docs/au-core.md: numbers whose check digits AU Base does not demand are told of, others are not', () => {
  const { medicare, medicareProvider, abn, ihi } = identifierSystems
  const wrong = [
    { system: medicare.system, value: '2123456711' },
    { system: medicareProvider.system, value: '1234561A' },
    { system: abn.system, value: '12345678901' },
  ]

  expect(listEntryWarnings(wrong)).toHaveLength(3)
  expect(listEntryWarnings([{ system: ihi.system, value: '1' }, { system: medicare.system }, { value: '1' }])).toEqual(
    [],
  )
})
