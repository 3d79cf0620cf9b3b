/** The elements that a CDA document has once. Of two, nobody knows which one it means, and the other would be lost. CDA R2 4.2, 4.3. */
import type { XmlNode } from '../../profiles/xml/xml-tree.ts'
import { DocumentRefused } from '../check-document.ts'
import { childrenOf } from './xml-nodes.ts'

/** `place` is where the node stands. Throws DocumentRefused. */
export function findOnly(node: XmlNode | undefined, name: string, place?: string): XmlNode | undefined {
  const [found, ...others] = childrenOf(node, name)
  const element = place === undefined ? name : `${place}/${name}`
  if (others.length > 0) throw new DocumentRefused([{ element, message: 'stands more than once' }])
  return found
}
