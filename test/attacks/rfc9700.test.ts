/** Attacks on the authorisation server, and by stolen tokens that are bound to a key. docs/security.md#threats. */
import { holderAttacks } from './holders.ts'
import { oauthAttacks } from './rfc9700.ts'
import { runAttacks } from './run-attacks.ts'
import { sessionAttacks } from './sessions.ts'

runAttacks([...oauthAttacks, ...sessionAttacks, ...holderAttacks])
