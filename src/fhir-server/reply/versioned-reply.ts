/** Replies that show one version of a resource. R4 http.html#versioning, http.html#ops. */
import { STATUS_CODES } from 'node:http'
import type { OperationOutcome } from '@medplum/fhirtypes'
import { stringifyJson } from '../../core/json.ts'
import { resourceText } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { baseOf, type FhirReply, type FhirRequest, type FhirServer } from '../exchange.ts'

export const versionHeaders = (stored: Stored): Record<string, string> => ({
  ETag: `W/"${stored.version}"`,
  'Last-Modified': new Date(stored.updatedAt).toUTCString(),
})

/** R4 Bundle.entry.response.status: the code, and its words. */
export const statusText = (status: number): string => `${status} ${STATUS_CODES[status] ?? ''}`.trim()

export const locationOf = (server: FhirServer, { type, id, version }: Stored): string =>
  `${baseOf(server)}/${type}/${id}/_history/${version}`

export const resourceReply = (status: number, stored: Stored): FhirReply => ({
  status,
  text: resourceText(stored),
  headers: versionHeaders(stored),
  modifiedAt: stored.updatedAt,
})

/** An OperationOutcome that says what happened. */
export const outcomeText = (text: string): string =>
  stringifyJson({
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'information', code: 'informational', details: { text } }],
  } satisfies OperationOutcome)

/** The reply after a write: its body by `Prefer: return=`, and the address of the version. */
export function writtenReply(
  server: FhirServer,
  request: FhirRequest,
  written: { status: number; stored: Stored },
): FhirReply {
  const { status, stored } = written
  const headers = {
    ...versionHeaders(stored),
    Location: locationOf(server, stored),
  }
  const modifiedAt = stored.updatedAt
  if (request.preferred === 'minimal') return { status, headers, modifiedAt }
  const text = request.preferred === 'OperationOutcome' ? outcomeText('The resource is stored') : resourceText(stored)
  return { status, headers, modifiedAt, text }
}
