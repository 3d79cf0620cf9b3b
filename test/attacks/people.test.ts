/** Attacks on those who sign in: on their passkeys, and on the way through a provider. docs/security.md#threats. */
import { passkeyAttacks } from './passkeys.ts'
import { openPeopleWorld } from './people-world.ts'
import { runAttacksAt } from './run-attacks.ts'
import { upstreamAttacks } from './upstream.ts'

runAttacksAt(openPeopleWorld, [...passkeyAttacks, ...upstreamAttacks])
