/**
 * The payer of an encounter: Encounter.account, Account.coverage, Coverage. AU Base 6.0.0 Coverage; docs/au-core.md#what-the-hub-sends.
 */
import type {
  Account,
  CodeableConcept,
  Coverage,
  Identifier,
  Organization,
  Patient,
  Reference,
} from '@medplum/fhirtypes'
import { codeSystems, identifierSystems } from '../../profiles/code-systems.ts'
import { asJson, type EncounterContent, wholeAddress } from '../../store/hub-resources.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import type { Write } from '../../store/resources/write/write-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { factId } from '../artifacts/fact-id.ts'

type Scheme = 'medicare' | 'dva' | 'private'
type Funding = { readonly scheme: Scheme; readonly identifier?: string }

const abn = (value: string): Identifier => ({ system: identifierSystems.abn.system, value })
const act = (code: string): CodeableConcept => ({ coding: [{ system: codeSystems.actCode, code }] })

/** Coverage.type by v3-ActCode; who pays by name and ABN; the system of the identifier and its type where it is always the same. */
const schemes: Readonly<
  Record<
    Scheme,
    { readonly type: CodeableConcept; readonly payor: Reference<Organization>; readonly identifier: Identifier }
  >
> = {
  medicare: {
    type: act('PUBLICPOL'),
    payor: { display: 'Services Australia', identifier: abn('90794605008') },
    identifier: { type: { coding: [identifierSystems.medicare.type] }, system: identifierSystems.medicare.system },
  },
  dva: {
    type: act('VET'),
    payor: { display: 'Department of Veterans’ Affairs', identifier: abn('23964290824') },
    // The type of a DVA number is the colour of the card; the patient's own identifier has it.
    identifier: { system: identifierSystems.dva.system },
  },
  private: {
    type: act('EHCPOL'),
    payor: { display: 'Private health insurer' },
    identifier: { type: { coding: [{ system: codeSystems.identifierType, code: 'MB' }] } },
  },
}

const fundingOf = ({ funding }: EncounterContent): Funding | undefined =>
  funding === undefined || funding.scheme === 'none' ? undefined : (funding as Funding)

const accountId = (encounterId: string): string => factId(encounterId, 'Account')
const coverageId = (encounterId: string): string => factId(encounterId, 'Coverage')

/** The account of a funded encounter. */
export const accountsOf = (encounterId: string, content: EncounterContent): Reference<Account>[] =>
  fundingOf(content) === undefined ? [] : [{ reference: `Account/${accountId(encounterId)}` }]

export function buildCoverage(encounterId: string, content: EncounterContent, patient: Patient): Coverage | undefined {
  const funding = fundingOf(content)
  if (funding === undefined) return undefined
  const { type, payor, identifier } = schemes[funding.scheme]
  const number = findNumber(funding, identifier, patient)
  return {
    resourceType: 'Coverage',
    id: coverageId(encounterId),
    meta: { profile: ['http://hl7.org.au/fhir/StructureDefinition/au-coverage'] },
    ...(number === undefined ? {} : { identifier: [number] }),
    status: 'active',
    type,
    beneficiary: { reference: `Patient/${content.patientId}` },
    payor: [payor],
  }
}

/** The patient's number with the funder of the encounter. */
export function findFundingNumber(content: EncounterContent, patient: Patient): string | undefined {
  const funding = fundingOf(content)
  return funding === undefined ? undefined : findNumber(funding, schemes[funding.scheme].identifier, patient)?.value
}

/** From the patient's record, which may say more; without a given number, the patient's only number of the scheme. */
function findNumber({ identifier: value }: Funding, form: Identifier, patient: Patient): Identifier | undefined {
  const known = (patient.identifier ?? []).filter(({ system }) => system !== undefined && system === form.system)
  if (value === undefined) return known.length === 1 ? known[0] : undefined
  return known.find((one) => one.value === value) ?? { ...form, value }
}

export function buildAccount(encounterId: string, content: EncounterContent): Account {
  return {
    resourceType: 'Account',
    id: accountId(encounterId),
    status: fundingOf(content) === undefined ? 'inactive' : 'active',
    subject: [{ reference: `Patient/${content.patientId}` }],
    servicePeriod: content.period,
    ...(fundingOf(content) === undefined
      ? {}
      : { coverage: [{ coverage: { reference: `Coverage/${coverageId(encounterId)}` } }] }),
  }
}

/** The Account and Coverage beside the Encounter. If an encounter is no longer funded, its account stays, inactive. */
export async function buildFunding(tx: Tx, encounterId: string, content: EncounterContent): Promise<readonly Write[]> {
  const account = wholeAddress('Account', accountId(encounterId))
  if (fundingOf(content) === undefined && (await tx.find(account)) === undefined) return []
  const patient = readResourceAs<Patient>(await tx.read(wholeAddress('Patient', content.patientId)))
  const coverage = buildCoverage(encounterId, content, patient)
  return [
    ...(coverage === undefined
      ? []
      : [{ ...wholeAddress('Coverage', coverageId(encounterId)), content: asJson(coverage), owner: 'hub' } as const]),
    { ...account, content: asJson(buildAccount(encounterId, content)), owner: 'hub' },
  ]
}

export const fundingPlaces = (encounterId: string) => [
  wholeAddress('Account', accountId(encounterId)),
  wholeAddress('Coverage', coverageId(encounterId)),
]
