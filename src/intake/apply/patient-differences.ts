/** Where a message and the record that its numbers find tell of different people. A value that one of them does not have differs from nothing. */
import type { HumanName, Patient } from '@medplum/fhirtypes'
import { foldText } from '../../fhir-search/index/text-folding.ts'
import { identifierSystems } from '../../profiles/code-systems.ts'
import type { HoldReason } from './hold.ts'

type Difference = {
  readonly reason: HoldReason
  readonly place: string
  readonly differs: (message: Patient, record: Patient) => boolean
}

/** Of both, the part that is as precise as the other: `1964` and `1964-02-29` agree. */
const agree = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one)

const known = (gender: Patient['gender']): string | undefined => (gender === 'unknown' ? undefined : gender)

const familyOf = ({ family = '' }: HumanName): string => foldText(family).replaceAll(' ', '')

const familiesOf = ({ name = [] }: Patient): readonly string[] => name.map(familyOf).filter((text) => text !== '')

const ihisOf = ({ identifier = [] }: Patient): readonly (string | undefined)[] =>
  identifier.filter(({ system }) => system === identifierSystems.ihi.system).map(({ value }) => value)

/** Both have some, and none in common. */
const isDisjoint = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length > 0 && others.length > 0 && !some.some((one) => others.includes(one))

const differences: readonly Difference[] = [
  {
    reason: 'national-number-differs',
    place: 'PID-3',
    differs: (message, record) => isDisjoint(ihisOf(message), ihisOf(record)),
  },
  {
    // The first name is the name of today; the record may have it as a former one.
    reason: 'family-name-differs',
    place: 'PID-5',
    differs: (message, record) => isDisjoint(familiesOf(message).slice(0, 1), familiesOf(record)),
  },
  {
    reason: 'birth-date-differs',
    place: 'PID-7',
    differs: ({ birthDate: sent }, { birthDate: kept }) =>
      sent !== undefined && kept !== undefined && !agree(sent, kept),
  },
  {
    reason: 'sex-differs',
    place: 'PID-8',
    differs: (message, record) => {
      const [sent, kept] = [known(message.gender), known(record.gender)]
      return sent !== undefined && kept !== undefined && sent !== kept
    },
  },
]

export const listDifferences = (message: Patient, record: Patient): readonly Difference[] =>
  differences.filter(({ differs }) => differs(message, record))
