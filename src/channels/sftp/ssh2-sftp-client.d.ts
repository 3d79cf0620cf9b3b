/** The part of ssh2-sftp-client 12 that is used here; it comes without types, and those of others bring another version of Node's. */
declare module 'ssh2-sftp-client' {
  import type { Duplex } from 'node:stream'

  type Stats = {
    readonly size: number
    readonly modifyTime: number
    readonly isFile: boolean
    readonly isDirectory: boolean
  }

  export type Entry = {
    readonly filename: string
    readonly attrs: { readonly size: number; readonly mtime: number; isFile(): boolean }
  }

  /** SFTP version 3, draft-ietf-secsh-filexfer-02. */
  export type Sftp = {
    opendir(path: string, done: (error: Error | undefined, handle: Buffer) => void): void
    /** At the end of the folder: an error with the code 1, or `false`. */
    readdir(handle: Buffer, done: (error: (Error & { code?: number }) | undefined, list: Entry[] | false) => void): void
    close(handle: Buffer, done: (error: Error | undefined) => void): void
  }

  type Config = {
    readonly sock: Duplex
    readonly username: string
    readonly password?: string
    readonly privateKey?: string
    readonly passphrase?: string
    readonly readyTimeout: number
    /** Gets the host key in the form of RFC 4253 6.6. */
    readonly hostVerifier: (key: Buffer) => boolean
    /** Called before each attempt at a login with the methods that the server still takes, `null` before the first; `false` ends the login. RFC 4252 5. */
    readonly authHandler?: (
      methods: readonly string[] | null,
      isPartial: boolean | null,
      next: (method: 'none' | false) => void,
    ) => void
  }

  type Callbacks = { error(error: Error): void; end(): void; close(): void }

  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default class SftpClient {
    constructor(name: string, callbacks: Callbacks)
    connect(config: Config): Promise<Sftp>
    on(event: 'error', listener: (error: Error & { level?: string }) => void): void
    stat(path: string): Promise<Stats>
    get(path: string, to: undefined, options: { readStreamOptions: { end: number } }): Promise<Buffer>
    put(bytes: Buffer, path: string, options: { writeStreamOptions: { flags: string; mode: number } }): Promise<string>
    rename(from: string, to: string): Promise<string>
    delete(path: string, notFoundOk: boolean): Promise<string>
    end(): Promise<boolean>
  }
}
