import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../processes.ts'

/** Its temporary files go below the folder, where the test sees the files that it leaves. */
export function prepareDemo() {
  const folder = makeFolder()
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const listTemporary = () => readdirSync(temporary).filter((name) => name.startsWith('banksia-'))
  return { folder, listTemporary, env: { TMPDIR: temporary, BANKSIA_LOG_LEVEL: 'warn' } }
}
