/** Invented people with identifiers that pass their check digits, made from a seed: the same seed, the same person. */
import { createHash } from 'node:crypto'

/** Returns `count` digits from the seed. */
function digitsOf(seed: string, count: number): string {
  const hash = createHash('sha256').update(seed).digest()
  return [...hash]
    .map((byte) => byte % 10)
    .join('')
    .slice(0, count)
}

const pick = <T>(list: readonly [T, ...T[]], seed: string): T =>
  list[createHash('sha256').update(seed).digest().readUInt32BE(0) % list.length] ?? list[0]

/** ISO/IEC 7812-1 annex B: the digit that completes the number. */
function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** National healthcare identifiers: sixteen digits, the last one by Luhn. */
function healthcareIdentifier(prefix: '800360' | '800361' | '800362', seed: string): string {
  const digits = `${prefix}${digitsOf(`${prefix}/${seed}`, 9)}`
  return `${digits}${luhnDigit(digits)}`
}

const medicareWeights = [1, 3, 7, 9, 1, 3, 7, 9]

/** Card number with its check digit, issue number 1, person 1. */
export function medicareNumber(seed: string): string {
  const digits = digitsOf(`medicare/${seed}`, 8)
  const card = `${2 + (Number(digits[0]) % 5)}${digits.slice(1)}`
  const sum = medicareWeights.reduce((total, weight, index) => total + weight * Number(card[index]), 0)
  return `${card}${sum % 10}11`
}

const providerWeights = [3, 5, 8, 4, 2, 1]
const providerChecks = 'YXWTLKJHFBA'

/** Six digits, practice location 1, check letter. */
function providerNumber(seed: string): string {
  const stem = digitsOf(`provider/${seed}`, 6)
  const sum = providerWeights.reduce((total, weight, index) => total + weight * Number(stem[index]), 6)
  return `${stem}1${providerChecks[sum % 11]}`
}

const hi = 'http://ns.electronichealth.net.au/id'
const types = {
  international: 'http://terminology.hl7.org/CodeSystem/v2-0203',
  australian: 'http://terminology.hl7.org.au/CodeSystem/v2-0203',
} as const

type Identifier = {
  readonly type: { readonly coding: readonly [{ readonly system: string; readonly code: string }] }
  readonly system: string
  readonly value: string
}

const identifier = (origin: keyof typeof types, code: string, [system, value]: [string, string]): Identifier => ({
  type: { coding: [{ system: types[origin], code }] },
  system: `${hi}/${system}`,
  value,
})

const practice = 'practice'
const hpio = healthcareIdentifier('800362', practice)
const address = { line: ['27 Paperbark Street'], city: 'Bangalow', state: 'NSW', postalCode: '2479', country: 'AU' }

export const organization = {
  resourceType: 'Organization',
  identifier: [identifier('australian', 'NOI', ['hi/hpio/1.0', hpio])],
  name: 'Paperbark Street Medical Centre',
  telecom: [{ system: 'phone', value: '02 5550 7010', use: 'work' }],
  address: [address],
}

export const location = {
  resourceType: 'Location',
  identifier: [{ system: 'https://banksia.example/locations', value: 'paperbark-street' }],
  status: 'active',
  name: 'Paperbark Street Medical Centre, rooms 1 to 4',
  address,
}

export const practitioner = {
  resourceType: 'Practitioner',
  identifier: [identifier('international', 'NPI', ['hi/hpii/1.0', healthcareIdentifier('800361', practice)])],
  name: [{ use: 'official', family: 'Okonkwo-Reid', given: ['Imogen'], prefix: ['Dr'] }],
}

export const practitionerRole = {
  resourceType: 'PractitionerRole',
  identifier: [identifier('australian', 'UPIN', ['medicare-provider-number', providerNumber(practice)])],
  active: true,
  code: [
    {
      coding: [{ system: 'http://www.abs.gov.au/ausstats/abs@.nsf/mf/1220.0', code: '253111' }],
      text: 'General practitioner',
    },
  ],
}

const givenNames = [
  'Alexis',
  'Bailey',
  'Casey',
  'Darcy',
  'Frankie',
  'Jules',
  'Kerry',
  'Morgan',
  'Robin',
  'Tracy',
] as const
const families = [
  'Abernethy',
  'Bucolo',
  'Dillenbeck',
  'Faraday',
  'Hutchins',
  'Kapetanos',
  'Lindqvist',
  'Marwaha',
  'Ngata',
  'Tranter',
] as const
const streets = ['Banyan Court', 'Corella Avenue', 'Fig Tree Lane', 'Lomandra Road', 'Wattlebird Crescent'] as const

/** Names do not tell the sex, which the dialogue may tell otherwise than the seed. */
export function buildPatient(seed: string) {
  const number = digitsOf(`patient/${seed}`, 6)
  const record = `PS-${number}`
  return {
    resourceType: 'Patient',
    identifier: [
      identifier('international', 'NI', ['hi/ihi/1.0', healthcareIdentifier('800360', seed)]),
      identifier('international', 'MC', ['medicare-number', medicareNumber(seed)]),
      identifier('international', 'MR', [`hpio-scoped/medicalrecord/1.0/${hpio}`, record]),
    ],
    name: [{ use: 'official', family: pick(families, `family/${seed}`), given: [pick(givenNames, `given/${seed}`)] }],
    gender: pick(['female', 'male'], `gender/${seed}`),
    birthDate: `${1950 + (Number(number.slice(0, 2)) % 50)}-0${1 + (Number(number[2]) % 9)}-1${number[3]}`,
    telecom: [{ system: 'phone', value: '0491 570 156', use: 'mobile' }],
    address: [
      {
        use: 'home',
        line: [`${1 + Number(number.slice(4))} ${pick(streets, `street/${seed}`)}`],
        city: 'Bangalow',
        state: 'NSW',
        postalCode: '2479',
        country: 'AU',
      },
    ],
  }
}
