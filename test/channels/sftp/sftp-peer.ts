/** A raw SFTP server that keeps its files in memory, and may lie. draft-ietf-secsh-filexfer-02. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2, { type Authentication, type ServerConnection, type SftpServerStream } from 'ssh2'
import { fingerprintOf } from '../../../src/channels/sftp/sftp-connection.ts'

/** What it does otherwise than an honest server. */
export type Lie =
  | 'rename-is-forgotten'
  | 'write-is-cut'
  | 'rename-hangs'
  | 'write-hangs'
  | 'rename-ends-connection'
  | 'folder-has-no-end'
  | 'no-sftp'

export type SftpPeer = {
  readonly port: number
  readonly hostKey: string
  readonly files: Map<string, Buffer>
  /** Names of files that are shown as links. */
  readonly links: Set<string>
  /** Every password that a client has sent. */
  readonly passwords: string[]
  readonly connections: () => number
  readonly requests: string[]
  /** From now on. */
  readonly lie: (lie: Lie | undefined) => void
  readonly close: () => Promise<void>
}

const username = 'clinic'
const password = 'Zebulon-42'
export const login = { username, password }

const codes = { ok: 0, eof: 1, missing: 2, denied: 3, failure: 4 } as const
const folder = '/in'
const modes = { file: 0o100640, link: 0o120777, folder: 0o040750 } as const

/** Of some hundred keys that ssh2 makes, it cannot read one. */
function makeKeys(): { readonly private: string; readonly public: string } {
  for (;;) {
    const keys = ssh2.utils.generateKeyPairSync('ed25519')
    if (!(ssh2.utils.parseKey(keys.private) instanceof Error)) return keys
  }
}

export async function openSftpPeer(): Promise<SftpPeer> {
  const keys = makeKeys()
  const state = {
    files: new Map<string, Buffer>(),
    links: new Set<string>(),
    requests: [] as string[],
    passwords: [] as string[],
    lie: undefined as Lie | undefined,
  }
  const open = new Set<ServerConnection>()
  let connections = 0
  const server = new ssh2.Server({ hostKeys: [keys.private] }, (connection) => {
    connections += 1
    connection.setNoDelay(true)
    open.add(connection)
    connection.on('error', () => {}).on('close', () => open.delete(connection))
    connection.on('authentication', (asked: Authentication) => {
      if (asked.method !== 'password') return asked.reject(['password'])
      state.passwords.push(asked.password ?? '')
      if (asked.username === username && asked.password === password) return asked.accept()
      asked.reject(['password'])
    })
    connection.on('session', (accept) => {
      accept().on('sftp', (acceptSftp: () => SftpServerStream, reject: () => void) => {
        if (state.lie === 'no-sftp') return reject()
        serveFiles(acceptSftp(), state, connection)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...{ files: state.files, links: state.links, passwords: state.passwords, requests: state.requests },
    port: (server.address() as AddressInfo).port,
    hostKey: fingerprintOf(Buffer.from(keys.public.split(' ')[1] ?? '', 'base64')),
    connections: () => connections,
    lie: (lie) => {
      state.lie = lie
    },
    async close() {
      for (const connection of open) connection.end()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type State = {
  readonly files: Map<string, Buffer>
  readonly links: Set<string>
  readonly requests: string[]
  readonly lie: Lie | undefined
}

function serveFiles(sftp: SftpServerStream, state: State, connection: ServerConnection): void {
  const handles = new Map<number, { path: string; listed: number }>()
  const attributesOf = (path: string) => {
    const size = state.files.get(path)?.length ?? 0
    const mode = state.links.has(path) ? modes.link : state.files.has(path) ? modes.file : modes.folder
    return { mode, size, uid: 0, gid: 0, atime: 0, mtime: 1_772_323_200 }
  }
  const isThere = (path: string) => path === folder || state.files.has(path)
  const find = (request: number, path: string) =>
    isThere(path) ? sftp.attrs(request, attributesOf(path)) : sftp.status(request, codes.missing)
  const opened = (request: number, path: string) => {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(handles.size)
    handles.set(handles.size, { path, listed: 0 })
    sftp.handle(request, handle)
  }
  const of = (handle: Buffer) => handles.get(handle.readUInt32BE()) ?? { path: '', listed: 0 }
  const note = (name: string, handler: (request: number, one: never, two: never, three: never) => unknown) =>
    sftp.on(name, (request: number, ...rest: unknown[]) => {
      state.requests.push(name)
      handler(request, ...(rest as [never, never, never]))
    })
  note('STAT', find)
  note('LSTAT', find)
  note('FSTAT', (request, handle: Buffer) => find(request, of(handle).path))
  note('OPEN', (request, path: string, flags: number) => {
    if (!path.startsWith(`${folder}/`)) return sftp.status(request, codes.missing)
    const isWritten = (flags & 2) !== 0
    if (!isWritten && !state.files.has(path)) return sftp.status(request, codes.missing)
    if (isWritten) state.files.set(path, Buffer.alloc(0))
    opened(request, path)
  })
  note('WRITE', (request, handle: Buffer, offset: number, data: Buffer) => {
    if (state.lie === 'write-hangs') return
    const { path } = of(handle)
    const present = state.files.get(path) ?? Buffer.alloc(0)
    const written = state.lie === 'write-is-cut' ? data.subarray(1) : data
    state.files.set(path, Buffer.concat([present.subarray(0, offset), written]))
    sftp.status(request, codes.ok)
  })
  note('READ', (request, handle: Buffer, offset: number, length: number) => {
    const data = (state.files.get(of(handle).path) ?? Buffer.alloc(0)).subarray(offset, offset + length)
    return data.length === 0 ? sftp.status(request, codes.eof) : sftp.data(request, data)
  })
  note('CLOSE', (request) => sftp.status(request, codes.ok))
  note('REMOVE', (request, path: string) => sftp.status(request, state.files.delete(path) ? codes.ok : codes.missing))
  note('RENAME', (request, from: string, to: string) => {
    if (state.lie === 'rename-hangs') return
    if (state.lie === 'rename-ends-connection') return connection.end()
    const bytes = state.files.get(from)
    if (bytes === undefined || state.files.has(to)) return sftp.status(request, codes.failure)
    state.files.delete(from)
    if (state.lie !== 'rename-is-forgotten') state.files.set(to, bytes)
    sftp.status(request, codes.ok)
  })
  note('OPENDIR', (request, path: string) =>
    path === folder ? opened(request, path) : sftp.status(request, codes.missing),
  )
  note('READDIR', (request, handle: Buffer) => {
    const listing = of(handle)
    const paths = [...state.files.keys()].sort()
    const isAgain = state.lie === 'folder-has-no-end'
    const next = isAgain ? paths : paths.slice(listing.listed, listing.listed + 2)
    listing.listed += next.length
    if (next.length === 0) return sftp.status(request, codes.eof)
    sftp.name(
      request,
      next.map((path) => ({
        filename: path.slice(folder.length + 1),
        longname: path,
        attrs: attributesOf(path),
      })),
    )
  })
}
