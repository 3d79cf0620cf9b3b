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

export function buildAddress(address: Address | undefined, use: 'H' | 'WP'): XmlElement | undefined {
  if (address === undefined) return undefined
  const country = address.country === 'AU' || address.country === undefined ? 'Australia' : address.country
  const parts = [
    ...(address.line ?? []).map((line) => ['streetAddressLine', line] as const),
    ['city', address.city ?? ''] as const,
    ['state', address.state ?? ''] as const,
    ['postalCode', address.postalCode ?? ''] as const,
    ['country', country] as const,
  ].filter(([, part]) => plainLine(part) !== '')
  return element(
    'addr',
    { use },
    parts.map(([name, part]) => element(name, {}, [plainLine(part)])),
  )
}

const telecomSchemes: Readonly<Record<string, string>> = {
  phone: 'tel:',
  sms: 'tel:',
  pager: 'tel:',
  fax: 'fax:',
  email: 'mailto:',
}

/** Each once. */
export function listTelecoms(telecom: readonly ContactPoint[], use: 'H' | 'WP'): readonly XmlElement[] {
  const values = telecom.flatMap(({ system = '', value = '' }) => {
    const scheme = telecomSchemes[system]
    const address = plainLine(value).replace(/\s/g, '')
    return scheme === undefined || address === '' ? [] : [scheme + address]
  })
  return [...new Set(values)].map((value) => element('telecom', { value, use }))
}
