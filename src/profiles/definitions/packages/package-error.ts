/** A package that cannot be read, and why. No name of an entry is repeated, because the author of the archive chose it. */

const texts = {
  unreadable: 'the file cannot be read',
  damaged: 'it is not a gzip-compressed tar archive, or is damaged',
  'entry-path': 'an entry has a path that leads out of the archive, or is not one',
  'entry-kind': 'an entry is a link or a device',
  'entry-repeated': 'an entry is there twice',
  'too-many-entries': 'it has too many entries',
  'entry-too-large': 'an entry is too large',
  'too-large': 'it unpacks to too much',
  'manifest-missing': 'package/package.json is missing or is not JSON',
  'fhir-version': 'it is not of FHIR R4',
  'entry-json': 'an entry is not JSON, or is nested too deeply',
} as const satisfies Readonly<Record<string, string>>

export type PackageFault = keyof typeof texts

export class PackageError extends Error {
  readonly fault: PackageFault
  /** Number of the entry in the archive, from 1. */
  readonly entry: number | undefined

  /** `file`: the archive, as the caller named it. */
  constructor(fault: PackageFault, entry?: number, file?: string) {
    const place = [file, entry === undefined ? undefined : `entry ${entry}`].filter((part) => part !== undefined)
    super([place.join(', '), texts[fault]].filter((part) => part !== '').join(': '))
    this.name = 'PackageError'
    this.fault = fault
    this.entry = entry
  }
}
