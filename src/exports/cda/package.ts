/** A CDA document with its attachments as one file: the folders of IHE XDM, as the Agency's CDA packages have them, without a signature. */
import { unzipSync, zipSync } from 'fflate'

export type PackageFile = { readonly name: string; readonly bytes: Uint8Array }

export const rootName = 'CDA_ROOT.XML'
const folder = 'IHE_XDM/SUBSET01'

/** ZIP has no zone: the first day that it can name, on the clock of wherever this runs. The same files give the same bytes. */
const entryTime = (): Date => new Date(1980, 0, 1)

export function packFiles(files: readonly PackageFile[]): Uint8Array {
  const options = { mtime: entryTime(), level: 6 } as const
  return zipSync(Object.fromEntries(files.map(({ name, bytes }) => [`${folder}/${name}`, [bytes, options]])))
}

/** The files of a package of ours by their paths. */
export const unpackFiles = (bytes: Uint8Array): Readonly<Record<string, Uint8Array>> => unzipSync(bytes)
