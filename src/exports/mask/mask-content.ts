/** Shows a document or message to people who may not read it: its structure stays, and no letter or digit of a value does. D221; docs/channels.md#messages. */
import type { DocumentFormat } from '../../documents/formats.ts'
import { maskHl7v2 } from './mask-hl7v2.ts'
import { maskJson } from './mask-json.ts'
import { opaque } from './mask-leaf.ts'
import { maskXml } from './mask-xml.ts'

const masks: Readonly<Partial<Record<DocumentFormat, (bytes: Uint8Array) => string>>> = {
  hl7v2: maskHl7v2,
  bundle: maskJson,
  cda: maskXml,
}

/** More helps nobody. */
const mostCharacters = 1024 * 1024

/** Pages, texts and packages have no structure that could be shown: of them nothing is. */
export function maskContent(bytes: Uint8Array, format: DocumentFormat): string {
  const masked = masks[format]?.(bytes) ?? opaque
  return masked.length <= mostCharacters ? masked : `${masked.slice(0, mostCharacters)}${opaque}`
}
