/** XML with each text and each value of an attribute masked: elements and attributes keep their names. XML 1.0 2.1, 3.1. */
import { maskLeaf, opaque } from './mask-leaf.ts'

const parts =
  /(?<comment><!--[\s\S]*?-->)|(?<instruction><\?[\s\S]*?\?>)|<!\[CDATA\[(?<data>[\s\S]*?)\]\]>|(?<tag><\/?[A-Za-z](?:"[^"]*"|'[^']*'|[^'"<>])*>)|(?<text>[^<]+)|(?<rest><)/g
const attributes = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const tagForm = /^<(\/?)([A-Za-z_][\w.:-]*)([\s\S]*?)(\s*\/?)>$/

export function maskXml(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8')
  if (!text.trimStart().startsWith('<')) return opaque
  let masked = ''
  for (const { groups = {} } of text.matchAll(parts)) {
    // A document type may declare anything, and `<` alone is no XML.
    if (groups['rest'] !== undefined) return opaque
    masked += maskPart(groups)
  }
  return masked
}

function maskPart({ comment, instruction, data, tag, text }: Readonly<Record<string, string | undefined>>): string {
  if (comment !== undefined || instruction !== undefined) return ''
  if (data !== undefined) return maskLeaf(data)
  if (tag !== undefined) return maskTag(tag)
  if (text === undefined) return ''
  return /^\s*$/.test(text) ? text : maskLeaf(text.trim())
}

function maskTag(tag: string): string {
  const [, close = '', name = '', inside = '', end = ''] = tagForm.exec(tag) ?? []
  // What is left beside the attributes may be anything.
  if (name === '' || inside.replace(attributes, '').trim() !== '') return `<${maskLeaf(tag)}>`
  const masked = inside.replace(
    attributes,
    (_all, own: string, double?: string, single?: string) => ` ${own}="${maskLeaf(double ?? single ?? '')}"`,
  )
  return `<${close}${name}${masked}${end.trim()}>`
}
