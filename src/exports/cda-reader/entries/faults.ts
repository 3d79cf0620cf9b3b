/**
 * Why an entry, or all entries of a section, state no fact of the patient. What is negated, null, void, or about somebody else is left in
 * the words. CDA R2 4.3.6, 4.3.8 (negationInd, statusCode), 4.4 (context); HL7 V3 data types, null flavours. D150.
 */
import type { XmlNode } from '../../../profiles/xml/xml-tree.ts'
import { attributeOf, childrenOf } from '../xml-nodes.ts'

/** Elements that are values: a null flavour of one leaves it out, and not what it stands in. */
const values: ReadonlySet<string> = new Set([
  ...['id', 'code', 'text', 'value', 'effectiveTime', 'low', 'high', 'center', 'width', 'time', 'statusCode'],
  ...['originalText', 'translation', 'qualifier', 'name', 'addr', 'telecom', 'desc', 'quantity', 'methodCode'],
  ...['targetSiteCode', 'approachSiteCode', 'interpretationCode', 'priorityCode', 'routeCode', 'doseQuantity'],
  ...['rateQuantity', 'maxDoseQuantity', 'administrationUnitCode', 'repeatNumber', 'languageCode', 'reference'],
  ...['lotNumberText', 'sequenceNumber', 'independentInd', 'signatureCode', 'modeCode', 'functionCode'],
])

const isSet = (node: XmlNode, name: string): boolean => (attributeOf(node, name) ?? 'false').trim() !== 'false'

/** Of a section or component, for all that stands in it. */
export function findContextFault(node: XmlNode): string | undefined {
  if (attributeOf(node, 'nullFlavor') !== undefined) return 'its section has a null flavour'
  if (childrenOf(node, 'subject').length > 0) return 'its section is about another person'
  return attributeOf(node, 'contextConductionInd') === 'false' ? unconducted : undefined
}

const unconducted = 'the context of the document does not reach it'

/** `isMood` holds the moods that the kind may have; `mayBeNegated` is the negation that a guide gives a meaning to. */
export type Allowed = { readonly moods: readonly string[]; readonly mayBeNegated?: (node: XmlNode) => boolean }

export function findFault(entry: XmlNode, statement: XmlNode, { moods, mayBeNegated }: Allowed): string | undefined {
  if (!moods.includes(attributeOf(statement, 'moodCode') ?? 'EVN')) return 'its mood is another'
  return findInnerFault(entry, (node) => node === statement && mayBeNegated?.(node) === true)
}

function findInnerFault(node: XmlNode, mayBeNegated: (node: XmlNode) => boolean): string | undefined {
  if (isSet(node, 'negationInd') && !mayBeNegated(node)) return 'it is negated'
  if (attributeOf(node, 'nullFlavor') !== undefined && !values.has(node.name)) return 'it has a null flavour'
  if (attributeOf(node, 'contextConductionInd') === 'false') return unconducted
  for (const child of node.children) {
    if (typeof child === 'string') continue
    if (child.name === 'subject') return 'it is about another person'
    const fault = findInnerFault(child, mayBeNegated)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** CDA ActStatus. Undefined for none; a null flavour and a second status are an empty string, which no table has. */
export function statusOf(node: XmlNode): string | undefined {
  const [status, ...others] = childrenOf(node, 'statusCode')
  if (others.length > 0) return ''
  return status === undefined ? undefined : (attributeOf(status, 'code')?.trim() ?? '')
}

/** A status by a table of those that the kind may have; undefined if it is none of them. `''` stands for an entry without one. */
export const readStatus = <S>(node: XmlNode, known: Readonly<Record<string, S>>): S | undefined => {
  const status = statusOf(node)
  if (status === '') return undefined
  return Object.hasOwn(known, status ?? '') ? known[status ?? ''] : undefined
}
