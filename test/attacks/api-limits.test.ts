/** Attacks on resources, fetching, settings and inventory. docs/security.md#threats. */
import { fetchingAttacks } from './fetching.ts'
import { resourceAttacks } from './resources.ts'
import { runAttacks } from './run-attacks.ts'
import { settingAttacks } from './settings.ts'

runAttacks([...resourceAttacks, ...fetchingAttacks, ...settingAttacks], {
  BANKSIA_MAX_BUNDLE_BYTES: '2000000',
  BANKSIA_SUBSCRIPTION_ATTEMPTS: '1',
})
