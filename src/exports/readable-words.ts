/** Names, addresses, numbers and telephones in the words of a page. */
import { formatHumanName } from '@medplum/core'
import type { Address, ContactPoint, HumanName } from '@medplum/fhirtypes'
import { plainLine } from '../documents/plain-text.ts'

/** A part of every page must leave room for the rest. */
export const shortened = (text: string): string => (text.length <= 160 ? text : `${[...text].slice(0, 159).join('')}…`)

/** A row of a page. */
export type Labelled = { readonly label: string; readonly value: string }

/** Rows with something to show. */
export const labelled = (rows: readonly (readonly [string, string | undefined])[]): readonly Labelled[] =>
  rows.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [{ label, value: shortened(value) }]))

/** `Ms Maeve Rose QUILLINAN`: the family name in capitals, as AS 5017 records are shown. */
export function readableName({ text = '', ...name }: HumanName): string {
  const { family = '', given = [] } = name
  // Parts that lack a family or a given name may lack what the text has.
  const isWhole = family !== '' && given.length > 0
  const isInParts = family !== '' || given.length > 0
  const inParts = isInParts ? formatHumanName({ ...name, family: family.toUpperCase() }) : 'Name not stated'
  return shortened(plainLine(isWhole || plainLine(text) === '' ? inParts : text))
}

/** With the role: `Dr Tobias ADEYEMI, General practitioner`. */
export function readableClinician(clinician: {
  readonly name: HumanName
  readonly role?: { readonly text: string }
}): string {
  const role = clinician.role === undefined ? '' : `, ${plainLine(clinician.role.text)}`
  return `${readableName(clinician.name)}${role}`
}

/** Lines of an envelope: streets, then the city with state and postcode, then a country other than Australia. */
export function addressLines({ line = [], city, state, postalCode, country, text }: Address): readonly string[] {
  if (line.length === 0 && city === undefined) return nonEmpty([plainLine(text ?? '')])
  const place = [city, state, postalCode].filter((part) => part !== undefined).join(' ')
  return nonEmpty([...line, place, isAustralia(country) ? '' : (country ?? '')].map(plainLine))
}

/** ISO 3166-1 codes and the name. */
const isAustralia = (country = 'AU'): boolean => /^(?:aus?|australia)$/i.test(country.trim())

export const readableAddress = (address: Address): string => addressLines(address).join(', ')

const nonEmpty = (lines: readonly string[]): readonly string[] => lines.filter((line) => line !== '')

/** National identifiers in fours, as on their cards. */
export const inGroups = (value: string): string => plainLine(value).replace(/(\d{4})(?=\d)/g, '$1 ')

/** `2952 93648 1 / 1`: card number, issue, individual reference. */
export const readableMedicare = (value: string): string =>
  plainLine(value).replace(
    /^(\d{4})(\d{5})(\d)(\d)?$/,
    (_, a, b, c, d) => `${a} ${b} ${c}${d === undefined ? '' : ` / ${d}`}`,
  )

/** R4 contact-point-system. */
const systems: Readonly<Record<string, string>> = {
  phone: 'Phone',
  fax: 'Fax',
  email: 'E-mail',
  pager: 'Pager',
  url: 'Web',
  sms: 'SMS',
  other: 'Contact',
}

export const contactLabel = ({ system }: ContactPoint): string => systems[system ?? 'other'] ?? 'Contact'
