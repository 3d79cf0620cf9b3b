/** A cookie by which a browser says that somebody has signed in since it was opened: the next person may be another. D188. */
import type { IncomingMessage } from 'node:http'
import { buildHostCookie, type CookieBase, readHostCookie } from '../host-cookie.ts'

const [name, value] = ['used', 'yes']

export const isUsedBrowser = (base: CookieBase, request: IncomingMessage): boolean =>
  readHostCookie(base, request, name).includes(value)

/** It ends with the browser. */
export const usedCookie = (base: CookieBase): string => buildHostCookie(base, name, value)
