/** The least and the greatest value that a value of limited precision may mean. FHIRPath 3.0.0-ballot §5.10 (lowBoundary, highBoundary, precision). */
import { daysIn, firstZone, lastZone, parseTemporal, type Temporal, writeTemporal } from './temporal.ts'

/** Digits of a decimal that is bounded, and of its fraction. FHIRPath N1 §2.2. */
const maxDigits = 100
const maxPlaces = 28

const countPlaces = (decimal: string): number => (decimal.split('.')[1] ?? '').length

/** Half of its last digit below or above, rounded outward to so many places. A value that rounds to zero stays zero. */
export function boundDecimal(decimal: string, isHigh: boolean, places = 8): string | undefined {
  if (!Number.isInteger(places) || places < 0 || places > maxPlaces || decimal.length > maxDigits) return undefined
  const isNegative = decimal.startsWith('-')
  const scaled = BigInt(decimal.replace('.', '')) * 10n
  const edge = scaled + (isHigh ? 5n : -5n)
  const dropped = countPlaces(decimal) + 1 - places
  if (dropped <= 0) return writeScaled(edge * 10n ** BigInt(-dropped), places, isNegative)
  const unit = 10n ** BigInt(dropped)
  const isNothing = (isNegative ? -scaled : scaled) * 2n < unit
  return writeScaled(isNothing ? 0n : divide(edge, unit, isHigh), places, isNegative)
}

/** Up for the greatest, down for the least. */
const divide = (value: bigint, unit: bigint, isUp: boolean): bigint =>
  isUp ? -divide(-value, unit, false) : value / unit - (value % unit < 0n ? 1n : 0n)

/** A negative value that becomes zero keeps its sign. */
function writeScaled(scaled: bigint, places: number, isNegative: boolean): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(places + 1, '0')
  const sign = scaled < 0n || (scaled === 0n && isNegative) ? '-' : ''
  const whole = digits.slice(0, digits.length - places)
  return places === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-places)}`
}

export type TemporalKind = 'Date' | 'DateTime' | 'Time'

/** How many digits a value has up to its year, month, day, hour, minute, second and millisecond. */
const digitsOf: Readonly<Record<TemporalKind, readonly number[]>> = {
  Date: [4, 6, 8],
  DateTime: [4, 6, 8, 10, 12, 14, 17],
  Time: [2, 4, 6, 9],
}

/** To so many digits, by default all of its type. A moment without a zone may be in any zone. */
export function boundTemporal(
  text: string,
  kind: TemporalKind,
  { isHigh, digits }: { readonly isHigh: boolean; readonly digits: number | undefined },
): string | undefined {
  const temporal = parseTemporal(text)
  const steps = digitsOf[kind]
  const step = steps.indexOf(digits ?? steps.at(-1) ?? 0)
  if (temporal === undefined || step < 0) return undefined
  const offset = temporal.isTime ? 3 : 0
  const isWithThousandths = step + offset === 6
  const filled = fill(temporal, isHigh).slice(0, Math.min(step, 5 - offset) + 1)
  const fields = isWithThousandths ? filled : filled.map(Math.floor)
  const zone = temporal.isTime ? undefined : (temporal.zone ?? (isHigh ? lastZone : firstZone))
  return writeTemporal({ isTime: temporal.isTime, fields, places: isWithThousandths ? 3 : 0, zone })
}

/** All fields; an unknown one is as early or as late as possible. */
function fill({ isTime, fields, places }: Temporal, isHigh: boolean): number[] {
  const [year = 0, month = isHigh ? 12 : 1] = fields
  const rest = isHigh ? [12, isTime ? 0 : daysIn(year, month), 23, 59] : [1, 1, 0, 0]
  const all = (isTime ? [] : [year, ...rest.slice(0, 2)]).concat(rest.slice(2), 0)
  const known = all.map((field, index) => fields[index] ?? field)
  const second = fields[all.length - 1] ?? (isHigh ? 59 : 0)
  const isOpen = isHigh && (fields.length < all.length || places < 3)
  const last = Math.floor(second * 1000 + 1e-6) / 1000 + (isOpen ? 10 ** -Math.min(places, 3) - 0.001 : 0)
  return [...known.slice(0, -1), Number(last.toFixed(3))]
}

/** Digits of the fraction. */
export const precisionOfDecimal = countPlaces

/** Digits of a date or a time. */
export function precisionOfTemporal(text: string): number | undefined {
  const temporal = parseTemporal(text)
  if (temporal === undefined) return undefined
  const { isTime, fields, places } = temporal
  return (isTime ? 2 : 4) + 2 * (fields.length - 1) + places
}
