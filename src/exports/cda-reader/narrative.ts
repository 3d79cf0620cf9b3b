/** The narrative block of CDA as XHTML of FHIR. CDA R2 4.3.5; R4 narrative.html. */
import { escapeMarkup } from '../../core/markup.ts'
import type { XmlNode } from '../../profiles/xml/xml-tree.ts'
import type { Reading } from './reading.ts'
import { attributeOf, childrenOf, textOf } from './xml-nodes.ts'

/** Elements that have one of the same meaning in XHTML. */
const names: Readonly<Record<string, string>> = {
  paragraph: 'p',
  item: 'li',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tfoot: 'tfoot',
  tr: 'tr',
  th: 'th',
  td: 'td',
  sub: 'sub',
  sup: 'sup',
  footnote: 'span',
  linkHtml: 'span',
  content: 'span',
}

/** Undefined if nobody could read anything in it. */
export function renderNarrative(reading: Reading, place: string, text: XmlNode): string | undefined {
  const content = renderChildren(reading, place, text)
  if (content.replace(/<[^>]*>|\s/g, '') === '') return undefined
  return `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`
}

const renderChildren = (reading: Reading, place: string, node: XmlNode): string =>
  node.children
    .map((child) => (typeof child === 'string' ? escapeMarkup(child) : render(reading, place, child)))
    .join('')

function render(reading: Reading, place: string, node: XmlNode): string {
  // CDA R2 4.3.5.1: it is no longer said.
  if (attributeOf(node, 'revised') === 'delete') {
    reading.leave(place, 'has deleted text, which is left out')
    return ''
  }
  const content = () => renderChildren(reading, place, node)
  switch (node.name) {
    case 'br':
      return '<br/>'
    case 'list':
      return renderList(reading, place, node)
    case 'caption':
      return `<b>${content()}</b> `
    case 'col':
    case 'colgroup':
    case 'footnoteRef':
      return ''
    case 'paragraph':
      return isHeading(node) ? `<h4>${content()}</h4>` : renderElement(node, content())
    case 'table':
      return renderTable(reading, place, node)
    case 'renderMultiMedia':
      reading.leave(place, 'shows a picture or a file, which is not carried')
      return `<p>${captionOf(reading, place, node)} (attached file)</p>`
    default:
      return renderElement(node, content())
  }
}

/** CDA has no headings: a paragraph that is bold as a whole is one. */
const isHeading = (node: XmlNode): boolean => {
  const [only, ...others] = node.children.filter((child) => typeof child !== 'string' || child.trim() !== '')
  return (
    others.length === 0 &&
    typeof only === 'object' &&
    only.name === 'content' &&
    attributeOf(only, 'styleCode') === 'Bold'
  )
}

function renderElement(node: XmlNode, content: string): string {
  const name = names[node.name]
  if (name === undefined) return content
  const spans = ['colspan', 'rowspan'].flatMap((span) => {
    const value = attributeOf(node, span)
    return value !== undefined && /^\d{1,3}$/.test(value) ? [` ${span}="${value}"`] : []
  })
  return `<${name}${spans.join('')}>${content}</${name}>`
}

/** A caption comes before its list, and first in its table, as XHTML wants it. */
function renderList(reading: Reading, place: string, node: XmlNode): string {
  const name = attributeOf(node, 'listType') === 'ordered' ? 'ol' : 'ul'
  const items = childrenOf(node, 'item').map((item) => render(reading, place, item))
  return `${renderCaption(reading, place, node, 'p')}<${name}>${items.join('')}</${name}>`
}

function renderTable(reading: Reading, place: string, node: XmlNode): string {
  const parts = node.children.flatMap((child) =>
    typeof child === 'string' || child.name === 'caption' ? [] : [render(reading, place, child)],
  )
  return `<table>${renderCaption(reading, place, node, 'caption')}${parts.join('')}</table>`
}

const captionOf = (reading: Reading, place: string, node: XmlNode): string =>
  childrenOf(node, 'caption')
    .filter((caption) => textOf(caption) !== undefined)
    .map((caption) => renderChildren(reading, place, caption).trim())
    .join(' ')

function renderCaption(reading: Reading, place: string, node: XmlNode, name: string): string {
  const caption = captionOf(reading, place, node)
  return caption === '' ? '' : `<${name}>${caption}</${name}>`
}
