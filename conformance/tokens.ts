/** The access token that the suites send: as given, or by client credentials, asked for again before it ends. RFC 6749 4.4. */
import { isObject, textOf } from './json.ts'

export type Client = { readonly id: string; readonly secret: string; readonly scope: string | undefined }

export const givenToken = (token: string) => async (): Promise<string> => token

/** Asks the token endpoint that SMART discovery names. */
export function clientToken(base: string, client: Client): () => Promise<string> {
  let held: { readonly token: string; readonly until: number } | undefined
  return async () => {
    if (held !== undefined && Date.now() < held.until) return held.token
    const { token, seconds } = await requestToken(await findTokenEndpoint(base), client)
    held = { token, until: Date.now() + Math.max(seconds - 30, 0) * 1000 }
    return token
  }
}

async function findTokenEndpoint(base: string): Promise<string> {
  const response = await fetch(`${base}/.well-known/smart-configuration`, { signal: AbortSignal.timeout(30_000) })
  const body: unknown = response.ok ? await response.json() : undefined
  const endpoint = isObject(body) ? textOf(body['token_endpoint']) : undefined
  if (endpoint === undefined) throw new Error('SMART discovery names no token endpoint; give a token by --token')
  return endpoint
}

async function requestToken(endpoint: string, { id, secret, scope }: Client) {
  const encode = (text: string): string => encodeURIComponent(text).replace(/%20/g, '+')
  const credentials = Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }),
    signal: AbortSignal.timeout(30_000),
  })
  const body: unknown = response.ok ? await response.json() : undefined
  const token = isObject(body) ? textOf(body['access_token']) : undefined
  if (!isObject(body) || token === undefined) throw new Error(`the token endpoint answered ${response.status}`)
  return { token, seconds: Number(body['expires_in'] ?? 60) }
}
