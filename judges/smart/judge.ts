/** A judge of SMART App Launch: a client that others wrote, at work on a running Banksia. */
import type { RunningServer, Site } from '../../test/running-server.ts'
import type { CaseJudge } from '../cases.ts'
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

export type SmartJudge = CaseJudge<Served>
