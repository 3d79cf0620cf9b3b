/** Canonical addresses and which version one means. R4 references.html#canonical. */

export type Canonical = { readonly url: string; readonly version?: string }

export function parseCanonical(canonical: string): Canonical {
  const bar = canonical.indexOf('|')
  return bar === -1 ? { url: canonical } : { url: canonical.slice(0, bar), version: canonical.slice(bar + 1) }
}

/** Of one url's versions, oldest first: the last without a version, or the last that begins with its parts. */
export function chooseVersion<T extends { readonly version?: string }>(
  versions: readonly T[],
  version: string | undefined,
): T | undefined {
  if (version === undefined) return versions.at(-1)
  const exact = versions.findLast((one) => one.version === version)
  return exact ?? versions.findLast((one) => one.version?.startsWith(`${version}.`))
}
