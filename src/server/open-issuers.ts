/** Opens the trusted issuers: the development issuer, if this process is one, and those in the settings. */
import { systemClock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import { spokes } from '../core/spokes.ts'
import { type DevelopmentIssuer, openDevelopmentIssuer } from '../identity/development-issuer.ts'
import { fetchDiscovery, fetchKeys } from '../identity/discovery.ts'
import { type IssuerState, type KeySets, openKeySets, type TrustedIssuer } from '../identity/key-set.ts'
import { openSmartConfiguration } from '../identity/smart-configuration.ts'
import { fetchTrusting } from '../outbound/fetch.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import type { AppOptions } from './app.ts'
import type { Opening } from './opening.ts'

export type Issuers = {
  readonly keySets: KeySets
  readonly listStates: () => readonly IssuerState[]
  readonly described: Pick<AppOptions, 'issuer' | 'readSmartConfiguration'>
}

export async function openIssuers(opening: Opening, isServing: boolean): Promise<Issuers> {
  const { config, policy, log } = opening
  const isIssuer = config.mode === 'development' && isServing
  const spokeIds = spokes(config.iosSpoke).map(({ id }) => id)
  const own = isIssuer ? await openDevelopmentIssuer(config, spokeIds) : undefined
  const keySets = openKeySets(isServing ? listIssuers(opening, own) : [], {
    clock: systemClock,
    onChange: reportIssuer(log),
  })
  const listStates = () => [...keySets.values()].map((keySet) => keySet.check())
  // Fetches the keys at once, so that the first token need not wait.
  listStates()
  const named = own?.issuer ?? config.issuers[0]
  return { keySets, listStates, described: { ...(own && { issuer: own }), ...describeIssuer(named, policy) } }
}

const listIssuers = ({ config, policy }: Opening, own: DevelopmentIssuer | undefined): readonly TrustedIssuer[] => [
  ...(own === undefined ? [] : [own]),
  ...config.issuers.map((address) => ({
    issuer: address,
    loadKeys: () => fetchKeys(address, fetchTrusting(policy, address)),
  })),
]

/** One line for each change, however many requests meet it. */
const reportIssuer =
  (log: Log) =>
  ({ host, failure }: IssuerState): void => {
    if (failure === undefined) log.info('issuer.available', { host })
    else log.warn('issuer.unavailable', failure)
  }

/** Clients are sent to the first. */
function describeIssuer(
  issuer: string | undefined,
  policy: OutboundPolicy,
): Pick<AppOptions, 'readSmartConfiguration'> {
  if (issuer === undefined) return {}
  const discover = () => fetchDiscovery(issuer, fetchTrusting(policy, issuer))
  return { readSmartConfiguration: openSmartConfiguration({ issuer, discover }, systemClock) }
}
