/** Elements and attributes that a narrative may hold, and where, as the reference validator reads HTML 4. R4 narrative.html, txt-1. */

/** Formatting that may not lie inside itself. */
const inline = 'a abbr acronym b bdo big cite code dfn em i kbd q samp small strong sub sup tt var'.split(' ')

/** HTML 4 chapters 7 to 11 and 15, links and images. */
export const elements: ReadonlySet<string> = new Set([
  ...inline,
  ...'address area blockquote br caption col colgroup dd div dl dt h1 h2 h3 h4 h5 h6 hr img li map ol p pre span'.split(
    ' ',
  ),
  ...'table tbody td tfoot th thead tr ul'.split(' '),
])

export const notInItself: ReadonlySet<string> = new Set(inline)

/** Attributes that every element may have. */
const everywhere =
  'abbr accesskey align axis char charoff class colspan dir headers id lang rowspan scope span style tabindex title valign width xml:lang xml:space xmlns'

const own: Readonly<Record<string, string>> = {
  a: 'charset coords href hreflang name rel rev shape type',
  area: 'alt coords href shape',
  blockquote: 'cite',
  img: 'alt border height ismap longdesc src usemap',
  map: 'name',
  q: 'cite',
  table: 'border cellpadding cellspacing frame rules summary',
  td: 'nowrap',
}

const common: ReadonlySet<string> = new Set(everywhere.split(' '))
const ofElement = new Map(Object.entries(own).map(([name, text]) => [name, new Set(text.split(' '))]))

export const hasAttribute = (element: string, attribute: string): boolean =>
  common.has(attribute) || ofElement.get(element)?.has(attribute) === true

/** Elements without content. */
export const childless: ReadonlySet<string> = new Set(['area', 'br', 'hr', 'img'])

/** These hold only the elements listed, and no text but white space. */
export const contents: Readonly<Record<string, readonly string[] | undefined>> = {
  dl: ['dd', 'dt'],
  map: ['area'],
  ol: ['li'],
  ul: ['li'],
  table: ['caption', 'col', 'colgroup', 'tbody', 'tfoot', 'thead', 'tr'],
  tbody: ['tr'],
  tfoot: ['tr'],
  thead: ['tr'],
  tr: ['td', 'th'],
}

const blocks = ['blockquote', 'col', 'colgroup', 'div', 'li', 'td', 'th']

/** These lie inside one of the elements listed. */
export const parents: Readonly<Record<string, readonly string[] | undefined>> = {
  caption: ['table'],
  col: ['colgroup', 'table'],
  colgroup: ['table'],
  dd: ['dl'],
  div: blocks,
  dt: ['dl'],
  li: ['ol', 'ul'],
  ol: blocks,
  pre: blocks,
  table: blocks,
  tbody: ['table'],
  td: ['tr'],
  tfoot: ['table'],
  th: ['tr'],
  thead: ['table'],
  tr: ['table', 'thead', 'tfoot', 'tbody'],
  ul: blocks,
}

/** A paragraph holds none of these, at any depth. */
export const notInParagraph: ReadonlySet<string> = new Set(['p', 'blockquote'])
