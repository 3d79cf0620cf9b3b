/** A judge of SMART App Launch: a client that others wrote, at work on a running Banksia. */
import type { RunningServer, Site } from '../../test/running-server.ts'
import type { Browser } from './browser.ts'
import type { Certificate } from './certificate.ts'
import type { Records } from './records.ts'

export type Served = {
  /** In development mode: its accounts sign in by one click, and signing in is consent. */
  readonly server: RunningServer
  readonly records: Records
  readonly browser: Browser
  /** Another server with these settings, on a database of its own unless `site` is given. It stops when all is judged. */
  readonly startAnother: (env: Readonly<Record<string, string>>, site?: Site) => Promise<RunningServer>
  /** A folder that is gone when all is judged. */
  readonly folder: string
  /** The one that the browser trusts. */
  readonly certificate: Certificate

  /** Runs when all is judged, the last one first. */
  readonly atEnd: (end: () => Promise<unknown>) => void
}

export type Case = {
  readonly name: string
  /** Throws if it fails. */
  readonly run: (served: Served) => Promise<void>
}

export type SmartJudge = {
  /** With its version. */
  readonly name: string
  /** The programs that this machine lacks. */
  readonly listMissing?: () => readonly string[]
  readonly cases: readonly Case[]
  /** Asks for what no server gives: the judge has to fail, by a message like `says`. */
  readonly wrong: Case & { readonly says: RegExp }
}
