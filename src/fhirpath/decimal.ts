/** Decimal numbers: FHIRPath wants eight places and twenty-eight digits; a double keeps fifteen. FHIRPath N1 §2.2, §6.6. */

/** The rest of a sum of doubles is noise: 0.1 + 0.2 is 0.3. */
export function toDecimal(value: number): number | undefined {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value
  return Number.isFinite(value) ? Number(value.toPrecision(15)) : undefined
}

/** Never with an exponent. */
export function writeDecimal(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const [digits = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.')
  const point = whole.length + Number(exponent)
  const all = whole + fraction
  const sign = digits.startsWith('-') ? '-' : ''
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`
  return sign + (point >= all.length ? all.padEnd(point, '0') : `${all.slice(0, point)}.${all.slice(point)}`)
}

/** As it was written, if that is known: `1.0` stays `1.0`. */
export const writeDecimalAs = (value: number, text: string | undefined): string =>
  text === undefined || /e/i.test(text) ? writeDecimal(value) : text

/** Digits after the point; trailing zeros do not count. N1 §6.1 (equivalent). */
export const placesOf = (value: number): number => (writeDecimal(value).split('.')[1] ?? '').length

export function roundTo(value: number, places: number): number {
  // By its text: 1.005 times 100 is 100.49999999999999.
  const [digits = '0', exponent = '0'] = String(Math.abs(value)).split('e')
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + places}`))
  const [back = '0', more = '0'] = String(shifted).split('e')
  return Math.sign(value) * Number(`${back}e${Number(more) - places}`)
}
