/** Opens the trusted issuers: the authorisation server of this process, if it is one, and those in the settings. */
import { systemClock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import { spokes } from '../core/spokes.ts'
import { failuresPerMinute } from '../http/checks/limit-failures.ts'
import { openAddresses } from '../http/request/client-address.ts'
import { openCertificates } from '../http/tls/client-certificate.ts'
import type { ClaimMap } from '../identity/claim-map.ts'
import { openDevelopmentIssuer } from '../identity/development-issuer.ts'
import { fetchAddress, fetchDiscovery, fetchKeys } from '../identity/discovery.ts'
import { type FindForeignToken, ForeignTokens } from '../identity/foreign-tokens.ts'
import { openClientGuard } from '../identity/guessing/client-guard.ts'
import { openIntrospect } from '../identity/introspect.ts'
import { describeIssuer } from '../identity/issuer/describe.ts'
import { type Issuer, type IssuerOptions, openIssuer } from '../identity/issuer/issuer.ts'
import { takesCertificates } from '../identity/issuer/issuer-config.ts'
import { type IssuerState, type KeySets, openKeySets, type TrustedIssuer } from '../identity/key-set.ts'
import { openPages } from '../identity/pages/pages.ts'
import { openSmartConfiguration } from '../identity/smart-configuration.ts'
import { openSignIn } from '../identity/users/sign-in-page.ts'
import { openUserAccounts } from '../identity/users/user-accounts.ts'
import { userEndpoints } from '../identity/users/user-endpoints.ts'
import { fetchTrusting, fetchWithin } from '../outbound/fetch.ts'
import type { Store } from '../store/store.ts'
import type { AppOptions } from './app.ts'
import { readClaimMap } from './claim-map-file.ts'
import { followClientsFile } from './clients-file.ts'
import { findLaunchRecords } from './launch-records.ts'
import type { Clinical } from './open-clinical.ts'
import { openUpstream } from './open-upstream.ts'
import type { Opening } from './opening.ts'
import { openPersonRecords } from './person-records.ts'

export type Issuers = {
  readonly keySets: KeySets
  readonly listStates: () => readonly IssuerState[]
  readonly claimMap: ClaimMap | undefined
  readonly findForeignToken: FindForeignToken | undefined
  readonly described: Pick<AppOptions, 'issuer' | 'readSmartConfiguration'>
}

type Parts = { readonly store: Store; readonly clinical: Clinical; readonly isServing: boolean }

export async function openIssuers(opening: Opening, parts: Parts): Promise<Issuers> {
  const { config, log } = opening
  const { store, isServing } = parts
  const claimMap = isServing ? await readClaimMap(config, store) : undefined
  const own = config.issuer === 'embedded' && isServing ? await openOwn(opening, parts) : undefined
  const keySets = openKeySets(isServing ? listIssuers(opening, own) : [], {
    clock: systemClock,
    onChange: reportIssuer(log),
  })
  const listStates = () => [...keySets.values()].map((keySet) => keySet.check())
  // Fetches the keys at once, so that the first token need not wait.
  listStates()
  return {
    ...{ keySets, listStates, claimMap },
    findForeignToken: openIntrospection(opening),
    described: { ...(own && { issuer: own }), ...describe(opening, own) },
  }
}

async function openOwn(opening: Opening, { store, clinical }: Omit<Parts, 'isServing'>): Promise<Issuer> {
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

/** Our own tokens are looked up; in development those on request are signed. */
const listIssuers = ({ config, policy }: Opening, own: Issuer | undefined): readonly TrustedIssuer[] => [
  ...(own === undefined || config.mode === 'production' ? [] : [own]),
  ...config.issuers.map((address) => ({
    issuer: address,
    loadKeys: () => fetchKeys(address, fetchTrusting(policy, address)),
  })),
]

/** One line for each change, however many requests meet it. */
const reportIssuer =
  (log: Log) =>
  ({ host, failure }: Pick<IssuerState, 'host' | 'failure'>): void => {
    if (failure === undefined) log.info('issuer.available', { host })
    else log.warn('issuer.unavailable', failure)
  }

/** Undefined if no issuer is asked about opaque tokens. D162. */
function openIntrospection({ config, policy, log }: Opening): FindForeignToken | undefined {
  const { introspectionIssuer: issuer, introspectionUrl: url } = config
  if (issuer === undefined) return undefined
  const introspect = openIntrospect({
    issuer,
    findEndpoint: async () => url ?? fetchAddress(issuer, 'introspection_endpoint', fetchTrusting(policy, issuer)),
    // The settings are refused without these two.
    client: config.introspectionClient ?? '',
    secret: config.introspectionSecret ?? '',
    audience: config.audience,
    fetchOut: fetchTrusting(policy, url ?? issuer),
    clock: systemClock,
  })
  return new ForeignTokens({ issuer, introspect, clock: systemClock, onChange: reportIssuer(log) }).find
}

/** Clients are sent to our own, else to the first. */
function describe({ config, policy }: Opening, own: Issuer | undefined): Pick<AppOptions, 'readSmartConfiguration'> {
  const [issuer = own?.issuer] = own === undefined ? config.issuers : [own.issuer]
  if (issuer === undefined) return {}
  const discover =
    own === undefined
      ? () => fetchDiscovery(issuer, fetchTrusting(policy, issuer))
      : async () => describeIssuer(config, await own.isForPeople())
  return {
    readSmartConfiguration: openSmartConfiguration(
      // Our own says at once that somebody can sign in.
      { issuer, discover, capabilities: config.smartCapabilities, ...(own === undefined ? {} : { keptMs: 0 }) },
      systemClock,
    ),
  }
}
