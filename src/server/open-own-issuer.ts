/** Opens the authorisation server of this process, with its pages and its accounts. */
import { systemClock } from '../core/clock.ts'
import { spokes } from '../core/spokes.ts'
import { failuresPerMinute } from '../http/checks/limit-failures.ts'
import { openAddresses } from '../http/request/client-address.ts'
import { openCertificates } from '../http/tls/client-certificate.ts'
import { openDevelopmentIssuer } from '../identity/development-issuer.ts'
import { openClientGuard } from '../identity/guessing/client-guard.ts'
import { type Issuer, type IssuerOptions, openIssuer } from '../identity/issuer/issuer.ts'
import { takesCertificates } from '../identity/issuer/issuer-config.ts'
import { openPages } from '../identity/pages/pages.ts'
import { openSignIn } from '../identity/users/sign-in-page.ts'
import { openUserAccounts } from '../identity/users/user-accounts.ts'
import { userEndpoints } from '../identity/users/user-endpoints.ts'
import { fetchTrusting, fetchWithin } from '../outbound/fetch.ts'
import type { Store } from '../store/store.ts'
import { followClientsFile } from './clients-file.ts'
import { findLaunchRecords } from './launch-records.ts'
import type { Clinical } from './open-clinical.ts'
import { openUpstream } from './open-upstream.ts'
import type { Opening } from './opening.ts'
import { openPersonRecords } from './person-records.ts'

type Parts = { readonly store: Store; readonly clinical: Clinical }

export async function openOwnIssuer(opening: Opening, { store, clinical }: Parts): Promise<Issuer> {
  const { config, policy, log } = opening
  await followClientsFile(opening, store.issuer)
  const options = {
    config,
    log,
    store: store.issuer,
    clinical: findLaunchRecords(store, config),
    spokeIds: spokes(config.iosSpoke).map(({ id }) => id),
    guard: openClientGuard({
      perMinute: failuresPerMinute(config),
      findAddress: openAddresses(config),
      clock: systemClock,
    }),
    findCertificate: takesCertificates(config) ? openCertificates(config) : undefined,
  }
  if (config.mode === 'development') return openDevelopmentIssuer({ ...options, fetchOut: fetchWithin(policy) })
  // In production an operator alone registers clients, and with them the addresses of their keys.
  const fetchOut: IssuerOptions['fetchOut'] = (input, init) =>
    fetchTrusting(policy, new Request(input).url)(input, init)
  const accounts = openUserAccounts(store.issuer, options.spokeIds)
  const upstream = openUpstream(opening, store.issuer)
  return openIssuer({
    ...options,
    fetchOut,
    upstream,
    accounts,
    pages: openPages({
      accounts,
      records: openPersonRecords(opening, { store, clinical }),
      answerSignIn: openSignIn({ ...options, upstream }),
      scopeNamespace: config.scopeNamespace,
    }),
    endpoints: userEndpoints({ ...options, upstream }),
  })
}
