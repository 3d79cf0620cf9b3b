/** ADRM on who sends and who gets a referral. ADRM 7, appendix 5: 00100, 00104. */
import { letterKindOf } from '../letter-types.ts'
import {
  componentsOf,
  listFieldValues,
  type ParsedMessage,
  type ParsedSegment,
  type Place,
  segmentsOf,
} from './parsed-message.ts'
import { type AdrmRule, referrals } from './rule.ts'
import { nationalAuthorities, providerQualifiers, table0203 } from './tables.ts'

/** PRD-1 may repeat: one provider in several roles. */
const hasRole = (message: ParsedMessage, provider: ParsedSegment, role: string): boolean =>
  listFieldValues(message, provider, 1).some(({ components }) => components[0] === role)

const listProviders = (message: ParsedMessage, role: string): readonly ParsedSegment[] =>
  segmentsOf(message, 'PRD').filter((provider) => hasRole(message, provider, role))

const exactlyOne =
  (role: string) =>
  (message: ParsedMessage): readonly Place[] =>
    listProviders(message, role).length === 1 ? [] : ['PRD-1']

type ProviderNumber = {
  readonly id: string
  readonly authority: string
  readonly qualifier: string
  readonly isRecipient: boolean
}

/** Where a repetition of PRD-7 is broken. */
const numbersWhere =
  (isBroken: (number: ProviderNumber) => boolean) =>
  (message: ParsedMessage): readonly Place[] =>
    segmentsOf(message, 'PRD').flatMap((provider) => {
      const isRecipient = hasRole(message, provider, 'IR')
      return listFieldValues(message, provider, 7)
        .filter(({ components: [id = '', authority = '', qualifier = ''] }) =>
          isBroken({ id, authority, qualifier, isRecipient }),
        )
        .map(({ place }) => place)
    })

/** A vendor's own number says so: VDI. */
function hasOtherQualifier({ authority, qualifier }: ProviderNumber): boolean {
  if (authority === '' || qualifier === '') return false
  const allowed = Object.hasOwn(providerQualifiers, authority) ? providerQualifiers[authority] : undefined
  if (allowed !== undefined) return !allowed.includes(qualifier)
  return !nationalAuthorities.has(authority) && qualifier !== 'VDI'
}

/** The first group is the letter, if any group is one. */
function findMisplacedSummary(message: ParsedMessage): readonly Place[] {
  const isLetter = segmentsOf(message, 'OBR').map(({ fields }) => {
    const [code, , system] = componentsOf(message, fields[4] ?? '')
    return system === 'LN' && letterKindOf(code) !== undefined
  })
  return isLetter.indexOf(true) > 0 ? ['OBR-4'] : []
}

// biome-ignore format: one row a line
export const referralRules: readonly AdrmRule[] = [
  { id: 'HL7au:00100.1',     of: referrals, says: 'The group of the referral itself comes first.',                  find: findMisplacedSummary },
  { id: 'HL7au:00104.1.1',   of: referrals, says: 'Exactly one provider is the author.',                           find: exactlyOne('AP') },
  { id: 'HL7au:00104.2.1',   of: referrals, says: 'Exactly one provider is the intended recipient.',               find: exactlyOne('IR') },
  { id: 'HL7au:00104.7.0',   of: referrals, says: 'PRD-7 of the intended recipient has a number.',                 find: (message) => listProviders(message, 'IR').some((provider) => listFieldValues(message, provider, 7).length === 0) ? ['PRD-7'] : [] },
  { id: 'HL7au:00104.7.1.2', of: referrals, says: 'A number of PRD-7 has its value.',                              find: numbersWhere(({ id }) => id === '') },
  { id: 'HL7au:00104.7.1.3', of: referrals, says: 'No number of the intended recipient is an HPI-I alone.',        find: numbersWhere(({ id, isRecipient }) => isRecipient && /^800361\d{10}$/.test(id)) },
  { id: 'HL7au:00104.7.1.4', of: referrals, says: 'A number of PRD-7 has the qualifier of its authority.',         find: numbersWhere(hasOtherQualifier) },
  { id: 'HL7au:00104.7.2.1', of: referrals, says: 'A number of PRD-7 has its authority.',                          find: numbersWhere(({ authority }) => authority === '') },
  { id: 'HL7au:00104.7.3.1', of: referrals, says: 'The qualifier of a number of PRD-7 is of table 0203.',          find: numbersWhere(({ qualifier }) => !table0203.has(qualifier)) },
]
