/** Canonical addresses, and the version that one means. R4 references.html#canonical. */

export type Canonical = { readonly url: string; readonly version?: string }

export function parseCanonical(canonical: string): Canonical {
  const bar = canonical.indexOf('|')
  return bar === -1 ? { url: canonical } : { url: canonical.slice(0, bar), version: canonical.slice(bar + 1) }
}

/**
 * Chooses among one url's versions, oldest first: without a version the last; else that one, the last that begins with its parts, or the last
 * before that release.
 */
export function chooseVersion<T extends { readonly version?: string }>(
  versions: readonly T[],
  version: string | undefined,
): T | undefined {
  if (version === undefined) return versions.at(-1)
  const exact = versions.findLast((one) => one.version === version)
  const inFull = exact ?? versions.findLast((one) => one.version?.startsWith(`${version}.`))
  return inFull ?? versions.findLast((one) => one.version?.startsWith(`${version}-`))
}

const numbered = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/

/** True if both are release numbers, and the first is later. https://semver.org */
export function isNewer(version: string | undefined, other: string | undefined): boolean {
  if (version === undefined || other === undefined || !numbered.test(version) || !numbered.test(other)) return false
  const [own = '', label = ''] = version.split(/-(.*)/s)
  const [others = '', otherLabel = ''] = other.split(/-(.*)/s)
  const byNumber = compareParts(own, others)
  if (byNumber !== 0) return byNumber > 0
  // A release without a label follows those with one.
  return label === '' ? otherLabel !== '' : otherLabel !== '' && label > otherLabel
}

function compareParts(one: string, other: string): number {
  const others = other.split('.').map(Number)
  const differences = one.split('.').map((part, index) => Number(part) - (others[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}
