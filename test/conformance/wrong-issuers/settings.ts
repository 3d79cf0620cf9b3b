/** Settings of oidc-provider for the small issuer, and where its rows are. */
import { generateKeyPairSync } from 'node:crypto'
import type { JWK } from 'jose'
import { type Adapter, type AdapterPayload, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Faults } from './small-issuer.ts'

export type World = {
  readonly origin: string
  readonly faults: Faults
  readonly rows: MemoryRows
  /** The patients of launches that nobody has used. */
  readonly launches: Map<string, string>
  /** By grant. */
  readonly patients: Map<string, string>
}

/** By name and id, as long as the issuer runs. */
export class MemoryRows extends Map<string, AdapterPayload> {}

export const scopesOfApp: readonly string[] = [
  ...['openid', 'fhirUser', 'offline_access', 'launch', 'launch/patient', 'patient/Patient.rs'],
]
const scopesOfService = ['system/Patient.rs', 'introspect'] as const

/** Seconds. */
const lives = {
  ...{ Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, RefreshToken: 600 },
  ...{ ClientCredentials: 300, AuthorizationCode: 60 },
}

const adapterOf = ({ rows, faults }: World) =>
  class MemoryAdapter implements Adapter {
    readonly #name: string

    constructor(name: string) {
      this.#name = name
    }

    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      rows.set(`${this.#name} ${id}`, payload)
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      if (this.#name === 'ReplayDetection' && faults.takesAssertionsTwice) return undefined
      return rows.get(`${this.#name} ${id}`)
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return [...rows].find(([key, row]) => key.startsWith(`${this.#name} `) && row.uid === uid)?.[1]
    }

    async findByUserCode(): Promise<undefined> {}

    async consume(id: string): Promise<void> {
      if (this.#name === 'AuthorizationCode' && faults.takesCodesTwice) return
      const row = rows.get(`${this.#name} ${id}`)
      if (row !== undefined) row.consumed = Math.floor(Date.now() / 1000)
    }

    async destroy(id: string): Promise<void> {
      rows.delete(`${this.#name} ${id}`)
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
    }
  }

export function buildSettings(world: World, serviceKeys: readonly JWK[]): Configuration {
  const { faults } = world
  const base = `${world.origin}/fhir`
  const registered = (client: string): readonly string[] =>
    client === 'service' ? scopesOfService : [...scopesOfApp, faults.adds ?? '']
  return {
    adapter: adapterOf(world),
    clients: clientsOf(serviceKeys),
    scopes: ['openid', 'fhirUser', 'offline_access'],
    claims: { openid: ['sub'], fhirUser: ['fhirUser'] },
    responseTypes: ['code'],
    pkce: { required: () => !faults.ignoresChallenge },
    jwks: { keys: [signingKey()] },
    ttl: { ...lives },
    renderError: (ctx, { error }) => {
      ctx.body = error
    },
    cookies: { keys: ['a key of this test'] },
    clientAuthMethods: ['none', 'private_key_jwt'],
    enabledJWA: { clientAuthSigningAlgValues: ['ES384', 'RS384'] },
    assertJwtClientAuthClaimsAndHeader: (_ctx, claims, header) => {
      if (faults.takesAnyAssertion) return
      if (header['jku'] !== undefined || Number(claims['exp']) > Date.now() / 1000 + 300)
        throw new errors.InvalidClientAuth('the assertion breaks a rule of SMART')
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: {
        enabled: !faults.lacks?.has('revocation'),
        allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId,
      },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => base,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, _resource, { clientId }) => ({
          ...{ scope: registered(clientId).join(' ').trim(), audience: base, accessTokenFormat: 'opaque' },
        }),
      },
    },
    extraParams: {
      aud: (_ctx, value) => {
        if (value !== base && !faults.ignoresAudience) throw new errors.InvalidRequest('aud is of another server')
      },
      launch: (ctx, value) => checkLaunch(world, ctx, value),
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: (_ctx, _client, source) => source.scopes.has('offline_access') && !faults.lacks?.has('refresh'),
    rotateRefreshToken: !faults.keepsRefreshTokens,
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, fhirUser: `${base}/Practitioner/${sub}` }),
    }),
    loadExistingGrant: (ctx) => grantAsked(world, ctx),
  }
}

const signingKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  ...{ kid: 'signing-key', use: 'sig', alg: 'RS256' },
})

const clientsOf = (keys: readonly JWK[]): NonNullable<Configuration['clients']> => [
  {
    client_id: 'app',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  },
  {
    client_id: 'service',
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: keys.map((key) => ({ ...key })) },
    redirect_uris: [],
    grant_types: ['client_credentials'],
    response_types: [],
  },
]

function checkLaunch({ launches, faults }: World, ctx: KoaContextWithOIDC, launch: string | undefined): void {
  if (!ctx.oidc.requestParamScopes.has('launch')) return
  if (faults.lacks?.has('launch') || launch === undefined || !launches.has(launch))
    throw new errors.InvalidRequest('there is no such launch')
}

async function grantAsked({ launches, patients, origin }: World, ctx: KoaContextWithOIDC) {
  const { session, client, provider, params, requestParamScopes, result } = ctx.oidc
  if (session?.accountId === undefined || client === undefined || result?.consent === undefined) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  const scope = [...requestParamScopes].join(' ')
  grant.addOIDCScope(scope)
  grant.addResourceScope(`${origin}/fhir`, scope)
  const id = await grant.save()
  const launch = String(params?.['launch'])
  const patient = requestParamScopes.has('launch') ? launches.get(launch) : String(Object(result['context']).patient)
  launches.delete(launch)
  if (patient !== undefined) patients.set(id, patient)
  return grant
}
