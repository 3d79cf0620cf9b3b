/** What an update of a patient may change: what the message carries, and nothing that it does not mention. D215 */
import { canonicalJson } from '../../core/json/canonical-json.ts'
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../core/json.ts'
import { codeSystems } from '../../profiles/code-systems.ts'
import type { Numbered } from './entries.ts'

/** Items of a list with one key are one thing: that of the message takes the place of the record's. */
type ListRow = {
  readonly element: string
  readonly keyOf: (item: JsonObject) => string
  /** What the record has under the key stays as it is. */
  readonly isKept?: true
}

const textIn = (item: JsonObject, ...names: readonly string[]): string =>
  names.map((name) => textOf(item, name) ?? '').join(' ')

const part = (item: JsonObject, ...names: readonly string[]): string =>
  canonicalJson(names.map((name) => item[name] ?? null))

// biome-ignore format: one row a line
const listRows: readonly ListRow[] = [
  { element: 'identifier',    keyOf: (item) => textIn(item, 'system', 'value'), isKept: true },
  { element: 'name',          keyOf: (item) => textOf(item, 'use') ?? 'official' },
  { element: 'address',       keyOf: (item) => textIn(item, 'use', 'type') },
  { element: 'telecom',       keyOf: (item) => textIn(item, 'system', 'use') },
  { element: 'communication', keyOf: (item) => part(item, 'language'), isKept: true },
  { element: 'contact',       keyOf: (item) => part(item, 'relationship', 'name') },
  { element: 'extension',     keyOf: (item) => textIn(item, 'url') },
]

/** Of each of them a record has one. */
const choices: readonly string[] = ['deceased', 'multipleBirth']

const own: ReadonlySet<string> = new Set(['resourceType', 'id', 'meta', 'link', 'active', 'birthDate', '_birthDate'])

/** It says that nobody knows: the message does not carry the element. */
const isAbsent = (value: JsonValue | undefined): boolean =>
  isJsonObject(value) &&
  Object.keys(value).length === 1 &&
  Array.isArray(value['extension']) &&
  value['extension'].every((one) => isJsonObject(one) && one['url'] === codeSystems.absentReason)

const itemsOf = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject).filter((item) => !isAbsent(item)) : []

/** The record after an update. */
export function updatePatient(record: JsonObject, message: JsonObject): JsonObject {
  const updated: JsonObject = { ...record }
  for (const [element, value] of Object.entries(message)) {
    if (own.has(element) || (element === 'gender' && value === 'unknown')) continue
    const row = listRows.find((one) => one.element === element)
    if (row !== undefined) joinList(updated, row, itemsOf(value))
    else putElement(updated, element, value)
  }
  putBirth(updated, message)
  return updated
}

/** The record with the numbers of the message, and nothing else of it. */
export function addNumbers(record: JsonObject, message: JsonObject): JsonObject {
  const updated: JsonObject = { ...record }
  const [row] = listRows
  if (row !== undefined) joinList(updated, row, itemsOf(message['identifier']))
  return updated
}

/** The message without these numbers. */
export function withoutNumbers(message: JsonObject, numbers: readonly Numbered[]): JsonObject {
  const isOne = (item: JsonObject): boolean =>
    numbers.some(({ system, value }) => item['system'] === system && item['value'] === value)
  const identifier = itemsOf(message['identifier']).filter((item) => !isOne(item))
  const { identifier: _, ...rest } = message
  return identifier.length === 0 ? rest : { ...rest, identifier }
}

/** A new record has a number of a system, or the reason why there is none. AU Core au-core-pat-01 */
export function withNumberOrReason(message: JsonObject): JsonObject {
  const identifier = itemsOf(message['identifier'])
  if (identifier.some(({ system, value }) => system !== undefined && value !== undefined)) return message
  const reason = { extension: [{ url: codeSystems.absentReason, valueCode: 'unknown' }] }
  return { ...message, identifier: [...identifier, reason] }
}

function joinList(record: JsonObject, { element, keyOf, isKept }: ListRow, sent: readonly JsonObject[]): void {
  if (sent.length === 0) return
  const kept = itemsOf(record[element])
  const [ofMessage, ofRecord] = [sent, kept].map((items) => new Set(items.map(keyOf)))
  record[element] =
    isKept === true
      ? [...kept, ...sent.filter((item) => ofRecord?.has(keyOf(item)) !== true)]
      : [...sent, ...kept.filter((item) => ofMessage?.has(keyOf(item)) !== true)]
}

function putElement(record: JsonObject, element: string, value: JsonValue): void {
  const choice = choices.find((name) => element.startsWith(name))
  for (const name of Object.keys(record)) if (choice !== undefined && name.startsWith(choice)) delete record[name]
  record[element] = value
}

/** A date that the record has more precisely stays as it is. */
function putBirth(record: JsonObject, message: JsonObject): void {
  const [sent, kept] = [textOf(message, 'birthDate'), textOf(record, 'birthDate')]
  const time = message['_birthDate']
  if (sent === undefined) return
  if (kept?.startsWith(sent) !== true) {
    record['birthDate'] = sent
    delete record['_birthDate']
  }
  if (time !== undefined && record['birthDate'] === sent) record['_birthDate'] = time
  else if (isAbsent(record['_birthDate'])) delete record['_birthDate']
}

const visitOwn: ReadonlySet<string> = new Set([
  'resourceType',
  'id',
  'meta',
  'subject',
  'identifier',
  'period',
  'status',
])

/** A message that tells of no state does not open again what has ended. */
const ended: ReadonlySet<unknown> = new Set(['finished', 'cancelled'])

/** Events that say nothing about the state of a visit. D204 */
const stateless: ReadonlySet<string | undefined> = new Set(['A08'])

/** A visit after the news of a message: each element that it carries, as it carries it. A13 takes the end back. */
export function updateVisit(record: JsonObject, message: JsonObject, event: string | undefined): JsonObject {
  const updated = addNumbers(record, message)
  for (const [element, value] of Object.entries(message))
    if (!visitOwn.has(element) && !isUnknownClass(element, value)) updated[element] = value
  const status = message['status']
  if (status !== undefined && !(stateless.has(event) && (ended.has(record['status']) || status === 'unknown')))
    updated['status'] = status
  const period = joinPeriods(record['period'], message['period'])
  if (event === 'A13') delete period['end']
  if (Object.keys(period).length > 0) updated['period'] = period
  else delete updated['period']
  return updated
}

const joinPeriods = (kept: JsonValue | undefined, sent: JsonValue | undefined): JsonObject => ({
  ...(isJsonObject(kept) ? kept : {}),
  ...(isJsonObject(sent) ? sent : {}),
})

/** R4 demands a class, so the mapper says that nobody knows it. */
const isUnknownClass = (element: string, value: JsonValue): boolean =>
  element === 'class' && isJsonObject(value) && value['code'] === 'UNK'
