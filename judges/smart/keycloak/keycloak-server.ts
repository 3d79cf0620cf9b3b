/** Keycloak itself on loopback, with a database in memory. Maven fetches it once (176 MB). */
import { spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPort } from '../../../test/ports.ts'
import { fetchByMaven, runProgram } from '../../programs.ts'

export type Keycloak = {
  readonly base: string
  /** Of its administration, below `/admin/realms`; throws unless it succeeds. */
  readonly administer: (method: string, path: string, body?: object) => Promise<Response>
  readonly stop: () => Promise<void>
}

const administrator = { name: 'administrator', password: 'of-one-run-alone' }
const patienceMs = 600_000

function unpack(lib: string): void {
  for (const file of readdirSync(lib).filter((name) => name.endsWith('.tar.gz'))) {
    runProgram('tar', ['-xzf', join(lib, file), '-C', lib])
    rmSync(join(lib, file))
  }
}

function findHome(): string {
  const lib = fetchByMaven({ cache: 'keycloak', pom: join(import.meta.dirname, 'keycloak.xml') }, unpack)
  const folder = readdirSync(lib).find((name) => name.startsWith('keycloak-'))
  if (folder === undefined) throw new Error('Maven has brought no Keycloak')
  return join(lib, folder)
}

/** Ends with its input, so also when this process is killed; then everything of its process group goes. */
const untilClosed = '"$@" >&2 & cat >/dev/null; kill -s KILL 0'

function start(home: string, port: number): { readonly end: () => void; readonly said: () => string } {
  const options = [`--http-host=127.0.0.1`, `--http-port=${port}`, '--db=dev-mem', '--cache=local']
  const child = spawn('sh', ['-c', untilClosed, 'sh', 'sh', join(home, 'bin/kc.sh'), 'start-dev', ...options], {
    // A process group of its own.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: {
      ...process.env,
      KC_BOOTSTRAP_ADMIN_USERNAME: administrator.name,
      KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
      JAVA_OPTS_KC_HEAP: '-Xmx512m',
      // It runs for a minute: what compiles well would take longer than that.
      JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
    },
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000)
  })
  // It may have ended by itself.
  child.stdin.on('error', () => undefined)
  return { end: () => child.stdin.end(), said: () => said }
}

export async function startKeycloak(): Promise<Keycloak> {
  const home = findHome()
  const port = await findPort()
  const base = `http://127.0.0.1:${port}`
  const { end, said } = start(home, port)
  const from = Date.now()
  while (!(await isUp(base))) {
    if (Date.now() - from > patienceMs) {
      end()
      throw new Error(`Keycloak does not start: ${said()}`)
    }
    await pause(300)
  }
  return {
    base,
    administer: async (method, path, body) => {
      const headers = { Authorization: `Bearer ${await askForToken(base)}`, 'Content-Type': 'application/json' }
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      const response = await fetch(`${base}/admin/realms${path}`, init)
      if (!response.ok)
        throw new Error(`${method} ${path} was answered by ${response.status}: ${await response.text()}`)
      return response
    },
    stop: async () => end(),
  }
}

const isUp = (base: string): Promise<boolean> =>
  fetch(`${base}/realms/master`, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )

async function askForToken(base: string): Promise<string> {
  const form = {
    grant_type: 'password',
    client_id: 'admin-cli',
    username: administrator.name,
    password: administrator.password,
  }
  const response = await fetch(`${base}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const { access_token: token } = (await response.json()) as { readonly access_token: string } // RFC 6749 5.1
  return token
}
