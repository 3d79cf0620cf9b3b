/** The destination that the address of `banksia connect` names. docs/channels.md#before-a-channel */
import { stripVTControlCharacters } from 'node:util'
import type { ChannelKind } from '../../channels/channels.ts'
import { isJsonObject, JsonError, type JsonObject, parseJsonBytes } from '../../core/json.ts'
import { hostOf } from '../../outbound/web-address.ts'
import { readBounded } from '../conversion/read-file.ts'
import { UsageError } from '../subcommand.ts'

export type Target = {
  readonly kind: Extract<ChannelKind, 'fhir' | 'mllp' | 'sftp'>
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  /** As the file of a channel has it: with the names of secrets. */
  readonly destination: JsonObject
}

type Row = {
  readonly kind: Target['kind']
  readonly port?: number
  readonly isTls: boolean
  readonly isUserNamed?: true
  readonly build: (url: URL, host: string, port: number) => JsonObject
}

const fhir = (url: URL): JsonObject => ({ baseUrl: url.href.replace(/\/$/, ''), auth: { type: 'none' }, form: 'auto' })
const mllp = (_url: URL, host: string, port: number): JsonObject => ({ host, port })

const sftp = (url: URL, host: string, port: number): JsonObject => ({
  ...{ host, port, username: decodeURIComponent(url.username) },
  directory: url.pathname.length > 1 ? decodeURIComponent(url.pathname) : '.',
})

const rows: Readonly<Record<string, Row>> = {
  'https:': { kind: 'fhir', port: 443, isTls: true, build: fhir },
  'http:': { kind: 'fhir', port: 80, isTls: false, build: fhir },
  'mllp:': { kind: 'mllp', isTls: false, build: mllp },
  'mllps:': { kind: 'mllp', isTls: true, build: (...asked) => ({ ...mllp(...asked), tls: {} }) },
  'sftp:': { kind: 'sftp', port: 22, isTls: false, isUserNamed: true, build: sftp },
}

/** No message repeats the address: it may hold a password. */
export function readTarget(names: readonly string[]): Target {
  const [address, ...others] = names
  if (address === undefined || others.length > 0) throw new UsageError('one address is needed')
  const url = URL.parse(address)
  const row = url === null ? undefined : rows[url.protocol]
  if (url === null || row === undefined)
    throw new UsageError('the address begins with https://, http://, mllp://, mllps:// or sftp://')
  if (url.password !== '') throw new UsageError('the address holds a password: give it by --destination')
  if (url.search !== '' || url.hash !== '') throw new UsageError('the address has no query and no fragment')
  if ((url.username !== '') !== (row.isUserNamed === true))
    throw new UsageError(row.isUserNamed ? 'the address names its user: sftp://USER@HOST' : 'the address names no user')
  if (row.kind === 'mllp' && url.pathname.length > 1) throw new UsageError('the address of MLLP has no path')
  const port = url.port === '' ? row.port : Number(url.port)
  const host = hostOf(url)
  if (host === '' || port === undefined) throw new UsageError('the address names host and port: mllp://HOST:PORT')
  return { kind: row.kind, host, port, isTls: row.isTls, destination: row.build(url, host, port) }
}

/** The address decides where it goes, the file the rest. */
const addressMembers = ['baseUrl', 'host', 'port', 'username']

export async function completeTarget(target: Target, file: string | undefined): Promise<Target> {
  if (file === undefined) return target
  const more = parseMembers(await readBounded(file))
  const taken = addressMembers.find((member) => Object.hasOwn(more, member))
  if (taken !== undefined) throw new UsageError(`${taken} stands in the address, not in the file of --destination`)
  return { ...target, destination: { ...target.destination, ...more } }
}

function parseMembers(bytes: Uint8Array): JsonObject {
  try {
    const value = parseJsonBytes(bytes)
    if (isJsonObject(value)) return value
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
  }
  throw new UsageError('the file of --destination is no JSON object')
}

/** A text of the other side, for a terminal: short and on one line, without control characters. */
export const asLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, 200)
