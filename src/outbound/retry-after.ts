/** The wait that an HTTP answer asks for. RFC 9110 10.2.3, 5.6.7. */

const seconds = /^\d{1,10}$/
/** The three forms of an HTTP date; the last one has no zone and is in UTC too. */
const dates: readonly { readonly form: RegExp; readonly zone: string }[] = [
  { form: /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/, zone: '' },
  { form: /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/, zone: '' },
  { form: /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/, zone: ' GMT' },
]

/** In milliseconds from `now`; 0 for a time that has passed. Undefined for an absent or meaningless value. */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? ''
  if (seconds.test(text)) return Number(text) * 1000
  const zone = dates.find(({ form }) => form.test(text))?.zone
  const at = zone === undefined ? Number.NaN : Date.parse(`${text}${zone}`)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
