/** XPN, XAD and XTN as names, addresses and contact points. Published maps XPN[HumanName], XAD[Address], SAD[Address], XTN[ContactPoint]. */
import type { Address, ContactPoint, HumanName, Period } from '@medplum/fhirtypes'
import type { Value } from '../message/segment.ts'
import type { Reading } from '../reading.ts'
import { mapCode } from './code-maps.ts'
import { readDateTime } from './times.ts'

/** Only members that have something. */
export const filled = <T extends object>(value: { readonly [N in keyof T]?: T[N] | undefined }): T =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([, part]) => part !== undefined && part !== '' && !(Array.isArray(part) && part.length === 0),
    ),
  ) as T

const texts = (...parts: readonly string[]): string[] => parts.map((part) => part.trim()).filter((part) => part !== '')

function readPeriod(value: Value, reading: Reading, first: number): Period | undefined {
  const [start, end] = [first, first + 1].map((component) => readDateTime(value, reading, component))
  return start === undefined && end === undefined ? undefined : filled<Period>({ start, end })
}

/** Where the components of a name stand: XPN from 1, XCN and CNN from 2. */
export function readNameParts(value: Value, first: number): HumanName {
  const degree = first === 1 ? [value.text(6)] : []
  return filled<HumanName>({
    family: value.sub(first, 1).trim(),
    given: texts(value.text(first + 1), value.text(first + 2)),
    suffix: texts(value.text(first + 3), ...degree),
    prefix: texts(value.text(first + 4)),
  })
}

export const isNamed = ({ family, given, text }: HumanName): boolean =>
  [family, text, ...(given ?? [])].some((part) => part !== undefined && part !== '')

export const displayOfName = ({ text, prefix = [], given = [], family = '' }: HumanName): string =>
  text ?? [...prefix, ...given, family].join(' ').trim()

export function readXpn(value: Value, reading: Reading): HumanName | undefined {
  const name = readNameParts(value, 1)
  if (!isNamed(name)) return undefined
  const type = value.text(7)
  const use = mapCode('nameUse', type) as HumanName['use']
  if (type.trim() !== '' && use === undefined) value.note('unknown-code', 7)
  return filled<HumanName>({ use, ...name, period: readPeriod(value, reading, 12) })
}

/** ISO 3166: Australia by two letters, as AU Base has it; other countries as they were sent. */
const countryOf = (text: string): string => (/^(?:AUS|AU|Australia|1100|1101)$/i.test(text) ? 'AU' : text)

export function readXad(value: Value, reading: Reading): Address | undefined {
  const line = texts(value.sub(1, 1), [value.sub(1, 3), value.sub(1, 2)].join(' '), value.text(2), value.text(19))
  const kind = value.text(7)
  const [type, use] = [mapCode('addressType', kind) as Address['type'], mapCode('addressUse', kind) as Address['use']]
  if (kind.trim() !== '' && type === undefined && use === undefined) value.note('unknown-code', 7)
  const address = filled<Address>({
    line,
    city: value.text(3).trim(),
    district: value.text(9).trim(),
    state: value.text(4).trim(),
    postalCode: value.text(5).trim(),
    country: countryOf(value.text(6).trim()),
  })
  if (Object.keys(address).length === 0) return undefined
  return filled<Address>({ use, type, ...address, period: readPeriod(value, reading, 13) })
}

const electronic: ReadonlySet<string> = new Set(['INTERNET', 'X.400'])

/** The number as it is dialled, from the components that the equipment calls for. */
function numberOf(value: Value, kind: string): string {
  if (electronic.has(kind) || (kind === '' && value.has(4))) return value.text(4) || value.text(1) || value.text(9)
  if (value.has(7)) {
    const country = value.text(5).replace(/^\+/, '')
    const extension = value.text(8)
    const area = value.text(6)
    return texts(
      country === '' ? '' : `+${country}`,
      area,
      value.text(7),
      extension === '' ? '' : `X${extension}`,
    ).join(' ')
  }
  return value.text(12) || value.text(1) || value.text(9)
}

/** `use` is that of the field, where the value names none. */
export function readXtn(value: Value, reading: Reading, use?: ContactPoint['use']): ContactPoint | undefined {
  const [code, kind] = [value.text(2), value.text(3).trim().toUpperCase()]
  const number = numberOf(value, kind).trim()
  if (number === '') return undefined
  const isMobile = kind === 'CP'
  const named = mapCode('telecomUse', code) as ContactPoint['use']
  if (kind !== '' && mapCode('telecomSystem', kind) === undefined) value.note('unknown-code', 3)
  return filled<ContactPoint>({
    system: systemOf(value, code, kind),
    value: number,
    use: isMobile && named !== 'work' ? 'mobile' : (named ?? (code.trim() === '' ? use : undefined)),
    rank: rankOf(value),
    period: readPeriod(value, reading, 13),
  })
}

/** A number without equipment is a telephone; any other text is of no system that is known. */
function systemOf(value: Value, code: string, kind: string): ContactPoint['system'] {
  const mapped = mapCode('telecomSystem', kind) as ContactPoint['system']
  if (mapped !== undefined) return mapped
  if (code.trim().toUpperCase() === 'NET' || (kind === '' && value.has(4))) return 'email'
  return [1, 6, 7, 12].some((component) => value.has(component)) ? 'phone' : 'other'
}

function rankOf(value: Value): number | undefined {
  const rank = value.text(18).trim()
  return /^[1-9]\d{0,6}$/.test(rank) ? Number(rank) : undefined
}
