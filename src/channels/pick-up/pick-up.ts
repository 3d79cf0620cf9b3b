/** Where the answers of a channel come as files, and which attempts wait for them. D236 */
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { fileDestination } from '../file.ts'
import { findEndpoint } from '../mllp.ts'
import { sftpDestination } from '../sftp/sftp.ts'
import type { AnswerFolder } from './answer-folder.ts'
import { localEndpoint, openLocalFolder } from './local-folder.ts'
import { openRemoteFolder, remoteEndpoint } from './sftp-folder.ts'

/** In the form of the channel's record, which may be of an earlier release. */
export type AnsweredChannel = { readonly transport: string; readonly destination: Readonly<Record<string, unknown>> }

/** True if the answers of the receiver come as files. */
export const isAnsweredByFile = ({ destination }: AnsweredChannel): boolean =>
  destination['acknowledgements'] !== undefined

/** Each attempt is a message of its own, since its answer names it. Elsewhere a repetition has the same bytes. */
export const isEachAnswered = (channel: AnsweredChannel): boolean =>
  channel.transport === 'mllp' || isAnsweredByFile(channel)

/** Names, as a hash, from where the answers to an attempt come that are no answer to the call. */
export function findAnswerEndpoint({ transport, destination }: AnsweredChannel): string | undefined {
  if (transport === 'mllp') return findEndpoint(destination)
  if (transport === 'file') {
    const { success, data } = fileDestination.safeParse(destination)
    return success ? localEndpoint(data) : undefined
  }
  if (transport !== 'sftp') return undefined
  const { success, data } = sftpDestination.safeParse(destination)
  return success ? remoteEndpoint(data) : undefined
}

export type OpenAnswerFolder = (channel: AnsweredChannel, signal: AbortSignal) => Promise<AnswerFolder | undefined>

export const openAnswerFolders =
  (policy: OutboundPolicy, folders: readonly string[]): OpenAnswerFolder =>
  async ({ transport, destination }, signal) => {
    if (transport === 'file') {
      const { success, data } = fileDestination.safeParse(destination)
      return success ? openLocalFolder(data, folders) : undefined
    }
    if (transport !== 'sftp') return undefined
    const { success, data } = sftpDestination.safeParse(destination)
    return success ? openRemoteFolder(data, policy, signal) : undefined
  }
