/** The headers that every Hub request carries, and their form. Spec section 5. */
import type { IncomingMessage } from 'node:http'
import { isUuid } from '../ids.ts'
import type { FieldError } from '../problems.ts'
import { isRepeated } from './request-state.ts'

type HeaderRule = {
  readonly header: string
  readonly isValid: (value: string) => boolean
  readonly message: string
}

const isSpokeId = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(text)
const isUuidText = (text: string): boolean => isUuid(text.toLowerCase())

export const hubHeaders: readonly HeaderRule[] = [
  { header: 'X-Request-Id', isValid: isUuidText, message: 'must be a UUID' },
  { header: 'X-Tenant-Id', isValid: isUuidText, message: 'must be a UUID' },
  { header: 'X-Spoke-Id', isValid: isSpokeId, message: 'must be a spoke identifier' },
]

/** R5.4; hub-contract: 1 to 200 visible ASCII characters. */
export const idempotencyHeader: HeaderRule = {
  header: 'X-Idempotency-Key',
  isValid: (text) => /^[!-~]{1,200}$/.test(text),
  message: 'must be 1 to 200 visible ASCII characters',
}

export const findHeaderErrors = (request: IncomingMessage, rules: readonly HeaderRule[]): FieldError[] =>
  rules.flatMap((rule) => {
    const message = findHeaderError(request, rule)
    return message === undefined ? [] : [{ field: rule.header, message }]
  })

function findHeaderError(request: IncomingMessage, rule: HeaderRule): string | undefined {
  const value = request.headers[rule.header.toLowerCase()]
  if (value === undefined || value === '') return 'is required'
  if (isRepeated(request, rule.header)) return 'must be given once'
  return typeof value === 'string' && rule.isValid(value) ? undefined : rule.message
}
