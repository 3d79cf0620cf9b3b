/** Narrative XHTML: well-formed, one div, formatting elements only, nothing that runs or loads. R4 narrative.html, txt-1, txt-2. */

/** HTML 4 chapters 7 to 11 (without section 4 of chapter 9) and 15, links and images. */
const elements = new Set(
  (
    'a abbr acronym address area b bdo big blockquote br caption cite code col colgroup dd del dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img ' +
    'ins kbd li map ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var'
  ).split(' '),
)
const attributes = new Set(
  (
    'abbr accesskey align alt axis border cellpadding cellspacing char charoff charset cite class colspan coords datetime dir frame headers ' +
    'height href hreflang hspace id ismap lang longdesc name nohref noshade nowrap rel rev rowspan rules scope shape size span src style ' +
    'summary tabindex title type usemap valign vspace width xml:lang xmlns start value compact clear'
  ).split(' '),
)
const linkAttributes = new Set(['href', 'src', 'cite', 'longdesc', 'usemap'])
const xhtml = 'http://www.w3.org/1999/xhtml'

const tokenPattern =
  /<!--(?:(?!--)[\s\S])*-->|<\/([A-Za-z][A-Za-z0-9]*)[ \t\r\n]*>|<([A-Za-z][A-Za-z0-9]*)((?:[ \t\r\n]+[A-Za-z][A-Za-z0-9:-]*[ \t\r\n]*=[ \t\r\n]*(?:"[^"<]*"|'[^'<]*'))*)[ \t\r\n]*(\/?)>|[^<]+/y
const attributePattern = /([A-Za-z][A-Za-z0-9:-]*)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/g
/** XML 1.0 2.2, 2.4: no document may hold these, nor refer to them. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\]\]>/u
const reference = /&#(?:(\d{1,7})|x([0-9A-Fa-f]{1,6}));/g
const entity = /&(?!(?:[A-Za-z][A-Za-z0-9]{0,31}|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)/
const runs = /(?:javascript|vbscript|livescript)\s*:|expression\s*\(/i
const embedded = /^\s*data:(?!image\/(?:png|gif|jpe?g|webp);)/i

export const hasNarrativeForm = (text: string): boolean => {
  if (unwritable.test(text)) return false
  for (const [, digits = '', hex = ''] of text.matchAll(reference)) if (!isCharacter(digits, hex)) return false
  const open: string[] = []
  const state = { content: false, closed: false }
  tokenPattern.lastIndex = 0
  for (let at = 0; at < text.length; at = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = at
    const token = tokenPattern.exec(text)
    if (token === null || !takeToken(token, open, state)) return false
  }
  return state.closed && state.content
}

const isCharacter = (digits: string, hex: string): boolean => {
  const code = digits === '' ? Number.parseInt(hex, 16) : Number.parseInt(digits, 10)
  return code <= 0x10ffff && !unwritable.test(String.fromCodePoint(code))
}

type State = { content: boolean; closed: boolean }

/** Takes one comment, tag or run of text; false where it may not stand here. */
function takeToken(token: RegExpExecArray, open: string[], state: State): boolean {
  const [text, end, start, attributeText = '', selfClosing] = token
  if (text.startsWith('<!--')) return true
  if (end !== undefined) return closeElement(end, open, state)
  if (start === undefined) return takeText(text, open, state)
  if (!isAllowed(start, attributeText, open) || state.closed) return false
  if (start === 'img') state.content = true
  if (selfClosing !== '/') open.push(start)
  else if (open.length === 0) state.closed = true
  return true
}

function closeElement(name: string, open: string[], state: State): boolean {
  if (open.pop() !== name) return false
  if (open.length === 0) state.closed = true
  return true
}

function takeText(text: string, open: readonly string[], state: State): boolean {
  const blank = text.trim() === ''
  if (!blank) state.content = true
  return blank || (open.length > 0 && !entity.test(text))
}

/** The outermost element is a div of the XHTML namespace. */
function isAllowed(name: string, attributeText: string, open: readonly string[]): boolean {
  const own = [...attributeText.matchAll(attributePattern)].map(([, key = '', double, single]) => [
    key,
    double ?? single ?? '',
  ])
  if (new Set(own.map(([key]) => key)).size !== own.length) return false
  if (open.length === 0 && !(name === 'div' && own.some(([key, value]) => key === 'xmlns' && value === xhtml)))
    return false
  return elements.has(name) && own.every(([key = '', value = '']) => isAllowedAttribute(key, value))
}

function isAllowedAttribute(key: string, value: string): boolean {
  // XML has no prefix without a namespace.
  if (!attributes.has(key) && !/^data-[^:]+$/.test(key)) return false
  if (key === 'xmlns') return value === xhtml
  if (entity.test(value)) return false
  const decoded = decode(value)
  return (
    !(linkAttributes.has(key) && (runs.test(decoded) || embedded.test(decoded))) &&
    !(key === 'style' && runs.test(decoded))
  )
}

/** Characters that hide a scheme: references and white space. */
const decode = (value: string): string =>
  value
    .replace(/&#(\d{1,7});/g, (_, digits: string) => codePoint(Number.parseInt(digits, 10)))
    .replace(/&#x([0-9A-Fa-f]{1,6});/g, (_, digits: string) => codePoint(Number.parseInt(digits, 16)))
    .replace(/&(?:Tab|NewLine);|[\u0000-\u0020]/g, '')
    .replace(/&colon;/g, ':')

const codePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
