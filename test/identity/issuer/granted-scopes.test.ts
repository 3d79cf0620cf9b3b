import { expect, test } from '@jest/globals'
import { narrowScopes, plainScopes, scopesOfRoles } from '../../../src/identity/issuer/granted-scopes.ts'

test.each([
  ['user/Patient.rs', 'user/Patient.rs', 'user/Patient.rs'],
  ['user/Patient.read', 'user/*.rs', 'user/Patient.read'],
  ['user/Patient.cruds', 'user/Patient.rs', 'user/Patient.rs'],
  ['user/*.rs', 'user/Patient.rs user/Observation.r', 'user/Patient.rs user/Observation.r'],
  ['user/*.*', 'user/*.rs', 'user/*.rs'],
  ['user/Patient.write', 'user/Patient.rs', ''],
  ['patient/Patient.rs', 'user/Patient.rs', 'patient/Patient.rs'],
  ['user/Patient.rs', 'patient/Patient.rs', ''],
  ['system/Patient.rs', 'user/*.cruds', ''],
  ['user/Patient.rs', 'system/*.cruds', ''],
  ['user/Observation.rs', 'user/Observation.rs?category=laboratory', 'user/Observation.rs?category=laboratory'],
  ['user/Observation.rs?category=laboratory', 'user/Observation.rs', 'user/Observation.rs?category=laboratory'],
  ['user/Observation.rs?category=a', 'user/Observation.rs?category=b', ''],
  ['user/Nonsense.rs', 'user/*.cruds', ''],
  ['openid launch', 'openid', 'openid'],
  ['user/Patient.rs user/Patient.rs', 'user/*.rs', 'user/Patient.rs'],
  ['', 'user/*.cruds', ''],
])('D154: of "%s" within "%s" there is "%s"', (asked, allowed, granted) => {
  const split = (text: string) => text.split(' ').filter(Boolean)

  expect(narrowScopes(split(asked), split(allowed))).toEqual(split(granted))
})

test('D154: what is granted covers no more than was asked, and no more than is allowed, whatever both are', () => {
  const some = [
    'user/*.cruds',
    'user/Patient.rs',
    'patient/*.r',
    'user/Observation.rs?category=a',
    'user/Patient.cu',
    'system/*.rs',
    'openid',
  ]
  const covers = (whole: readonly string[], part: string) => narrowScopes([part], whole).includes(part)
  for (const one of some)
    for (const other of some)
      for (const granted of narrowScopes([one], [other])) {
        expect(covers([one], granted)).toBe(true)
        expect(covers([other], granted)).toBe(true)
      }
})

test('D154: a patient grants scopes of patients alone', () => {
  expect(
    narrowScopes(
      ['user/*.rs', 'patient/*.cruds', 'system/*.rs', ...plainScopes],
      scopesOfRoles(['patient'], 'banksia'),
    ),
  ).toEqual(['patient/*.rs', ...plainScopes])
})
