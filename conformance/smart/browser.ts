/** A browser without scripts that signs in by a table of values: it follows redirects, keeps cookies, and sends the forms that it meets. RFC 6749 4.1, RFC 6265. */
import type { Answer, Asked, Server } from '../server.ts'
import { type Filled, fillForm } from './page-form.ts'

/** Back at the app, or the status of the page at which it ended. */
export type Arrival = { readonly returned: URLSearchParams } | { readonly stoppedAt: number }

export type Visit = {
  readonly url: string
  /** Sent as a form; a GET without it. */
  readonly form?: string
  /** The address of the app. */
  readonly redirectUri: string
  readonly table: readonly Filled[]
}

const mostHops = 20

type Step = { readonly url: string; readonly form?: string | undefined }

export async function visit(server: Server, { url, form, redirectUri, table }: Visit): Promise<Arrival> {
  const jar = new Cookies()
  let step: Step = { url, form }
  for (let hop = 0; hop < mostHops; hop += 1) {
    const answer = await server.ask(step.url, askedOf(step, jar))
    jar.keep(step.url, answer.headers.getSetCookie())
    const next = findNext(answer, step.url, table)
    if (next === undefined) return { stoppedAt: answer.status }
    const returned = findReturned(next, redirectUri)
    if (returned !== undefined) return { returned }
    step = next
  }
  return { stoppedAt: 0 }
}

const askedOf = ({ url, form }: Step, jar: Cookies): Asked => ({
  isAnonymous: true,
  headers: {
    accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
    ...jar.headerFor(url),
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  ...(form === undefined ? {} : { method: 'POST', text: form }),
})

function findNext({ status, headers, text }: Answer, url: string, table: readonly Filled[]): Step | undefined {
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null) return toStep(URL.parse(location, url))
  if (status !== 200) return undefined
  const filled = fillForm(text, table)
  if (filled === undefined) return undefined
  const fields = new URLSearchParams(filled.fields.map(({ name, value }): [string, string] => [name, value])).toString()
  const action = URL.parse(filled.action, url)
  if (action !== null && !filled.isPost) action.search = fields
  return toStep(action, filled.isPost ? fields : undefined)
}

/** Undefined for what is no address, and for one that no browser sends a request to. */
const toStep = (address: URL | null, form?: string): Step | undefined =>
  address?.protocol === 'https:' || address?.protocol === 'http:' ? { url: address.href, form } : undefined

function findReturned({ url }: Step, redirectUri: string): URLSearchParams | undefined {
  const [at, app] = [new URL(url), new URL(redirectUri)]
  if (at.origin !== app.origin || at.pathname !== app.pathname) return undefined
  return at.hash === '' ? at.searchParams : new URLSearchParams(at.hash.slice(1))
}

/** By host: a host is shown its own alone. */
class Cookies {
  readonly #kept = new Map<string, Map<string, string>>()

  keep(url: string, lines: readonly string[]): void {
    const own = this.#of(url)
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
      if (value === '') own.delete(name)
      else own.set(name, value)
    }
  }

  headerFor(url: string): { readonly cookie?: string } {
    const cookie = [...this.#of(url)].map(([name, value]) => `${name}=${value}`).join('; ')
    return cookie === '' ? {} : { cookie }
  }

  #of(url: string): Map<string, string> {
    const { host } = new URL(url)
    const own = this.#kept.get(host) ?? new Map<string, string>()
    this.#kept.set(host, own)
    return own
  }
}
