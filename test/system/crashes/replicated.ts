/** A PostgreSQL of the machine and its streaming replica, each on a socket of its own. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = '/usr/lib/postgresql'
const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(a) - Number(b)) : []
const programs = join(root, versions.at(-1) ?? '', 'bin')
export const hasPostgres = versions.length > 0

export type Replicated = { readonly primary: string; readonly replica: string; readonly stop: () => void }

/** PostgreSQL refuses to run as root. */
const account = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const idOf = (option: string): number => Number(spawnSync('id', [option, 'postgres']).stdout.toString())
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export function startReplicated(): Replicated {
  const folder = mkdtempSync(join(tmpdir(), 'banksia-test-replicated-'))
  const own = account()
  chmodSync(folder, 0o755)
  if (own.uid !== undefined && own.gid !== undefined) chownSync(folder, own.uid, own.gid)
  const run = (program: string, ...given: readonly string[]): void => {
    const { status } = spawnSync(join(programs, program), given, { ...own, stdio: 'ignore', cwd: folder })
    if (status !== 0) throw new Error(`${program} ended with ${status}`)
  }
  const at = (name: string, port: number) => {
    const data = join(folder, name)
    const options = `-c listen_addresses='' -c unix_socket_directories=${folder} -c port=${port} -c fsync=off -c max_connections=100`
    return {
      data,
      start: () => run('pg_ctl', '-D', data, '-w', '-l', `${data}.log`, '-o', options, 'start'),
      stop: () => run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop'),
      url: `postgresql://banksia@/postgres?host=${encodeURIComponent(folder)}&port=${port}`,
    }
  }
  const [primary, replica] = [at('primary', 5432), at('replica', 5433)]
  run('initdb', '-D', primary.data, '--encoding=UTF8', '--locale=C', '--auth=trust', '--username=banksia')
  primary.start()
  run(
    'pg_basebackup',
    '-D',
    replica.data,
    '-h',
    folder,
    '-p',
    '5432',
    '-U',
    'banksia',
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  )
  replica.start()
  return {
    primary: primary.url,
    replica: replica.url,
    stop: () => {
      replica.stop()
      primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
