/** The problem catalogue: RFC 7807 for the Hub, OperationOutcome for FHIR. Spec 7; hub-contract "Problem catalogue". */

type ProblemRow = {
  readonly slug: string
  readonly status: number
  readonly title: string
  readonly issue: string
  readonly retry: boolean
}

/** `issue` is the FHIR IssueType code; `retry` tells a worker whether the same call may go through later. */
export const problemCatalogue = [
  { slug: 'validation', status: 400, title: 'The request is not valid', issue: 'invalid', retry: false },
  { slug: 'malformed-request', status: 400, title: 'The body is not JSON', issue: 'structure', retry: false },
  {
    slug: 'authentication-required',
    status: 401,
    title: 'A valid access token is required',
    issue: 'login',
    retry: false,
  },
  {
    slug: 'insufficient-scope',
    status: 403,
    title: 'The token, or its spoke, lacks the scope',
    issue: 'forbidden',
    retry: false,
  },
  { slug: 'role-required', status: 403, title: 'The caller lacks the role', issue: 'forbidden', retry: false },
  {
    slug: 'tenant-forbidden',
    status: 403,
    title: 'The token does not grant this tenant',
    issue: 'forbidden',
    retry: false,
  },
  { slug: 'tenant-unknown', status: 403, title: 'No such tenant is here', issue: 'forbidden', retry: false },
  { slug: 'tenant-disabled', status: 403, title: 'The tenant is disabled', issue: 'forbidden', retry: true },
  {
    slug: 'spoke-forbidden',
    status: 403,
    title: 'The spoke is unknown or not granted',
    issue: 'forbidden',
    retry: false,
  },
  { slug: 'consent-required', status: 403, title: 'No active consent covers this', issue: 'suppressed', retry: false },
  {
    slug: 'feature-disabled',
    status: 403,
    title: 'The feature is off for this spoke',
    issue: 'forbidden',
    retry: false,
  },
  { slug: 'not-found', status: 404, title: 'Not found', issue: 'not-found', retry: false },
  {
    slug: 'method-not-allowed',
    status: 405,
    title: 'The method is not allowed here',
    issue: 'not-supported',
    retry: false,
  },
  { slug: 'not-acceptable', status: 406, title: 'No acceptable representation', issue: 'not-supported', retry: false },
  { slug: 'request-timeout', status: 408, title: 'The body did not arrive in time', issue: 'timeout', retry: true },
  {
    slug: 'invalid-transition',
    status: 409,
    title: 'The operation is not open from this state',
    issue: 'business-rule',
    retry: false,
  },
  {
    slug: 'verification-required',
    status: 409,
    title: 'A passed verification of this content is required',
    issue: 'business-rule',
    retry: false,
  },
  {
    slug: 'release-invalid',
    status: 409,
    title: 'The release would not pass its profiles',
    issue: 'business-rule',
    retry: false,
  },
  { slug: 'conflict', status: 409, title: 'Changed at the same time', issue: 'conflict', retry: true },
  { slug: 'business-rule', status: 409, title: 'A business rule forbids this', issue: 'business-rule', retry: false },
  {
    slug: 'idempotency-in-progress',
    status: 409,
    title: 'The first request with this key is still running',
    issue: 'conflict',
    retry: true,
  },
  { slug: 'gone', status: 410, title: 'No longer available', issue: 'deleted', retry: false },
  {
    slug: 'precondition-failed',
    status: 412,
    title: 'The version is not the current one',
    issue: 'conflict',
    retry: false,
  },
  {
    slug: 'multiple-matches',
    status: 412,
    title: 'The criteria match more than one resource',
    issue: 'multiple-matches',
    retry: false,
  },
  { slug: 'payload-too-large', status: 413, title: 'The body is too large', issue: 'too-long', retry: false },
  {
    slug: 'unsupported-media-type',
    status: 415,
    title: 'The media type is not supported',
    issue: 'not-supported',
    retry: false,
  },
  {
    slug: 'range-not-satisfiable',
    status: 416,
    title: 'The range lies outside of what there is',
    issue: 'value',
    retry: false,
  },
  { slug: 'resource-invalid', status: 422, title: 'The resource breaks its profile', issue: 'invariant', retry: false },
  {
    slug: 'patch-not-applicable',
    status: 422,
    title: 'The patch does not apply to the resource',
    issue: 'processing',
    retry: false,
  },
  {
    slug: 'idempotency-key-reused',
    status: 422,
    title: 'The idempotency key belongs to another request',
    issue: 'business-rule',
    retry: false,
  },
  {
    slug: 'precondition-required',
    status: 428,
    title: 'The request does not say which version it changes',
    issue: 'required',
    retry: false,
  },
  { slug: 'rate-limited', status: 429, title: 'Too many requests', issue: 'throttled', retry: true },
  { slug: 'headers-too-large', status: 431, title: 'The headers are too large', issue: 'too-long', retry: false },
  { slug: 'internal', status: 500, title: 'Internal error', issue: 'exception', retry: false },
  {
    slug: 'dependency-unavailable',
    status: 503,
    title: 'A dependency is unavailable',
    issue: 'transient',
    retry: true,
  },
] as const satisfies readonly ProblemRow[]

export type ProblemSlug = (typeof problemCatalogue)[number]['slug']

const bySlug = new Map<string, ProblemRow>(problemCatalogue.map((row) => [row.slug, row]))

/** One invalid place. `field` is a JSON path, header or parameter name; neither text holds a value of the caller's. */
export type FieldError = {
  readonly field: string
  readonly message: string
  /** FHIR only: the rule's IssueType where it differs from the problem's. */
  readonly code?: string
}

export type ProblemDetails = {
  /** A fixed text. Never a value that a caller sent or a record holds. */
  readonly detail?: string
  readonly errors?: readonly FieldError[]
  readonly headers?: Readonly<Record<string, string>>
  /** What the audit calls the refusal, where the answer tells nobody that it is one. */
  readonly refusal?: string
  readonly cause?: unknown
}

/** A refusal that is expected; anything else thrown is a bug and becomes `internal`. */
export class Problem extends Error {
  readonly slug: ProblemSlug
  readonly row: ProblemRow
  readonly detail: string
  readonly errors: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>
  readonly refusal: string | undefined

  constructor(slug: ProblemSlug, details: ProblemDetails = {}) {
    super(slug, { cause: details.cause })
    const row = bySlug.get(slug)
    if (row === undefined) throw new TypeError('unknown problem')
    this.name = 'Problem'
    this.slug = slug
    this.row = row
    this.detail = details.detail ?? row.title
    this.errors = details.errors ?? []
    this.headers = details.headers ?? {}
    this.refusal = details.refusal
  }
}

export const invalidField = (field: string, message: string): Problem =>
  new Problem('validation', { errors: [{ field, message }] })
