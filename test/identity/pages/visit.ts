/** Somebody who looks at the pages and posts their forms, without running anything. */
import { authorization, type Browse, openBrowser, type Server } from '../issuer/smart-app.ts'

type Form = Readonly<Record<string, string | readonly string[]>>

export type Seen = {
  readonly status: number
  readonly headers: Headers
  readonly html: string
  /** Undefined at a page; otherwise what the app gets. */
  readonly returned: URLSearchParams | undefined
  /** The address of the page. */
  readonly path: string
  readonly browse: Browse
  /** Posts to the address of the page. */
  readonly post: (form: Form, headers?: Readonly<Record<string, string>>) => Promise<Seen>
}

const toPairs = (form: Form): [string, string][] =>
  Object.entries(form).flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]))

/** Follows redirects to a page, or back to the app. */
async function follow(browse: Browse, base: string, path: string, init: RequestInit = {}): Promise<Seen> {
  const response = await browse(path, init)
  const location = response.headers.get('Location')
  const url = new URL(location ?? path, base)
  const isBack = location !== null && url.pathname === '/callback'
  if (location !== null && !isBack) {
    await response.body?.cancel()
    return follow(browse, base, `${url.pathname}${url.search}`)
  }
  return {
    status: response.status,
    headers: response.headers,
    html: await response.text(),
    returned: isBack ? url.searchParams : undefined,
    path: url.pathname,
    browse,
    post: (form, headers = {}) =>
      follow(browse, base, url.pathname, { method: 'POST', headers, body: new URLSearchParams(toPairs(form)) }),
  }
}

/** The first page after the sign-in of `account`, or what the app gets instead. */
export async function visit(
  server: Server,
  account: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Seen> {
  const signIn = await begin(server, changes)
  return signIn.post({ account })
}

/** At the sign-in, which shows no page in these tests. */
export async function begin(
  server: Server,
  changes: Readonly<Record<string, string | undefined>> = {},
  browse: Browse = openBrowser(server),
): Promise<Pick<Seen, 'post' | 'path'>> {
  const response = await browse(`/oidc/auth?${authorization(server, changes)}`)
  await response.body?.cancel()
  const { pathname: path } = new URL(response.headers.get('Location') ?? '', server.base)
  return {
    path,
    post: (form) => follow(browse, server.base, path, { method: 'POST', body: new URLSearchParams(toPairs(form)) }),
  }
}

export const openPath = (server: Server, path: string, browse: Browse = openBrowser(server)): Promise<Seen> =>
  follow(browse, server.base, path)
