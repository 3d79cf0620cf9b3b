/** Holds every answer of `/v1` in a test to the route's row. */
import { compileRoutes, type Match } from '../src/http/match-path.ts'
import { listRouteProblems } from '../src/http/route-problems.ts'
import type { Hub } from '../src/hub/hub.ts'
import { hubRoutes } from '../src/hub/routes.ts'

type Answered = { readonly status: number; readonly body: unknown; readonly problem: string | undefined }

const match = compileRoutes(hubRoutes(1))

function findMatch(method: string, path: string): Match<Hub> | undefined {
  try {
    return match(method, path.replace(/\?.*$/, ''))
  } catch {
    return undefined
  }
}

/** Throws if an answer differs from the row: the schema of a success, or a problem that the route may give. */
export function checkHubAnswer(method: string, path: string, { status, body, problem }: Answered): void {
  const { route } = findMatch(method, path) ?? {}
  if (route === undefined) return
  if (problem !== undefined && !listRouteProblems(route).some((slug) => slug === problem)) {
    throw new Error(`${method} ${route.path} answers ${problem}, which its row does not name`)
  }
  if (route.response === undefined || status < 200 || status >= 300) return
  if (status !== route.success && status !== route.otherSuccess)
    throw new Error(`${method} ${route.path} answered ${status}, not ${route.success}`)
  const { error } = route.response.safeParse(body)
  if (error !== undefined)
    throw new Error(`${method} ${route.path} does not answer as its schema says: ${error.message}`)
}
