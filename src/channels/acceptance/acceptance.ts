/** The acceptance checks of a destination, before the first document goes there. */

import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, systemClock } from '../../core/clock.ts'
import { connect } from '../../outbound/connect.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { type ChannelKind, parseDestination } from '../channels.ts'
import type { FhirDestination } from '../fhir/fhir-destination.ts'
import { type FileDestination, isWithinFolders } from '../file.ts'
import type { MllpDestination } from '../mllp.ts'
import { openLocalFolder } from '../pick-up/local-folder.ts'
import { testAnswerFolder } from './answer-folder.ts'
import {
  type CheckResult,
  failedCheck,
  networkReason,
  passedCheck,
  skippedCheck,
  slowMs,
  unwritten,
} from './check-result.ts'
import { testFhir } from './fhir.ts'
import { testHttps } from './https.ts'
import { testSftp } from './sftp.ts'

export type TestSettings = {
  readonly policy: OutboundPolicy
  readonly folders: readonly string[]
  readonly clock?: Clock
  /** Leaves out each check that would write something at the destination, or read the record of a patient there. */
  readonly isReadOnly?: boolean
}

export type TestChannel = (
  kind: ChannelKind,
  destination: unknown,
  signal: AbortSignal,
) => Promise<readonly CheckResult[]>

export const openChannelTests = ({
  policy,
  folders,
  clock = systemClock,
  isReadOnly = false,
}: TestSettings): TestChannel => {
  const tests = {
    fhir: (value: unknown, signal: AbortSignal) =>
      testFhir(
        { policy, clock, signal, isReadOnly },
        parseDestination('fhir', value, 'destination') as FhirDestination,
      ),
    mllp: (value: unknown, signal: AbortSignal) =>
      withPace(clock, () => testMllp(policy, parseDestination('mllp', value, 'destination'), signal)),
    https: async (value: unknown, signal: AbortSignal) =>
      isReadOnly
        ? [skippedCheck('test-request', unwritten)]
        : withPace(clock, () => testHttps({ policy, clock, signal }, parseDestination('https', value, 'destination'))),
    sftp: (value: unknown, signal: AbortSignal) =>
      withPace(clock, () => testSftp({ policy, isReadOnly }, parseDestination('sftp', value, 'destination'), signal)),
    file: async (value: unknown) =>
      isReadOnly
        ? [skippedCheck('directory-writable', unwritten)]
        : withPace(clock, () => testFile(folders, parseDestination('file', value, 'destination'))),
  } as const
  return (kind, destination, signal) => tests[kind](destination, signal)
}

/** A test of few small questions. A destination that needs long for them is slow. */
async function withPace(clock: Clock, ask: () => Promise<CheckResult[]>): Promise<CheckResult[]> {
  const askedAt = clock().getTime()
  const results = await ask()
  const isSlow = clock().getTime() - askedAt >= slowMs
  if (!isSlow || results.some(({ outcome }) => outcome === 'failed')) return results
  const advice = 'The destination took longer than five seconds to answer: look at the network and its load'
  return [...results, failedCheck({ check: 'response-time', advice, reason: 'timeout' })]
}

async function testMllp(
  policy: OutboundPolicy,
  { host, port, tls }: MllpDestination,
  signal: AbortSignal,
): Promise<CheckResult[]> {
  const skipped = skippedCheck(
    'acknowledgement',
    'A test message would be a document to the receiver: agree on one with them, and look at its delivery',
  )
  try {
    const socket = await connect(policy, { host, port, ...(tls && { tls }) }, signal)
    socket.destroy()
    return [passedCheck('connection'), skipped]
  } catch (error) {
    const advice =
      'The receiver does not take a connection: look at host, port, TLS and certificates, its firewall, and BANKSIA_OUTBOUND_HOSTS'
    return [failedCheck({ check: 'connection', advice, reason: networkReason(error, 'connect') }), skipped]
  }
}

async function testFile(folders: readonly string[], destination: FileDestination): Promise<CheckResult[]> {
  const checks = await testDirectory(folders, destination)
  if (destination.acknowledgements === undefined) return checks
  return [...checks, await testAnswerFolder(() => openLocalFolder(destination, folders))]
}

async function testDirectory(folders: readonly string[], { directory }: FileDestination): Promise<CheckResult[]> {
  if (!(await isWithinFolders(directory, folders)))
    return [
      failedCheck({
        check: 'directory-allowed',
        advice: 'The folder is not there, or lies outside of BANKSIA_FILE_FOLDERS',
        reason: 'bad-destination',
      }),
    ]
  const path = join(directory, `.banksia-${randomUUID()}.part`)
  try {
    await writeFile(path, '', { flag: 'wx', mode: 0o640 })
    return [passedCheck('directory-allowed'), passedCheck('directory-writable')]
  } catch {
    const advice = 'Nothing can be written there: mount the folder, and let the account of this service write in it'
    return [
      passedCheck('directory-allowed'),
      failedCheck({ check: 'directory-writable', advice, reason: 'directory-unavailable' }),
    ]
  } finally {
    // The file holds no patient data: it may stay.
    await rm(path, { force: true }).catch(() => undefined)
  }
}
