/** The cookie by which a browser is known again when it comes back from the provider. */
import type { IncomingMessage } from 'node:http'
import { buildHostCookie, type CookieBase, readHostCookie } from '../host-cookie.ts'
import { pendingMs } from './sign-in-states.ts'

const name = 'upstream'

/** Undefined without one of ours. */
export function browserOf(base: CookieBase, request: IncomingMessage): string | undefined {
  const [value = '', ...others] = readHostCookie(base, request, name)
  return others.length === 0 && /^[\w-]{43}$/.test(value) ? value : undefined
}

export const cookieOf = (base: CookieBase, browser: string): string => buildHostCookie(base, name, browser, pendingMs)
