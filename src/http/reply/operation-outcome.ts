/** The FHIR edge: turns errors into OperationOutcomes. R4 operationoutcome.html, http.html#Status-Codes. */
import type { Log } from '../../core/log.ts'
import type { MaybePromise } from '../../core/maybe-promise.ts'
import { attempt } from '../../core/maybe-promise.ts'
import type { Problem } from '../../core/problems.ts'
import type { Context, Layer } from '../request/request-state.ts'
import { tellProblem } from './problem-details.ts'
import { writeJson } from './reply.ts'

type OutcomeIssue = {
  readonly severity: 'error'
  readonly code: string
  readonly details: { readonly text: string }
  readonly expression?: readonly string[]
}

export type Outcome = { readonly resourceType: 'OperationOutcome'; readonly issue: readonly OutcomeIssue[] }

/** More would not help a reader, and could be as large as the request. */
const maxIssues = 200

/** One issue for each field error, or one for the problem itself. */
export function buildOutcome(problem: Problem): Outcome {
  const whole = { severity: 'error', code: problem.row.issue, details: { text: problem.detail } } as const
  const left = problem.errors.length - maxIssues
  const issues = problem.errors.slice(0, maxIssues).map((error) => ({
    severity: 'error' as const,
    code: error.code ?? problem.row.issue,
    details: { text: error.message },
    expression: [error.field],
  }))
  const more = { ...whole, code: 'too-long', details: { text: `${left} more were found` } }
  return {
    resourceType: 'OperationOutcome',
    issue: issues.length === 0 ? [whole] : [...issues, ...(left > 0 ? [more] : [])],
  }
}

const writeAsJson = (ctx: Context, outcome: Outcome): void => writeJson(ctx, 'application/fhir+json', outcome)

/** `write` knows the client's format. */
export const operationOutcome =
  (log: Log, write: (ctx: Context, outcome: Outcome) => MaybePromise<void> = writeAsJson): Layer =>
  (ctx, next) =>
    attempt(next, (error) => write(ctx, buildOutcome(tellProblem(ctx, log, error))))
