/** Cookies of this host alone: with the prefix `__Host-` no neighbouring host can set them. RFC 6265bis 4.1.3. */
import type { IncomingMessage } from 'node:http'

export type CookieBase = { readonly baseUrl: string }

const isSecure = ({ baseUrl }: CookieBase): boolean => baseUrl.startsWith('https:')

const nameOf = (base: CookieBase, name: string): string => (isSecure(base) ? `__Host-${name}` : name)

/** Its values: a browser sends one, a forger may send several. */
export const readHostCookie = (base: CookieBase, { headers }: IncomingMessage, name: string): readonly string[] => {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.filter(([one]) => one === nameOf(base, name)).map(([, value = '']) => value)
}

/** `Lax`: it comes along when another site sends the browser here by a link. Without `maxAgeMs` it ends with the browser. */
export function buildHostCookie(base: CookieBase, name: string, value: string, maxAgeMs?: number): string {
  const age = maxAgeMs === undefined ? '' : `; Max-Age=${maxAgeMs / 1000}`
  return `${nameOf(base, name)}=${value}; Path=/${age}; HttpOnly; SameSite=Lax${isSecure(base) ? '; Secure' : ''}`
}
