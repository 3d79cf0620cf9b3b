/** An expected refusal: RFC 7807 for the Hub, OperationOutcome for FHIR. docs/design/hub.md#problems. */
import { type ProblemRow, type ProblemSlug, problemCatalogue } from './problem-catalogue.ts'

const bySlug = new Map<string, ProblemRow>(problemCatalogue.map((row) => [row.slug, row]))

/** One invalid place. `field` is a JSON path, header or parameter name; neither text holds a caller's value. */
export type FieldError = {
  readonly field: string
  readonly message: string
  /** FHIR only: the rule's IssueType, if it differs from the problem's. */
  readonly code?: string
}

export type ProblemDetails = {
  /** A fixed text. Never a value that a caller sent or a record holds. */
  readonly detail?: string
  readonly errors?: readonly FieldError[]
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** An expected refusal; any other error is a fault and becomes `internal`. */
export class Problem extends Error {
  readonly slug: ProblemSlug
  readonly row: ProblemRow
  readonly detail: string
  readonly errors: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>

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
  }
}

/** The client's identifier for a new resource is taken. */
export const identifierTaken = (): Problem =>
  new Problem('conflict', {
    detail: 'Something has this identifier already',
    errors: [{ field: 'id', message: 'is taken' }],
  })

export const invalidField = (field: string, message: string): Problem =>
  new Problem('validation', { errors: [{ field, message }] })
