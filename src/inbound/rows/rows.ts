/** Rows of a map, `segment.field -> resource.element`, and the one loop that applies them. D200 */
import type { ContactPoint, Resource } from '@medplum/fhirtypes'
import type { CodeMapName } from '../datatypes/code-maps.ts'
import {
  type ConceptRule,
  readBoolean,
  readConcept,
  readFirstCoding,
  readLanguage,
  readMappedCode,
} from '../datatypes/concepts.ts'
import { readCx, readEi } from '../datatypes/identifiers.ts'
import { readPl } from '../datatypes/locations.ts'
import { readXad, readXpn, readXtn } from '../datatypes/names.ts'
import { readNdl, readXcn, readXon } from '../datatypes/people.ts'
import { readDate, readDateTime, readInstant } from '../datatypes/times.ts'
import type { Segment, Value } from '../message/segment.ts'
import type { Reading } from '../reading.ts'

/** How each data type becomes a value of FHIR; `row` has what the field says besides. */
const dataTypes = {
  text: (value: Value) => value.whole().trim() || undefined,
  place: (value: Value) => {
    const text = value.whole().trim()
    return text === '' ? undefined : { text }
  },
  code: (value: Value, _reading: Reading, { codes }: Row) =>
    codes === undefined ? undefined : readMappedCode(value, codes),
  boolean: readBoolean,
  integer: (value: Value) => readInteger(value),
  date: (value: Value) => readDate(value),
  dateTime: (value: Value, reading: Reading) => readDateTime(value, reading),
  instant: (value: Value, reading: Reading) => readInstant(value, reading),
  concept: (value: Value, reading: Reading, row: Row) => readConcept(value, reading, ruleOf(row)),
  coding: (value: Value, reading: Reading, row: Row) => readFirstCoding(value, reading, ruleOf(row)),
  language: readLanguage,
  CX: (value: Value, reading: Reading, { type }: Row) => readCx(value, reading, type),
  placer: (value: Value, reading: Reading) => readEi(value, reading, 'PLAC'),
  filler: (value: Value, reading: Reading) => readEi(value, reading, 'FILL'),
  EI: (value: Value, reading: Reading) => readEi(value, reading),
  XPN: readXpn,
  XAD: readXad,
  XTN: (value: Value, reading: Reading, { use }: Row) => readXtn(value, reading, use),
  XCN: readXcn,
  NDL: readNdl,
  XON: readXon,
  PL: readPl,
} as const

export type DataType = keyof typeof dataTypes

export type Row = {
  readonly field: number
  /** Path in the resource; `[]` at its end takes every repetition, another path the first one that has something. */
  readonly element: string
  readonly as: DataType
  /** Table of the field, for a code whose system is not named. */
  readonly table?: string
  readonly codes?: CodeMapName
  readonly map?: ConceptRule['map']
  /** Type of an identifier that names none (table 0203). */
  readonly type?: string
  /** Use of a contact that names none. */
  readonly use?: ContactPoint['use']
  /** The value is this member of an object that also has `fixed`: an extension, a participant. */
  readonly member?: string
  readonly fixed?: object
}

const ruleOf = ({ table, map }: Row): ConceptRule => ({
  ...(table === undefined ? {} : { table }),
  ...(map === undefined ? {} : { map }),
})

function readInteger(value: Value): number | undefined {
  const text = value.text(1).trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  value.note('no-number')
  return undefined
}

type Members = Record<string, unknown>

/** Rows that find their element taken read nothing, so that the report tells of the field. */
export function applyRows<R extends Resource>(
  reading: Reading,
  segment: Segment | undefined,
  rows: readonly Row[],
  resource: R,
): R {
  if (segment === undefined) return resource
  for (const row of rows)
    for (const value of segment.values(row.field)) {
      const isList = row.element.endsWith('[]')
      if (!isList && hasElement(resource, row.element)) break
      const converted = dataTypes[row.as](value, reading, row)
      if (converted !== undefined) put(resource, row.element, wrap(row, converted))
    }
  return resource
}

const wrap = ({ member, fixed }: Row, converted: unknown): unknown =>
  member === undefined ? converted : { ...structuredClone(fixed ?? {}), [member]: converted }

const namesOf = (element: string): readonly string[] => element.replace('[]', '').split('.')

function hasElement(resource: Resource, element: string): boolean {
  let at: unknown = resource
  for (const name of namesOf(element)) at = (at as Members | undefined)?.[name]
  return at !== undefined
}

/** Elements are objects on the way, and the last one a value or a list. */
function put(resource: Resource, element: string, converted: unknown): void {
  const names = namesOf(element)
  const last = names.at(-1) ?? ''
  // A resource is read by names of a table here, which its type does not know.
  let at = resource as unknown as Members
  for (const name of names.slice(0, -1)) {
    at[name] ??= {}
    at = at[name] as Members
  }
  if (!element.endsWith('[]')) {
    at[last] = converted
    return
  }
  at[last] ??= []
  const list = at[last] as unknown[]
  list.push(converted)
}
