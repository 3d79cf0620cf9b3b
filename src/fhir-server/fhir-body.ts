/** Parses the body of a request, in JSON or XML. R4 http.html#mime-type. */

import type { JsonValue } from '../core/json.ts'
import { Problem } from '../core/problems.ts'
import { parseBodySoon } from '../http/request/body.ts'
import type { Definitions } from '../profiles/definitions/definitions.ts'
import { XmlError } from '../profiles/xml/xml-error.ts'
import { parseXmlBytes } from '../profiles/xml/xml-reader.ts'
import { isXml } from './reply/formats.ts'

export async function parseFhirBody(
  definitions: Definitions,
  mediaType: string,
  bytes: Uint8Array,
): Promise<JsonValue> {
  if (!isXml(mediaType.toLowerCase())) return parseBodySoon(bytes)
  try {
    return await parseXmlBytes(definitions, bytes)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const text = `${error.reason}, line ${error.line}, column ${error.column}`
    throw new Problem('malformed-request', {
      detail: text,
      errors: [{ field: error.path === '' ? '$' : error.path, message: text }],
    })
  }
}
