/** The two passes of validation, as the store meets them. docs/au-core.md. */
import type { JsonObject } from '../../../core/json.ts'
import type { MaybePromise } from '../../../core/maybe-promise.ts'
import { Problem } from '../../../core/problems.ts'
import type { Tenant } from '../../tenants/tenant.ts'

export type CheckFinding = {
  readonly severity: 'error' | 'warning' | 'information'
  /** FHIR IssueType. */
  readonly code: string
  /** FHIRPath of the element. */
  readonly expression: string
  /** Text without a value of the resource: what is wrong, and what the definition demands (D126). */
  readonly message: string
  /** Key of the rule, with the profile and slice that state it. */
  readonly rule?: string
  readonly profile?: string
  readonly slice?: string
}

export type Checked = {
  readonly findings: readonly CheckFinding[]
  readonly pending: { readonly references: readonly { readonly expression: string; readonly reference: string }[] }
}

/** First pass: pure. Questions that only the store can answer are pending until the commit. A large resource takes several turns. */
export type Check = (tenant: Tenant, resource: JsonObject) => MaybePromise<Checked>

export const isError = ({ severity }: CheckFinding): boolean => severity === 'error'

/** Throws if one of them forbids the write. */
export function checkErrors(findings: readonly CheckFinding[]): void {
  const errors = findings.filter(isError)
  if (errors.length === 0) return
  throw new Problem('resource-invalid', {
    errors: errors.map(({ expression, message, code }) => ({ field: expression, message, code })),
  })
}
