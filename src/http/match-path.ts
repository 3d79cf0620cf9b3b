/** Paths of a route table: literal segments, `{names}`, and a `:verb` at the end. docs/design/hub.md#routes. */
import { isUuid } from '../core/ids.ts'
import { Problem } from '../core/problems.ts'
import { compilePaths, type Named } from './path-templates.ts'
import type { Route } from './route.ts'

export type Match<S> = { readonly route: Route<S>; readonly params: Named }

export type Matcher<S> = (method: string, path: string) => Match<S>

/** Answers the row for a method and path, or throws 404 or 405. If two rows match, the one with fewer names wins. */
export function compileRoutes<S>(routes: readonly Route<S>[]): Matcher<S> {
  const paths = [...Map.groupBy(routes, ({ path }) => path)]
    .sort(([a], [b]) => countNames(a) - countNames(b))
    .map(([path, rows]) => [path, byMethod(path, rows)] as const)
  const find = compilePaths(paths, groupOf)

  return (method, path) => {
    // RFC 3986 2.2: some clients encode the colon before a verb.
    const plain = path.includes('%') ? path.replaceAll(/%3a/gi, ':') : path
    const [found] = find(plain)
    if (found === undefined) throw new Problem('not-found')
    const route = found.row.get(method === 'HEAD' ? 'GET' : method)
    if (route === undefined) throw new Problem('method-not-allowed', { headers: { Allow: listMethods(found.row) } })
    return { route, params: parseParams(route, found.named) }
  }
}

const countNames = (path: string): number => path.split('{').length

function byMethod<S>(path: string, rows: readonly Route<S>[]): ReadonlyMap<string, Route<S>> {
  const methods = new Map<string, Route<S>>(rows.map((route) => [route.method, route]))
  if (methods.size < rows.length) throw new TypeError(`two rows for a method of ${path}`)
  return methods
}

/** The segment below `/v1`, with a verb or without. No name holds a colon, so a path with two colons is in no group. */
function groupOf(path: string): string {
  const colon = path.indexOf(':')
  if (colon !== path.lastIndexOf(':')) return ''
  const start = path.indexOf('/', 1) + 1
  const slash = path.indexOf('/', start)
  if (colon === -1) return path.slice(start, slash === -1 ? undefined : slash)
  return `${path.slice(start, slash === -1 ? colon : slash)}:`
}

const listMethods = (methods: ReadonlyMap<string, unknown>): string =>
  [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : [])].sort().join(', ')

/** A malformed id names nothing, so it is 404, and no handler sees it. */
function parseParams<S>({ params: rules }: Route<S>, named: Named): Named {
  const params: Record<string, string> = {}
  for (const name in named) {
    const value = named[name] ?? ''
    const rule = rules?.[name]
    const id = rule === undefined ? value.toLowerCase() : value
    if (!(rule === undefined ? isUuid(id) : rule.test(id))) throw new Problem('not-found')
    params[name] = id
  }
  return params
}
