/** The provider at which people sign in to the authorisation server, if the settings name one. D173. */

import type { UpstreamSignIn } from '../identity/issuer/accounts.ts'
import { endpointOf } from '../identity/issuer/issuer-config.ts'
import { hostOf } from '../identity/issuer-error.ts'
import { openUpstreamProvider } from '../identity/upstream/upstream-provider.ts'
import { openUpstreamSignIn } from '../identity/upstream/upstream-sign-in.ts'
import { fetchTrusting } from '../outbound/fetch.ts'
import type { IssuerStore } from '../store/issuer/issuer-store.ts'
import type { Opening } from './opening.ts'

export function openUpstream({ config, policy, log }: Opening, store: IssuerStore): UpstreamSignIn | undefined {
  const {
    signInIssuer: issuer,
    signInClientId: clientId,
    signInClientSecret: clientSecret,
    signInName,
    baseUrl,
  } = config
  if (issuer === undefined) return undefined
  const provider = openUpstreamProvider({
    issuer,
    // The settings are refused without it.
    clientId: clientId ?? '',
    clientSecret,
    scopes: config.signInScopes,
    claim: config.signInClaim,
    returnAddress: endpointOf(config, 'signedIn'),
    fetchOut: fetchTrusting(policy, issuer),
  })
  return openUpstreamSignIn({ provider, name: signInName ?? hostOf(issuer), store, baseUrl, log })
}
