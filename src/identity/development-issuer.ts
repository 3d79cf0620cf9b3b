/** The issuer of a development server: OpenID Connect with PKCE, client credentials, tokens on request. docs/security.md#development-mode. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { generateKeys } from './development-keys.ts'
import { buildProviderConfiguration } from './development-provider.ts'
import { answerSignIn } from './development-sign-in.ts'
import {
  findWrongOptions,
  type IssuerConfig,
  issuerPath,
  mintToken,
  tokenLifeSeconds,
  tokenPath,
} from './development-token.ts'
import type { TrustedIssuer } from './key-set.ts'
import { openOrigins } from './page-origins.ts'
import { readSmallBody } from './small-body.ts'

export type DevelopmentIssuer = TrustedIssuer & {
  /** Answers a request whose path starts with `/oidc`. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

export async function openDevelopmentIssuer(
  config: IssuerConfig,
  spokeIds: readonly string[],
): Promise<DevelopmentIssuer> {
  const keys = await generateKeys()
  const issuer = `${config.baseUrl}${issuerPath}`
  const cookieKey = randomBytes(32).toString('base64')
  const provider = new Provider(issuer, buildProviderConfiguration({ config, keys, spokeIds, cookieKey }))
  const answerProvider = provider.callback()

  const isListed = openOrigins(config)

  const answerToken = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const options = await readOptions(request)
    const wrong = options === undefined ? ['body'] : findWrongOptions(options, spokeIds)
    if (options === undefined || wrong.length > 0) {
      return answerJson(response, 400, {
        error: 'invalid_request',
        error_description: `not understood: ${wrong.map(plainName).join(', ')}`,
      })
    }
    const token = await mintToken({ config, keys, spokeIds }, options)
    answerJson(response, 200, { access_token: token, token_type: 'Bearer', expires_in: tokenLifeSeconds })
  }

  return {
    issuer,
    loadKeys: async () => keys.published,
    handle: async (request, response) => {
      const url = new URL(request.url ?? '/', config.baseUrl)
      const { origin } = request.headers
      // The provider would show its refusals to every page.
      if (pagePaths.includes(url.pathname) && origin !== undefined && !isListed(origin)) return refusePage(response)
      if (url.pathname === tokenPath && request.method === 'POST') return answerToken(request, response)
      if (url.pathname.startsWith(`${issuerPath}/interaction/`)) return answerSignIn(provider, request, response)
      Object.assign(request, {
        originalUrl: request.url,
        url: `${url.pathname.slice(issuerPath.length) || '/'}${url.search}`,
      })
      await answerProvider(request, response)
    },
  }
}

/** Where scripts of listed origins may go. The sign-in is a page of its own. */
const pagePaths = [`${issuerPath}/token`, `${issuerPath}/me`]

const refusePage = (response: ServerResponse): void =>
  answerJson(response, 400, { error: 'invalid_request', error_description: 'pages of this origin are not let in' })

const plainName = (name: string): string => (/^[A-Za-z]{1,40}$/.test(name) ? name : 'an option')

/** JSON only: a form on another site cannot send that without asking first. */
async function readOptions(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json') return undefined
  try {
    const value: unknown = JSON.parse((await readSmallBody(request)) ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Pragma: 'no-cache' })
  response.end(JSON.stringify(body))
}
