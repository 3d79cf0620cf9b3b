/** Whom a message is addressed to, as HL7 v2 data types. ADRM 00044.7, 00104.7; appendix 8. */
import type { HumanName } from '@medplum/fhirtypes'
import type { DocumentRecipient } from '../../documents/recipient.ts'
import type { Component } from './encoding.ts'
import {
  buildNationalFacility,
  buildPersonName,
  buildProvider,
  buildTelecom,
  medicareProvider,
  nationalOrganisation,
  nationalProvider,
  type ProviderNumber,
} from './fields.ts'

const organisationOf = ({ organisation, person, name }: DocumentRecipient): string =>
  organisation ?? (person === undefined ? name : '')

/** HD of MSH-6. */
export function buildRecipientFacility(recipient: DocumentRecipient): readonly string[] {
  const name = organisationOf(recipient)
  return recipient.hpio === undefined ? [name] : buildNationalFacility(name, recipient.hpio)
}

/** An organisation stands where a person's surname would. */
const nameOf = ({ person, name }: DocumentRecipient): HumanName =>
  person === undefined
    ? { family: name }
    : {
        family: person.family,
        ...(person.given === undefined ? {} : { given: person.given.split(' ') }),
        ...(person.prefix === undefined ? {} : { prefix: [person.prefix] }),
      }

/** XCN of OBR-28 and TXA-23. ADRM takes no name without a number (00044.7.1), so it is undefined there. */
export function buildCopyTo(recipient: DocumentRecipient, isAdrm: boolean): readonly Component[] | undefined {
  const number = findNumber(recipient)
  if (number !== undefined) return buildProvider(number, nameOf(recipient))
  const [family = '', given = '', second = '', suffix = '', prefix = ''] = buildRecipientName(recipient)
  return isAdrm ? undefined : ['', family, given, second, suffix, prefix, '', '', '', 'L']
}

function findNumber({ providerNumber, hpii, hpio }: DocumentRecipient): ProviderNumber | undefined {
  if (providerNumber !== undefined) return medicareProvider(providerNumber)
  if (hpii !== undefined) return nationalProvider(hpii)
  return hpio === undefined ? undefined : nationalOrganisation(hpio)
}

/**
 * PRD-7: numbers that lead to a place, never an HPI-I alone (ADRM 00104.7.1.2, .3): a provider number, a person at an organisation
 * (`HPI-I@HPI-O`), an organisation. Empty where REF^I12 cannot be addressed.
 */
export function listProviderNumbers({
  providerNumber,
  hpii,
  hpio,
}: Pick<DocumentRecipient, 'providerNumber' | 'hpii' | 'hpio'>): readonly ProviderNumber[] {
  const atPlace = hpii === undefined || hpio === undefined ? undefined : `${hpii}@${hpio}`
  return [
    ...(providerNumber === undefined ? [] : [medicareProvider(providerNumber)]),
    ...(atPlace === undefined ? [] : [{ id: atPlace, authority: 'AUSHIC', type: 'NPIO' }]),
    ...(hpio === undefined ? [] : [nationalOrganisation(hpio)]),
  ]
}

/** XPN of PRD-2. */
export const buildRecipientName = (recipient: DocumentRecipient): readonly string[] =>
  buildPersonName(nameOf(recipient))

/** XTN of PRD-5. */
export const listRecipientTelecoms = ({ phone, fax, email }: DocumentRecipient): readonly (readonly string[])[] => [
  ...(phone === undefined ? [] : [buildTelecom({ system: 'phone', use: 'work', value: phone })]),
  ...(fax === undefined ? [] : [buildTelecom({ system: 'fax', use: 'work', value: fax })]),
  ...(email === undefined ? [] : [buildTelecom({ system: 'email', value: email })]),
]
