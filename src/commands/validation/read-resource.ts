/** The text of a file as a resource: JSON, or XML. R4 json.html, xml.html. */
import type { JsonValue } from '../../json.ts'
import { JsonError, parseJsonBytes } from '../../json.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import { parseXmlBytes, XmlError } from '../../profiles/xml/xml-reader.ts'

/** What starts with `<` is XML. */
export const isXml = (bytes: Buffer): boolean => /^(?:\uFEFF)?\s*</.test(bytes.toString('utf8', 0, 1024))

/** Throws JsonError or XmlError, with the place. */
export const parseText = async (definitions: Definitions, bytes: Buffer): Promise<JsonValue> =>
  isXml(bytes) ? await parseXmlBytes(definitions, bytes) : parseJsonBytes(bytes)

export const isTextError = (error: unknown): error is JsonError | XmlError =>
  error instanceof JsonError || error instanceof XmlError
