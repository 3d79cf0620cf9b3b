/** A judge of channels: an integration engine that others wrote, as receiver and as sender of a running Banksia. */
import type { RunningServer } from '../../test/running-server.ts'
import type { CaseJudge } from '../cases.ts'
import type { Practice } from './practice.ts'

export type Served = {
  readonly server: RunningServer
  /** BANKSIA_MLLP_PORT. */
  readonly mllpPort: number
  readonly practice: Practice
  /** Runs when all is judged, the last one first. */
  readonly atEnd: (end: () => Promise<unknown>) => void
}

export type ChannelJudge = CaseJudge<Served>
