/** Paths of a route table: literal segments, `{names}`, and a `:verb` at the end. hub-contract "Methods". */
import { isUuid } from '../core/ids.ts'
import { Problem } from '../core/problems.ts'
import type { Method, Route } from './route.ts'

export type Match<S> = { readonly route: Route<S>; readonly params: Readonly<Record<string, string>> }

type Compiled<S> = {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly methods: Map<string, Route<S>>
}

export type Matcher<S> = (method: string, path: string) => Match<S>

/** Answers the row for a method and path, or throws 404 or 405. A row with fewer names wins over one with more. */
export function compileRoutes<S>(routes: readonly Route<S>[]): Matcher<S> {
  const byPath = new Map<string, Compiled<S>>()
  for (const route of routes) {
    const compiled = byPath.get(route.path) ?? compilePath<S>(route.path)
    if (compiled.methods.has(route.method)) throw new TypeError(`two rows for ${route.method} ${route.path}`)
    compiled.methods.set(route.method, route)
    byPath.set(route.path, compiled)
  }
  const paths = [...byPath.values()]
    .filter(({ names }) => names.length > 0)
    .sort((a, b) => a.names.length - b.names.length)

  return (method, path) => {
    // RFC 3986 2.2: some clients encode the colon before a verb.
    const plain = path.includes('%') ? path.replaceAll(/%3a/gi, ':') : path
    // What is written in the path as it is comes first; a row with names is told by its pattern.
    const found = literalOf(byPath, plain) ?? paths.find((compiled) => compiled.pattern.test(plain))
    if (found === undefined) throw new Problem('not-found')
    const route = found.methods.get(method === 'HEAD' ? 'GET' : method)
    if (route === undefined) throw new Problem('method-not-allowed', { headers: { Allow: listMethods(found.methods) } })
    return { route, params: parseParams(route, found, plain) }
  }
}

function literalOf<S>(byPath: ReadonlyMap<string, Compiled<S>>, path: string): Compiled<S> | undefined {
  const found = byPath.get(path)
  return found?.names.length === 0 ? found : undefined
}

const listMethods = (methods: ReadonlyMap<string, unknown>): string =>
  [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : [])].sort().join(', ')

function compilePath<S>(path: string): Compiled<S> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const pattern = path
    .split(/\{\w+\}/)
    .map((literal) => literal.replaceAll('.', '\\.'))
    .join('([^/:]+)')
  return { pattern: new RegExp(`^${pattern}$`), names, methods: new Map<Method, Route<S>>() }
}

const noParams: Readonly<Record<string, string>> = {}

/** An id that is none names nothing, so it is not found, and no handler ever sees it. */
function parseParams<S>(route: Route<S>, compiled: Compiled<S>, path: string): Readonly<Record<string, string>> {
  if (compiled.names.length === 0) return noParams
  const values = compiled.pattern.exec(path)?.slice(1) ?? []
  return Object.fromEntries(
    compiled.names.map((name, index) => {
      const value = values[index] ?? ''
      const rule = route.params?.[name]
      const id = rule === undefined ? value.toLowerCase() : value
      if (!(rule === undefined ? isUuid(id) : rule.test(id))) throw new Problem('not-found')
      return [name, id]
    }),
  )
}
