/** The tags and words of a narrative's markup, well-formed or not, in linear time. R4 narrative.html, HTML 4.01. */
import { htmlEntities } from '../profiles/xml/html-entities.ts'

/** `name` is in lower case. `attributes` are as written. */
type Tag = { readonly name: string; readonly attributes: string; readonly isEnd: boolean; readonly isEmpty: boolean }
/** A tag, or words as written. */
type Token = Tag | string

const startOfTag = /<(\/?)([A-Za-z][\w:-]*)/y
const delimiter = /["'<>]/g
const closings: Readonly<Record<string, RegExp>> = { '"': /["<]/g, "'": /['<]/g }

/** Comments are left out. A comment without an end goes on to the end. */
export function* listTokens(div: string): Generator<Token> {
  const markup = withoutComments(div)
  let at = 0
  while (at < markup.length) {
    const start = markup.indexOf('<', at)
    if (start !== at) {
      yield markup.slice(at, start === -1 ? undefined : start)
      if (start === -1) return
    }
    startOfTag.lastIndex = start
    const [begun = '', slash, name = ''] = startOfTag.exec(markup) ?? []
    const end = begun === '' ? undefined : endOfTag(markup, start + begun.length)
    if (end === undefined) yield '<'
    else {
      const attributes = markup.slice(start + begun.length, end)
      yield { name: name.toLowerCase(), attributes, isEnd: slash === '/', isEmpty: attributes.endsWith('/') }
    }
    at = (end ?? start) + 1
  }
}

/** Attributes cannot hold `<` (XML 1.0 3.1), so each attempt ends at the next one. */
function endOfTag(markup: string, from: number): number | undefined {
  let at = from
  for (;;) {
    const { sign, index } = find(delimiter, markup, at)
    if (sign === '>') return index
    const closing = closings[sign]
    const closed = closing === undefined ? undefined : find(closing, markup, index + 1)
    if (closed?.sign !== sign) return undefined
    at = closed.index + 1
  }
}

function find(pattern: RegExp, text: string, from: number): { readonly sign: string; readonly index: number } {
  pattern.lastIndex = from
  const found = pattern.exec(text)
  return { sign: found?.[0] ?? '', index: found?.index ?? text.length }
}

function withoutComments(markup: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = markup.indexOf('<!--'); start !== -1; start = markup.indexOf('<!--', at)) {
    parts.push(markup.slice(at, start))
    const end = markup.indexOf('-->', start + 4)
    if (end === -1) return parts.join('')
    at = end + 3
  }
  return parts.join('') + markup.slice(at)
}

const ofXml = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

const characterOf = (code: number): string | undefined => (code <= 0x10ffff ? String.fromCodePoint(code) : undefined)

/** The character of a name; undefined if neither XML nor HTML has the name. */
export function namedCharacter(name: string): string | undefined {
  const code = htmlEntities.get(name)
  return ofXml.get(name) ?? (code === undefined ? undefined : characterOf(Number(code)))
}

/** A reference to no character stays as written. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,10}));/gi, (written, hex, decimal, name) => {
    if (name !== undefined) return namedCharacter(name) ?? written
    return characterOf(Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16)) ?? written
  })

/** The decoded value of a quoted attribute; empty if there is none. */
export const attributeValue = (attributes: string, name: string): string => {
  const [, double, single] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? []
  return decodeEntities(double ?? single ?? '')
}

/** The declarations of a style, in lower case and without white space and comments: CSS 2.1 4.1. */
export const compactStyle = (style: string): string =>
  style === ''
    ? ''
    : style
        .replace(/\/\*.*?\*\//gs, '')
        .replace(/\s+/g, '')
        .toLowerCase()

export const styleOf = (attributes: string): string =>
  attributes.includes('style') ? compactStyle(attributeValue(attributes, 'style')) : ''

/** No words of theirs are shown. */
export const silentElements: ReadonlySet<string> = new Set(['script', 'style', 'head', 'title'])
