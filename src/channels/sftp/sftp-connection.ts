/** One SFTP connection to a server whose host key is known. RFC 4253 8; draft-ietf-secsh-filexfer-02; D234. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type SftpClient from 'ssh2-sftp-client'
import type { Entry, Sftp } from 'ssh2-sftp-client'
import { connect } from '../../outbound/connect.ts'
import { asOutboundError, OutboundError } from '../../outbound/outbound-error.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import type { ReceiptReason } from '../transport.ts'
import { isSlowToOpen, openKey } from './open-key.ts'

export type SftpServer = {
  readonly host: string
  readonly port: number
  /** SHA-256 of the keys that the server may have, as `ssh-keygen -l` prints them. */
  readonly hostKeys: readonly string[]
  readonly username: string
  readonly password?: string
  /** A private key in PEM. */
  readonly key?: string
  readonly passphrase?: string
}

/** The server, or this side of the connection, has refused: one of a closed set of reasons. */
export class SftpRefusal extends Error {
  readonly reason: ReceiptReason

  constructor(reason: ReceiptReason, cause?: unknown) {
    super(reason, { cause })
    this.name = 'SftpRefusal'
    this.reason = reason
  }
}

export type RemoteFile = { readonly size: number; readonly modifiedAt: number; readonly isFile: boolean }

export type SftpConnection = {
  readonly isOpen: () => boolean
  readonly find: (path: string) => Promise<RemoteFile | undefined>
  /** At most so many bytes. */
  readonly read: (path: string, most: number) => Promise<Buffer>
  /** Over what is there. */
  readonly write: (path: string, bytes: Uint8Array) => Promise<unknown>
  /** Fails if the new name is taken. */
  readonly rename: (from: string, to: string) => Promise<unknown>
  readonly remove: (path: string) => Promise<unknown>
  /** Plain files, about `most` of them. A link is none. */
  readonly list: (path: string, most: number) => Promise<readonly (RemoteFile & { readonly name: string })[]>
  /** At once. */
  readonly close: () => void
}

/** `SHA256:` and base64 without padding. */
export const fingerprintOf = (hostKey: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(hostKey).digest('base64').replace(/=+$/, '')}`

/** The status codes of the draft, 7, and the codes that the library makes of them. */
const missing: ReadonlySet<unknown> = new Set([2, 'ENOENT'])
const unavailable: ReadonlySet<unknown> = new Set([...missing, 3])
const failure = 4
const endOfFile = 1

/** Opens the library's client and the connection that it will use. Throws OutboundError. */
export async function openSftpClient(
  policy: OutboundPolicy,
  { host, port }: Pick<SftpServer, 'host' | 'port'>,
  signal: AbortSignal,
): Promise<{ readonly client: SftpClient; readonly socket: Socket }> {
  const socket = await connect(policy, { host, port, isEncrypted: true }, signal)
  // Loaded here, so that a process that sends to no SFTP server does not load it.
  const { default: Client } = await import('ssh2-sftp-client')
  return { client: new Client('banksia', { error: () => {}, end: () => {}, close: () => {} }), socket }
}

/** Throws OutboundError, or SftpRefusal before any password has been sent to a server with another key. */
export async function openSftpConnection(
  policy: OutboundPolicy,
  server: SftpServer,
  signal: AbortSignal,
): Promise<SftpConnection> {
  const { client, socket } = await openSftpClient(policy, server, signal)
  try {
    const opened = await withOpenKey(server, signal)
    const sftp = await within(signal, logIn(client, socket, opened))
    return connectionOver(client, sftp, socket)
  } catch (error) {
    socket.destroy()
    if (error instanceof SftpRefusal) throw error
    throw asOutboundError(error, signal, false)
  }
}

/** Removes the passphrase from the key, if the library would block the main loop while it opens the key. */
async function withOpenKey(server: SftpServer, signal: AbortSignal): Promise<SftpServer> {
  const { key, passphrase, ...rest } = server
  if (key === undefined || passphrase === undefined || !isSlowToOpen(key)) return server
  const opened = await openKey({ key, passphrase }, signal)
  if (opened === undefined) throw new SftpRefusal('authentication')
  return { ...rest, key: opened }
}

/** The caller's signal ends the wait. */
export const readyTimeoutMs = 60_000

async function logIn(client: SftpClient, socket: Socket, server: SftpServer): Promise<Sftp> {
  const { username, password, key, passphrase, hostKeys } = server
  let isOther = false
  let level: string | undefined
  client.on('error', (error) => {
    level ??= error.level
  })
  const hostVerifier = (hostKey: Buffer): boolean => {
    isOther = !hostKeys.includes(fingerprintOf(hostKey))
    return !isOther
  }
  try {
    return await client.connect({
      ...{ sock: socket, username, hostVerifier, readyTimeout: readyTimeoutMs },
      ...(password === undefined ? {} : { password }),
      ...(key === undefined ? {} : { privateKey: key }),
      ...(passphrase === undefined ? {} : { passphrase }),
    })
  } catch (error) {
    if (isOther) throw new SftpRefusal('host-key', error)
    if (level === 'client-authentication') throw new SftpRefusal('authentication', error)
    // The private key cannot be read: nothing was sent.
    if (error instanceof Error && /privateKey/.test(error.message)) throw new SftpRefusal('authentication', error)
    throw error
  }
}

/** The library may wait for ever for a server that hangs. */
export async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stop = new AbortController()
  const ended = once(signal, 'abort', { signal: stop.signal }).then(() => Promise.reject(signal.reason))
  // Whichever ends first counts; nobody hears the other one.
  for (const one of [ended, work]) one.catch(() => {})
  try {
    signal.throwIfAborted()
    return await Promise.race([work, ended])
  } finally {
    stop.abort()
  }
}

function connectionOver(client: SftpClient, sftp: Sftp, socket: Socket): SftpConnection {
  return {
    isOpen: () => socket.readyState === 'open',
    find: (path) =>
      client.stat(path).then(
        ({ size, modifyTime, isFile }) => ({ size, modifiedAt: modifyTime, isFile }),
        (error: unknown) => {
          if (missing.has(codeOf(error))) return undefined
          throw refusalOf(error)
        },
      ),
    // The library answers an empty file by an empty list.
    read: async (path, most) =>
      Buffer.from(await known(client.get(path, undefined, { readStreamOptions: { end: most - 1 } }))),
    write: (path, bytes) =>
      known(client.put(Buffer.from(bytes), path, { writeStreamOptions: { flags: 'w', mode: 0o640 } })),
    rename: (from, to) => known(client.rename(from, to)),
    remove: (path) => known(client.delete(path, true)),
    list: (path, most) => known(listFiles(sftp, path, most)),
    close: () => {
      socket.destroy()
    },
  }
}

/** The library lists a folder whole, however long a server makes it. */
async function listFiles(sftp: Sftp, path: string, most: number): Promise<(RemoteFile & { readonly name: string })[]> {
  const handle = await asPromise<Buffer>((done) => sftp.opendir(path, done))
  const files: (RemoteFile & { readonly name: string })[] = []
  while (files.length < most) {
    const list = await readNext(sftp, handle)
    if (list.length === 0) break
    for (const { filename: name, attrs } of list)
      if (attrs.isFile()) files.push({ name, size: attrs.size, modifiedAt: attrs.mtime * 1000, isFile: true })
  }
  // The connection ends with it.
  sftp.close(handle, () => {})
  return files
}

/** Empty at the end of the folder. */
const readNext = (sftp: Sftp, handle: Buffer): Promise<readonly Entry[]> =>
  new Promise((resolve, reject) => {
    sftp.readdir(handle, (error, list) => {
      if (error !== undefined && codeOf(error) !== endOfFile) reject(error)
      else resolve(list || [])
    })
  })

type Done<T> = (error: Error | undefined, value: T) => void

const asPromise = <T>(ask: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    ask((error, value) => (error ? reject(error) : resolve(value)))
  })

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code

/** Any other error is that of the connection. */
function refusalOf(error: unknown): Error {
  const code = codeOf(error)
  if (unavailable.has(code)) return new SftpRefusal('directory-unavailable', error)
  if (code === failure) return new SftpRefusal('error-at-receiver', error)
  return new OutboundError('closed', true, { cause: error })
}

const known = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw refusalOf(error)
  }
}
