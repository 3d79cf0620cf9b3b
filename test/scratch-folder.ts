/** Temporary folders of a test file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from '@jest/globals'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A new folder, which is removed after the last test of the file. `name` says whose it is, for whoever finds one of a killed run. */
export function makeScratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `banksia-${name}-`))
  folders.push(folder)
  return folder
}
