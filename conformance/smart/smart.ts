/** SMART App Launch 2.2, a server's side: discovery, the token endpoint, and the launch of an app. Numbers are rows of its requirement table. */
import type { Suite } from '../check.ts'
import { buildDiscoveryChecks, type Discovered } from './discovery.ts'
import { buildLaunchChecks, type LaunchOptions } from './launch.ts'
import { buildTokenChecks } from './token-endpoint.ts'

export function buildSmart(launch: LaunchOptions | undefined): Suite {
  const discovered: Discovered = {}
  return {
    id: 'smart',
    title: 'SMART App Launch 2.2',
    groups: [
      { id: 'discovery', title: 'Discovery', checks: buildDiscoveryChecks(discovered) },
      { id: 'token', title: 'Token endpoint', checks: buildTokenChecks(discovered) },
      { id: 'launch', title: 'Standalone launch with PKCE', checks: buildLaunchChecks(discovered, launch) },
    ],
  }
}
