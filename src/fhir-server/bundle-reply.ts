/** The answer to a batch or transaction, entry by entry. R4 http.html#transaction-response. */
import { STATUS_CODES } from 'node:http'
import { buildOutcome } from '../http/operation-outcome.ts'
import { stringifyJson } from '../json.ts'
import type { Problem } from '../problems.ts'
import type { FhirReply } from './exchange.ts'

export const statusText = (status: number): string => `${status} ${STATUS_CODES[status] ?? ''}`.trim()

export function entryText({ status, text, headers = {}, modifiedAt }: FhirReply): string {
  const response = stringifyJson({
    status: statusText(status),
    location: headers['Location'],
    etag: headers['ETag'],
    lastModified: modifiedAt,
  })
  return text === undefined ? `{"response":${response}}` : `{"resource":${text},"response":${response}}`
}

export const refusedText = (problem: Problem): string =>
  stringifyJson({ response: { status: statusText(problem.row.status), outcome: buildOutcome(problem) } })

export function bundleReply(type: 'batch-response' | 'transaction-response', entries: readonly string[]): FhirReply {
  const head = `"resourceType":"Bundle","type":"${type}"`
  return { status: 200, text: entries.length === 0 ? `{${head}}` : `{${head},"entry":[${entries.join(',')}]}` }
}
