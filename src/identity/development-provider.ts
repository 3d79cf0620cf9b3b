/** Settings of oidc-provider as the development issuer. RFC 6749, 7636, 8707, 9068. */
import type { Configuration, KoaContextWithOIDC, ResourceServer } from 'oidc-provider'
import { developmentTenants } from '../core/caller.ts'
import { accountSubject, buildAccountClaims, type DevelopmentAccount, signInAccounts } from './development-accounts.ts'
import { DevelopmentAdapter } from './development-adapter.ts'
import type { DevelopmentKeys } from './development-keys.ts'
import { developmentClient, type IssuerConfig, issuerPath, tokenLifeSeconds } from './development-token.ts'
import { hubScope, parseFhirScope } from './scopes.ts'

type Parts = {
  readonly config: IssuerConfig
  readonly keys: DevelopmentKeys
  readonly spokeIds: readonly string[]
  readonly cookieKey: string
}

const systemAccount = (spokes: readonly string[]): DevelopmentAccount => ({
  role: 'system',
  tenant: developmentTenants[0],
  spokes,
})

function findAccount(id: string | undefined, spokes: readonly string[]): DevelopmentAccount | undefined {
  const account = signInAccounts.get(id ?? '')
  return account === undefined ? undefined : { ...account, spokes }
}

const clients: NonNullable<Configuration['clients']> = [
  {
    client_id: developmentClient,
    client_secret: 'development',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  },
  {
    client_id: 'development-app',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    // RFC 8252 7.3: any port of the loopback address.
    redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
  },
]

/** In seconds. */
const lives: NonNullable<Configuration['ttl']> = {
  AccessToken: tokenLifeSeconds,
  ClientCredentials: tokenLifeSeconds,
  IdToken: tokenLifeSeconds,
  RefreshToken: 86_400,
  Session: 86_400,
  Interaction: 3600,
  Grant: 86_400,
}

export function buildProviderConfiguration({ config, keys, spokeIds, cookieKey }: Parts): Configuration {
  const hubScopes = [hubScope(config.scopeNamespace, 'read'), hubScope(config.scopeNamespace, 'write')]
  return {
    adapter: new DevelopmentAdapter().open,
    clients,
    jwks: { keys: keys.signing.map((key) => ({ ...key })) },
    cookies: { keys: [cookieKey] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: ['openid', 'offline_access', ...hubScopes],
    claims: { openid: ['sub', 'fhirUser'] },
    ttl: lives,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => config.audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx) => describeResource(ctx, config.audience, hubScopes),
      },
    },
    interactions: { url: (_ctx, interaction) => `${issuerPath}/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => {
      const account = findAccount(id, spokeIds)
      if (account === undefined) return undefined
      const { [config.fhirUserClaim]: fhirUser } = buildAccountClaims(account, config)
      return { accountId: id, claims: async () => ({ sub: accountSubject(account), fhirUser }) }
    },
    extraTokenClaims: (_ctx, token) => {
      const account =
        token.kind === 'ClientCredentials' ? systemAccount(spokeIds) : findAccount(token.accountId, spokeIds)
      return account === undefined ? undefined : buildAccountClaims(account, config)
    },
    loadExistingGrant: (ctx) => grantWhatIsAsked(ctx, config.audience),
    renderError: (ctx, out) => {
      ctx.type = 'text'
      ctx.body = `${out.error}\n`
    },
  }
}

/** SMART scopes are a grammar and no list, so the resource offers every well-formed one. */
function describeResource(ctx: KoaContextWithOIDC, audience: string, hubScopes: readonly string[]): ResourceServer {
  const { AuthorizationCode: code, RefreshToken: refresh } = ctx.oidc.entities
  const asked = [...ctx.oidc.requestParamScopes, ...(code?.scopes ?? []), ...(refresh?.scopes ?? [])]
  const fhirScopes = asked.filter((scope) => parseFhirScope(scope) !== undefined)
  return {
    scope: [...hubScopes, ...fhirScopes].join(' '),
    audience,
    accessTokenTTL: tokenLifeSeconds,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'RS256' } },
  }
}

/** A development sign-in consents to everything that the client wants. */
async function grantWhatIsAsked(ctx: KoaContextWithOIDC, audience: string) {
  const { client, session, provider } = ctx.oidc
  if (client === undefined || session?.accountId === undefined) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  const scope = [...ctx.oidc.requestParamScopes].join(' ')
  grant.addOIDCScope(scope)
  grant.addResourceScope(audience, scope)
  await grant.save()
  return grant
}
