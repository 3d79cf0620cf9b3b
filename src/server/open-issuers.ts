/** Opens the trusted issuers: the authorisation server of this process, if it is one, and those in the settings. */
import { systemClock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { ClaimMap } from '../identity/claim-map.ts'
import { fetchAddress, fetchDiscovery, fetchKeys } from '../identity/discovery.ts'
import { type FindForeignToken, ForeignTokens } from '../identity/foreign-tokens.ts'
import { openIntrospect } from '../identity/introspect.ts'
import { describeIssuer } from '../identity/issuer/describe.ts'
import type { Issuer } from '../identity/issuer/issuer.ts'
import { type IssuerState, type KeySets, openKeySets, type TrustedIssuer } from '../identity/key-set.ts'
import { openSmartConfiguration } from '../identity/smart-configuration.ts'
import { fetchTrusting } from '../outbound/fetch.ts'
import type { Store } from '../store/store.ts'
import type { AppOptions } from './app.ts'
import { readClaimMap } from './claim-map-file.ts'
import type { Clinical } from './open-clinical.ts'
import type { Opening } from './opening.ts'

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

/** Loaded where it is wanted: a worker starts without the library of the authorisation server. */
async function openOwn(opening: Opening, parts: Parts): Promise<Issuer> {
  const { openOwnIssuer } = await import('./open-own-issuer.ts')
  return openOwnIssuer(opening, parts)
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
