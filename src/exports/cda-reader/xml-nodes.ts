/** Ways through the tree of a CDA document. */
import type { XmlNode } from '../../profiles/xml/xml-tree.ts'

export const childrenOf = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((child): child is XmlNode => typeof child !== 'string' && child.name === name) ?? []

/** The first element on a path of names. */
export const findNode = (node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined =>
  path.reduce<XmlNode | undefined>((at, name) => childrenOf(at, name)[0], node)

export const attributeOf = (node: XmlNode | undefined, name: string): string | undefined => node?.attributes.get(name)

/** All text below, white space collapsed; undefined if there is none. */
export function textOf(node: XmlNode | undefined): string | undefined {
  const text = node === undefined ? '' : rawText(node).replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

export const rawText = (node: XmlNode): string =>
  node.children.map((child) => (typeof child === 'string' ? child : rawText(child))).join('')

/** Every element of a name, at any depth. */
export const listBelow = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(child.name === name ? [child] : []), ...listBelow(child, name)],
  ) ?? []
