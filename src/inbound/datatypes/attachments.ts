/** ED, RP and texts as attachments. Published maps ED[Attachment], RP[Attachment]; ADRM 000008. */
import type { Attachment } from '@medplum/fhirtypes'
import type { Value } from '../message/segment.ts'
import { filled } from './names.ts'

/** Media types by ED-3 (table 0291) or by the MIME subtype that senders write there. */
// biome-ignore format: one row a line
const mediaTypes: Readonly<Record<string, string>> = {
  PDF: 'application/pdf', HTML: 'text/html', XHTML: 'application/xhtml+xml', RTF: 'text/rtf', PLAIN: 'text/plain', TXT: 'text/plain',
  XML: 'application/xml', 'X-HL7-CDA-LEVEL-ONE': 'application/xml', SGML: 'text/sgml', JPEG: 'image/jpeg', JPG: 'image/jpeg', PNG: 'image/png', GIF: 'image/gif', TIFF: 'image/tiff',
  TIF: 'image/tiff', DICOM: 'application/dicom', POSTSCRIPT: 'application/postscript', 'OCTET-STREAM': 'application/octet-stream', BASIC: 'audio/basic',
}

/** What a text begins with in Base64: the type of the data tells more than its label. */
const pdfBase64 = 'JVBERi0'

/** Types of table 0191 for MIME types. */
// biome-ignore format: one row a line
const topTypes: Readonly<Record<string, string>> = { AP: 'application', IM: 'image', TEXT: 'text', TX: 'text', AU: 'audio', VI: 'video', MULTIPART: 'multipart', SD: 'image', SI: 'image', FT: 'text' }

function mediaTypeOf(value: Value, type: string, subtype: string): string | undefined {
  const [upperType, upper] = [type.trim().toUpperCase(), subtype.trim().toUpperCase()]
  const known = Object.hasOwn(mediaTypes, upper) ? mediaTypes[upper] : undefined
  const top = (Object.hasOwn(topTypes, upperType) ? topTypes[upperType] : undefined) ?? upperType.toLowerCase()
  if (known !== undefined) {
    const isSame =
      top === '' || known.startsWith(`${top}/`) || upper === 'RTF' || upper === 'XML' || upper === 'OCTET-STREAM'
    if (!isSame) value.note('other-media-type')
    return known
  }
  if (/^[a-z]+$/.test(top) && /^[a-z0-9.+-]+$/i.test(subtype.trim())) return `${top}/${subtype.trim().toLowerCase()}`
  value.note('no-media-type')
  return undefined
}

/** By what it must not have: a pattern of the whole would keep a step for each of millions of characters. */
const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && text.replace(/={1,2}$/, '').search(/[^A-Za-z0-9+/]/) === -1

/** Base64 of any text, which is UTF-8 then. */
const encodeText = (text: string): string => Buffer.from(text).toString('base64')

export const textAttachment = (text: string, title?: string): Attachment =>
  filled<Attachment>({ contentType: 'text/plain', data: encodeText(text), title })

/** ED: source application, type, subtype, encoding, data. */
export function readEd(value: Value, title?: string): Attachment | undefined {
  const [type, subtype, encoding] = [value.text(2), value.text(3), value.text(4).trim().toUpperCase()]
  const text = value.text(5)
  if (text.trim() === '') return undefined
  const data = dataOf(value, text, encoding)
  const contentType = data?.startsWith(pdfBase64) ? 'application/pdf' : mediaTypeOf(value, type, subtype)
  if (data === undefined) return textAttachment(text, title)
  return filled<Attachment>({ contentType: contentType ?? 'application/octet-stream', data, title })
}

/** Table 0299: A is text as it is, Hex and Base64 are bytes. Undefined, and noted, for what is no Base64. */
function dataOf(value: Value, text: string, encoding: string): string | undefined {
  if (encoding === 'A') return encodeText(text)
  const compact = text.replace(/\s+/g, '')
  if (encoding === 'HEX' && compact.length % 2 === 0 && /^[0-9a-f]+$/i.test(compact))
    return Buffer.from(compact, 'hex').toString('base64')
  if ((encoding === 'BASE64' || encoding === '') && isBase64(compact)) return compact
  value.note('no-base64')
  return undefined
}

/** RP: pointer, application, type, subtype. */
export function readRp(value: Value, title?: string): Attachment | undefined {
  const pointer = value.text(1).trim()
  if (pointer === '') return undefined
  const contentType = value.has(3) || value.has(4) ? mediaTypeOf(value, value.text(3), value.text(4)) : undefined
  if (/^(?:https?|urn|ftp|sftp):\S+$/i.test(pointer)) return filled<Attachment>({ contentType, url: pointer, title })
  value.note('no-address')
  return textAttachment(pointer, title)
}
