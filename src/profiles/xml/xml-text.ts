/** Characters of XML 1.0: the allowed ones, and the escapes that survive a reader. XML 1.0 2.2, 2.11, 3.3.3. */
import { XmlError } from './xml-error.ts'

export const fhirNamespace = 'http://hl7.org/fhir'
export const xhtmlNamespace = 'http://www.w3.org/1999/xhtml'

/** Says that XML cannot write a character. */
export class UnwritableError extends Error {
  constructor() {
    super('the value cannot be written as XML')
    this.name = 'UnwritableError'
  }
}

const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Throws if XML cannot write a character. */
export function checkWritable(text: string): void {
  if (forbidden.test(text)) throw new UnwritableError()
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** XML normalises white space in an attribute, so we write it as references. */
export function escapeAttribute(value: string): string {
  checkWritable(value)
  return value.replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? character)
}

export const escapeText = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => escapes[character] ?? character)

/** Strict UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new XmlError('not UTF-8', { line: 1, column: 1, path: '' })
  }
}
