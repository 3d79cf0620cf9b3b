/** The rules of an authorization request that SMART App Launch 2.2 adds: `aud`, `launch`, the context, and what a grant holds. app-launch.html#obtain-authorization-code; D154, D155. */
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { clinicalRoles, hasRole } from '../../core/caller.ts'
import { listTexts } from '../../core/json/json-lists.ts'
import { type IssuerAccount, maySee, readPicked } from './accounts.ts'
import { type KnownClient, scopesOf } from './client-metadata.ts'
import {
  hubScopes,
  isClinicalAsk,
  leaveOutRefused,
  narrowScopes,
  needsPatient,
  plainScopes,
  scopesOfAccount,
} from './granted-scopes.ts'
import { fhirBaseOf, grantLifeOf, isOffline, issuerOf } from './issuer-config.ts'
import { type IssuerParts, tenantsFor } from './issuer-parts.ts'
import { isLaunchedBy, keepGranted, type Launch, type SmartContext } from './smart-context.ts'

type Context = KoaContextWithOIDC

const paramOf = (ctx: Context, name: string): string | undefined => {
  const value = ctx.oidc.params?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function setScopes(ctx: Context, scopes: readonly string[]): void {
  if (ctx.oidc.params !== undefined) ctx.oidc.params['scope'] = scopes.length === 0 ? undefined : scopes.join(' ')
}

const maxAskedScopes = 200
const maxKeptScopes = 300
/** Of all of them with a blank between. */
const maxKeptLength = 16_384

/** Leaves of the request what is registered for the client: less, never more. */
export function keepRegistered({ config }: IssuerParts, ctx: Context, client: KnownClient, grantType?: string): void {
  const asked = [...ctx.oidc.requestParamScopes]
  // Later in the same request they may have become more: one for each type.
  const isFirst = ctx.oidc.route !== 'resume' && ctx.oidc.entities.PushedAuthorizationRequest === undefined
  if (isFirst && asked.length > maxAskedScopes)
    throw new errors.InvalidScope(`at most ${maxAskedScopes} scopes may be asked for`, '')
  const kept = narrowScopes(asked, scopesOf(client))
  if (kept.length > maxKeptScopes || kept.join(' ').length > maxKeptLength)
    throw new errors.InvalidScope('within the registration of this client these scopes become too many', '')
  setScopes(
    ctx,
    grantType === 'client_credentials' ? kept.filter((scope) => isOfService(scope, config.scopeNamespace)) : kept,
  )
}

type GrantSource = {
  readonly kind: string
  scope?: string | undefined
  readonly scopes: ReadonlySet<string>
}

/** Holds what a code or a refresh token was granted against the registration and the roles of today. D164. Throws `invalid_grant` if nothing is left. */
export function keepAllowed(
  { config }: IssuerParts,
  ctx: Context,
  { source, account }: { readonly source: GrantSource; readonly account: IssuerAccount },
): void {
  const registered = scopesOf(clientOf(ctx))
  const isRefresh = source.kind === 'RefreshToken'
  const asked = isRefresh && paramOf(ctx, 'scope') !== undefined ? ctx.oidc.requestParamScopes : source.scopes
  const kept = narrowScopes(narrowScopes([...asked], registered), scopesOfAccount(account, config.scopeNamespace))
  if (kept.length === 0 || (isRefresh && !registered.includes('offline_access')))
    throw new errors.InvalidGrant('the app or the person may no longer have what was granted')
  // The refresh token keeps its scopes: each exchange is held against the registration of its time.
  if (isRefresh) setScopes(ctx, kept)
  else source.scope = kept.join(' ')
  const { Grant: grant } = ctx.oidc.entities
  // Of this exchange alone: it is not saved.
  for (const resource of Object.keys(grant?.resources ?? {})) grant?.addResourceScope(resource, kept.join(' '))
}

/** A service has no patient in context, and signs in as nobody. */
const isOfService = (scope: string, namespace: string): boolean =>
  scope.startsWith('system/') || hubScopes(namespace).includes(scope)

/** Parameters of SMART, checked when a request arrives. */
export const extraParams = (parts: IssuerParts): NonNullable<Configuration['extraParams']> => ({
  aud: (ctx, value) => checkAudience(parts, ctx, value),
  launch: (ctx, value) => checkLaunch(parts, ctx, value),
})

/** An app that was lured to another server would name that one. RFC 9700 4.8; row 96. */
function checkAudience({ config }: IssuerParts, ctx: Context, value: string | undefined): void {
  const base = fhirBaseOf(config)
  if (value === undefined) {
    if (isClinicalAsk(ctx.oidc.requestParamScopes) && !isResourceNamed(ctx, base))
      throw new errors.InvalidRequest(`aud is needed: ${base}`)
  } else if (value !== base && value !== `${base}/`) throw new errors.InvalidRequest(`aud must be ${base}`)
}

/** RFC 8707 says the same by `resource`. Looks at the address, because the parameter has its default by now; a pushed request has none there. */
const isResourceNamed = (ctx: Context, base: string): boolean =>
  ctx.oidc.route === 'authorization' && [ctx.query['resource']].flat().includes(base)

async function checkLaunch({ contexts }: IssuerParts, ctx: Context, value: string | undefined): Promise<void> {
  if (!ctx.oidc.requestParamScopes.has('launch')) return
  if (value === undefined) throw new errors.InvalidRequest('the scope launch needs the parameter launch')
  const launch = await contexts.findLaunch(value)
  if (launch?.client !== ctx.oidc.client?.clientId) throw spentLaunch()
}

const spentLaunch = () => new errors.InvalidRequest('the launch is unknown, spent or for another app')

type Resolved = { readonly context: SmartContext; readonly launch?: string } | 'missing'

/** The context of the request, as far as the person has given it. Throws if the launch is not theirs. */
async function resolveContext(parts: IssuerParts, ctx: Context, account: IssuerAccount): Promise<Resolved> {
  const scopes = ctx.oidc.requestParamScopes
  const launch = scopes.has('launch') ? paramOf(ctx, 'launch') : undefined
  if (launch !== undefined) {
    const found = await parts.contexts.findLaunch(launch)
    if (found === undefined || !isTheirs(parts, { ctx, account, found })) throw spentLaunch()
    return { context: { ...found.context, tenant: found.tenant }, launch }
  }
  if (!needsPatient(scopes)) return { context: {} }
  const chosen = await checkChosen(parts, ctx, account)
  return chosen === undefined ? 'missing' : { context: chosen }
}

type Launched = { readonly ctx: Context; readonly account: IssuerAccount; readonly found: Launch }

const isTheirs = ({ config }: IssuerParts, { ctx, account, found }: Launched): boolean =>
  found.client === ctx.oidc.client?.clientId &&
  isLaunchedBy(found, account, issuerOf(config)) &&
  maySee(account, found.context.patient) &&
  tenantsFor(account, clientOf(ctx), found).length > 0

/** The patient of the account, or the one that was picked; both are looked up, since a page is not trusted. D165: clinicians alone pick. */
async function checkChosen(
  { clinical }: IssuerParts,
  ctx: Context,
  account: IssuerAccount,
): Promise<SmartContext | undefined> {
  const { patient = account.patient, encounter, tenant: named } = readPicked(ctx.oidc.result?.['context'])
  if (account.patient === undefined ? !hasRole(account, clinicalRoles) : patient !== account.patient)
    throw new errors.AccessDenied('this person may not choose a patient')
  if (patient === undefined) return undefined
  const tenants = tenantsFor(account, clientOf(ctx), { tenant: named })
  const having = await Promise.all(tenants.map((one) => clinical.hasPatient(one, patient)))
  const [tenant, ...others] = tenants.filter((_, at) => having[at])
  if (tenant === undefined || others.length > 0) {
    // A page that asks again would change nothing.
    if (account.patient !== undefined) throw new errors.AccessDenied('the patient of this person is not here')
    return undefined
  }
  const isOwn = encounter !== undefined && (await clinical.findPatientOfEncounter(tenant, encounter)) === patient
  return { tenant, patient, ...(isOwn ? { encounter } : {}) }
}

export function clientOf(ctx: Context): KnownClient {
  if (ctx.oidc.client === undefined) throw new TypeError('the client comes first')
  return ctx.oidc.client as unknown as KnownClient // with the members of `extraClientMetadata`
}

/** Sign in, then the patient, then consent. */
export function interactionSteps(parts: IssuerParts): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  const { Check, Prompt } = interactionPolicy
  const check = new Check('patient_missing', 'a patient has to be chosen', 'interaction_required', async (ctx) => {
    // A grant was made, with its context.
    if (ctx.oidc.grant?.jti !== undefined) return false
    const account = await parts.accounts.find(ctx.oidc.session?.accountId ?? '')
    return account !== undefined && (await resolveContext(parts, ctx, account)) === 'missing'
  })
  policy.add(new Prompt({ name: 'context', requestable: false }, check), 1)
  return policy
}

const signIn = interactionPolicy.base().get('login')

/** Nothing asks the person to sign in, for the first time or again: until then the session may be another person's. */
async function isSignedIn(ctx: Context): Promise<boolean> {
  for (const { check } of signIn?.checks ?? []) if (await check(ctx)) return false
  return true
}

const refusedOf = (ctx: Context): readonly string[] => listTexts(Object(ctx.oidc.result?.consent)['refused'])

/** A request without an answer on the consent page is granted where signing in is consent, unless the app is one of this device or asks for the page. */
function isConsented({ pages }: IssuerParts, ctx: Context): boolean {
  if (ctx.oidc.result?.consent !== undefined) return true
  const isAsked = ctx.oidc.prompts.has('consent') || ctx.oidc.client?.applicationType === 'native'
  return pages.consent === 'implied' && !isAsked
}

/** What is asked, within the rights of the person and without what they refuse, which a page shows as asked or as it would be granted. */
function chooseScopes({ config }: IssuerParts, ctx: Context, account: IssuerAccount): readonly string[] {
  const refused = refusedOf(ctx)
  const asked = leaveOutRefused([...ctx.oidc.requestParamScopes], refused)
  return leaveOutRefused(narrowScopes(asked, scopesOfAccount(account, config.scopeNamespace)), refused)
}

/** Makes the grant once the person has consented: what they may grant, without what they refuse. Undefined until then. */
export async function grantAsked(parts: IssuerParts, ctx: Context) {
  const { client, session, provider } = ctx.oidc
  const account = await parts.accounts.find(session?.accountId ?? '')
  if (client === undefined || account === undefined) return undefined
  if (!isConsented(parts, ctx) || !(await isSignedIn(ctx))) return undefined
  const resolved = await resolveContext(parts, ctx, account)
  if (resolved === 'missing') return undefined
  if (tenantsFor(account, clientOf(ctx), resolved.context).length === 0)
    throw new errors.AccessDenied('this person has no part in the tenant of the app')
  const scopes = chooseScopes(parts, ctx, account)
  if (scopes.length === 0) throw new errors.AccessDenied('no scope was granted')
  if (resolved.launch !== undefined && !(await parts.contexts.spendLaunch(resolved.launch))) throw spentLaunch()
  setScopes(ctx, scopes)
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.id })
  grant.addOIDCScope(scopes.filter((scope) => (plainScopes as readonly string[]).includes(scope)).join(' '))
  // RFC 8707: the provider looks for the scopes under each resource that is asked for.
  for (const resource of Object.keys(ctx.oidc.resourceServers ?? {})) grant.addResourceScope(resource, scopes.join(' '))
  const lifeSeconds = grantLifeOf(parts.config, new Set(scopes))
  const ending = isOffline(new Set(scopes)) ? {} : { session: session?.uid }
  const granted = { grantId: await grant.save(), clientId: client.clientId, lifeSeconds, ...ending }
  await parts.contexts.put(granted, keepGranted(resolved.context, scopes))
  return grant
}
