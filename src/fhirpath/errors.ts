/** Errors of an expression, before and during its evaluation. No message holds a value. FHIRPath N1 §5.9. */

/** The expression cannot be compiled; `at` is the offset in its text. */
export class FhirPathSyntaxError extends Error {
  readonly at: number
  readonly reason: string

  constructor(reason: string, at: number) {
    super(`${reason} at character ${at + 1} of the expression`)
    this.name = 'FhirPathSyntaxError'
    this.reason = reason
    this.at = at
  }
}

export type Fault =
  /** Several items instead of one. */
  | 'singleton'
  /** Items of types for which an operation is not defined. */
  | 'type'
  /** A regular expression that cannot be read. */
  | 'pattern'
  /** A missing function of the environment. */
  | 'unsupported'
  /** Too many steps, or a text that is too long. */
  | 'limit'

const reasons: Readonly<Record<Fault, string>> = {
  singleton: 'several items where one is expected',
  type: 'an operation on types that it is not defined for',
  pattern: 'a regular expression that cannot be read',
  unsupported: 'a function that is not supported here',
  limit: 'the evaluation takes too long',
}

/** The expression cannot be evaluated on this input. */
export class FhirPathFault extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(reasons[fault])
    this.name = 'FhirPathFault'
    this.fault = fault
  }
}
