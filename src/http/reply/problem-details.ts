/** The Hub edge: turns errors into RFC 7807 problem details. */
import { newId } from '../../core/ids.ts'
import { errorFields, type Log } from '../../core/log.ts'
import { attempt } from '../../core/maybe-promise.ts'
import { type FieldError, Problem } from '../../core/problems.ts'
import { toUnavailable } from '../../store/postgres/unavailable.ts'
import type { Context, Layer } from '../request/request-state.ts'
import { writeJson } from './reply.ts'

export type ProblemBody = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly requestId: string
  readonly errors: readonly FieldError[]
}

export const buildProblem = (base: string, problem: Problem, requestId: string): ProblemBody => ({
  type: `${base}/${problem.slug}`,
  title: problem.row.title,
  status: problem.row.status,
  detail: problem.detail,
  requestId,
  errors: problem.errors.map(({ field, message }) => ({ field, message })),
})

/** A Problem unchanged; 503 if the database cannot work now; anything else is a fault, logged without its message and answered as `internal`. */
export function toProblem(thrown: unknown, log: Log, requestId: string): Problem {
  const error = toUnavailable(thrown)
  if (error instanceof Problem) return error
  log.error('request-failed', { requestId, ...errorFields(error) }, error)
  return new Problem('internal')
}

export const problemDetails =
  (base: string, log: Log): Layer =>
  (ctx, next) =>
    attempt(next, (error) => {
      const problem = tellProblem(ctx, log, error)
      writeJson(ctx, 'application/problem+json', buildProblem(base, problem, ctx.state.requestId))
    })

/** Status and headers of a problem. */
export function tellProblem(ctx: Context, log: Log, error: unknown): Problem {
  ctx.state.requestId ??= newId()
  const problem = toProblem(error, log, ctx.state.requestId)
  ctx.state.problem = problem.slug
  ctx.status = problem.row.status
  ctx.set({ 'X-Request-Id': ctx.state.requestId, ...problem.headers })
  return problem
}

/** The last layer: 404. */
export const nothingHere: Layer = () => {
  throw new Problem('not-found')
}
