/** The meaning of a FHIR server's HTTP status for a delivery. R4 http.html#summary. */
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import { acceptedReceipt, failedReceipt, type Receipt, type ReceiptReason, rejectedReceipt } from '../transport.ts'

type Row = {
  readonly from: number
  readonly to: number
  readonly reason: ReceiptReason
  readonly retry: boolean
  /** The transaction may still have taken effect. */
  readonly unknown: boolean
}

/** The first row with the status decides. A failure that an operator can mend (credentials, address) is tried again. */
const rows = [
  { from: 300, to: 399, reason: 'redirected', retry: true, unknown: false },
  { from: 401, to: 401, reason: 'authentication', retry: true, unknown: false },
  { from: 403, to: 403, reason: 'authentication', retry: true, unknown: false },
  { from: 404, to: 404, reason: 'not-found', retry: true, unknown: false },
  { from: 410, to: 410, reason: 'not-found', retry: true, unknown: false },
  { from: 408, to: 408, reason: 'timeout', retry: true, unknown: true },
  { from: 425, to: 425, reason: 'rate-limited', retry: true, unknown: false },
  { from: 429, to: 429, reason: 'rate-limited', retry: true, unknown: false },
  { from: 413, to: 413, reason: 'too-large', retry: false, unknown: false },
  { from: 400, to: 499, reason: 'refused-by-receiver', retry: false, unknown: false },
  { from: 500, to: 599, reason: 'error-at-receiver', retry: true, unknown: true },
] as const satisfies readonly Row[]

/** `retryAfterMs`: the wait that the answer asks for before a repetition. */
export function statusReceipt(status: number, retryAfterMs?: number): Receipt {
  const row = rows.find(({ from, to }) => status >= from && status <= to)
  if (row === undefined) return failedReceipt('garbled-answer', true)
  const receipt = row.retry ? failedReceipt(row.reason, row.unknown) : rejectedReceipt(row.reason)
  const wait = row.retry && retryAfterMs !== undefined ? { retryAfterMs } : {}
  return { ...receipt, ...wait, acknowledgement: String(status) }
}

/** Accepted only if the answer covers every entry; the first entry's status is the acknowledgement. */
export function transactionReceipt(answer: unknown, entries: number): Receipt {
  const statuses = isJsonObject(answer) && answer.type === 'transaction-response' ? entryStatuses(answer.entry) : []
  const [first] = statuses
  if (first === undefined || statuses.length !== entries) return failedReceipt('garbled-answer', true)
  const failing = statuses.find((status) => !(status >= 200 && status <= 299))
  return failing === undefined ? acceptedReceipt(String(first)) : statusReceipt(failing)
}

const entryStatuses = (entries: JsonValue | undefined): number[] =>
  Array.isArray(entries) ? entries.map((entry) => Number.parseInt(statusOf(entry), 10)) : []

function statusOf(entry: JsonValue): string {
  const response = isJsonObject(entry) ? entry.response : undefined
  const status = isJsonObject(response) ? response.status : undefined
  return typeof status === 'string' ? status : ''
}
