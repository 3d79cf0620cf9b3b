/** The cookie by which a browser is known again when it comes back from the provider. RFC 6265bis 4.1.3. */
import type { IncomingMessage } from 'node:http'
import { pendingMs } from './sign-in-states.ts'

type Base = { readonly baseUrl: string }

const isSecure = ({ baseUrl }: Base): boolean => baseUrl.startsWith('https:')

/** With the prefix nobody sets it from a neighbouring host. */
const nameOf = (base: Base): string => (isSecure(base) ? '__Host-upstream' : 'upstream')

/** Undefined without one of ours. */
export function browserOf(base: Base, { headers }: IncomingMessage): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const values = pairs.filter(([name]) => name === nameOf(base)).map(([, value = '']) => value)
  return values.length === 1 && /^[\w-]{43}$/.test(values[0] ?? '') ? values[0] : undefined
}

/** `Lax`: the provider sends the browser back by a link. */
export const cookieOf = (base: Base, browser: string): string =>
  `${nameOf(base)}=${browser}; Path=/; Max-Age=${pendingMs / 1000}; HttpOnly; SameSite=Lax${isSecure(base) ? '; Secure' : ''}`
