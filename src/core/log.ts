/** Structured log: an event name and allow-listed fields, never sentences or content. docs/design/house.md#patient-data. */
import { inspect } from 'node:util'
import pino from 'pino'
import { LogLines } from './log/log-lines.ts'

/** Identifiers, counts, durations and states only; no field can hold a clinical text. */
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
  readonly senderId?: string
  readonly messageId?: string
  readonly state?: string
  readonly reason?: string
  /** From a setting, never from a request. */
  readonly host?: string
  /** Name of the variable. */
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
  /** `fault`: an unexpected error; only development shows its message and stack. */
  readonly error: (event: string, fields?: LogFields, fault?: unknown) => void
}

const standardError = new LogLines(2)

/** Logs JSON lines to standard error: errors at once, the rest at the end of the process at the latest. */
export function openLog(level: string, mode: 'development' | 'production' = 'production'): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, standardError)
  return {
    info: (event, fields = {}) => logger.info(fields, event),
    warn(event, fields = {}) {
      logger.warn(fields, event)
      standardError.flush()
    },
    error(event, fields = {}, fault = undefined) {
      logger.error(fields, event)
      standardError.flush()
      if (mode === 'development' && fault !== undefined && level !== 'silent') showFault(fault)
    },
  }
}

/** For developers: the message may hold a value of a record, so only a terminal of a development server shows it. */
export const showFault = (fault: unknown): unknown => process.stderr.write(`${inspect(fault)}\n`)

/** The safe part of an unexpected error: its class, a system code and places in our code; never its message. */
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
