/** A registered client: as it is described, stored, and known to oidc-provider. RFC 7591 section 2; SMART App Launch 2.2 app-launch.html#register-app-with-ehr; D153. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AdapterPayload } from 'oidc-provider'
import { listTexts } from '../../core/json/json-lists.ts'
import type { JsonObject } from '../../core/json.ts'
import type { ClientRow, NewClient } from '../../store/issuer/issuer-clients.ts'
import { describeByCertificate } from './client-certificates.ts'
import { type ClientDescription, isLoopbackAddress } from './client-description.ts'
import type { PublicKeys } from './client-key-sets.ts'

/** Members of ours in the metadata. */
export const ownMembers = [
  'banksia_jwks_uri',
  'banksia_launch_uri',
  'banksia_scope',
  'banksia_origins',
  'banksia_spokes',
  'banksia_tenant',
] as const

type Metadata = Readonly<Record<string, unknown>>

type TypeRow = {
  readonly method: 'none' | 'client_secret_basic' | 'private_key_jwt'
  readonly grants: readonly string[]
}

const forPeople = ['authorization_code', 'refresh_token']

/** A backend service has a key pair: SMART App Launch 2.2 client-confidential-symmetric.html keeps secrets out of that. */
export const clientTypes = {
  public: { method: 'none', grants: forPeople },
  symmetric: { method: 'client_secret_basic', grants: forPeople },
  asymmetric: { method: 'private_key_jwt', grants: forPeople },
  backend: { method: 'private_key_jwt', grants: ['client_credentials'] },
} as const satisfies Record<string, TypeRow>

/** RFC 8252 7.1, 7.3: a native app returns to a scheme of its own, or to any port of the loopback address. */
const isOfDevice = (uri: string): boolean => isLoopbackAddress(uri) || !/^https?:/i.test(uri)

/** The stored form of a description. */
export function describeClient(
  { client_id: id, tenant, secret_sha256: sha256, ...rest }: ClientDescription,
  source: ClientRow['source'],
): NewClient {
  const { method, grants } = clientTypes[rest.type]
  const isForPeople = grants !== clientTypes.backend.grants
  const settings = {
    client_name: rest.name ?? id,
    application_type: [...rest.redirect_uris, ...rest.post_logout_redirect_uris].some(isOfDevice) ? 'native' : 'web',
    token_endpoint_auth_method: method,
    grant_types: [...grants],
    response_types: isForPeople ? ['code'] : [],
    redirect_uris: [...rest.redirect_uris],
    ...(rest.post_logout_redirect_uris.length === 0
      ? {}
      : { post_logout_redirect_uris: [...rest.post_logout_redirect_uris] }),
    ...(rest.jwks === undefined ? {} : { jwks: rest.jwks }),
    ...(rest.jwks_uri === undefined ? {} : { banksia_jwks_uri: rest.jwks_uri }),
    ...describeByCertificate(rest),
    ...(rest.dpop_bound_access_tokens ? { dpop_bound_access_tokens: true } : {}),
    ...(rest.launch_uri === undefined ? {} : { banksia_launch_uri: rest.launch_uri }),
    banksia_scope: rest.scope,
    banksia_origins: [...rest.origins],
    ...(rest.spokes === undefined ? {} : { banksia_spokes: [...rest.spokes] }),
  }
  return {
    id,
    source,
    settings: settings as unknown as JsonObject, // plain JSON: the schema has read it so
    ...(tenant === undefined ? {} : { tenant }),
    ...(sha256 === undefined ? {} : { secret: Buffer.from(sha256, 'hex') }),
  }
}

/** For oidc-provider. Its `client_secret` is the hash: `compareSecret` compares hashes. `jwks`: what it publishes now. */
export function buildMetadata(
  { id, settings, secret, tenant }: ClientRow,
  jwks: PublicKeys | undefined,
): AdapterPayload {
  const metadata = {
    ...settings,
    client_id: id,
    ...(jwks === undefined ? {} : { jwks }),
    ...(secret === undefined ? {} : { client_secret: secret.toString('hex') }),
    ...(tenant === undefined ? {} : { banksia_tenant: tenant }),
  }
  return metadata as unknown as AdapterPayload // RFC 7591's names, as `describeClient` or a registration wrote them
}

/** Of a registration: the secret is kept as its hash alone. */
export function splitMetadata(payload: AdapterPayload): Pick<NewClient, 'settings' | 'secret'> {
  // The tenant is a column, and no client names its own.
  const {
    client_secret: secret,
    client_id: _id,
    jwks_uri: address,
    banksia_tenant: _tenant,
    ...rest
  } = payload as unknown as Metadata // RFC 7591's names
  const settings = address === undefined ? rest : { ...rest, banksia_jwks_uri: address }
  return {
    settings: settings as JsonObject, // oidc-provider has read it from JSON
    ...(typeof secret === 'string' ? { secret: hashSecret(secret) } : {}),
  }
}

const secretBytes = 32

export const newSecret = (): string => randomBytes(secretBytes).toString('base64url')

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** `expected` in hexadecimal. */
export function compareSecret(expected: string | undefined, actual: string | undefined): boolean {
  const hash = Buffer.from(expected ?? '', 'hex')
  const given = hashSecret(actual ?? '')
  return hash.length === given.length && timingSafeEqual(hash, given)
}

/** A client as oidc-provider hands it to us, with our own members. */
export type KnownClient = {
  readonly clientId: string
  readonly clientName?: string | undefined
  readonly banksia_jwks_uri?: unknown
  readonly banksia_scope?: unknown
  readonly banksia_origins?: unknown
  readonly banksia_spokes?: unknown
  readonly banksia_tenant?: unknown
}

/** Where the client publishes its keys. */
export const keysAddressOf = (client: { readonly banksia_jwks_uri?: unknown }): string | undefined =>
  typeof client.banksia_jwks_uri === 'string' ? client.banksia_jwks_uri : undefined

/** Where an EHR launches the app. Under `initiate_login_uri` oidc-provider takes no address of this device, which the operator may register. */
export const launchAddressOf = ({ settings }: Pick<ClientRow, 'settings'>): string | undefined => {
  const address = settings['banksia_launch_uri'] ?? settings['initiate_login_uri']
  return typeof address === 'string' ? address : undefined
}

export const scopesOf = ({ banksia_scope: scope }: KnownClient): readonly string[] =>
  typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []
export const originsOf = ({ banksia_origins: origins }: { readonly banksia_origins?: unknown }): readonly string[] =>
  listTexts(origins)
export const spokesOf = ({ banksia_spokes: spokes }: KnownClient, all: readonly string[]): readonly string[] =>
  spokes === undefined ? all : listTexts(spokes).filter((spoke) => all.includes(spoke))
export const tenantOf = ({ banksia_tenant: tenant }: KnownClient): string | undefined =>
  typeof tenant === 'string' ? tenant : undefined
