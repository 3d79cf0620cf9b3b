/** Settings of oidc-provider as the authorisation server. RFC 6749, 7636, 7662, 7009, 8707; SMART App Launch 2.2; docs/design/identity.md. */
import type { JWK } from 'jose'
import Provider, { type Configuration, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import { proofAlgorithms } from '../holder/dpop-proof.ts'
import { renderError } from '../pages/render-error.ts'
import { signOutPages } from '../pages/sign-out-pages.ts'
import { noteSpent, recordRevocation } from '../records/token-records.ts'
import { beginSession, findTokenLife, isSessionOpen, noteSignOut } from '../session/browser-session.ts'
import { buildAccountClaims, maySee } from './accounts.ts'
import { openAdapter } from './adapter.ts'
import { checkGuessing } from './around-provider.ts'
import { checkAssertion } from './assertion.ts'
import { clientOf, extraParams, grantAsked, interactionSteps, keepAllowed, keepRegistered } from './authorization.ts'
import { certificateMethods, mutualTls } from './client-certificates.ts'
import { ClientKeySets } from './client-key-sets.ts'
import {
  compareSecret,
  type KnownClient,
  originsOf,
  ownMembers,
  scopesOf,
  spokesOf,
  tenantOf,
} from './client-metadata.ts'
import { assertionAlgorithms, describeMutualTls } from './describe.ts'
import { introspectScope, plainScopes } from './granted-scopes.ts'
import { showUser } from './introspection.ts'
import {
  clientAuthMethods,
  endpointPaths,
  fhirBaseOf,
  grantLifeOf,
  isOffline,
  issuerOf,
  issuerPath,
  lives,
} from './issuer-config.ts'
import { type IssuerParts, tenantsFor } from './issuer-parts.ts'
import type { SmartContext } from './smart-context.ts'

export type ProviderKeys = { readonly signing: readonly JWK[]; readonly cookies: readonly string[] }

export function openProvider(parts: IssuerParts, keys: ProviderKeys): Provider {
  const provider = new Provider(issuerOf(parts.config), buildConfiguration(parts, keys))
  // The proxy in front ends TLS; issuer.ts sets these headers itself.
  provider.proxy = parts.config.mode === 'production'
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { readonly clientSecret?: string }, actual: string) {
      return compareSecret(this.clientSecret, actual)
    },
  })
  return provider
}

const openStorage = (parts: IssuerParts): ReturnType<typeof openAdapter> =>
  openAdapter(parts.store, {
    keySets: new ClientKeySets(parts.fetchOut),
    isCertified: parts.findCertificate !== undefined,
    checkGuessing: (id) => checkGuessing(parts, id),
    noteSpent: (payload) => noteSpent(parts, payload),
    isSessionOpen: (uid) => isSessionOpen(parts, uid),
    noteSignOut: () => noteSignOut(parts),
  })

function buildConfiguration(parts: IssuerParts, { signing, cookies }: ProviderKeys): Configuration {
  const { config, fetchOut, findCertificate } = parts
  const isCertified = findCertificate !== undefined
  return {
    adapter: openStorage(parts),
    discovery: describeMutualTls(config),
    jwks: { keys: signing.map((key) => ({ ...key })) },
    cookies: { keys: [...cookies], ...(isBehindTls(config) && { names: boundNames }) },
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: [...plainScopes],
    claims: { openid: ['sub'], fhirUser: ['fhirUser'], profile: ['fhirUser'] },
    clientAuthMethods: [...clientAuthMethods, ...(isCertified ? certificateMethods : [])],
    enabledJWA: {
      clientAuthSigningAlgValues: [...assertionAlgorithms],
      idTokenSigningAlgValues: ['RS256'],
      dPoPSigningAlgValues: [...proofAlgorithms],
    },
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    extraClientMetadata: { properties: [...ownMembers] },
    extraParams: extraParams(parts),
    assertJwtClientAuthClaimsAndHeader: checkAssertion(config),
    clockTolerance: 5,
    ttl: livesOf(config),
    // Our own rows bind a grant to its session: the provider's binding is to the last grant of an app alone.
    expiresWithSession: () => false,
    routes: providerRoutes,
    features: features(parts),
    fetch: (input, init) => fetchOut(input, init),
    clientBasedCORS: (_ctx, origin, client) =>
      parts.isListedOrigin(origin) || originsOf(client as unknown as KnownClient).includes(origin), // with the members of `extraClientMetadata`
    interactions: {
      policy: interactionSteps(parts),
      url: (_ctx, interaction) => `${issuerPath}${endpointPaths.interaction}/${interaction.uid}`,
    },
    issueRefreshToken: (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    rotateRefreshToken: true,
    findAccount: (ctx, id, token) => findAccount(parts, ctx, { id, token }),
    extraTokenClaims: (ctx, token) => buildTokenClaims(parts, ctx, token),
    loadExistingGrant: (ctx) => grantAsked(parts, ctx),
    renderError,
  }
}

const livesOf = (config: IssuerParts['config']): NonNullable<Configuration['ttl']> => ({
  ...lives,
  AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? lives.AccessToken,
  Session: config.sessionMinutes * 60,
  Grant: (_ctx, grant) => grantLifeOf(config, new Set(grant.getOIDCScope().split(' '))),
})

/** Where each answer goes out over TLS, so that a browser takes cookies of these names. */
const isBehindTls = ({ mode, baseUrl }: IssuerParts['config']): boolean =>
  mode === 'production' && baseUrl.startsWith('https:')

/** RFC 6265bis 4.1.3: no neighbouring host sets them, and so signs a browser in as somebody else. The ones with a path of their own are not of the whole host. */
const boundNames = {
  session: '__Host-session',
  interaction: '__Secure-interaction',
  resume: '__Secure-resume',
}

/** The others keep their names. */
const providerRoutes = {
  authorization: endpointPaths.authorization,
  pushed_authorization_request: endpointPaths.pushed,
  token: endpointPaths.token,
  introspection: endpointPaths.introspection,
  revocation: endpointPaths.revocation,
  jwks: endpointPaths.jwks,
  registration: endpointPaths.registration,
  end_session: endpointPaths.signOut,
}

const features = (parts: IssuerParts): NonNullable<Configuration['features']> => ({
  devInteractions: { enabled: false },
  // It takes no token that is for a resource, and all of ours are. D183.
  userinfo: { enabled: false },
  clientCredentials: { enabled: true },
  mTLS: mutualTls(parts.findCertificate),
  // Each proof has been seen to be new: `src/identity/holder/check-proof.ts`.
  dPoP: { enabled: true, allowReplay: true },
  introspection: {
    enabled: true,
    // SMART App Launch 2.2 token-introspection.html: a resource server may ask about the tokens of every client.
    allowedPolicy: (_ctx, client, token) =>
      client.clientId === token.clientId ||
      scopesOf(client as unknown as KnownClient).includes(introspectScope(parts.config.scopeNamespace)), // with the members of `extraClientMetadata`
  },
  // RFC 7009 2.1.
  revocation: {
    enabled: true,
    allowedPolicy: async (_ctx, client, token) => {
      const isOwn = client.clientId === token.clientId
      if (isOwn) await recordRevocation(parts, token as unknown as Readonly<Record<string, unknown>>) // a model has its members by name
      return isOwn
    },
  },
  registration: { enabled: parts.config.mode === 'development' },
  rpInitiatedLogout: signOutPages(parts),
  resourceIndicators: {
    enabled: true,
    defaultResource: () => fhirBaseOf(parts.config),
    useGrantedResource: () => true,
    getResourceServerInfo: (ctx, indicator) => describeResource(parts, ctx, indicator),
  },
})

type Looked = {
  readonly id: string
  /** For what the account is looked up: at the token endpoint the code or the refresh token. */
  readonly token: Parameters<NonNullable<Configuration['findAccount']>>[2]
}

async function findAccount(parts: IssuerParts, ctx: KoaContextWithOIDC, { id, token }: Looked) {
  const account = await parts.accounts.find(id)
  if (account === undefined) return undefined
  if (token === undefined) await beginSession(parts, ctx, account.id)
  if (token?.kind === 'AuthorizationCode' || token?.kind === 'RefreshToken')
    keepAllowed(parts, ctx, { source: token, account })
  const claims = { sub: account.id, ...showUser(parts.config.baseUrl, account.fhirUser) }
  return { accountId: account.id, claims: async () => claims }
}

/** Here the request is held against the registration of its client, again when the person comes back: whatever comes later sees what is left. */
const narrowingRoutes: ReadonlySet<string> = new Set(['authorization', 'pushed_authorization_request', 'resume'])

async function describeResource(
  parts: IssuerParts,
  ctx: KoaContextWithOIDC,
  indicator: string,
): Promise<ResourceServer> {
  const { config } = parts
  checkOrigin(parts, ctx)
  if (![fhirBaseOf(config), config.audience].includes(indicator)) throw new errors.InvalidTarget()
  const grantType = String(ctx.oidc.params?.['grant_type'])
  if (narrowingRoutes.has(ctx.oidc.route) || grantType === 'client_credentials')
    keepRegistered(parts, ctx, clientOf(ctx), grantType)
  const { AuthorizationCode: code, RefreshToken: refresh } = ctx.oidc.entities
  // SMART scopes are a grammar and no list: the resource offers what was found to be allowed.
  const scopes = [...ctx.oidc.requestParamScopes, ...(code?.scopes ?? []), ...(refresh?.scopes ?? [])]
  return {
    scope: [...new Set(scopes)].join(' '),
    audience: config.audience,
    accessTokenFormat: 'opaque',
    accessTokenTTL:
      grantType === 'client_credentials'
        ? lives.ClientCredentials
        : await findTokenLife(parts, sessionOf(code), lives.AccessToken),
  }
}

type Code = { readonly scopes: ReadonlySet<string>; readonly sessionUid?: string | undefined }

/** With which the tokens of this code end. */
const sessionOf = (code: Code | undefined): string | undefined =>
  code === undefined || isOffline(code.scopes) ? undefined : code.sessionUid

/** SMART App Launch 2.2, Cross-Origin Resource Sharing: a page of another app's origin gets no token of this one. */
function checkOrigin({ isListedOrigin }: IssuerParts, ctx: KoaContextWithOIDC): void {
  const origin = ctx.get('Origin')
  if (ctx.oidc.route !== 'token' || origin === '' || isListedOrigin(origin)) return
  if (!originsOf(clientOf(ctx)).includes(origin)) throw new errors.InvalidRequest('pages of this origin are not let in')
}

type Issued = Parameters<NonNullable<Configuration['extraTokenClaims']>>[1]

/** Undefined for a grant that was ended meanwhile: its token counts for nothing. One that lost its context would be a grant for every tenant. */
async function readContext({ contexts, store }: IssuerParts, grantId: string): Promise<SmartContext | undefined> {
  const context = await contexts.find(grantId)
  if (context === undefined && (await store.state.find('Grant', grantId)) !== undefined)
    throw new errors.InvalidGrant('the context of this grant is gone')
  return context
}

async function buildTokenClaims(parts: IssuerParts, ctx: KoaContextWithOIDC, token: Issued) {
  const { config, spokeIds, accounts } = parts
  const client = clientOf(ctx)
  const spokes = spokesOf(client, spokeIds)
  if (token.kind === 'ClientCredentials') {
    const tenant = tenantOf(client)
    return buildAccountClaims({ tenants: tenant === undefined ? [] : [tenant], spokes, roles: ['system'] }, config)
  }
  const account = await accounts.find(token.accountId)
  if (account === undefined) throw new errors.InvalidGrant('this person is not let in')
  const context = await readContext(parts, token.grantId ?? '')
  if (context === undefined) return buildAccountClaims({ tenants: [], spokes: [], roles: [] }, config)
  if (context.patient !== undefined && !maySee(account, context.patient))
    throw new errors.InvalidGrant('the patient of this grant is not the one of this person')
  return buildAccountClaims(
    {
      ...account,
      tenants: tenantsFor(account, client, context),
      spokes: account.spokes.filter((spoke) => spokes.includes(spoke)),
      patient: context.patient ?? account.patient,
    },
    config,
  )
}
