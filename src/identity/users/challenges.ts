/** Challenges for passkeys: each counts once, for the sign-in or the enrolment for which it was made, whichever process made it. Web Authentication 13.4.3. */
import { randomBytes } from 'node:crypto'
import { minuteMs } from '../../core/durations.ts'
import type { IssuerStore } from '../../store/issuer/issuer-store.ts'

const model = 'PasskeyChallenge'
const challengeBytes = 32
const lifeMs = 10 * minuteMs

/** An interaction of the authorisation server, or a link of an enrolment. */
export type ChallengePurpose = { readonly kind: 'sign-in' | 'enrolment'; readonly of: string }

export async function makeChallenge({ state }: IssuerStore, purpose: ChallengePurpose): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString('base64url')
  await state.put(model, challenge, { payload: { ...purpose }, lifeMs })
  return challenge
}

/** Whether it counts; from then on it does not. */
export async function takeChallenge(
  { state }: IssuerStore,
  challenge: string,
  { kind, of }: ChallengePurpose,
): Promise<boolean> {
  const found = await state.find(model, challenge)
  if (found?.payload['kind'] !== kind || found.payload['of'] !== of) return false
  return state.consume(model, challenge)
}
