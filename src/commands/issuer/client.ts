/** `banksia client`: registers, lists, renews and disables clients of the embedded authorisation server, beside running servers or without any. D153. */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { newId } from '../../core/ids.ts'
import { parseClientDescription } from '../../identity/issuer/client-description.ts'
import { describeClient, hashSecret, newSecret } from '../../identity/issuer/client-metadata.ts'
import {
  type ClientRow,
  disableClient,
  insertClient,
  listClients,
  rotateClientSecret,
} from '../../store/issuer/issuer-clients.ts'
import { withPool } from '../../store/postgres/with-pool.ts'
import { isJsonAsked, refuse, withConfig } from '../asked.ts'
import { useDatabase } from '../joined-database.ts'
import { UsageError, type Values } from '../subcommand.ts'
import { nameTenant } from './name-tenant.ts'

/** The option that sets each member of a description. */
// biome-ignore format: one row a line
const memberOptions: Readonly<Record<string, string>> = {
  client_id: 'id', redirect_uris: 'redirect', post_logout_redirect_uris: 'post-logout-redirect', jwks: 'jwks', jwks_uri: 'jwks-uri', origins: 'origin', launch_uri: 'launch-uri', spokes: 'spoke', tls_client_auth_subject_dn: 'certificate-subject', dpop_bound_access_tokens: 'dpop',
}

export async function createClient(values: Values): Promise<0 | 1> {
  const isJson = isJsonAsked(values)
  const parsed = parseClientDescription(await readDescription(values))
  if ('errors' in parsed) {
    const [{ member, message } = { member: '', message: 'is wrong' }] = parsed.errors
    const [top = ''] = member.split('.')
    throw new UsageError(`--${memberOptions[top] ?? top} ${message}`)
  }
  const description = parsed.value
  const secret = description.type === 'symmetric' ? newSecret() : undefined
  const row = describeClient(description, 'command')
  const client = { ...row, ...(secret === undefined ? {} : { secret: hashSecret(secret) }) }
  const isMade = await inDatabase((pool) => insertClient(pool, client)).catch(nameTenant)
  if (!isMade) return refuse(`there is a client ${client.id} already`)
  process.stdout.write(renderNew(client.id, secret, isJson))
  return 0
}

async function readDescription(values: Values): Promise<Record<string, unknown>> {
  const [jwks, certificate] = [values.text('jwks'), values.text('certificate')]
  const [redirects, origins, spokes] = [values.list('redirect'), values.list('origin'), values.list('spoke')]
  const given = {
    client_id: values.text('id') ?? newId(),
    type: values.text('type'),
    name: values.text('name'),
    redirect_uris: redirects,
    post_logout_redirect_uris: values.list('post-logout-redirect'),
    jwks: jwks === undefined ? undefined : await readKeys(jwks),
    jwks_uri: values.text('jwks-uri'),
    certificate: certificate === undefined ? undefined : await readPem(certificate),
    tls_client_auth_subject_dn: values.text('certificate-subject'),
    ...readAlternativeName(values.text('certificate-san')),
    scope: values.text('scope') ?? '',
    tenant: values.text('tenant'),
    origins,
    launch_uri: values.text('launch-uri'),
    dpop_bound_access_tokens: values.has('dpop'),
    spokes: spokes.length === 0 ? undefined : spokes,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const readPem = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError('--certificate names a file that cannot be read', { cause })
  })

/** RFC 8705 2.1.2. */
function readAlternativeName(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined) return {}
  const [, kind, name] = /^(dns|uri|ip|email):(.+)$/.exec(text) ?? []
  if (kind === undefined || name === undefined)
    throw new UsageError('--certificate-san begins with dns:, uri:, ip: or email:')
  return { [`tls_client_auth_san_${kind}`]: name }
}

async function readKeys(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new UsageError('--jwks names a file that is no JSON Web Key Set', { cause })
  }
}

function renderNew(id: string, secret: string | undefined, isJson: boolean): string {
  if (isJson)
    return `${JSON.stringify({ client_id: id, ...(secret === undefined ? {} : { client_secret: secret }) })}\n`
  return secret === undefined ? `client ${id} is registered\n` : `client ${id} is registered\nsecret ${secret}\n`
}

export async function listRegistered(values: Values): Promise<0> {
  const isJson = isJsonAsked(values)
  const clients = (await inDatabase(listClients)).map(showClient)
  process.stdout.write(isJson ? `${JSON.stringify(clients)}\n` : clients.map(renderLine).join(''))
  return 0
}

const showClient = ({ id, state, source, tenant, settings }: ClientRow) => ({
  id,
  state,
  source,
  tenant: tenant ?? null,
  name: settings['client_name'] ?? null,
  scope: settings['banksia_scope'] ?? '',
})

const renderLine = ({ id, state, source, tenant, name }: ReturnType<typeof showClient>): string =>
  `${[id, state.padEnd(8), source.padEnd(12), tenant ?? '-', name ?? ''].join('  ').trimEnd()}\n`

export async function rotateClient(values: Values): Promise<0 | 1> {
  const id = readId(values)
  const secret = newSecret()
  const isRotated = await inDatabase((pool) => rotateClientSecret(pool, id, hashSecret(secret)))
  if (!isRotated) return refuse(`there is no client ${id} with a secret`)
  process.stdout.write(`secret ${secret}\n`)
  return 0
}

export async function disableRegistered(values: Values): Promise<0 | 1> {
  const id = readId(values)
  if (!(await inDatabase((pool) => disableClient(pool, id)))) return refuse(`there is no client ${id}`)
  process.stdout.write(`client ${id} is disabled\n`)
  return 0
}

function readId(values: Values): string {
  const id = values.text('id')
  if (id === undefined) throw new UsageError('--id is needed')
  return id
}

const inDatabase = <T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> =>
  withConfig((config) => useDatabase(config, ({ connection }) => withPool(connection, work)))
