/** `name#version`, as FHIR names packages. https://confluence.hl7.org/display/FHIR/NPM+Package+Specification */

export type PackageName = { readonly name: string; readonly version: string }

const form = /^(?<name>(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*)#(?<version>[A-Za-z0-9][A-Za-z0-9._+-]*)$/i

/** Undefined for everything else, such as the name of a file. */
export function parsePackageName(text: string): PackageName | undefined {
  const { name, version } = form.exec(text)?.groups ?? {}
  return name === undefined || version === undefined ? undefined : { name, version }
}

export const textOfName = ({ name, version }: PackageName): string => `${name}#${version}`

/** `latest`, and versions that leave parts open (`1.2.x`), have to be looked up. */
export const isExact = (version: string): boolean => version !== 'latest' && !/(?:^|\.)x$/i.test(version)

/** The highest version that an open one matches; one before a release (`-ballot`) matches only by its whole text. */
export function chooseVersion(wanted: string, versions: readonly string[]): string | undefined {
  if (isExact(wanted)) return versions.find((version) => version === wanted)
  const parts = wanted.split('.').filter((part) => !/^x$/i.test(part))
  return versions
    .filter((version) => /^\d+(?:\.\d+)*$/.test(version) && parts.every((part, at) => version.split('.')[at] === part))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1)
}
