/** X-Provenance: the client's Provenance of a write, stored in the same transaction. R4 provenance.html#header. */
import { isJsonObject, JsonError, type JsonObject, parseJsonBytes } from '../core/json.ts'
import { invalidField } from '../core/problems.ts'
import type { FhirRequest } from './exchange.ts'
import type { Route } from './interactions.ts'

const header = 'X-Provenance'

/** Each character of a header is a byte. */
export function parseProvenance(text: string): JsonObject | undefined {
  if (text === '') return undefined
  const provenance = readHeader(text)
  if (!isJsonObject(provenance) || provenance['resourceType'] !== 'Provenance')
    throw invalidField(header, 'must be a Provenance in JSON')
  if (provenance['target'] !== undefined) throw invalidField('Provenance.target', 'is filled in by the server')
  return provenance
}

function readHeader(text: string) {
  try {
    return parseJsonBytes(Buffer.from(text, 'latin1'))
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw invalidField(header, 'must be a Provenance in JSON')
  }
}

/** The header of a batch holds for each of its entries. */
export const withProvenanceOf = ({ provenance }: FhirRequest, entry: FhirRequest): FhirRequest =>
  provenance === undefined ? entry : { ...entry, provenance }

const writing: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'operation'])

/** A read has no provenance. */
export function checkProvenance({ provenance }: Pick<FhirRequest, 'provenance'>, { code, method }: Route): void {
  if (provenance !== undefined && (!writing.has(code) || method === 'GET'))
    throw invalidField(header, 'goes with what is written')
}
