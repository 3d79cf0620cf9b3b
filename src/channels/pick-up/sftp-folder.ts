/** Acknowledgements in a folder of an SFTP server. */
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { remotePath, type SftpDestination } from '../sftp/sftp.ts'
import { openSftpConnection, within } from '../sftp/sftp-connection.ts'
import { folderEndpoint } from './acknowledgement-files.ts'
import { type AnswerFolder, mostEntries, mostFiles } from './answer-folder.ts'

const folderOf = ({ directory, acknowledgements }: SftpDestination): string => acknowledgements?.directory ?? directory

export const remoteEndpoint = (destination: SftpDestination): string | undefined => {
  const { host, port, username, acknowledgements } = destination
  return acknowledgements && folderEndpoint('sftp', host.toLowerCase(), port, username, folderOf(destination))
}

/** Throws OutboundError and SftpRefusal, as each of its functions does. Undefined without acknowledgements. */
export async function openRemoteFolder(
  destination: SftpDestination,
  policy: OutboundPolicy,
  signal: AbortSignal,
): Promise<AnswerFolder | undefined> {
  const { acknowledgements: rule } = destination
  const endpoint = remoteEndpoint(destination)
  if (rule === undefined || endpoint === undefined) return undefined
  const limit = AbortSignal.any([signal, AbortSignal.timeout(destination.timeoutMs)])
  const connection = await openSftpConnection(policy, destination, limit)
  const directory = folderOf(destination)
  const pathOf = (name: string, folder = directory): string => remotePath({ directory: folder }, name)
  return {
    ...{ rule, endpoint },
    list: async (isNew) =>
      (await within(limit, connection.list(directory, mostEntries))).filter(isNew).slice(0, mostFiles),
    async read(name, most) {
      const bytes = await within(limit, connection.read(pathOf(name), most + 1))
      return bytes.length > most ? undefined : bytes
    },
    async clear(name) {
      const { keepIn } = rule
      await within(
        limit,
        keepIn === undefined ? connection.remove(pathOf(name)) : connection.rename(pathOf(name), pathOf(name, keepIn)),
      )
    },
    close: connection.close,
  }
}
