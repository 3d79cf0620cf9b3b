/** Parses the text of a file to a resource: JSON or XML. R4 json.html, xml.html. */
import { JsonError, type JsonValue, parseJsonBytes } from '../../core/json.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import type { Finding } from '../../profiles/findings.ts'
import type { Locate } from '../../profiles/outcome.ts'
import { locateInJson } from '../../profiles/positions.ts'
import { XmlError } from '../../profiles/xml/xml-error.ts'
import { XmlPlaces } from '../../profiles/xml/xml-places.ts'
import { parseXmlBytes } from '../../profiles/xml/xml-reader.ts'

/** A text that begins with `<` is XML. */
const isXml = (text: string): boolean => text[text.search(/\S/)] === '<'

export type Text = {
  readonly value: JsonValue
  /** Errors in the text that did not stop the reading. */
  readonly errors: readonly XmlError[]
  readonly locate: (findings: readonly Finding[]) => Locate
}

/** Throws JsonError or XmlError, with the place. */
export async function parseText(definitions: Definitions, bytes: Buffer): Promise<Text> {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (!isXml(text)) return { value: parseJsonBytes(bytes), errors: [], locate: (findings) => locateAll(text, findings) }
  const places = new XmlPlaces()
  const value = await parseXmlBytes(definitions, bytes, places)
  return { value, errors: places.errors, locate: () => (expression) => places.locate(expression, text) }
}

function locateAll(text: string, findings: readonly Finding[]): Locate {
  const expressions = findings.map(({ expression }) => expression)
  const positions = locateInJson(text, expressions)
  return (expression) => positions.get(expression)
}

export type TextError = JsonError | XmlError

export const isTextError = (error: unknown): error is TextError =>
  error instanceof JsonError || error instanceof XmlError
