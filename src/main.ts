/** The server process: reads the settings, starts, tells where it is, and stops cleanly. */

import { setFlagsFromString } from 'node:v8'
import { developmentTenants } from './core/caller.ts'
import { type Config, readConfig } from './core/config.ts'
import { errorFields, type Log, openLog, showFault } from './core/log.ts'
import { version } from './core/version.ts'
import type { RunningProcess } from './server/server.ts'
import { describeStartError } from './server/start-errors.ts'

const forcedExitMs = 15_000
const parentPollMs = 500

/** The command that prints a UUID without another install. */
const uuidCommand = process.platform === 'linux' ? 'cat /proc/sys/kernel/random/uuid' : 'uuidgen'

function announce(config: Config): string {
  const token = `${config.port === 3000 ? '' : `PORT=${config.port} `}npm run -s banksia -- token`
  const lines = [
    `Banksia ${version}, ${config.mode} mode`,
    `  Hub   ${config.baseUrl}/v1`,
    `  FHIR  ${config.baseUrl}/fhir/R4`,
  ]
  if (config.mode !== 'development') return `${lines.join('\n')}\n`
  const headers = [
    `-H "Authorization: Bearer $(${token})"`,
    `-H "X-Tenant-Id: ${developmentTenants[0]}"`,
    '-H "X-Spoke-Id: connect"',
    `-H "X-Request-Id: $(${uuidCommand})"`,
  ]
  const example = `curl -s ${config.baseUrl}/v1/encounters ${headers.join(' ')}`
  return `${[...lines, '', 'List encounters, from another terminal in this folder:', '', `  ${example}`, ''].join('\n')}\n`
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Once the settings have said so. */
let isDevelopment = false

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.role === 'web') growSlowly()
  const log = openLog(config.logLevel, config.mode)
  isDevelopment = config.mode === 'development'
  // Imported late, so that refused settings are reported at once.
  const { startServer } = await import('./server/server.ts')
  const starting = startServer(config, log)
  listenForStop(log, starting)
  const { port } = await starting
  log.info('server.started', { port: config.port, pid: process.pid })
  process.stdout.write(port === undefined ? `Banksia ${version}, ${config.role}\n` : announce(config))
}

/** Many web processes share a machine: the heap grows by a third where V8 would let it become several times as large. */
const growSlowly = (): void => setFlagsFromString('--heap-growing-percent=30')

/** A stop that comes during the start waits for it, because everything that it has opened must be closed. */
function listenForStop(log: Log, starting: Promise<RunningProcess>): void {
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    log.info('server.stopping')
    setTimeout(() => process.exit(1), forcedExitMs).unref()
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error('server.stop-failed', errorFields(error), error)
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Started by another program of ours: it is gone, or was gone before anyone listened.
  process.on('disconnect', stop)
  if (process.send !== undefined && !process.connected) stop()
  if (process.env['npm_lifecycle_event'] !== undefined) watchParent(stop)
}

/** npm hands a signal to the shell that it runs us in, which ends and leaves us behind. */
function watchParent(stop: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, parentPollMs).unref()
}

function describe(error: unknown): string {
  const { errorClass, errorCode, at } = errorFields(error)
  return [errorClass, errorCode, at].filter(Boolean).join(' ')
}

// Node would print the whole error, and a database's names the values.
process.on('uncaughtException', (error) => {
  if (isDevelopment) showFault(error)
  fail(`Banksia ended by a fault: ${describe(error)}`)
})

main().catch((error: unknown) => {
  const sentence = describeStartError(error)
  if (sentence !== undefined) fail(sentence)
  if (isDevelopment) showFault(error)
  fail(`Banksia could not start: ${describe(error)}`)
})
