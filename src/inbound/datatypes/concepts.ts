/** CE, CWE, CNE, IS and ID as codes and concepts. Published maps CE[CodeableConcept], CWE[CodeableConcept], CWE[Coding]. */
import type { CodeableConcept, Coding } from '@medplum/fhirtypes'
import type { Value } from '../message/segment.ts'
import type { Reading } from '../reading.ts'
import { type CodeMapName, type CodingMapName, mapCode, mapCoding } from './code-maps.ts'
import { codingSystemOf } from './systems.ts'

/** R4 datatypes.html#code: no blanks at an end, single ones within. */
const isCode = (text: string): boolean => /^\S+(?: \S+)*$/.test(text)

/** Three components from `first` on: code, text, system. `table` is that of the field. */
function readCoding(value: Value, first: number, reading: Reading, table?: string): Coding | undefined {
  const code = value.text(first).trim()
  const display = value.text(first + 1).trim()
  const name = value.text(first + 2)
  if (code === '') return undefined
  const system = codingSystemOf(name, table === undefined ? undefined : { table, code }, reading)
  return {
    ...(system === undefined ? {} : { system }),
    ...(isCode(code) ? { code } : {}),
    ...(display === '' && isCode(code) ? {} : { display: display || code }),
  }
}

export type ConceptRule = { readonly table?: string; readonly map?: CodingMapName }

/** First coding, alternate coding, original text (CWE-9). A text without a code stands alone. */
export function readConcept(value: Value, reading: Reading, rule: ConceptRule = {}): CodeableConcept | undefined {
  const mapped = rule.map === undefined ? undefined : mapCoding(rule.map, value.text(1))
  const own = readCoding(value, 1, reading, rule.table)
  const first: Coding | undefined = mapped === undefined ? own : { ...mapped }
  const second = readCoding(value, 4, reading)
  const text = value.text(9) || value.text(2) || (first === undefined ? value.text(5) : '')
  const coding = [first, second].filter((one) => one !== undefined)
  if (coding.length === 0 && text.trim() === '') return undefined
  return { ...(coding.length === 0 ? {} : { coding }), ...(text.trim() === '' ? {} : { text: text.trim() }) }
}

export const readFirstCoding = (value: Value, reading: Reading, rule: ConceptRule): Coding | undefined =>
  readConcept(value, reading, rule)?.coding?.[0]

/** Undefined, and noted, for a code that the map does not have. */
export function readMappedCode(value: Value, map: CodeMapName): string | undefined {
  const code = value.text(1)
  const mapped = mapCode(map, code)
  if (mapped === undefined && code.trim() !== '') value.note('unknown-code')
  // The text and the system of a code that is mapped say nothing more.
  if (mapped !== undefined) for (const component of [2, 3]) value.text(component)
  return mapped
}

/** Table 0136. */
export function readBoolean(value: Value): boolean | undefined {
  const code = value.text(1).trim().toUpperCase()
  if (code === 'Y' || code === 'N') return code === 'Y'
  value.note('unknown-code')
  return undefined
}

/** BCP 47 of a code of ISO 639; any other code stands as text. */
export function readLanguage(value: Value): CodeableConcept | undefined {
  const code = value.text(1).trim()
  const text = value.text(2).trim()
  value.text(3)
  const coding = /^[a-z]{2}(?:-[a-z]{2})?$/i.test(code)
    ? [{ system: 'urn:ietf:bcp:47', code: code.slice(0, 2).toLowerCase() + code.slice(2).toUpperCase() }]
    : []
  const words = text || (coding.length === 0 ? code : '')
  if (coding.length === 0 && words === '') return undefined
  return { ...(coding.length === 0 ? {} : { coding }), ...(words === '' ? {} : { text: words }) }
}
