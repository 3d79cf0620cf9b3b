/** The server under test, over HTTP: every request and answer is kept with the check that made it. R4 http.html. */
import type { Json, JsonObject } from './json.ts'
import { isObject, listOf, parseJson, textOf } from './json.ts'

export type Exchange = {
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody?: string
  /** 0 where no answer came. */
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: string
  readonly milliseconds: number
}

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** `undefined` where the body is no JSON. */
  readonly body: Json | undefined
}

export type Asked = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
  /** Sent as it is, in place of `body`. */
  readonly text?: string
  /** Sent without the token. */
  readonly isAnonymous?: boolean
  /** The person who runs the suite has named this address: it gets the token, wherever it is. */
  readonly isNamed?: boolean
}

export type ServerOptions = {
  /** Base address without a slash at its end. */
  readonly base: string
  readonly token?: () => Promise<string | undefined>
  readonly timeoutMs: number
}

const maxBodyBytes = 64 * 1024 * 1024

export class Server {
  readonly base: string
  private readonly options: ServerOptions
  private exchanges: Exchange[] = []

  constructor(options: ServerOptions) {
    this.options = options
    this.base = options.base
  }

  /** Takes the exchanges since the last call. */
  takeExchanges(): readonly Exchange[] {
    const taken = this.exchanges
    this.exchanges = []
    return taken
  }

  /** `path` is relative to the base address, or absolute. */
  async ask(path: string, asked: Asked = {}): Promise<Answer> {
    const url = this.resolve(path)
    const isOwn = url === this.base || url.startsWith(`${this.base}/`) || url.startsWith(`${this.base}?`)
    // The token is for this server alone.
    const token = asked.isAnonymous || !(isOwn || asked.isNamed) ? undefined : await this.options.token?.()
    const headers: Record<string, string> = {
      accept: 'application/fhir+json',
      ...(asked.body === undefined ? {} : { 'content-type': 'application/fhir+json' }),
      ...asked.headers,
    }
    const body = asked.text ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body))
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const started = performance.now()
    const request = { method: asked.method ?? 'GET', url, requestHeaders: headers }
    const keep = (rest: Pick<Exchange, 'status' | 'responseHeaders' | 'responseBody'>): void => {
      const sent = body === undefined ? {} : { requestBody: body }
      this.exchanges.push({ ...request, ...sent, ...rest, milliseconds: performance.now() - started })
    }
    try {
      const response = await fetch(url, {
        method: request.method,
        headers: { ...headers, ...authorization },
        redirect: 'manual',
        signal: AbortSignal.timeout(this.options.timeoutMs),
        ...(body === undefined ? {} : { body }),
      })
      const text = await readBounded(response)
      keep({ status: response.status, responseHeaders: Object.fromEntries(response.headers), responseBody: text })
      return { status: response.status, headers: response.headers, text, body: parseJson(text) }
    } catch (error) {
      keep({ status: 0, responseHeaders: {}, responseBody: error instanceof Error ? error.name : '' })
      return { status: 0, headers: new Headers(), text: '', body: undefined }
    }
  }

  private resolve(path: string): string {
    if (/^https?:/.test(path)) return path
    return path === '' ? this.base : `${this.base}/${path}`
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBodyBytes) throw new Error('TooLarge')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export type Entry = { readonly resource: JsonObject; readonly mode: string; readonly fullUrl: string | undefined }

/** A searchset's entries; `undefined` where the body is none. */
export function entriesOf(body: Json | undefined): readonly Entry[] | undefined {
  if (!isObject(body) || body['resourceType'] !== 'Bundle' || body['type'] !== 'searchset') return undefined
  return listOf(body['entry']).flatMap((entry) => {
    const resource = isObject(entry) ? entry['resource'] : undefined
    if (!isObject(entry) || !isObject(resource)) return []
    const search = isObject(entry['search']) ? textOf(entry['search']['mode']) : undefined
    return [{ resource, mode: search ?? 'match', fullUrl: textOf(entry['fullUrl']) }]
  })
}

export const nextLink = (body: Json | undefined): string | undefined =>
  isObject(body)
    ? listOf(body['link'])
        .filter(isObject)
        .flatMap((link) => (link['relation'] === 'next' ? (textOf(link['url']) ?? []) : []))[0]
    : undefined
