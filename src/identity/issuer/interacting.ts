/** An interaction of oidc-provider, as the pages see it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'
import { recordSignIn } from '../records/token-records.ts'
import { endSession } from '../session/browser-session.ts'
import { usedCookie } from '../session/used-browser.ts'
import {
  type Interacting,
  type InteractionAnswer,
  type IssuerAccount,
  type OpenInteraction,
  type PickedContext,
  readPicked,
} from './accounts.ts'
import { narrowScopes, needsPatient, scopesOfAccount } from './granted-scopes.ts'
import { interactionPathOf } from './issuer-config.ts'
import type { IssuerParts } from './issuer-parts.ts'

export function openInteracting(
  provider: Provider,
  parts: IssuerParts,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Interacting {
  const finish = async (result: InteractionResults, record?: () => Promise<void>) => {
    // What was answered before somebody signs in was answered by whoever had signed in then.
    const mergeWithLastSubmission = result.login === undefined
    const address = await provider
      .interactionResult(request, response, result, { mergeWithLastSubmission })
      .catch(noSession)
    if (address === false) return false
    // What has not happened is not recorded, and the browser goes on after it is.
    await record?.()
    response.writeHead(303, { Location: address, 'Content-Length': '0' }).end()
    return true
  }
  return {
    read: async () => {
      const details = await provider.interactionDetails(request, response).catch(noSession)
      return details === false ? undefined : describe(parts, details)
    },
    answer: async (answer) => {
      const details = await provider.interactionDetails(request, response).catch(noSession)
      if (details === false) return false
      if (answer.accountId === undefined) return finish(toResult(answer))
      const account = await parts.accounts.find(answer.accountId)
      if (account === undefined) return false
      return finish(toResult(answer), async () => {
        await recordSignIn(parts, account, String(details.params['client_id']))
        response.setHeader('Set-Cookie', usedCookie(parts.config))
      })
    },
    leave: async () => {
      const details = await provider.interactionDetails(request, response).catch(noSession)
      if (details === false) return false
      await beginAgain(parts, details)
      response.writeHead(303, { Location: interactionPathOf(details.uid), 'Content-Length': '0' }).end()
      return true
    },
    refuse: () => finish({ error: 'access_denied', error_description: 'the person refused' }),
  }
}

type Details = Awaited<ReturnType<Provider['interactionDetails']>>

/** The session ends first: a page that has not begun again is then nobody's. Of the request stays what the app asked. D184. */
async function beginAgain(parts: IssuerParts, details: Details): Promise<void> {
  const { session, params } = details
  if (session?.uid !== undefined) {
    const client = String(params['client_id'])
    await endSession(parts, { uid: session.uid, accountId: session.accountId, client, reason: 'other-person' })
  }
  const prompt = { name: 'login', reasons: ['left'], details: {} }
  Object.assign(details, {
    prompt,
    session: undefined,
    grantId: undefined,
    lastSubmission: undefined,
    result: undefined,
  })
  await details.persist()
}

async function describe(
  parts: IssuerParts,
  { uid, prompt, params, session, lastSubmission }: Details,
): Promise<OpenInteraction> {
  const { store, accounts, config } = parts
  const id = String(params['client_id'])
  const client = await store.findClient(id)
  const name = client?.settings['client_name']
  const asked = String(params['scope'] ?? '')
    .split(' ')
    .filter(Boolean)
  // Who signs in again may be another person than the one of the session.
  const account = prompt.name === 'login' ? undefined : await accounts.find(session?.accountId ?? '')
  const scopes = account === undefined ? asked : narrowScopes(asked, scopesOfAccount(account, config.scopeNamespace))
  const tenants = (account?.tenants ?? []).filter((one) => client?.tenant === undefined || client.tenant === one)
  const { launch } = params
  const needed = needsPatient(new Set(scopes)) && !scopes.includes('launch')
  return {
    uid,
    prompt: prompt.name as OpenInteraction['prompt'], // one of the steps of `interactionSteps`
    client: { id, name: typeof name === 'string' ? name : id },
    scopes,
    needsPatient: needed,
    tenants,
    offersEncounter: scopes.includes('launch/encounter'),
    asksAgain: String(params['prompt'] ?? '')
      .split(' ')
      .includes('login'),
    maxAge: params['max_age'] === undefined ? undefined : Number(params['max_age']),
    context: await findContext(parts, { account, tenants, scopes, launch, picked: lastSubmission?.['context'] }),
    returnsTo: describeReturn(String(params['redirect_uri'])),
    accountId: session?.accountId,
    person: account,
  }
}

type Known = Pick<OpenInteraction, 'tenants' | 'scopes'> & {
  readonly account: IssuerAccount | undefined
  readonly launch: unknown
  readonly picked: unknown
}

/** As `resolveContext` of authorization.ts takes it. */
async function findContext(
  { contexts }: IssuerParts,
  { account, tenants, scopes, launch, picked }: Known,
): Promise<PickedContext | undefined> {
  if (account === undefined) return undefined
  if (scopes.includes('launch') && typeof launch === 'string') {
    const found = await contexts.findLaunch(launch)
    const { patient, encounter } = found?.context ?? {}
    return patient === undefined ? undefined : { patient, encounter, tenant: found?.tenant }
  }
  if (!needsPatient(new Set(scopes))) return undefined
  const {
    patient = account.patient,
    encounter,
    tenant = tenants.length === 1 ? tenants[0] : undefined,
  } = readPicked(picked)
  return patient === undefined ? undefined : { patient, encounter, tenant }
}

/** RFC 8252 7.1: an app of a device has a scheme of its own. */
function describeReturn(address: string): string {
  const { host, protocol } = URL.parse(address) ?? { host: '', protocol: address }
  return host === '' || !/^https?:$/.test(protocol) ? `the app on this device (${protocol.replace(/:$/, '')})` : host
}

/** `remember`: at a computer that several people use, a sign-in ends with the browser. D170. */
const toResult = ({ accountId, authenticatedAt, context, consent }: InteractionAnswer): InteractionResults => ({
  ...(accountId === undefined
    ? {}
    : { login: { accountId, remember: false, ...(authenticatedAt && { ts: authenticatedAt }) } }),
  ...(context === undefined ? {} : { context }),
  ...(consent === undefined ? {} : { consent: { refused: [...consent.refused] } }),
})

/** The cookie is missing, or the interaction is gone. */
function noSession(error: unknown): false {
  if (error instanceof errors.SessionNotFound) return false
  throw error
}
