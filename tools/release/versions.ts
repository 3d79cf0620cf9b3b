/** Versions, and the files that name them. Semantic Versioning 2.0.0 */

export const levels = ['major', 'minor', 'patch'] as const
export type Level = (typeof levels)[number]

export const isLevel = (text: string | undefined): text is Level => levels.some((level) => level === text)

export function raiseVersion(version: string, level: Level): string {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
  if (parts === undefined) throw new Error('the version of package.json is not like 1.2.3')
  const [major = 0, minor = 0, patch = 0] = parts
  if (level === 'major') return `${major + 1}.0.0`
  return level === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

type PackageFile = { readonly version?: unknown }
type LockFile = PackageFile & { readonly packages?: { readonly ''?: PackageFile } }

export function readVersion(packageText: string): string {
  const { version } = JSON.parse(packageText) as PackageFile
  return String(version)
}

const write = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

export const setPackageVersion = (text: string, version: string): string =>
  write({ ...(JSON.parse(text) as PackageFile), version })

/** It names the version twice. */
export function setLockVersion(text: string, version: string): string {
  const lock = JSON.parse(text) as LockFile
  return write({ ...lock, version, packages: { ...lock.packages, '': { ...lock.packages?.[''], version } } })
}
