/** Reads the file of any system's document Bundle, and what its forms need beside it. R4 documents.html. */
import type { Bundle } from '@medplum/fhirtypes'
import { isUuid } from '../../core/ids.ts'
import { JsonError, type JsonValue, parseJsonBytes, stringifyJson } from '../../core/json.ts'
import { sha256Of } from '../../core/sha256.ts'
import { nameUuid } from '../../documents/name-uuid.ts'
import { readCda } from '../../exports/cda-reader/read-cda.ts'
import { DocumentRefused } from '../../exports/check-document.ts'
import type { ExportInput } from '../../exports/export-input.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import { XmlError } from '../../profiles/xml/xml-error.ts'
import { listShapeFaults } from './document-shape.ts'
import { ContentError } from './read-file.ts'

/** Throws ContentError with the place in the text, DocumentRefused with the elements. */
export function readDocument(definitions: Definitions, name: string, bytes: Uint8Array): Bundle {
  const root = parseDocument(name, bytes)
  const faults = listShapeFaults(definitions, root)
  if (faults.length > 0) throw new DocumentRefused(faults)
  // Its shape is R4's.
  return root as unknown as Bundle
}

/** A CDA document as a Bundle; `tell` hears of each part that has no place in it. Throws ContentError, DocumentRefused. */
export function readCdaDocument(name: string, bytes: Uint8Array, tell: (text: string) => void): Bundle {
  try {
    const found = readCda(bytes)
    if (found === undefined) throw new ContentError(`${name} is no CDA document: it has no ClinicalDocument`)
    for (const text of found.left) tell(`left: ${text}`)
    return found.bundle
  } catch (error) {
    if (error instanceof XmlError) throw new ContentError(`${name} is no XML: ${error.message}`, { cause: error })
    throw error
  }
}

function parseDocument(name: string, bytes: Uint8Array): JsonValue {
  const start = bytes.find((byte) => byte > 0x20)
  if (start === undefined) throw new ContentError(`${name} is empty`)
  if (start === 0x3c) throw new ContentError(`${name} is XML: a CDA document is read with --from cda`)
  try {
    return parseJsonBytes(bytes)
  } catch (error) {
    if (error instanceof JsonError) throw new ContentError(`${name} is no JSON: ${error.message}`, { cause: error })
    throw error
  }
}

/** What the Bundle says of itself: its identity, its time, and whether it is withdrawn. */
export function describeDocument(bundle: Bundle): Pick<ExportInput, 'bundle' | 'documentId' | 'at' | 'status'> {
  const composition = bundle.entry?.[0]?.resource
  const [date, status] = composition?.resourceType === 'Composition' ? [composition.date, composition.status] : ['', '']
  return {
    bundle,
    documentId: identityOf(bundle),
    at: new Date(bundle.timestamp ?? date).toISOString(),
    status: status === 'entered-in-error' ? 'recalled' : 'original',
  }
}

/** A UUID: that of the identifier, or one made of the identifier, or of the content if there is none. */
function identityOf(bundle: Bundle): string {
  const { system = '', value } = bundle.identifier ?? {}
  const uuid = (value ?? bundle.id ?? '').replace(/^urn:uuid:/i, '').toLowerCase()
  if (isUuid(uuid)) return uuid
  if (value !== undefined) return nameUuid(`${system}|${value}`)
  return nameUuid(sha256Of(stringifyJson(bundle)))
}
