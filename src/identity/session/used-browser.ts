/** A cookie by which a browser says that somebody has signed in since it was opened: the next person may be another. D188. RFC 6265bis 4.1.3. */
import type { IncomingMessage } from 'node:http'

type Base = { readonly baseUrl: string }

const isSecure = ({ baseUrl }: Base): boolean => baseUrl.startsWith('https:')

const pairOf = (base: Base): string => `${isSecure(base) ? '__Host-used' : 'used'}=yes`

export const isUsedBrowser = (base: Base, { headers }: IncomingMessage): boolean =>
  (headers.cookie ?? '').split(';').some((pair) => pair.trim() === pairOf(base))

/** It ends with the browser. */
export const usedCookie = (base: Base): string =>
  `${pairOf(base)}; Path=/; HttpOnly; SameSite=Lax${isSecure(base) ? '; Secure' : ''}`
