/** What the authorisation server writes into the audit of tenants: sign-ins, launches, and the lives of tokens. D178. */
import { hash } from 'node:crypto'
import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { type Role, readNamed } from '../../core/caller.ts'
import { findText, listTexts } from '../../core/json/json-lists.ts'
import type { IssuerEvent } from '../../store/issuer/issuer-audit.ts'
import type { Changed } from '../../store/issuer/seen-in-request.ts'
import type { Identity } from '../identity.ts'
import type { IssuerAccount } from '../issuer/accounts.ts'
import { issuerOf } from '../issuer/issuer-config.ts'
import { type IssuerParts, tenantsFor } from '../issuer/issuer-parts.ts'

type Members = Readonly<Record<string, unknown>>

/** A refusal that concerns no tenant is a line of the log. */
async function record({ store, log }: Pick<IssuerParts, 'store' | 'log'>, event: IssuerEvent): Promise<void> {
  if (event.tenants?.length === 0) logAlone(log, event)
  else await store.record(event)
}

const logAlone = (log: IssuerParts['log'], { kind }: IssuerEvent): void => log.warn(kind, { reason: 'no-tenant' })

/** A grant is named by a digest of its random id. */
const grantOf = (grantId: unknown) =>
  typeof grantId === 'string' ? { resourceType: 'Grant', hash: hash('sha256', grantId, 'hex') } : {}

const patientOf = (patient: unknown) => (typeof patient === 'string' ? { patientId: patient } : {})

/** The sender of a token, from the members with which oidc-provider stores it. */
function describeToken({ config }: IssuerParts, token: Members): Omit<IssuerEvent, 'kind'> {
  const { accountId, clientId, grantId } = token
  const claims = Object(token['extra']) as Members
  return {
    tenants: listTexts(claims[config.tenantsClaim]),
    by: {
      issuer: issuerOf(config),
      subject: findText(accountId) ?? findText(clientId) ?? '',
      client: findText(clientId) ?? '',
      roles: listTexts(claims[config.rolesClaim]) as Role[], // as `buildAccountClaims` wrote them
      ...readNamed(findText(claims[config.fhirUserClaim])),
    },
    fields: { ...grantOf(grantId), ...patientOf(claims['patient']) },
  }
}

/** A code or a refresh token has no claims: its grant and its person say whom it concerns. */
async function describeSource(parts: IssuerParts, source: Members): Promise<Omit<IssuerEvent, 'kind'>> {
  const { accounts, contexts, store } = parts
  const [accountId = '', clientId = '', grantId = ''] = ['accountId', 'clientId', 'grantId'].map((n) =>
    findText(source[n]),
  )
  const [account, client, context] = await Promise.all([
    accounts.find(accountId),
    store.findClient(clientId),
    contexts.find(grantId),
  ])
  // Without its context nobody knows to which of the person's tenants it was granted.
  const isKnown = account !== undefined && context !== undefined
  const known = { clientId, ...(client?.tenant === undefined ? {} : { banksia_tenant: client.tenant }) }
  return {
    tenants: isKnown ? tenantsFor(account, known, context) : [],
    by: describePerson(parts, account ?? { id: accountId, roles: [] }, clientId),
    fields: { ...grantOf(grantId), ...patientOf(context?.patient) },
  }
}

const describePerson = (
  { config }: Pick<IssuerParts, 'config'>,
  { id, roles, fhirUser }: Pick<IssuerAccount, 'id' | 'roles' | 'fhirUser'>,
  client: string,
) => ({ issuer: issuerOf(config), subject: id, client, roles, ...readNamed(fhirUser) })

/** Of each request at the token endpoint: what it has found spent, and whether its grant was ended for that. */
const spent = new WeakMap<object, Omit<IssuerEvent, 'kind'>>()
const ended = new WeakSet<object>()

/** Called when a code or a refresh token is found that was used before, while its grant is still there. */
export async function noteSpent(parts: IssuerParts, source: Members): Promise<void> {
  const { ctx } = Provider
  if (ctx?.oidc?.route === 'token') spent.set(ctx, await describeSource(parts, source))
}

/** Called when a grant was ended. */
export function noteEnded(ctx: object | undefined = Provider.ctx): void {
  if (ctx !== undefined) ended.add(ctx)
}

/**
 * After an answer of the token endpoint, and before it is sent: what is not recorded is not handed out. Answers who has changed since the request
 * began: then nothing is recorded, and nothing may be handed out. D189.
 */
export async function recordExchange(parts: IssuerParts, ctx: KoaContextWithOIDC): Promise<Changed | undefined> {
  const replayed = spent.get(ctx)
  if (replayed !== undefined && ended.has(ctx)) await record(parts, { kind: 'token.replayed', ...replayed })
  const { AccessToken: ofPerson, ClientCredentials: ofService } = ctx.oidc.entities
  const token = (ofPerson ?? ofService) as Members | undefined // a model of oidc-provider has its members by name
  if (ctx.status !== 200 || token === undefined) return undefined
  const isRefresh = ctx.oidc.params?.['grant_type'] === 'refresh_token'
  const event = { kind: isRefresh ? 'token.refreshed' : 'token.issued', ...describeToken(parts, token) } as const
  const changed = await parts.store.recordUnlessChanged(event)
  if (changed === undefined && event.tenants?.length === 0) logAlone(parts.log, event)
  return changed
}

/** Before it is revoked by its client. */
export async function recordRevocation(parts: IssuerParts, token: Members): Promise<void> {
  const isRefresh = token['kind'] === 'RefreshToken'
  const event = isRefresh ? await describeSource(parts, token) : describeToken(parts, token)
  await record(parts, { kind: 'token.revoked', ...event })
}

type Launched = { readonly tenant: string; readonly client: string; readonly patient: string | undefined }

/** The patient was looked up. */
export function recordLaunch(parts: IssuerParts, identity: Identity, launched: Launched): Promise<void> {
  const { issuer, subject, client, roles, fhirUser, person } = identity
  const named = { ...(fhirUser === undefined ? {} : { fhirUser }), ...(person === undefined ? {} : { person }) }
  return record(parts, {
    kind: 'launch.created',
    tenants: [launched.tenant],
    by: { issuer, subject, client, roles, ...named },
    fields: { resourceType: 'Client', resourceId: launched.client, ...patientOf(launched.patient) },
  })
}

/** `client`: the app with which the person was when it ended. */
export type SessionEnd = { readonly reason: 'sign-out' | 'other-person'; readonly client: string | undefined }

/** In each tenant of the person, as the sign-in. Undefined without one. */
export function describeSessionEnd(
  parts: Pick<IssuerParts, 'config'>,
  account: IssuerAccount,
  { reason, client }: SessionEnd,
): IssuerEvent | undefined {
  const { tenants } = account
  if (tenants.length === 0) return undefined
  const by = describePerson(parts, account, client ?? '')
  return { kind: 'session.ended', tenants, by, fields: { resourceType: 'User', resourceId: account.id, reason } }
}

/** In each tenant of the person: they sign in before one is chosen. */
export function recordSignIn(parts: IssuerParts, account: IssuerAccount, client: string): Promise<void> {
  const by = describePerson(parts, account, client)
  return record(parts, { kind: 'sign-in.accepted', tenants: account.tenants, by })
}
