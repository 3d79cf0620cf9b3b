/** The changelog: the notes under "Unreleased" move under the version. */

const heading = '## Unreleased\n'

/** Throws where there is nothing to release. */
export function releaseChangelog(text: string, version: string, day: string): string {
  const start = text.indexOf(heading)
  if (start === -1) throw new Error('CHANGELOG.md has no heading "## Unreleased"')
  const rest = text.slice(start + heading.length)
  const next = rest.search(/^## /m)
  const notes = next === -1 ? rest : rest.slice(0, next)
  if (notes.trim() === '') throw new Error('CHANGELOG.md says nothing under "Unreleased"')
  return `${text.slice(0, start)}${heading}\n## ${version} (${day})\n${rest}`
}
