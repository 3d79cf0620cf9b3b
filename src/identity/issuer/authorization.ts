/** The rules of an authorization request that SMART App Launch 2.2 adds: `aud`, `launch`, the context, and what a grant holds. app-launch.html#obtain-authorization-code; D154, D155. */
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { isId } from '../../fhir/id.ts'
import type { IssuerAccount } from './accounts.ts'
import { type KnownClient, scopesOf } from './client-metadata.ts'
import { hubScopes, isClinicalAsk, narrowScopes, needsPatient, plainScopes, scopesOfRoles } from './granted-scopes.ts'
import { fhirBaseOf, grantLifeOf, issuerOf } from './issuer-config.ts'
import { type IssuerParts, tenantsFor } from './issuer-parts.ts'
import { isLaunchedBy, type Launch, type SmartContext } from './smart-context.ts'

type Context = KoaContextWithOIDC

const paramOf = (ctx: Context, name: string): string | undefined => {
  const value = ctx.oidc.params?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function setScopes(ctx: Context, scopes: readonly string[]): void {
  if (ctx.oidc.params !== undefined) ctx.oidc.params['scope'] = scopes.length === 0 ? undefined : scopes.join(' ')
}

const maxAskedScopes = 200

/** Leaves of the request what is registered for the client: less, never more. */
export function keepRegistered({ config }: IssuerParts, ctx: Context, client: KnownClient, grantType?: string): void {
  const asked = [...ctx.oidc.requestParamScopes]
  if (asked.length > maxAskedScopes)
    throw new errors.InvalidScope(`at most ${maxAskedScopes} scopes may be asked for`, '')
  const kept = narrowScopes(asked, scopesOf(client))
  setScopes(
    ctx,
    grantType === 'client_credentials' ? kept.filter((scope) => isOfService(scope, config.scopeNamespace)) : kept,
  )
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
    if (isClinicalAsk(ctx.oidc.requestParamScopes) && ctx.query['resource'] === undefined)
      throw new errors.InvalidRequest(`aud is needed: ${base}`)
  } else if (value.replace(/\/+$/, '') !== base) throw new errors.InvalidRequest(`aud must be ${base}`)
}

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
  (account.patient === undefined || account.patient === found.context.patient) &&
  tenantsFor(account, clientOf(ctx), found).length > 0

/** The patient of the account, or the one that was picked; both are looked up, since a page is not trusted. */
async function checkChosen(
  { clinical }: IssuerParts,
  ctx: Context,
  account: IssuerAccount,
): Promise<SmartContext | undefined> {
  const { patient, encounter } = readPicked(ctx)
  const wanted = account.patient ?? patient
  if (wanted === undefined) return undefined
  for (const tenant of tenantsFor(account, clientOf(ctx))) {
    if (!(await clinical.hasPatient(tenant, wanted))) continue
    const isOwn = encounter !== undefined && (await clinical.findPatientOfEncounter(tenant, encounter)) === wanted
    return { tenant, patient: wanted, ...(isOwn ? { encounter } : {}) }
  }
  return undefined
}

function readPicked(ctx: Context): { readonly patient?: string; readonly encounter?: string } {
  const { patient, encounter } = Object(ctx.oidc.result?.['context']) as Readonly<Record<string, unknown>>
  const read = (value: unknown) => (typeof value === 'string' && isId(value) ? value : undefined)
  const [one, other] = [read(patient), read(encounter)]
  return { ...(one === undefined ? {} : { patient: one }), ...(other === undefined ? {} : { encounter: other }) }
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

const refusedOf = (ctx: Context): readonly string[] => {
  const refused = Object(ctx.oidc.result?.consent)['refused'] as unknown
  return Array.isArray(refused) ? refused.filter((scope) => typeof scope === 'string') : []
}

/** A request without an answer on the consent page is granted where signing in is consent, unless the app is one of this device or asks for the page. */
function isConsented({ pages }: IssuerParts, ctx: Context): boolean {
  if (ctx.oidc.result?.consent !== undefined) return true
  const isAsked = ctx.oidc.prompts.has('consent') || ctx.oidc.client?.applicationType === 'native'
  return pages.consent === 'implied' && !isAsked
}

/** Makes the grant once the person has consented: what they may grant, without what they refuse. Undefined until then. */
export async function grantAsked(parts: IssuerParts, ctx: Context) {
  const { client, session, provider } = ctx.oidc
  const account = await parts.accounts.find(session?.accountId ?? '')
  if (client === undefined || account === undefined || !isConsented(parts, ctx)) return undefined
  const resolved = await resolveContext(parts, ctx, account)
  if (resolved === 'missing') return undefined
  if (tenantsFor(account, clientOf(ctx), resolved.context).length === 0)
    throw new errors.AccessDenied('this person has no part in the tenant of the app')
  const refused = new Set(refusedOf(ctx))
  const allowed = scopesOfRoles(account.roles, parts.config.scopeNamespace)
  const scopes = narrowScopes([...ctx.oidc.requestParamScopes], allowed).filter((scope) => !refused.has(scope))
  if (scopes.length === 0) throw new errors.AccessDenied('no scope was granted')
  if (resolved.launch !== undefined && !(await parts.contexts.spendLaunch(resolved.launch))) throw spentLaunch()
  setScopes(ctx, scopes)
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.id })
  grant.addOIDCScope(scopes.filter((scope) => (plainScopes as readonly string[]).includes(scope)).join(' '))
  grant.addResourceScope(fhirBaseOf(parts.config), scopes.join(' '))
  const lifeSeconds = grantLifeOf(new Set(scopes))
  await parts.contexts.put({ grantId: await grant.save(), clientId: client.clientId, lifeSeconds }, resolved.context)
  return grant
}
