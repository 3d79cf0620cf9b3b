/** Builds XML 1.0: texts and attribute values are escaped here and nowhere else. */

import { escapeMarkup } from '../../core/markup.ts'
import { plainText } from '../../documents/plain-text.ts'

export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly children: readonly XmlNode[]
}
export type XmlNode = XmlElement | string

/** Leaves out undefined attributes and children. */
export const element = (
  name: string,
  attributes: XmlElement['attributes'] = {},
  children: readonly (XmlNode | undefined)[] = [],
): XmlElement => ({ name, attributes, children: children.filter((child) => child !== undefined) })

export const renderXml = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${renderElement(root, '')}\n`

/** A reader would normalise white space in an attribute, so it becomes a space. */
const renderAttribute = ([name, value = '']: [string, string | undefined]): string =>
  ` ${name}="${escapeMarkup(plainText(value).replace(/\s/g, ' '))}"`

/** Elements of elements are indented; beside text, white space would count. */
function renderElement({ name, attributes, children }: XmlElement, indent: string): string {
  const present = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const tag = `${indent}<${name}${present.map(renderAttribute).join('')}`
  if (children.length === 0) return `${tag}/>`
  if (children.some((child) => typeof child === 'string')) {
    const content = children.map((child) =>
      typeof child === 'string' ? escapeMarkup(plainText(child)) : renderElement(child, ''),
    )
    return `${tag}>${content.join('')}</${name}>`
  }
  const lines = children.map((child) => (typeof child === 'string' ? '' : renderElement(child, `${indent}  `)))
  return [`${tag}>`, ...lines, `${indent}</${name}>`].join('\n')
}
