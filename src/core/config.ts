/** Reads the settings from the environment at the start. A wrong or unknown one stops the start. */

import { isAbsolute, relative, resolve } from 'node:path'
import { listClearTexts } from './config/clear-text.ts'
import { ConfigError } from './config/config-error.ts'
import { isLoopbackHost } from './config/loopback.ts'
import { checkOutsideIssuers } from './config/outside-issuers.ts'
import { readSecretFile } from './config/secret-file.ts'
import { checkSignIn } from './config/sign-in.ts'
import { checkTransport } from './config/transport.ts'
import { isUuid } from './ids.ts'
import { isNetwork } from './network/networks.ts'
import { fileVariableOf, type SettingRow, settings } from './settings.ts'
import { tenantWide } from './spokes.ts'

type Row = (typeof settings)[number]
type Value<R extends SettingRow> = R extends { type: 'number' | 'port' }
  ? R extends { default: string }
    ? number
    : number | undefined
  : R extends { type: 'list' | 'urls' | 'networks' | 'origins' }
    ? readonly string[]
    : R extends { choices: readonly (infer C)[] }
      ? C
      : R extends { default: string }
        ? string
        : string | undefined

export type Config = { readonly [R in Row as R['name']]: Value<R> }

export { ConfigError, isLoopbackHost }

type Environment = Readonly<Record<string, string | undefined>>
type Values = Record<string, string | number | readonly string[] | undefined>

/** Reads and checks every setting. Throws ConfigError. */
export function readConfig(env: Environment): Config {
  const known = new Set(
    settings.flatMap((row: SettingRow) => [row.variable, ...(row.isSecret ? [fileVariableOf(row)] : [])]),
  )
  for (const variable of Object.keys(env)) {
    if (variable.startsWith('BANKSIA_') && !known.has(variable)) throw new ConfigError(variable, 'is not a setting')
  }
  const values: Values = {}
  for (const row of settings) values[row.name] = parseSetting(row, readGiven(row, env) ?? expand(row, values))
  // The loop has read every row by its type, as Config says.
  const config = values as Config
  checkSettings(config)
  return Object.freeze(config)
}

const ownVariables: ReadonlySet<string> = new Set(settings.map(({ variable }) => variable))

/** The text of a setting; of a secret also from the file that its other variable names. D157. */
function readGiven(row: SettingRow, env: Environment): string | undefined {
  const given = env[row.variable]?.trim() || undefined
  const variable = fileVariableOf(row)
  const path = row.isSecret === true ? env[variable]?.trim() || undefined : undefined
  if (path === undefined) return given
  if (given !== undefined) throw new ConfigError(variable, `is set beside ${row.variable}. Keep one of them`)
  // A file with a row of its own is read again later.
  if (ownVariables.has(variable)) return undefined
  const text = readSecretFile({ variable, path, isProduction: env['BANKSIA_MODE']?.trim() === 'production' })
  // A control character is the rest of another line, or of another encoding.
  if (text === '' || /\p{Cc}/u.test(text)) throw new ConfigError(variable, 'must name a file with one line of text')
  return text
}

function expand(row: SettingRow, values: Values): string | undefined {
  const text = values['mode'] === 'development' ? (row.development ?? row.default) : row.default
  return text
    ?.replace('{port}', String(values['port']))
    .replace('{base}', String(values['baseUrl']))
    .replace('{mode}', String(values['mode']))
}

function parseSetting(row: SettingRow, text: string | undefined): Values[string] {
  if (text === undefined) return undefined
  switch (row.type) {
    case 'text':
      return text
    case 'number':
      if (!/^[1-9]\d{0,9}$/.test(text)) throw new ConfigError(row.variable, 'must be a positive whole number')
      return Number(text)
    case 'port':
      if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65535) return Number(text)
      throw new ConfigError(row.variable, 'must be a port, 1 to 65535')
    case 'choice':
      if (row.choices?.includes(text)) return text
      throw new ConfigError(row.variable, `must be one of ${row.choices?.join(', ')}`)
    case 'url':
      return parseBaseUrl(row.variable, text)
    case 'list':
      return parseList(text)
    case 'networks':
      return parseList(text).map((network) => checkNetwork(row.variable, network))
    case 'origins':
      return parseList(text).map((origin) => parseOrigin(origin) ?? refuseOrigin(row.variable, origin))
    case 'urls':
      return parseList(text).map((url) => parseBaseUrl(row.variable, url))
  }
}

const parseList = (text: string): readonly string[] =>
  Object.freeze(
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )

/** Kept as written, because issuers are compared as text; addresses that we build lose the last slash. */
function parseBaseUrl(variable: string, text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new ConfigError(variable, 'must be http or https addresses without query, fragment or user')
  }
  return variable === 'BANKSIA_ISSUERS' ? text : text.replace(/\/+$/, '')
}

function checkNetwork(variable: string, text: string): string {
  if (!isNetwork(text)) throw new ConfigError(variable, 'must be addresses or networks like 10.0.0.0/8')
  return text
}

/** An origin is no secret, so the message names it; a user's part may be one. */
function refuseOrigin(variable: string, text: string): never {
  const named = text.includes('@') ? 'an item with a user' : text
  throw new ConfigError(variable, `must be origins like https://app.example.org, without a path: ${named} is none`)
}

/** In place of a port: every port of a loopback host. */
export const anyPort = ':*'

/** The origin as a browser writes it (RFC 6454 6.1). Undefined if the text is none: a path, a user, another scheme, `*`, `null`. */
function parseOrigin(text: string): string | undefined {
  const isAnyPort = text.endsWith(anyPort)
  const url = URL.parse(isAnyPort ? text.slice(0, -anyPort.length) : text)
  if (url === null || !/^https?:\/\/[^/?#@\\\s]+$/i.test(text)) return undefined
  if (!isAnyPort) return url.origin
  const hasPort = /:\d+:\*$/.test(text)
  return isLoopbackHost(url.hostname) && !hasPort ? `${url.origin}${anyPort}` : undefined
}

type AddressRow = {
  readonly variable: string
  readonly name: 'databaseUrl' | 'databaseReplicaUrl' | 'redisUrl'
  readonly scheme: RegExp
  readonly example: string
}

const database = { scheme: /^postgres(ql)?:\/\//, example: 'postgresql://user:password@host/database' } as const
const addressRows: readonly AddressRow[] = [
  { variable: 'DATABASE_URL', name: 'databaseUrl', ...database },
  { variable: 'DATABASE_REPLICA_URL', name: 'databaseReplicaUrl', ...database },
  { variable: 'REDIS_URL', name: 'redisUrl', scheme: /^rediss?:\/\//, example: 'redis://host:6379' },
]

function checkAddress({ variable, name, scheme, example }: AddressRow, config: Config): void {
  const address = config[name]
  if (address !== undefined && !scheme.test(address))
    throw new ConfigError(variable, `must be an address like ${example}`)
}

/** Rules about several settings together. */
function checkSettings(config: Config): void {
  for (const row of addressRows) checkAddress(row, config)
  if (config.role !== 'all' && config.databaseUrl === undefined) {
    throw new ConfigError('BANKSIA_ROLE', 'other than all needs DATABASE_URL')
  }
  if (config.databaseReplicaUrl !== undefined && config.databaseUrl === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URL', 'needs DATABASE_URL')
  }
  if (config.iosSpoke === tenantWide) throw new ConfigError('BANKSIA_IOS_SPOKE', `must not be ${tenantWide}`)
  if (config.statusPort === config.port) throw new ConfigError('BANKSIA_STATUS_PORT', 'must be another port than PORT')
  checkProviders(config)
  checkTransport(config)
  checkIssuerTenants(config)
  checkOutsideIssuers(config)
  checkSignIn(config)
  if (config.clientsFile !== undefined && config.issuer !== 'embedded')
    throw new ConfigError('BANKSIA_CLIENTS_FILE', 'needs BANKSIA_ISSUER=embedded')
  if (config.mode === 'development') checkDevelopment(config)
  else checkProduction(config)
}

/** docs/design/drafting.md#providers: nothing goes outside without a recorded agreement. */
function checkProviders(config: Config): void {
  const { drafter, verifier, transcriptionUrl, providerAgreement } = config
  if (transcriptionUrl !== undefined && providerAgreement === undefined)
    throw new ConfigError('BANKSIA_TRANSCRIPTION_URL', 'needs BANKSIA_PROVIDER_AGREEMENT')
  if (drafter === 'http') checkChat(config, { variable: 'BANKSIA_DRAFTER', value: 'http', model: config.drafterModel })
  if (verifier === 'embedded+http')
    checkChat(config, {
      variable: 'BANKSIA_VERIFIER',
      value: verifier,
      model: config.verifierModel ?? config.drafterModel,
    })
}

type AskedChat = { readonly variable: string; readonly value: string; readonly model: string | undefined }

function checkChat({ drafterUrl, providerAgreement }: Config, { variable, value, model }: AskedChat): void {
  if (providerAgreement === undefined)
    throw new ConfigError(variable, 'other than embedded needs BANKSIA_PROVIDER_AGREEMENT')
  if (drafterUrl === undefined) throw new ConfigError('BANKSIA_DRAFTER_URL', `is needed for ${variable}=${value}`)
  if (model === undefined || !/^[\w.:/-]{1,80}$/.test(model))
    throw new ConfigError(`${variable}_MODEL`, `must name a model for ${variable}=${value}`)
}

function checkDevelopment(config: Config): void {
  // docs/security.md#development-mode: every client that reaches a development server can get a token.
  if (!isLoopbackHost(config.host)) throw new ConfigError('HOST', 'must be a loopback address in development mode')
}

/** An issuer without a row may name any tenant: there is no other issuer to confuse its people with. D68. */
export function tenantsOfIssuers({
  issuerTenants,
}: Pick<Config, 'issuerTenants'>): ReadonlyMap<string, ReadonlySet<string>> {
  const bound = new Map<string, Set<string>>()
  for (const item of issuerTenants) {
    const at = item.lastIndexOf('=')
    const issuer = item.slice(0, at).trim()
    bound.set(
      issuer,
      (bound.get(issuer) ?? new Set()).add(
        item
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      ),
    )
  }
  return bound
}

export const everyTenant = '*'

function checkIssuerTenants(config: Config): void {
  const variable = 'BANKSIA_ISSUER_TENANTS'
  const bound = tenantsOfIssuers(config)
  for (const [issuer, tenants] of bound) {
    if (!config.issuers.includes(issuer))
      throw new ConfigError(variable, 'must name issuers as BANKSIA_ISSUERS writes them, each as issuer=tenant')
    if ([...tenants].some((tenant) => tenant !== everyTenant && !isUuid(tenant)))
      throw new ConfigError(variable, 'must name tenants by their UUID, or * for all')
  }
}

function checkProduction(config: Config): void {
  if (config.issuers.length === 0 && config.issuer === 'external')
    throw new ConfigError('BANKSIA_ISSUERS', 'is needed in production mode')
  if (config.issuers.some((issuer) => !issuer.startsWith('https://'))) {
    throw new ConfigError('BANKSIA_ISSUERS', 'must be https addresses in production mode')
  }
  checkKeyPlace(config)
  if (config.baseUrl === `http://localhost:${config.port}`)
    throw new ConfigError(
      'BANKSIA_BASE_URL',
      'is needed in production mode: the https address by which clients reach it',
    )
  if (!config.baseUrl.startsWith('https://'))
    throw new ConfigError('BANKSIA_BASE_URL', 'must be an https address in production mode: the one of your proxy')
  const plain = config.corsOrigins.find((origin) => !origin.startsWith('https://'))
  if (plain !== undefined)
    throw new ConfigError('BANKSIA_CORS_ORIGINS', `must be https origins in production mode: ${plain} is none`)
  const [clear] = config.plaintext === 'acknowledged' ? [] : listClearTexts(config)
  if (clear !== undefined) throw new ConfigError(clear.variable, clearSentence(clear.remedy))
  const bound = tenantsOfIssuers(config)
  if (config.issuers.some((issuer) => !bound.has(issuer)))
    throw new ConfigError(
      'BANKSIA_ISSUER_TENANTS',
      'is needed for each issuer in production mode: write issuer=tenant for each tenant that it may name, or issuer=* for all',
    )
}

const clearSentence = (remedy: string): string =>
  `leads off this machine without TLS: ${remedy}, or set BANKSIA_PLAINTEXT=acknowledged, which the audit records`

function checkKeyPlace({ key, keyFile, dataDir }: Config): void {
  if (keyFile === undefined && key === undefined)
    throw new ConfigError('BANKSIA_KEY_FILE', 'or BANKSIA_KEY is needed in production mode')
  const path = relative(resolve(dataDir), resolve(keyFile ?? '/'))
  if (path !== '..' && !path.startsWith('../') && !isAbsolute(path)) {
    throw new ConfigError('BANKSIA_KEY_FILE', 'must lie outside the data directory')
  }
}
