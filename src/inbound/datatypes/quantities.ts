/** NM, SN, NR, DR and units as quantities, ranges and ratios. Published maps NM[Quantity], SN[Quantity], SN[Range], SN[Ratio], NR[Range], CWE[Quantity]. */
import type { Period, Quantity, Range, Ratio } from '@medplum/fhirtypes'
import { keepNumberText } from '../../core/json/json-numbers.ts'
import type { Value } from '../message/segment.ts'
import type { Reading } from '../reading.ts'
import { filled } from './names.ts'
import { codingSystemOf } from './systems.ts'
import { readDateTime } from './times.ts'

export type Unit = Pick<Quantity, 'unit' | 'system' | 'code'>

/** OBX-6. Only a unit whose system is named has a code. */
export function readUnit(value: Value | undefined, reading: Reading): Unit {
  if (value === undefined) return {}
  const [code, text, name] = [value.text(1).trim(), value.text(2).trim(), value.text(3)]
  const system = name.trim() === '' ? undefined : codingSystemOf(name, undefined, reading)
  const unit = text || code
  const isCoded = system !== undefined && code !== '' && !/\s/.test(code)
  return filled<Unit>({ unit, ...(isCoded ? { system, code } : {}) })
}

const number = /^([+-]?)0*(\d*)(?:\.(\d*))?$/

/** The digits that were sent, as JSON writes them; `4.10` keeps its precision. Undefined for what is no number. */
function digitsOf(text: string): string | undefined {
  // Longer ones are no measurement, and would take the pattern long.
  if (text.length > 64 || !/\d/.test(text)) return undefined
  const [found, sign, whole = '', fraction = ''] = number.exec(text.trim()) ?? []
  if (found === undefined) return undefined
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`
}

const comparator = /^(<=|>=|<|>)?\s*(.*)$/s

/** Undefined for what is no number. */
export function buildQuantity(text: string, unit: Unit, sign = ''): Quantity | undefined {
  const [, own = '', rest = ''] = comparator.exec(text.trim()) ?? []
  const digits = digitsOf(rest)
  if (digits === undefined) return undefined
  const compared = own || sign
  const quantity: Quantity = {
    value: Number(digits),
    ...(/^[<>]=?$/.test(compared) ? { comparator: compared as '<' } : {}),
    ...unit,
  }
  keepNumberText(quantity, 'value', digits)
  return quantity
}

type Structured =
  | { readonly valueQuantity: Quantity }
  | { readonly valueRange: Range }
  | { readonly valueRatio: Ratio }
  | { readonly valueString: string }

/** SN: comparator, number, separator, number. */
export function readSn(value: Value, unit: Unit): Structured {
  const [sign = '', first = '', separator = '', second = ''] = [1, 2, 3, 4].map((component) =>
    value.text(component).trim(),
  )
  const [one, other] = [buildQuantity(first, unit), buildQuantity(second, unit)]
  const isPlain = sign === '' || sign === '='
  if (isPlain && one !== undefined && other !== undefined) {
    if (separator === '-') return { valueRange: { low: one, high: other } }
    if (separator === ':' || separator === '/') return { valueRatio: { numerator: one, denominator: other } }
  }
  const alone = separator === '' && second === '' && sign !== '<>' ? buildQuantity(first, unit, sign) : undefined
  if (alone !== undefined) return { valueQuantity: alone }
  return { valueString: [sign, first, separator, second, unit.unit ?? ''].filter((part) => part !== '').join(' ') }
}

export function readNr(value: Value, unit: Unit): Range | undefined {
  const [low, high] = [1, 2].map((component) => buildQuantity(value.text(component), unit))
  return low === undefined && high === undefined ? undefined : filled<Range>({ low, high })
}

export function readDr(value: Value, reading: Reading): Period | undefined {
  const [start, end] = [1, 2].map((component) => readDateTime(value, reading, component))
  return start === undefined && end === undefined ? undefined : filled<Period>({ start, end })
}

const range = /^(-?\d+(?:\.\d+)?)\s*(?:-|–|to)\s*(-?\d+(?:\.\d+)?)$/i
const bound = /^([<>])=?\s*(\d+(?:\.\d+)?)$/

/** OBX-7 as text, and as numbers where it is two numbers, or one with a sign. */
export function readReferenceRange(text: string, unit: Unit): { text: string; low?: Quantity; high?: Quantity } {
  const [, low, high] = range.exec(text) ?? []
  const [, sign, limit = ''] = bound.exec(text) ?? []
  const quantity = (digits: string | undefined) => (digits === undefined ? undefined : buildQuantity(digits, unit))
  const ends =
    sign === undefined
      ? [quantity(low), quantity(high)]
      : sign === '<'
        ? [undefined, quantity(limit)]
        : [quantity(limit), undefined]
  return filled<{ text: string; low?: Quantity; high?: Quantity }>({ low: ends[0], high: ends[1], text })
}
