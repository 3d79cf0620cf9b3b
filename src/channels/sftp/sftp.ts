/** Puts documents into a folder of an SFTP server: whole files only, and never over another. D234, D235. */
import { z } from 'zod'
import { asOutboundError } from '../../outbound/outbound-error.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { hostName } from '../destination.ts'
import { isPlainName } from '../file.ts'
import { outboundReceipt } from '../outbound-receipt.ts'
import { acknowledgementFiles, awaitingFile } from '../pick-up/acknowledgement-files.ts'
import {
  failedReceipt,
  type Receipt,
  rejectedReceipt,
  sentReceipt,
  type Transmission,
  type Transport,
  unstartedReceipt,
} from '../transport.ts'
import { type SftpConnection, SftpRefusal, within } from './sftp-connection.ts'
import { SftpLane } from './sftp-lane.ts'

const credential = z.string().min(1).max(2_000)

/** Relative to the folder that the server opens for the user, or absolute. */
const remoteFolder = z
  .string()
  .regex(/^[^\p{Cc}\\]{1,400}$/u)
  .refine((text) => !text.split('/').includes('..'), 'must not lead upwards')

export const sftpDestination = z
  .strictObject({
    host: hostName,
    port: z.int().min(1).max(65535).default(22),
    hostKeys: z
      .array(z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/))
      .min(1)
      .max(8),
    username: credential,
    password: credential.exactOptional(),
    key: z.string().startsWith('-----BEGIN ').max(20_000).exactOptional(),
    passphrase: credential.exactOptional(),
    directory: remoteFolder,
    acknowledgements: acknowledgementFiles(remoteFolder).exactOptional(),
    /** For one document, with the connection. */
    timeoutMs: z.int().min(1_000).max(60_000).default(30_000),
  })
  .refine(({ password, key }) => password !== undefined || key !== undefined, 'wants a password or a key')
export type SftpDestination = z.output<typeof sftpDestination>

export function openSftp(policy: OutboundPolicy): Transport<SftpDestination> {
  const lanes = new Map<string, SftpLane>()
  const laneOf = ({ directory: _, acknowledgements: __, timeoutMs: ___, ...server }: SftpDestination): SftpLane => {
    const key = JSON.stringify(server)
    const lane = lanes.get(key) ?? new SftpLane(policy, server, () => lanes.delete(key))
    lanes.set(key, lane)
    return lane
  }
  return {
    async send(destination, transmission, signal) {
      if (transmission.kind === 'recall') return rejectedReceipt('told-by-hand')
      if (!isPlainName(transmission.fileName)) return rejectedReceipt('name-refused')
      const limit = AbortSignal.any([signal, AbortSignal.timeout(destination.timeoutMs)])
      const run = (connection: SftpConnection) => place(connection, destination, transmission, limit)
      return awaitingFile(await laneOf(destination).run(limit, run), destination.acknowledgements)
    },
    async close() {
      for (const lane of lanes.values()) lane.close()
      lanes.clear()
    },
  }
}

/** Of a file in the folder of the destination. */
export const remotePath = ({ directory }: Pick<SftpDestination, 'directory'>, name: string): string =>
  `${directory.replace(/\/+$/, '')}/${name}`

/** Never throws for the server: that is a receipt. */
async function place(
  connection: SftpConnection,
  destination: SftpDestination,
  transmission: Transmission,
  signal: AbortSignal,
): Promise<Receipt> {
  const { fileName, bytes, mayStart } = transmission
  const path = remotePath(destination, fileName)
  const partial = remotePath(destination, `.banksia-${fileName}.part`)
  let isNamed = false
  const put = async (): Promise<Receipt> => {
    const present = await connection.find(path)
    if (present !== undefined)
      return (await isSame(connection, path, bytes)) ? sentReceipt('present') : rejectedReceipt('name-taken')
    if ((await mayStart?.()) === false) return unstartedReceipt
    await connection.write(partial, bytes)
    if ((await connection.find(partial))?.size !== bytes.length) return failedReceipt('error-at-receiver', false)
    isNamed = true
    await connection.rename(partial, path)
    const placed = await connection.find(path)
    return placed?.size === bytes.length ? sentReceipt('written') : failedReceipt('error-at-receiver', true)
  }
  try {
    return await within(signal, put())
  } catch (error) {
    connection.close()
    if (error instanceof SftpRefusal) return failedReceipt(error.reason, isNamed)
    return outboundReceipt(asOutboundError(error, signal, isNamed))
  }
}

/** One that cannot be read counts as another. */
async function isSame(connection: SftpConnection, path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    const present = await connection.read(path, bytes.length + 1)
    return Buffer.compare(present, bytes) === 0
  } catch (error) {
    if (error instanceof SftpRefusal) return false
    throw error
  }
}
