/** The ports of a server with TLS, on files that a test replaces, with an application that says what it knows of the client. */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { readConfig } from '../../../src/core/config.ts'
import type { Log, LogFields } from '../../../src/core/log.ts'
import { openCertificates } from '../../../src/http/tls/client-certificate.ts'
import { type CertificateState, readTlsFiles } from '../../../src/http/tls/tls-files.ts'
import { openServing } from '../../../src/server/open-serving.ts'
import { findPort } from '../../ports.ts'
import type { Issued } from './certificates.ts'

export type Files = {
  readonly cert: string
  readonly key: string
  readonly ca?: string
  readonly crl?: string
}

export type ServingServer = {
  readonly port: number
  readonly mutualPort: number
  /** Events with their reasons, in their order. */
  readonly lines: readonly string[]
  readonly readState: () => CertificateState | undefined
  readonly write: (files: Partial<Files>) => void
  readonly stop: () => Promise<void>
}

type Handler = Parameters<ReturnType<typeof openServing>['listen']>[0]

/** Throws as a start would. */
export async function serve(folder: string, files: Files, handle?: Handler): Promise<ServingServer> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const write = (some: Partial<Files>): void => {
    for (const [name, text] of Object.entries(some)) writeFileSync(join(folder, name), text, { mode: 0o600 })
  }
  write(files)
  const [port, mutualPort] = [await findPort(), await findPort()]
  const config = readConfig({
    PORT: String(port),
    BANKSIA_BASE_URL: `https://localhost:${port}`,
    BANKSIA_TLS_CERT_FILE: join(folder, 'cert'),
    BANKSIA_TLS_KEY_FILE: join(folder, 'key'),
    ...(files.ca === undefined
      ? {}
      : { BANKSIA_TLS_CLIENT_CA_FILE: join(folder, 'ca'), BANKSIA_TLS_CLIENT_PORT: String(mutualPort) }),
    ...(files.crl === undefined ? {} : { BANKSIA_TLS_CLIENT_CRL_FILE: join(folder, 'crl') }),
  })
  const lines: string[] = []
  const note = (event: string, { reason, setting }: LogFields = {}): void =>
    void lines.push([event, setting, reason].filter((word) => word !== undefined).join(' '))
  const log: Log = { info: note, warn: note, error: note }
  const closings: (() => Promise<void>)[] = []
  const policy = { allowedHosts: [], allowPrivate: false }
  const serving = openServing({ config, log, policy, closings }, readTlsFiles(config, new Date()))
  const findCertificate = openCertificates(config)
  await serving.listen(
    handle ?? ((incoming, response) => response.end(JSON.stringify(findCertificate(incoming) ?? null))),
  )
  const stop = async (): Promise<void> => {
    for (const close of closings.toReversed()) await close()
  }
  return { port, mutualPort, lines, readState: () => serving.readCertificate?.(), write, stop }
}

export type Asked = ConnectionOptions & { readonly headers?: Readonly<Record<string, string>> }
export type Told = { readonly status: number; readonly text: string; readonly serial: string }

/** The answer to one request on a connection of its own; a refusal of TLS is an error. */
export function ask(port: number, { headers = {}, ...options }: Asked = {}): Promise<Told> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, servername: 'localhost', agent: false, headers, ...options })
    sent.on('error', reject)
    sent.on('response', (answer: IncomingMessage) => {
      const serial = Object(sent.socket).getPeerCertificate().serialNumber
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('error', reject).on('end', () => resolve({ status: answer.statusCode ?? 0, text, serial }))
    })
    sent.end()
  })
}

/** The code and the words of the error with which TLS refuses. */
export const refusalOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: unknown) => `${Object(error).code} ${Object(error).message}`,
  )

export const asClient = ({ cert, key }: Issued): ConnectionOptions => ({ cert, key })

/** What `openssl s_client` says of a connection that it ends at once. */
export function connectByOpenssl(port: number, ...options: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const given = ['s_client', '-connect', `127.0.0.1:${port}`, ...options]
    execFile('openssl', given, { timeout: 300_000 }, (_error, output, errors) =>
      resolve(`${output}${errors}`),
    ).stdin?.end()
  })
}

/** The versions that testssl finds. */
export function judgeByTestssl(port: number): Promise<string> {
  const given = ['--protocols', '--quiet', '--color', '0', '--warnings', 'off', `127.0.0.1:${port}`]
  return new Promise((resolve) => {
    execFile('testssl', given, { timeout: 500_000 }, (_error, output) => resolve(output))
  })
}
