/** One resource of a patient summary in a line of words, for the section's narrative. R4 narrative.html. */

import { findNumberText } from '../../core/json/json-numbers.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'

/** Elements that name what the resource is about, in the order in which they are looked for. */
const labels = [
  'code',
  'medicationCodeableConcept',
  'vaccineCode',
  'medicationReference',
  'device',
  'title',
  'category',
] as const
const times = [
  'effectiveDateTime',
  'effectivePeriod',
  'performedDateTime',
  'performedPeriod',
  'occurrenceDateTime',
  'onsetDateTime',
  'authoredOn',
  'period',
  'recordedDate',
] as const

/** `find` gives a resource that another one refers to. */
export function lineOf(resource: JsonObject, find: (reference: string) => JsonObject | undefined): string {
  const label = labels.map((name) => labelOf(resource[name], find)).find((text) => text !== '') ?? ''
  const value = resultOf(resource)
  const time = times.map((name) => timeOf(resource[name])).find((text) => text !== '')
  const status = typeof resource['status'] === 'string' ? resource['status'] : ''
  const more = [time ?? '', status].filter((text) => text !== '').join(', ')
  return `${label === '' ? 'Not described' : label}${value === '' ? '' : `: ${value}`}${more === '' ? '' : ` (${more})`}`
}

function labelOf(value: JsonValue | undefined, find: (reference: string) => JsonObject | undefined): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return labelOf(value[0], find)
  if (!isJsonObject(value)) return ''
  if (typeof value['reference'] === 'string') {
    const own = labelOf(find(value['reference'])?.['code'], find)
    if (own !== '') return own
  }
  const codings = Array.isArray(value['coding']) ? value['coding'].filter(isJsonObject) : []
  const texts = [
    value['text'],
    value['display'],
    ...codings.map(({ display }) => display),
    ...codings.map(({ code }) => code),
  ]
  return texts.find((text) => typeof text === 'string') ?? ''
}

function resultOf(resource: JsonObject): string {
  const { valueQuantity, valueString, valueCodeableConcept } = resource
  if (isJsonObject(valueQuantity)) return quantityText(valueQuantity)
  if (typeof valueString === 'string') return valueString
  return labelOf(valueCodeableConcept, () => undefined)
}

const quantityText = (quantity: JsonObject): string => {
  const { comparator, unit, code } = quantity
  const words = [comparator, findNumberText(quantity, 'value') ?? quantity['value'], unit ?? code]
  return words.filter((one) => typeof one === 'string' || typeof one === 'number').join(' ')
}

const timeOf = (value: JsonValue | undefined): string => {
  if (typeof value === 'string') return value.slice(0, 10)
  if (!isJsonObject(value)) return ''
  const [start, end] = [value['start'], value['end']].map((one) => (typeof one === 'string' ? one.slice(0, 10) : ''))
  return start === '' && end === '' ? '' : `${start} to ${end === '' ? 'now' : end}`
}
