/** A server as a child process that starts again when a file below the watched folders changes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FSWatcher, watch } from 'node:fs'
import { createInterface } from 'node:readline'

export type RestartingServer = {
  /** Ends the server and the watching; settles when the server's process has gone. */
  readonly stop: () => Promise<void>
  /** Aborted when `stop` is called. */
  readonly ended: AbortSignal
}

type Options = {
  /** Arguments of Node. */
  readonly command: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly folders: readonly string[]
  /** Gets each line that the server logs. */
  readonly showLine: (line: string) => void
  readonly say: (text: string) => void
}

/** An editor writes a file in several steps, and a branch changes many. */
const quietMs = 200
/** The server ends itself after 15 seconds; this is for one that a debugger has stopped. */
const patienceMs = 20_000

const isSource = (file: string | null): boolean => file === null || /(?:^|\/)[^./][^/]*\.(?:ts|json|md)$/.test(file)

export function startRestarting(options: Options): RestartingServer {
  const controller = new AbortController()
  let child = start(options)
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  const restart = async (): Promise<void> => {
    if (controller.signal.aborted) return
    options.say('the source has changed')
    await end(child)
    if (!controller.signal.aborted) child = start(options)
  }
  const watchers = options.folders.map((folder) =>
    watchFolder(folder, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        work = work.then(restart)
      }, quietMs)
    }),
  )
  const stop = async (): Promise<void> => {
    controller.abort()
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
    await work
    await end(child)
  }
  return { stop, ended: controller.signal }
}

const watchFolder = (folder: string, onChange: () => void): FSWatcher =>
  watch(folder, { recursive: true }, (_event, file) => {
    if (isSource(file)) onChange()
  })

/** The channel ends the server when this process has gone, however it went. */
function start({ command, env, showLine, say }: Options): ChildProcess {
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  if (child.stderr !== null) createInterface({ input: child.stderr }).on('line', showLine)
  child.once('exit', (code) => {
    if (code !== 0) say('the server has ended; it starts again at the next change')
  })
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await gone
  clearTimeout(timer)
}
