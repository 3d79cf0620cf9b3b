/** Attacks on the authorisation server. docs/security.md#threats. */
import { oauthAttacks } from './rfc9700.ts'
import { runAttacks } from './run-attacks.ts'
import { sessionAttacks } from './sessions.ts'

runAttacks([...oauthAttacks, ...sessionAttacks])
