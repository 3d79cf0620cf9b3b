/** Archives of publishers with more in them than any release. docs/terminology.md. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { LoadError } from '../../src/terminology/loading/source-file.ts'
import { listZipEntries } from '../../src/terminology/loading/zip-entries.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { buildZip } from '../terminology/build-zip.ts'

test('docs/terminology.md: a zip archive with more entries than any release is refused', async () => {
  const path = join(makeScratchFolder('archives'), 'a.zip')
  writeFileSync(
    path,
    buildZip(Array.from({ length: 50_001 }, (_, index) => ({ name: String(index), text: '', method: 0 }))),
  )

  await expect(listZipEntries(path)).rejects.toThrow(LoadError)
})
