/** Which pages may call from a browser: those of the settings, and the server's own. D110. */
import { anyPort, type Config } from '../core/config.ts'

export type PageOrigins = Pick<Config, 'corsOrigins' | 'baseUrl'>

/** `http://localhost:*` is every port of that host. An empty text is no origin. */
export function openOrigins({ corsOrigins, baseUrl }: PageOrigins): (origin: string) => boolean {
  const exact = new Set([...corsOrigins.filter((origin) => !origin.endsWith(anyPort)), new URL(baseUrl).origin])
  const hosts = new Set(
    corsOrigins.filter((origin) => origin.endsWith(anyPort)).map((origin) => origin.slice(0, -anyPort.length)),
  )
  return (origin) => exact.has(origin) || hosts.has(origin.replace(/:\d{1,5}$/, ''))
}
