/** The part of ssh2 1.17 that a server of tests uses. */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events'
  import type { Server as TcpServer } from 'node:net'

  export type Authentication = EventEmitter & {
    readonly method: string
    readonly username: string
    readonly password?: string
    accept(): void
    reject(methods?: string[]): void
  }

  type Attributes = { mode: number; uid: number; gid: number; size: number; atime: number; mtime: number }

  /** Requests of draft-ietf-secsh-filexfer-02 by their names: OPEN, WRITE, READ, CLOSE, STAT, RENAME, REMOVE, OPENDIR, READDIR. */
  export type SftpServerStream = EventEmitter & {
    status(request: number, code: number): void
    handle(request: number, handle: Buffer): void
    data(request: number, data: Buffer): void
    attrs(request: number, attributes: Attributes): void
    name(request: number, names: { filename: string; longname: string; attrs: Attributes }[]): void
  }

  export type ServerConnection = EventEmitter & { end(): void; setNoDelay(isUndelayed: boolean): void }

  type Ssh2 = {
    readonly Server: new (
      options: { hostKeys: string[] },
      onConnection: (connection: ServerConnection) => void,
    ) => TcpServer
    readonly utils: {
      generateKeyPairSync(
        kind: 'ed25519' | 'ecdsa',
        options?: { passphrase: string; cipher: string; rounds: number; bits?: number },
      ): { private: string; public: string }
      parseKey(key: string): { getPublicSSH(): Buffer } | Error
    }
  }
  const ssh2: Ssh2
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default ssh2
}
