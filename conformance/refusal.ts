/** A refusal has one of these statuses, and an OperationOutcome that says why. R4 http.html#Status-Codes. */
import { expect } from './check.ts'
import { isObject } from './json.ts'
import type { Answer } from './server.ts'

export function expectRefusal({ status, body }: Answer, ...wanted: number[]): void {
  expect(wanted.includes(status), `Status ${wanted.join(' or ')} (it was ${status})`)
  expect(isObject(body) && body['resourceType'] === 'OperationOutcome', 'An OperationOutcome')
}
