/** Links by which an invited person enrols: 256 random bits, once, within 15 minutes; the newest of a person counts. D169. */
import { hash, randomBytes } from 'node:crypto'
import { minuteMs } from '../../core/durations.ts'
import { enrolmentModel } from '../../store/issuer/issuer-state.ts'
import type { IssuerStore } from '../../store/issuer/issuer-store.ts'
import type { IssuerUser } from '../../store/issuer/issuer-users.ts'
import { endpointOf, type IssuerConfig } from '../issuer/issuer-config.ts'

export const enrolmentMinutes = 15
const tokenBytes = 32

/** The address of a new link: its token stands in the fragment, which no browser sends and no proxy writes down. */
export async function makeEnrolment(
  store: IssuerStore,
  config: Pick<IssuerConfig, 'baseUrl'>,
  user: string,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  await store.putEnrolment(user, { token, lifeMs: enrolmentMinutes * minuteMs })
  return `${endpointOf(config, 'enrol')}#${token}`
}

/** For whom the link is; undefined if it counts no longer. */
export async function findEnrolment({ state, users }: IssuerStore, token: string): Promise<IssuerUser | undefined> {
  const found = await state.find(enrolmentModel, token)
  if (found === undefined || found.consumedAt !== undefined) return undefined
  const user = await users.find(String(found.payload['user']))
  return user?.state === 'disabled' ? undefined : user
}

/** What a challenge is bound to, in the place of the token. */
export const enrolmentName = (token: string): string => hash('sha256', token, 'base64url')
