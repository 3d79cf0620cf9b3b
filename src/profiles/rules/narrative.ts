/** Narrative XHTML: well-formed, one div, formatting only, nothing that runs or loads. R4 narrative.html, txt-1, txt-2. */
import {
  childless,
  contents,
  elements,
  hasAttribute,
  notInItself,
  notInParagraph,
  parents,
} from './narrative-elements.ts'
import { isLink, isStyle, linkAttributes } from './narrative-links.ts'

export type NarrativeRule =
  | 'narrative'
  | 'narrative-element'
  | 'narrative-attribute'
  | 'narrative-place'
  | 'narrative-link'

const xhtml = 'http://www.w3.org/1999/xhtml'

const tokenPattern =
  /<!--(?:(?!--)[\s\S])*-->|<\/([A-Za-z][A-Za-z0-9]*)[ \t\r\n]*>|<([A-Za-z][A-Za-z0-9]*)((?:[ \t\r\n]+[A-Za-z][A-Za-z0-9:-]*[ \t\r\n]*=[ \t\r\n]*(?:"[^"<]*"|'[^'<]*'))*)[ \t\r\n]*(\/?)>|[^<]+/y
const attributePattern = /([A-Za-z][A-Za-z0-9:-]*)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/g
/** XML 1.0 2.2, 2.4: no document may hold these, nor refer to them. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\]\]>/u
const reference = /&#(?:(\d{1,7})|x([0-9A-Fa-f]{1,6}));/g
/** R4 narrative.html#xhtml: XML has no names for HTML's characters. */
const otherEntity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)/
const ink = /[^ \t\r\n]/

type State = {
  readonly open: string[]
  readonly fragments: string[]
  rule: NarrativeRule | undefined
  hasContent: boolean
  isClosed: boolean
}

type Narrative = {
  /** What is wrong first; `undefined` for nothing. */
  readonly rule: NarrativeRule | undefined
  /** Where its links point to in the document around it. */
  readonly fragments: readonly string[]
}

export function readNarrative(text: string): Narrative {
  const state: State = { open: [], fragments: [], rule: undefined, hasContent: false, isClosed: false }
  if (!isWritable(text)) return { rule: 'narrative', fragments: [] }
  for (let at = 0; at < text.length && state.rule === undefined; at = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = at
    const token = tokenPattern.exec(text)
    state.rule = token === null ? 'narrative' : takeToken(token, state)
  }
  const isWhole = state.isClosed && state.hasContent
  return { rule: state.rule ?? (isWhole ? undefined : 'narrative'), fragments: state.fragments }
}

function isWritable(text: string): boolean {
  if (unwritable.test(text)) return false
  for (const [, digits = '', hex = ''] of text.matchAll(reference)) if (!isCharacter(digits, hex)) return false
  return true
}

const isCharacter = (digits: string, hex: string): boolean => {
  const code = digits === '' ? Number.parseInt(hex, 16) : Number.parseInt(digits, 10)
  return code <= 0x10ffff && !unwritable.test(String.fromCodePoint(code))
}

/** Takes one comment, tag or run of text. */
function takeToken(token: RegExpExecArray, state: State): NarrativeRule | undefined {
  const [text, end, start, attributeText = '', selfClosing] = token
  if (text.startsWith('<!--')) return undefined
  if (end !== undefined) return closeElement(end, state)
  if (start === undefined) return takeText(text, state)
  if (state.isClosed) return 'narrative'
  const rule = checkPlace(start, state.open) ?? takeAttributes(start, attributeText, state)
  if (start === 'img') state.hasContent = true
  if (selfClosing !== '/') state.open.push(start)
  else if (state.open.length === 0) state.isClosed = true
  return rule
}

function closeElement(name: string, state: State): NarrativeRule | undefined {
  if (state.open.pop() !== name) return 'narrative'
  if (state.open.length === 0) state.isClosed = true
  return undefined
}

function takeText(text: string, state: State): NarrativeRule | undefined {
  const parent = state.open.at(-1)
  if (parent !== undefined && childless.has(parent)) return 'narrative-place'
  if (!ink.test(text)) return undefined
  if (parent === undefined || otherEntity.test(text)) return 'narrative'
  state.hasContent = true
  return contents[parent] === undefined ? undefined : 'narrative-place'
}

function checkPlace(name: string, open: readonly string[]): NarrativeRule | undefined {
  if (!elements.has(name)) return 'narrative-element'
  const parent = open.at(-1)
  if (parent === undefined) return name === 'div' ? undefined : 'narrative'
  const isOutOfPlace =
    childless.has(parent) ||
    contents[parent]?.includes(name) === false ||
    parents[name]?.includes(parent) === false ||
    (notInItself.has(name) && open.includes(name)) ||
    (notInParagraph.has(name) && open.includes('p'))
  return isOutOfPlace ? 'narrative-place' : undefined
}

function takeAttributes(name: string, text: string, { open, fragments }: State): NarrativeRule | undefined {
  const own = [...text.matchAll(attributePattern)].map(([, key = '', double, single]): [string, string] => [
    key,
    double ?? single ?? '',
  ])
  const values = new Map(own)
  // The outermost element is of the XHTML namespace.
  if (values.size !== own.length || (open.length === 0 && values.get('xmlns') !== xhtml)) return 'narrative'
  for (const [key, value] of own) {
    const rule = checkAttribute(name, key, value)
    if (rule !== undefined) return rule
    if (name === 'a' && key === 'href' && /^#./.test(value)) fragments.push(value.slice(1))
    if (name === 'img' && key === 'src' && value.startsWith('#')) fragments.push(value.slice(1))
  }
  return undefined
}

function checkAttribute(element: string, key: string, value: string): NarrativeRule | undefined {
  if (!hasAttribute(element, key)) return 'narrative-attribute'
  if (otherEntity.test(value) || (key === 'xmlns' && value !== xhtml)) return 'narrative'
  if (linkAttributes.has(key) && !isLink(key, value)) return 'narrative-link'
  return key === 'style' && !isStyle(value) ? 'narrative-attribute' : undefined
}
