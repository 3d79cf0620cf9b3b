/** Attacks on authentication, and by the answers of issuers and clients. docs/security.md#threats. */
import { answerAttacks } from './answers.ts'
import { authenticationAttacks } from './authentication.ts'
import { runAttacks } from './run-attacks.ts'

runAttacks([...authenticationAttacks, ...answerAttacks], { BANKSIA_OUTBOUND_PRIVATE: 'allow' })
