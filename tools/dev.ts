/** `npm run dev`: a development server that starts again when its source changes, with a readable log and a debugger port. */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addFirstRecords } from './dev/first-records.ts'
import { renderLine } from './dev/readable-log.ts'
import { type RestartingServer, startRestarting } from './dev/restarting-server.ts'

const checkout = resolve(import.meta.dirname, '..')

const options = {
  inspect: { type: 'string', default: '9229' },
  watch: { type: 'string', multiple: true, default: ['src', 'queues'].map((folder) => join(checkout, folder)) },
  empty: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const

const help = `Usage: npm run dev -- [OPTION...]

Runs the server of this checkout in development mode and starts it again when a file of its source changes.

  --inspect PORT  port of the debugger at 127.0.0.1 (default: 9229; 0: any free one)
  --watch DIR...  folders that are watched (default: src and queues)
  --empty         leave an empty tenant empty (default: two patients whose drafted notes wait for a clinician)

The settings of the server are those of docs/reference/settings.md: PORT, BANKSIA_DATA_DIR and the others.
`

const say = (text: string): unknown => process.stderr.write(`dev: ${text}\n`)

/** npm leaves its child behind when it is killed. */
const parentPollMs = 500

function listenForEnd(server: RestartingServer): void {
  const end = (code: number): void => {
    server.stop().finally(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  process.on('disconnect', () => end(0))
  process.on('uncaughtException', (error) => {
    say(String(error.stack))
    end(1)
  })
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) end(0)
  }, parentPollMs).unref()
}

function run(): void {
  const { values } = parseArgs({ options })
  if (values.help) {
    process.stdout.write(help)
    return
  }
  const base = `http://127.0.0.1:${process.env['PORT'] || 3000}`
  const server = startRestarting({
    command: [`--inspect=127.0.0.1:${values.inspect}`, join(checkout, 'src/main.ts')],
    env: { ...process.env, BANKSIA_MODE: 'development' },
    folders: values.watch,
    showLine: (line) => process.stderr.write(`${renderLine(line, process.stderr.isTTY)}\n`),
    say,
  })
  listenForEnd(server)
  if (values.empty) return
  addFirstRecords(base, server.ended).then(
    (text) => say(text),
    (error: unknown) => say(`no records were added: ${error instanceof Error ? error.message : 'failed'}`),
  )
}

run()
