/** Walks through markup as XML 1.0 without keeping it. Narratives in JSON use HTML's names of characters, so they count as known. */
import { SaxesParser } from 'saxes'
import { htmlEntities } from './html-entities.ts'

/** Hears of elements and texts in their order; attributes and texts are decoded. It ends the walk by `false`. */
export type XmlVisitor = {
  open(name: string, attributes: Readonly<Record<string, string>>): boolean
  close(name: string): void
  text(text: string): void
}

const characters: Record<string, string> = Object.assign(
  Object.create(null),
  { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  Object.fromEntries([...htmlEntities].map(([name, code]) => [name, String.fromCodePoint(code)])),
)

/** Markup with a fault is not read to its end. */
const stepCharacters = 64 * 1024

/** False if the markup is not one well-formed element, or has a declaration, an instruction or a CDATA section. */
export function walkElement(markup: string, visitor: XmlVisitor): boolean {
  const parser = new SaxesParser()
  let isWhole = true
  let isOver = false
  const refuse = (): void => {
    isWhole = false
    isOver = true
  }
  parser.ENTITIES = characters
  for (const event of ['error', 'doctype', 'cdata', 'processinginstruction', 'xmldecl'] as const)
    parser.on(event, refuse)
  parser.on('opentag', ({ name, attributes }) => {
    if (!isOver && !visitor.open(name, attributes)) isOver = true
  })
  parser.on('closetag', ({ name }) => visitor.close(name))
  parser.on('text', (text) => visitor.text(text))
  for (let at = 0; at < markup.length && !isOver; at += stepCharacters)
    parser.write(markup.slice(at, at + stepCharacters))
  if (!isOver) parser.close()
  return isWhole
}
