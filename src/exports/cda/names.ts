/** Names, addresses and telecommunication addresses of people and organisations: CDA R2 datatypes PN, AD, TEL. */
import type { Address, ContactPoint, HumanName } from '@medplum/fhirtypes'
import { plainLine } from '../../documents/plain-text.ts'
import { element, type XmlElement } from './xml.ts'

/** A name whose family name stands in its text alone is that text. */
const inParts = ({ text = '', ...name }: HumanName): HumanName =>
  plainLine(name.family ?? '') === '' && plainLine(text) !== '' ? { family: text } : name

export function buildName(whole: HumanName): XmlElement {
  const { prefix = [], given = [], family = '', suffix = [] } = inParts(whole)
  const parts = [
    ...prefix.map((part) => ['prefix', part] as const),
    ...given.map((part) => ['given', part] as const),
    ['family', family] as const,
    ...suffix.map((part) => ['suffix', part] as const),
  ].filter(([, part]) => plainLine(part) !== '')
  if (parts.length === 0) return element('name', { nullFlavor: 'UNK' })
  return element(
    'name',
    { use: 'L' },
    parts.map(([name, part]) => element(name, {}, [plainLine(part)])),
  )
}

/** CDA PostalAddressUse for R4 address-use; a billing address has none. */
const addressUses: Readonly<Record<string, string>> = { home: 'H', work: 'WP', temp: 'TMP' }

/** `use` where the address says none. */
export function buildAddress(address: Address | undefined, use: 'H' | 'WP'): XmlElement | undefined {
  if (address === undefined) return undefined
  const { line = [], city = '', state = '', postalCode = '', text = '' } = address
  const country = address.country === 'AU' || address.country === undefined ? 'Australia' : address.country
  // An address in words alone is one line of them.
  const lines = line.length === 0 && city === '' ? [text] : line
  const parts = [
    ...lines.map((part) => ['streetAddressLine', part] as const),
    ['city', city] as const,
    ['state', state] as const,
    ['postalCode', postalCode] as const,
    ['country', country] as const,
  ].filter(([, part]) => plainLine(part) !== '')
  return element(
    'addr',
    { use: addressUses[address.use ?? ''] ?? use },
    parts.map(([name, part]) => element(name, {}, [plainLine(part)])),
  )
}

/** Each once: an author may have the address of the organisation. */
export function listAddresses(addresses: readonly Address[], use: 'H' | 'WP'): readonly XmlElement[] {
  const built = addresses.flatMap((address) => buildAddress(address, use) ?? [])
  return [...new Map(built.map((one) => [JSON.stringify(one), one])).values()]
}

const telecomSchemes: Readonly<Record<string, string>> = {
  phone: 'tel:',
  sms: 'tel:',
  pager: 'tel:',
  fax: 'fax:',
  email: 'mailto:',
}

/** TEL is a URL of a scheme that HL7 v3 URLScheme knows: `https` is none. */
function urlOf({ system = 'other', value = '' }: ContactPoint): string | undefined {
  const words = plainLine(value).replace(/\s/g, '')
  if (words === '') return undefined
  if (system === 'url') return /^(?:http|ftp|file):/i.test(words) ? words : undefined
  const scheme = telecomSchemes[system]
  return scheme === undefined ? undefined : scheme + words
}

/** Each once. A contact of another kind has no URL: `listOtherContacts` has it. */
export function listTelecoms(telecom: readonly ContactPoint[], use: 'H' | 'WP'): readonly XmlElement[] {
  const values = new Map<string, XmlElement>()
  for (const point of telecom) {
    const value = urlOf(point)
    if (value !== undefined && !values.has(value))
      values.set(value, element('telecom', { value, use: addressUses[point.use ?? ''] ?? use }))
  }
  return [...values.values()]
}

/** Contacts that a header has no place for. */
export const listOtherContacts = (telecom: readonly ContactPoint[]): readonly string[] =>
  telecom
    .filter((point) => urlOf(point) === undefined)
    .map(({ value = '' }) => plainLine(value))
    .filter((value) => value !== '')
