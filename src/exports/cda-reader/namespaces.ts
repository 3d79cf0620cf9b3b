/** The elements of a CDA document that are CDA's, or Australia's where its guides place them. CDA R2 1.4; Namespaces in XML 1.0. */
import type { XmlNode } from '../../profiles/xml/xml-tree.ts'
import type { Reading } from './reading.ts'

export const cdaNamespace = 'urn:hl7-org:v3'
/** With a version behind it. */
const australian = 'http://ns.electronichealth.net.au/Ci/Cda/Extensions/'

/** The Australian extensions that stand in an element of CDA. Below them, all names are theirs. */
const placed: ReadonlySet<string> = new Set([
  ...['asEntityIdentifier', 'asEmployment', 'completionCode', 'coverage2'],
  ...['deceasedInd', 'deceasedTime', 'multipleBirthInd', 'multipleBirthOrderNumber'],
])

/**
 * The same tree without elements of other namespaces, which have names of CDA and another meaning; each is told by its place.
 * A narrative keeps them, because a reader shows the words within markup that it does not know.
 */
export function keepCda(reading: Reading, node: XmlNode, place = ''): XmlNode {
  if (node.name === 'text' && place.endsWith('/section/text')) return node
  const children = node.children.flatMap((child): readonly (XmlNode | string)[] => {
    if (typeof child === 'string') return [child]
    const at = place === '' ? child.name : `${place}/${child.name}`
    if (isOwn(node, child)) return [keepCda(reading, child, at)]
    reading.leave(at, 'is of another namespace and is not read')
    return []
  })
  return { ...node, children }
}

function isOwn(parent: XmlNode, { name, uri }: XmlNode): boolean {
  if (uri === cdaNamespace) return true
  return uri.startsWith(australian) && (parent.uri === uri || placed.has(name))
}
