/**
 * A production server to attack, at which people sign in by passkeys, and two over the same rows whose people sign in at a provider on loopback.
 * docs/security.md#threats.
 */

import { openSmallProvider, type SmallProvider } from '../identity/upstream/small-provider.ts'
import { enrol, startUpstream, type UpstreamServer } from '../identity/upstream/upstream-server.ts'
import { type Authenticator, openAuthenticator } from '../identity/users/authenticator.ts'
import { base, beginSignIn, enrolWith, openUserSite, tenant, type UserSite } from '../identity/users/user-site.ts'
import { waitUntil } from '../patience.ts'
import type { RunningServer } from '../running-server.ts'
import type { Attacked } from './attack.ts'
import { openBait } from './world.ts'

/** A clinician with a passkey. */
export type Enrolled = { readonly id: string; readonly authenticator: Authenticator }

export type PeopleWorld = Attacked & {
  readonly users: UserSite
  readonly server: RunningServer
  readonly victim: Enrolled
  readonly attacker: Enrolled
  /** `counts`: whether the passkey has a counter, as that of a security key. */
  readonly enrolOne: (options?: { readonly counts?: boolean }) => Promise<Enrolled>
  /** Its subject `victim` is bound to a user at `upstream`, the address `victim@example.org` to one at `upstreamByMail`. */
  readonly provider: SmallProvider
  readonly upstream: UpstreamServer
  readonly upstreamByMail: UpstreamServer
}

export const victimThere = { sub: 'victim', email: 'victim@example.org', email_verified: true } as const

export async function openPeopleWorld(): Promise<PeopleWorld> {
  const users = await openUserSite()
  const [server, provider, bait] = await Promise.all([users.start(), openSmallProvider(), openBait()])
  const enrolOne: PeopleWorld['enrolOne'] = async (options) => {
    const { id, token } = await users.invite()
    const authenticator = openAuthenticator(base, options)
    const { status, text } = await enrolWith(server, token, { authenticator })
    if (status !== 200) throw new Error(text)
    return { id, authenticator }
  }
  const upstream = await openUpstream(users, provider, {})
  const upstreamByMail = await openUpstream(users, provider, { claim: 'email' })
  const [victim, attacker] = [await enrolOne({ counts: false }), await enrolOne()]
  // A process knows within two seconds that somebody can sign in.
  await waitUntil(() =>
    beginSignIn(users, server).then(
      ({ options }) => options !== undefined,
      () => false,
    ),
  )
  return {
    ...{ base: server.base, users, server, victim, attacker, enrolOne, provider, upstream, upstreamByMail, bait },
    count: async () => (await users.site.pool.query(countText)).rows[0],
    close: async () => {
      await Promise.all([upstream.stop(), upstreamByMail.stop(), server.stop()])
      provider.close()
      bait.close()
      await users.remove()
    },
  }
}

async function openUpstream(users: UserSite, provider: SmallProvider, changes: object): Promise<UpstreamServer> {
  const { address: issuer, client } = provider
  const settings = { issuer, clientId: client.id, clientSecret: client.secret, ...changes }
  const server = await startUpstream(users.site, users.key, settings)
  const { token } = await server.invite(tenant)
  provider.signIn({ ...victimThere, auth_time: Math.floor(Date.now() / 1000) })
  const { status, text } = await enrol(server, token)
  if (status !== 200) throw new Error(text)
  return server
}

/** Who may sign in, and who has. */
const countText = `select (select count(*)::int from issuer_user where state = 'active') as people,
  (select count(*)::int from issuer_credential) as credentials,
  (select count(*)::int from issuer_state where account_key is not null and model not in ('Enrolment', 'Proof')) as signed_in`
