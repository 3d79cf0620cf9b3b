/** Structured log: an event name and allow-listed fields, never sentences or content. DESIGN.md "PHI". */
import { inspect } from 'node:util'
import pino from 'pino'

/** Identifiers, counts, durations and states only; a clinical string has no field to go to. */
export type LogFields = {
  readonly requestId?: string
  readonly tenant?: string
  readonly route?: string
  readonly method?: string
  readonly status?: number
  readonly durationMs?: number
  readonly count?: number
  readonly jobId?: string
  readonly exportId?: string
  readonly artifactId?: string
  readonly deliveryId?: string
  readonly channelId?: string
  readonly state?: string
  readonly reason?: string
  /** Of a setting, never of a request. */
  readonly host?: string
  /** Its variable. */
  readonly setting?: string
  readonly attempt?: number
  readonly port?: number
  readonly pid?: number
  readonly errorClass?: string
  readonly errorCode?: string
  /** Source positions only: file and line of our own frames. */
  readonly at?: string
}

export type Log = {
  readonly info: (event: string, fields?: LogFields) => void
  readonly warn: (event: string, fields?: LogFields) => void
  /** `fault`: an unexpected error, of which development alone shows message and stack. */
  readonly error: (event: string, fields?: LogFields, fault?: unknown) => void
}

/** Lines are written together, and by then: a request does not wait for whoever reads them. */
const minLength = 4096
const flushMs = 100

/** Logs JSON lines to standard error; what is wrong at once, and what is left at the end of the process. */
export function openLog(level: string, mode: 'development' | 'production' = 'production'): Log {
  const destination = pino.destination({ fd: 2, sync: false, minLength })
  // A full disk, or a reader that has gone: the lines are lost, and the process goes on.
  destination.on('error', () => undefined)
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  let flushing: NodeJS.Timeout | undefined
  // The destination's own timer would wake a process that has nothing to say.
  const flushSoon = (): void => {
    if (flushing !== undefined) return
    flushing = setTimeout(() => {
      flushing = undefined
      destination.flush()
    }, flushMs).unref()
  }
  return {
    info(event, fields = {}) {
      logger.info(fields, event)
      flushSoon()
    },
    warn(event, fields = {}) {
      logger.warn(fields, event)
      destination.flush()
    },
    error(event, fields = {}, fault = undefined) {
      logger.error(fields, event)
      destination.flush()
      if (mode === 'development' && fault !== undefined && level !== 'silent') showFault(fault)
    },
  }
}

/** For whoever develops: its message may hold a value of a record, so it is shown on the terminal of a development server alone. */
export const showFault = (fault: unknown): unknown => process.stderr.write(`${inspect(fault)}\n`)

/** What may be told of an unexpected error: its class, a system code and where in our code; never its message. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { errorClass: typeof error }
  const code = (error as NodeJS.ErrnoException).code
  const frame = error.stack
    ?.split('\n')
    .find((line) => /\(?(file:|\/).*\.[tj]s:\d+:\d+\)?$/.test(line) && !line.includes('node_modules'))
  const at = frame?.match(/([\w-]+\.[tj]s:\d+):\d+\)?$/)?.[1]
  return {
    errorClass: error.name,
    ...(typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? { errorCode: code } : {}),
    ...(at === undefined ? {} : { at }),
  }
}
