/** The narrative's div: a text in JSON, elements in XML, the same markup in both. R4 narrative.html, xml.html, json.html#xhtml. */
import type { SaxesTagNS } from 'saxes'
import { htmlEntities } from './html-entities.ts'
import { checkWritable, escapeAttribute, escapeText, xhtmlNamespace } from './xml-text.ts'

/** A match keeps a step for each quoted part, not for each character: a long tag does not exhaust the stack. */
const tagOrMark = /<[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*>|&([A-Za-z][A-Za-z0-9]*);|\r/g
const ofXml: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])

/** Markup that has another form in XML: a carriage return, a name of a character. */
const isOther = /\r|&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]/

/** Writes the div as XML, which lacks HTML's names of characters and drops carriage returns. */
export function renderDiv(div: string): string {
  checkWritable(div)
  if (!isOther.test(div)) return div.trim()
  return div.trim().replace(tagOrMark, (mark, name: string | undefined) => {
    if (mark.startsWith('<') && !isOther.test(mark)) return mark
    if (mark.startsWith('<')) return mark.replaceAll(quotedOrBreak, renderPart).replaceAll(namedCharacter, renderNamed)
    return name === undefined ? '&#13;' : renderNamed(mark, name)
  })
}

const quotedOrBreak = /"[^"]*"|'[^']*'|\r\n?/g
const renderPart = (part: string): string => (part.startsWith('\r') ? '\n' : part.replaceAll('\r', '&#13;'))
const namedCharacter = /&([A-Za-z][A-Za-z0-9]*);/g

/** A browser shows a name that HTML lacks as plain text. */
function renderNamed(mark: string, name: string): string {
  if (ofXml.has(name)) return mark
  const code = htmlEntities.get(name)
  return code === undefined ? `&amp;${name};` : `&#${code};`
}

/** Reads a div. It keeps the markup as written if JSON can hold it, and rewrites it if not. */
export class DivReader {
  private readonly source: string
  private readonly start: number
  private readonly written: string[] = []
  private isPlain = true
  depth = 0

  constructor(source: string, start: number) {
    this.source = source
    this.start = start
  }

  /** Returns the error of the element, if any. */
  open(tag: SaxesTagNS): string | undefined {
    this.depth += 1
    if (tag.uri !== xhtmlNamespace) return 'element of another namespace'
    const attributes = Object.values(tag.attributes)
    const declares = attributes.some(({ name, value }) => name === 'xmlns' && value === xhtmlNamespace)
    if (tag.prefix !== '' || (this.depth === 1 && !declares)) this.isPlain = false
    const parts = this.depth === 1 ? [` xmlns="${xhtmlNamespace}"`] : []
    for (const { name, prefix, value } of attributes) {
      if (name === 'xmlns' || prefix === 'xmlns') {
        if (name !== 'xmlns') this.isPlain = false
      } else if (prefix !== '' && prefix !== 'xml') return 'attribute of another namespace'
      else parts.push(` ${name}="${escapeAttribute(value)}"`)
    }
    this.written.push(`<${tag.local}${parts.join('')}${tag.isSelfClosing ? '/' : ''}>`)
    return undefined
  }

  close(tag: SaxesTagNS): void {
    this.depth -= 1
    if (!tag.isSelfClosing) this.written.push(`</${tag.local}>`)
  }

  addText(text: string): void {
    this.written.push(escapeText(text))
  }

  /** JSON leaves out comments, instructions and CDATA sections. */
  leaveOut(): void {
    this.isPlain = false
  }

  /** `end` is the end of the markup in the source. */
  text(end: number): string {
    if (!this.isPlain) return this.written.join('')
    return this.source
      .slice(this.start, end)
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/&#(?:13|x0*[dD]);/g, '\r')
  }
}
