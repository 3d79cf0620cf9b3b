/** The headers of every Hub request, and their form. */
import type { IncomingMessage } from 'node:http'
import { isUuid } from '../../core/ids.ts'
import type { FieldError } from '../../core/problems.ts'
import { isRepeated } from './request-state.ts'

type HeaderRule = {
  readonly header: string
  /** The name in lower case. */
  readonly name: string
  readonly isValid: (value: string) => boolean
  readonly message: string
}

const isSpokeId = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(text)
const isUuidText = (text: string): boolean => isUuid(text.toLowerCase())

export const hubHeaders: readonly HeaderRule[] = [
  { header: 'X-Request-Id', name: 'x-request-id', isValid: isUuidText, message: 'must be a UUID' },
  { header: 'X-Tenant-Id', name: 'x-tenant-id', isValid: isUuidText, message: 'must be a UUID' },
  { header: 'X-Spoke-Id', name: 'x-spoke-id', isValid: isSpokeId, message: 'must be a spoke identifier' },
]

/** R5.4; docs/design/hub.md#requests-and-answers: 1 to 200 visible ASCII characters. */
export const idempotencyHeader: HeaderRule = {
  header: 'X-Idempotency-Key',
  name: 'x-idempotency-key',
  isValid: (text) => /^[!-~]{1,200}$/.test(text),
  message: 'must be 1 to 200 visible ASCII characters',
}

export function findHeaderErrors(request: IncomingMessage, rules: readonly HeaderRule[]): FieldError[] {
  const errors: FieldError[] = []
  for (const rule of rules) {
    const message = findHeaderError(request, rule)
    if (message !== undefined) errors.push({ field: rule.header, message })
  }
  return errors
}

function findHeaderError(request: IncomingMessage, rule: HeaderRule): string | undefined {
  const value = request.headers[rule.name]
  if (value === undefined || value === '') return 'is required'
  // Node joins repeated headers with a comma and a space, which no rule allows.
  if (typeof value === 'string' && rule.isValid(value)) return undefined
  return isRepeated(request, rule.header) ? 'must be given once' : rule.message
}
