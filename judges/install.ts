/** Installs what only judges Banksia, unless it is there: `npm run judges`. */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const lockFile = join(folder, 'package-lock.json')
/** npm writes it when it has installed all. */
const installed = join(folder, 'node_modules/.package-lock.json')

const isInstalled = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs

if (!isInstalled) {
  process.stderr.write(
    'Installing the published examples of FHIR R4 and the International Patient Summary (210 MB) into judges/node_modules.\n',
  )
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.exitCode = status ?? 1
}
