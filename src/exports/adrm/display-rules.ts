/** ADRM on the content of display segments in HTML and PDF. ADRM appendix 5: 000008.2.3.1, 000008.2.4.1. */
import { componentsOf, type ParsedMessage, type Place, placeOf, segmentsOf } from './parsed-message.ts'
import { type AdrmRule, documents } from './rule.ts'

const unescaped: Readonly<Record<string, string>> = { F: '|', S: '^', T: '&', R: '~', E: '\\' }
const decodeEscapes = (text: string): string => text.replace(/\\([FSTRE])\\/g, (_, code) => unescaped[code] ?? '')

/** The decoded content of each display segment of one code. */
function listContents(
  message: ParsedMessage,
  code: string,
): readonly { readonly place: Place; readonly text: string }[] {
  return segmentsOf(message, 'OBX')
    .filter(({ fields }) => {
      const [id, , system] = componentsOf(message, fields[3] ?? '')
      return id === code && system === 'AUSPDI' && fields[2] === 'ED'
    })
    .map((segment) => {
      const [, , , encoding = '', data = ''] = componentsOf(message, segment.fields[5] ?? '')
      const isBase64 = encoding.toLowerCase() === 'base64'
      const text = isBase64 ? Buffer.from(data, 'base64').toString('latin1') : decodeEscapes(data)
      return { place: placeOf(segment, 5), text }
    })
}

const contentRule = (id: string, code: string, says: string, isBroken: (text: string) => boolean): AdrmRule => ({
  id,
  of: documents,
  says,
  find: (message) =>
    listContents(message, code)
      .filter(({ text }) => isBroken(text))
      .map(({ place }) => place),
})

const html = (point: string, says: string, isBroken: (text: string) => boolean): AdrmRule =>
  contentRule(`HL7au:000008.2.3.1.${point}`, 'HTML', says, isBroken)
const pdf = (point: string, says: string, isBroken: (text: string) => boolean): AdrmRule =>
  contentRule(`HL7au:000008.2.4.1.${point}`, 'PDF', says, isBroken)

const report = /<div\b[^<>]*\bclass\s*=\s*["'][^"']*\breportDisplay\b/i

/** Images of the report, which starts at its `div`. */
const listImages = (text: string): readonly string[] => {
  const start = text.search(report)
  const within = start === -1 ? text : text.slice(start)
  return [...within.matchAll(/<img\b[^<>]*?\bsrc\s*=\s*["']([^"']*)/gi)].map(([, address = '']) => address)
}

// biome-ignore format: one row a line
export const displayRules: readonly AdrmRule[] = [
  html('02', 'Links in HTML are https.',                                           (text) => /<a\b[^<>]*?\bhref\s*=\s*["']\s*http:/i.test(text)),
  html('03', 'HTML takes no style sheet from elsewhere.',                          (text) => /@import\b|<\?xml-stylesheet\b/i.test(text)),
  html('04', 'HTML has no script.',                                                (text) => /<script\b|<[^<>]*\son\w+\s*=|\bjavascript:/i.test(text)),
  html('05', 'HTML has no element that loads or frames something else, and no form.', (text) => /<(?:base|link|xlink|frame|iframe|form|object)\b/i.test(text)),
  html('08', 'The report in HTML stands in a div of the class reportDisplay.',     (text) => !report.test(text)),
  html('14', 'Images of the report are those of the message.',                     (text) => listImages(text).some((address) => !address.startsWith('hl7v2://OBX.'))),
  pdf('3', 'The PDF is not encrypted.',                                            (text) => /\/Encrypt\b/.test(text)),
  pdf('4', 'The PDF has no comments.',                                             (text) => /\/Subtype\s*\/(?:Text|FreeText|Popup)\b/.test(text)),
]
