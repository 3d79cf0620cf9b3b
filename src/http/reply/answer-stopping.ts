/** Answers a request that a stopping process cannot finish: outside the application, which may still work on it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { newId } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { buildOutcome } from './operation-outcome.ts'
import { buildProblem } from './problem-details.ts'

export const answerStopping =
  (problemBase: string) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const problem = new Problem('dependency-unavailable', {
      detail: 'The server is stopping; the same request may be sent again under its idempotency key',
      headers: { 'Retry-After': '1' },
    })
    const isFhir = request.url?.startsWith('/fhir/') === true
    const requestId = newId()
    const body = JSON.stringify(isFhir ? buildOutcome(problem) : buildProblem(problemBase, problem, requestId))
    response.writeHead(problem.row.status, {
      'Content-Type': `application/${isFhir ? 'fhir' : 'problem'}+json; charset=utf-8`,
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      ...problem.headers,
    })
    response.end(body)
  }
