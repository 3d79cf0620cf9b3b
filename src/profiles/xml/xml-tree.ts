/** Reads any XML into a tree, in bounds: no document type, so no entity but the five of XML. XML 1.0; Namespaces in XML 1.0. */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { XmlError } from './xml-error.ts'
import { decodeXml } from './xml-text.ts'

export type XmlNode = {
  readonly name: string
  readonly uri: string
  /** By local name; one without a namespace comes before another of its name. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (XmlNode | string)[]
}

type OpenNode = XmlNode & { readonly children: (XmlNode | string)[] }

const maxDepth = 100
const maxElements = 500_000

/** Throws XmlError with the place. */
export function readXmlTree(bytes: Uint8Array): XmlNode {
  const parser = new SaxesParser({ xmlns: true })
  const open: OpenNode[] = []
  let root: XmlNode | undefined
  let count = 0
  const fail = (reason: string): never => {
    throw new XmlError(reason, {
      line: parser.line,
      column: parser.column,
      path: open.map(({ name }) => name).join('/'),
    })
  }
  const addText = (text: string): void => {
    open.at(-1)?.children.push(text)
  }
  parser.on('error', () => fail('not well-formed'))
  parser.on('doctype', () => fail('document type declarations are not allowed'))
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', (tag) => {
    count += 1
    if (open.length >= maxDepth) fail('nested too deeply')
    if (count > maxElements) fail('too many elements')
    const node = nodeOf(tag)
    if (open.length === 0) root = node
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('closetag', () => open.pop())
  parser.write(decodeXml(bytes).replace(/^\ufeff/, '')).close()
  return root ?? fail('not well-formed')
}

const nodeOf = ({ local, uri, attributes }: SaxesTagNS): OpenNode => ({
  name: local,
  uri,
  attributes: new Map(
    Object.values(attributes)
      .toSorted((one, other) => Number(one.uri === '') - Number(other.uri === ''))
      .map((attribute) => [attribute.local, attribute.value]),
  ),
  children: [],
})
