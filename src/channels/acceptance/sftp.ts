/** Tests a folder of an SFTP server by a small file, which it renames and removes again. */
import { randomUUID } from 'node:crypto'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { openRemoteFolder } from '../pick-up/sftp-folder.ts'
import { remotePath, type SftpDestination } from '../sftp/sftp.ts'
import { openSftpConnection, type SftpConnection, SftpRefusal, within } from '../sftp/sftp-connection.ts'
import type { ReceiptReason } from '../transport.ts'
import { testAnswerFolder } from './answer-folder.ts'
import { type CheckResult, failedCheck, networkReason, passedCheck, skippedCheck, unwritten } from './check-result.ts'

const advice = {
  connection:
    'No SFTP server answers: look at host and port, its firewall, and BANKSIA_OUTBOUND_HOSTS, and ask its operator which algorithms it offers',
  'host-key':
    'The server has another host key than hostKeys says: ask its operator for the fingerprints of all its keys, by another way than this connection',
  authentication: 'The login is refused: compare username, password and key with the operator of the server',
  'directory-writable':
    'No file can be written in the folder: look at directory, and at the rights and the space of the user there',
  'rename-kept':
    'A file that was renamed is not found again: ask the operator whether a program takes files away at once, or whether renaming is forbidden',
} as const
type Check = keyof typeof advice

/** The reason that a delivery would have. */
const reasons: Readonly<Record<Check, ReceiptReason>> = {
  connection: 'connect',
  'host-key': 'host-key',
  authentication: 'authentication',
  'directory-writable': 'directory-unavailable',
  'rename-kept': 'refused-by-receiver',
}

const passed = (check: Check): CheckResult => passedCheck(check)
const failed = (check: Check, error?: unknown): CheckResult =>
  failedCheck({ check, advice: advice[check], reason: networkReason(error, reasons[check]) })

type Testing = { readonly policy: OutboundPolicy; readonly isReadOnly: boolean }

export async function testSftp(
  { policy, isReadOnly }: Testing,
  destination: SftpDestination,
  signal: AbortSignal,
): Promise<CheckResult[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(destination.timeoutMs)])
  try {
    const connection = await openSftpConnection(policy, destination, limit)
    try {
      const login = [passed('connection'), passed('host-key'), passed('authentication')]
      if (isReadOnly) return [...login, skippedCheck('directory-writable', unwritten)]
      const folder = await within(limit, testFolder(connection, destination))
      if (destination.acknowledgements === undefined) return [...login, ...folder]
      return [...login, ...folder, await testAnswerFolder(() => openRemoteFolder(destination, policy, limit))]
    } finally {
      connection.close()
    }
  } catch (error) {
    const reason = error instanceof SftpRefusal ? error.reason : undefined
    if (reason === 'host-key') return [passed('connection'), failed('host-key')]
    if (reason === 'authentication') return [passed('connection'), passed('host-key'), failed('authentication')]
    return [failed('connection', error)]
  }
}

async function testFolder(connection: SftpConnection, destination: SftpDestination): Promise<CheckResult[]> {
  const [first, second] = ['part', 'test'].map((end) => remotePath(destination, `.banksia-${randomUUID()}.${end}`)) as [
    string,
    string,
  ]
  const text = Buffer.from('test')
  const isDone = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      () => false,
    )
  if (!(await isDone(connection.write(first, text)))) return [failed('directory-writable')]
  const isRenamed = await isDone(connection.rename(first, second))
  const found = isRenamed ? await connection.find(second) : undefined
  // The files hold no patient data: they may stay.
  await isDone(connection.remove(first))
  await isDone(connection.remove(second))
  return [passed('directory-writable'), found?.size === text.length ? passed('rename-kept') : failed('rename-kept')]
}
