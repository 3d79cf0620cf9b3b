/** An interaction of oidc-provider, as the pages see it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'
import type { Interacting, InteractionAnswer, OpenInteraction } from './accounts.ts'
import { needsPatient } from './granted-scopes.ts'
import type { IssuerParts } from './issuer-parts.ts'

export function openInteracting(
  provider: Provider,
  { store }: IssuerParts,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Interacting {
  const finish = (result: InteractionResults) =>
    provider
      .interactionFinished(request, response, result, { mergeWithLastSubmission: true })
      .then(() => true, noSession)
  return {
    read: async () => {
      const details = await provider.interactionDetails(request, response).catch(noSession)
      if (details === false) return undefined
      const { uid, prompt, params, session } = details
      const id = String(params['client_id'])
      const name = (await store.findClient(id))?.settings['client_name']
      const scopes = String(params['scope'] ?? '')
        .split(' ')
        .filter(Boolean)
      return {
        uid,
        prompt: prompt.name as OpenInteraction['prompt'], // one of the steps of `interactionSteps`
        client: { id, name: typeof name === 'string' ? name : id },
        scopes,
        needsPatient: needsPatient(new Set(scopes)) && !scopes.includes('launch'),
        offersEncounter: scopes.includes('launch/encounter'),
        accountId: session?.accountId,
      }
    },
    answer: (answer) => finish(toResult(answer)),
    refuse: () => finish({ error: 'access_denied', error_description: 'the person refused' }),
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
