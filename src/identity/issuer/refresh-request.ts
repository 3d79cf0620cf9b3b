/** A public app that refreshes: the request of SMART App Launch 2.2 app-launch.html#refresh-access-token names no client, and the token says whose it is. D182. */
import type { IncomingMessage } from 'node:http'
import type { IssuerStore } from '../../store/issuer/issuer-store.ts'
import { readSmallBody } from '../small-body.ts'

/** As much as oidc-provider reads. */
const maxBytes = 56 * 1024

/** RFC 6749 section 2.3: by one of them a request says who asks. */
const clientParams = ['client_id', 'client_secret', 'client_assertion'] as const

type Named =
  | { readonly request: IncomingMessage }
  | { readonly refused: { readonly error: string; readonly error_description: string } }

const refuse = (error: string, description: string): Named => ({ refused: { error, error_description: description } })

/** The request, with the `client_id` of its refresh token where nothing else says who asks. */
export async function nameRefreshingClient(store: IssuerStore, request: IncomingMessage): Promise<Named> {
  const { headers, method } = request
  const isForm = headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
  if (method !== 'POST' || !isForm || headers.authorization !== undefined) return { request }
  const text = await readSmallBody(request, maxBytes)
  if (text === undefined) return refuse('invalid_request', 'the body is too long')
  const token = findLoneToken(new URLSearchParams(text))
  if (token === undefined) return { request: withBody(request, text) }
  // A spent token, too, says whose it was: its second use ends the grant.
  const client = (await store.state.find('RefreshToken', token))?.payload['clientId']
  if (typeof client !== 'string') return refuse('invalid_grant', 'the refresh token is unknown, ended or expired')
  return { request: withBody(request, `${text}&${new URLSearchParams({ client_id: client })}`) }
}

/** The one refresh token of a request that says nothing else of its client. */
function findLoneToken(params: URLSearchParams): string | undefined {
  const [token, ...others] = params.getAll('refresh_token')
  const isRefresh = params.get('grant_type') === 'refresh_token' && others.length === 0
  return isRefresh && !clientParams.some((name) => params.has(name)) ? token : undefined
}

/** The same request for the provider, whose body has been read and is read again. */
function withBody(request: IncomingMessage, text: string): IncomingMessage {
  const body = Buffer.from(text)
  const headers = { ...request.headers, 'content-length': String(body.length) }
  return Object.create(request, {
    headers: { value: headers },
    readable: { value: true },
    iterator: { value: () => [body] },
  })
}
