/** Paths of our tables, with their `{names}`, matched by @koa/router. */
import { Router } from '@koa/router'

export type Named = Readonly<Record<string, string>>

/** The row of a matching path, and the values of its names, unchanged. */
export type Found<T> = { readonly row: T; readonly named: Named }

/**
 * Answers all paths that match, in their order. A path is tried against those of its group alone. The router matches and no more:
 * composing handlers itself, it would make a promise for each.
 */
export function compilePaths<T>(
  rows: Iterable<readonly [path: string, row: T]>,
  groupOf: (path: string) => string | number,
): (path: string) => readonly Found<T>[] {
  const routers = new Map<string | number, Router>()
  const rowOf = new Map<Layer, T>()
  for (const [path, row] of rows) {
    const router = routers.get(groupOf(path)) ?? new Router({ sensitive: true, strict: true })
    routers.set(
      groupOf(path),
      router.all(routerPath(path), () => undefined),
    )
    rowOf.set(router.stack.at(-1) as Layer, row)
  }
  // Each layer is in the map.
  return (path) =>
    (routers.get(groupOf(path))?.match(path, 'GET').path ?? []).map((layer) => ({
      row: rowOf.get(layer) as T,
      named: readNamed(layer, path),
    }))
}

type Layer = Router['stack'][number]

/** `{name}` becomes `:name`; every other sign of the router is escaped, so it is plain text. */
const routerPath = (template: string): string =>
  template.replaceAll(/\{(\w+)\}|[{}()[\]+?!:*\\]/g, (sign, name?: string) =>
    name === undefined ? `\\${sign}` : `:${name}`,
  )

const noNames: Named = {}

function readNamed(layer: Layer, path: string): Named {
  if (layer.paramNames.length === 0) return noNames
  const values = layer.captures(path)
  return Object.fromEntries(layer.paramNames.map(({ name }, index) => [name, values[index] ?? '']))
}
