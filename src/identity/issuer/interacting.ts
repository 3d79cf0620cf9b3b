/** An interaction of oidc-provider, as the pages see it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'
import type { Interacting, InteractionAnswer, OpenInteraction } from './accounts.ts'
import { narrowScopes, needsPatient, scopesOfRoles } from './granted-scopes.ts'
import type { IssuerParts } from './issuer-parts.ts'

export function openInteracting(
  provider: Provider,
  parts: IssuerParts,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Interacting {
  const finish = (result: InteractionResults) =>
    provider
      .interactionFinished(request, response, result, { mergeWithLastSubmission: true })
      .then(() => true, noSession)
  return {
    read: async () => {
      const details = await provider.interactionDetails(request, response).catch(noSession)
      return details === false ? undefined : describe(parts, details)
    },
    answer: (answer) => finish(toResult(answer)),
    refuse: () => finish({ error: 'access_denied', error_description: 'the person refused' }),
  }
}

type Details = Awaited<ReturnType<Provider['interactionDetails']>>

async function describe(
  { store, accounts, config }: IssuerParts,
  { uid, prompt, params, session }: Details,
): Promise<OpenInteraction> {
  const id = String(params['client_id'])
  const client = await store.findClient(id)
  const name = client?.settings['client_name']
  const asked = String(params['scope'] ?? '')
    .split(' ')
    .filter(Boolean)
  // Who signs in again may be another person than the one of the session.
  const account = prompt.name === 'login' ? undefined : await accounts.find(session?.accountId ?? '')
  const scopes =
    account === undefined ? asked : narrowScopes(asked, scopesOfRoles(account.roles, config.scopeNamespace))
  return {
    uid,
    prompt: prompt.name as OpenInteraction['prompt'], // one of the steps of `interactionSteps`
    client: { id, name: typeof name === 'string' ? name : id },
    scopes,
    needsPatient: needsPatient(new Set(scopes)) && !scopes.includes('launch'),
    tenants: (account?.tenants ?? []).filter((one) => client?.tenant === undefined || client.tenant === one),
    offersEncounter: scopes.includes('launch/encounter'),
    accountId: session?.accountId,
  }
}

const toResult = ({ accountId, context, consent }: InteractionAnswer): InteractionResults => ({
  ...(accountId === undefined ? {} : { login: { accountId } }),
  ...(context === undefined ? {} : { context }),
  ...(consent === undefined ? {} : { consent: { refused: [...consent.refused] } }),
})

/** The cookie is missing, or the interaction is gone. */
function noSession(error: unknown): false {
  if (error instanceof errors.SessionNotFound) return false
  throw error
}
