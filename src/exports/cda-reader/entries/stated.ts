/** Codes, words and times of entries, as far as they are stated. HL7 V3 data types CD, ST, TS, IVL_TS; R4 datatypes.html. */
import type { CodeableConcept, Period } from '@medplum/fhirtypes'
import type { XmlNode } from '../../../profiles/xml/xml-tree.ts'
import { oids } from '../../cda/codes.ts'
import { readConcept, readTime } from '../values.ts'
import { attributeOf, childrenOf, findNode, rawText, textOf } from '../xml-nodes.ts'
import type { Entry } from './entry.ts'

/** OTH and UNC: no code, but words. Another null flavour says that nothing is known. */
const withWords: ReadonlySet<string> = new Set(['OTH', 'UNC'])

/** Undefined for what is not stated. A qualifier may turn a code round, so that only the author's words are left of it. */
export function readStated(node: XmlNode | undefined): CodeableConcept | undefined {
  if (node === undefined) return undefined
  const flavor = attributeOf(node, 'nullFlavor')
  if (flavor !== undefined && !withWords.has(flavor)) return undefined
  const text = textOf(findNode(node, 'originalText'))
  const words = text === undefined ? undefined : { text }
  if (flavor !== undefined || childrenOf(node, 'qualifier').length > 0) return words
  const concept = readConcept(node)
  const others = childrenOf(node, 'translation').flatMap((other) => readStated(other)?.coding ?? [])
  if (others.length === 0) return concept
  return { ...concept, coding: [...(concept?.coding ?? []), ...others] }
}

/** An ST, or an ED of text in place, in its lines; undefined for a null flavour or a reference to a file. */
export function readLines(node: XmlNode | undefined): string | undefined {
  if (node === undefined || attributeOf(node, 'nullFlavor') !== undefined) return undefined
  if (attributeOf(node, 'representation') === 'B64' || findNode(node, 'reference') !== undefined) return undefined
  const lines = rawText(node)
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.join('\n').trim() || undefined
}

/** The same in one line. */
export const readWords = (node: XmlNode | undefined): string | undefined => readLines(node)?.replace(/\s+/g, ' ')

/** The code of a node in a code system; undefined for another system's, and for a null flavour. */
export const codeIn = (node: XmlNode | undefined, system: string): string | undefined =>
  attributeOf(node, 'codeSystem') === system && attributeOf(node, 'nullFlavor') === undefined
    ? attributeOf(node, 'code')
    : undefined

export const isNctis = (node: XmlNode | undefined, code: string): boolean => codeIn(node, oids.nctis) === code

/** Statements that are related to one, with the code of the Agency. */
export const listRelated = (node: XmlNode, code: string): readonly XmlNode[] =>
  childrenOf(node, 'entryRelationship').flatMap((relation) =>
    ['act', 'observation'].flatMap((name) =>
      childrenOf(relation, name).filter((related) => isNctis(findNode(related, 'code'), code)),
    ),
  )

/** The texts of the remarks of a code, such as comments. */
export const listRemarks = (entry: Entry, code: string, node: XmlNode = entry.statement): readonly string[] =>
  listRelated(node, code).flatMap((remark) => {
    const text = findNode(remark, 'text')
    const words = readLines(text)
    if (words === undefined) return []
    entry.use(findNode(remark, 'code'))
    entry.use(text)
    return [words]
  })

/** A point in time, or a period; empty for what is not stated. */
export type Times = { readonly at?: string; readonly period?: Period }

export function readTimes(entry: Entry, node: XmlNode | undefined): Times {
  if (node === undefined || attributeOf(node, 'nullFlavor') !== undefined) return {}
  const at = readTime(node)
  if (at !== undefined) {
    entry.use(node)
    return { at }
  }
  const [start, end] = ['low', 'high'].map((name) => {
    const edge = findNode(node, name)
    const found = attributeOf(edge, 'nullFlavor') === undefined ? readTime(edge) : undefined
    if (found !== undefined) entry.use(edge)
    return found
  })
  if (start === undefined && end === undefined) return {}
  // R4 per-1.
  if (start !== undefined && end !== undefined && Date.parse(start) > Date.parse(end)) return {}
  return { period: { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) } }
}
