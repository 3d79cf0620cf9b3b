/** SMART App Launch 2.2, a server's side: discovery, the token endpoint, launches of apps, and services. Numbers are rows of its requirement table. */
import type { Check, Suite } from '../check.ts'
import type { JsonObject } from '../json.ts'
import { type Launch, type LaunchOptions, newSecret, readGiven } from './app.ts'
import { buildBackendChecks, type Service, type ServiceOptions } from './backend.ts'
import { buildDiscoveryChecks, type Discovered } from './discovery.ts'
import { buildEhrLaunchChecks } from './ehr-launch.ts'
import { buildIdentityChecks } from './identity-token.ts'
import { buildLaunchChecks } from './launch.ts'
import { buildIntrospectionChecks, buildRevocationChecks } from './looked-up.ts'
import { buildRefreshChecks } from './refresh.ts'
import { buildRefusalChecks } from './refusals.ts'
import { buildTokenChecks } from './token-endpoint.ts'

export type SmartOptions = {
  readonly launch?: LaunchOptions | undefined
  readonly service?: ServiceOptions | undefined
  /** The token response of a launch that was made elsewhere. */
  readonly given?: JsonObject | undefined
}

export function buildSmart(options: SmartOptions = {}): Suite {
  const discovered: Discovered = {}
  const given = options.launch === undefined ? readGiven(options.given ?? {}) : {}
  const launch: Launch = { discovered, options: options.launch, launched: { verifier: newSecret(), ...given } }
  const service: Service = { discovered, options: options.service }
  const groups: readonly (readonly [id: string, title: string, checks: readonly Check[]])[] = [
    ['discovery', 'Discovery', buildDiscoveryChecks(discovered)],
    ['token', 'Token endpoint', buildTokenChecks(discovered)],
    ['launch', 'Standalone launch with PKCE', buildLaunchChecks(launch)],
    ['refusals', 'Requests of an app that are refused', buildRefusalChecks(launch)],
    ['identity', 'Identity token', buildIdentityChecks(launch)],
    ['refresh', 'Offline access', buildRefreshChecks(launch)],
    ['ehr-launch', 'Launch by an EHR', buildEhrLaunchChecks(launch)],
    ['backend', 'Backend services', buildBackendChecks(service)],
    ['introspection', 'Introspection', buildIntrospectionChecks(launch, service)],
    ['revocation', 'Revocation', buildRevocationChecks(launch)],
  ]
  return {
    id: 'smart',
    title: 'SMART App Launch 2.2',
    groups: groups.map(([id, title, checks]) => ({ id, title, checks })),
  }
}
