/**
 * RFC 9700 section 4 and API10:2023, unsafe consumption of APIs, with Banksia as the client of a hospital's provider: answers that are forged, borrowed,
 * repeated, stale or of another place. OpenID Connect Core 3.1.3.7; RFC 9207; D173, D174.
 */
import { expect } from '@jest/globals'
import { openBrowser } from '../identity/issuer/smart-app.ts'
import type { Claims, Errors } from '../identity/upstream/small-provider.ts'
import {
  type Asked,
  askToEnrol,
  type Ended,
  enrol,
  follow,
  goToProvider,
  locationOf,
  signIn,
  startApp,
  type UpstreamServer,
} from '../identity/upstream/upstream-server.ts'
import { tenant } from '../identity/users/user-site.ts'
import type { Attack, Source } from './attack.ts'
import { victimThere, type PeopleWorld as World } from './people-world.ts'
import type { Told } from './world.ts'

const of = (section: string): { readonly source: Source } => ({ source: `RFC 9700 ${section}` })
const unsafe = { source: 'API10:2023' } as const
const now = (): number => Math.floor(Date.now() / 1000)

/** A browser that came back to the app with a code is signed in. */
const tell = ({ status, text, app }: Ended): Told => ({
  status: app?.has('code') === true ? 200 : status,
  text: `${text}${app ?? ''}`,
  headers: new Headers(),
})
const tellAsked = ({ status, body }: Asked): Told => ({ status, text: JSON.stringify(body), headers: new Headers() })

type Manner = {
  readonly errors?: () => Errors
  /** Of the ID token, by which the provider knows who is there. */
  readonly person?: () => Claims
  /** Of the request of the app. */
  readonly asked?: Record<string, string>
  readonly at?: (w: World) => UpstreamServer
}

/** The provider errs for one attack alone. */
async function erring<T>({ provider }: World, { errors, person }: Manner, act: () => Promise<T>): Promise<T> {
  provider.signIn(person?.() ?? victimThere)
  provider.err(errors?.() ?? {})
  return act().finally(() => provider.err({}))
}

const answering =
  (manner: Manner) =>
  async (w: World): Promise<Told> =>
    tell(await erring(w, manner, () => signIn((manner.at ?? here)(w), manner.asked)))

const here = ({ upstream }: World): UpstreamServer => upstream
const byMail = ({ upstreamByMail }: World): UpstreamServer => upstreamByMail

/** The victim's browser is led to the address with which the attacker came back from the provider. */
async function elsewhere(w: World): Promise<readonly Told[]> {
  w.provider.signIn(victimThere)
  const [attackers, victims] = [openBrowser(w.upstream), openBrowser(w.upstream)]
  const back = await goToProvider(w.upstream, attackers)
  await goToProvider(w.upstream, victims)
  return [await follow(victims, back), await follow(openBrowser(w.upstream), back)].map(tell)
}

async function inventedState(w: World): Promise<Told> {
  w.provider.signIn(victimThere)
  const browse = openBrowser(w.upstream)
  const back = new URL(await goToProvider(w.upstream, browse))
  back.searchParams.set('state', 'A'.repeat(43))
  return tell(await follow(browse, back.href))
}

async function twice(w: World): Promise<Told> {
  w.provider.signIn(victimThere)
  const browse = openBrowser(w.upstream)
  const back = await goToProvider(w.upstream, browse)
  expect(tell(await follow(browse, back)).status).toBe(200)
  return tell(await follow(browse, back))
}

/** Who came back for one app goes on in the interaction of another browser. */
async function otherInteraction(w: World): Promise<Told> {
  w.provider.signIn(victimThere)
  const [victims, attackers] = [openBrowser(w.upstream), openBrowser(w.upstream)]
  const back = new URL(await goToProvider(w.upstream, victims))
  const returned = locationOf(await victims(`${back.pathname}${back.search}`))
  await startApp(w.upstream, attackers)
  return tell(await follow(attackers, returned))
}

async function enrolledFrom(w: World, headers: Record<string, string>): Promise<Told> {
  const { token } = await w.upstream.invite(tenant)
  return tellAsked(await askToEnrol(w.upstream, openBrowser(w.upstream), token, headers))
}

/** Another person has left their session at the provider of this machine. */
async function ofColleague(w: World): Promise<Told> {
  const { token } = await w.upstream.invite(tenant)
  const person = () => ({ sub: 'a-colleague', auth_time: now() - 600 })
  return tell(await erring(w, { person }, () => enrol(w.upstream, token)))
}

/** The link invites somebody else. */
async function boundTwice(w: World): Promise<Told> {
  const { token } = await w.upstream.invite(tenant)
  const person = () => ({ ...victimThere, auth_time: now() })
  return tell(await erring(w, { person }, () => enrol(w.upstream, token)))
}

const guessedLink = async (w: World): Promise<Told> =>
  tellAsked(await askToEnrol(w.upstream, openBrowser(w.upstream), 'A'.repeat(43)))

async function disabled(w: World): Promise<Told> {
  const { user, token } = await w.upstream.invite(tenant)
  const person = () => ({ sub: `disabled-${user}`, auth_time: now() })
  return erring(w, { person }, async () => {
    expect((await enrol(w.upstream, token)).status).toBe(200)
    await w.upstream.store.users.disable(user)
    return tell(await signIn(w.upstream))
  })
}

// biome-ignore format: one row a line
const ofAnswers: readonly Attack<World>[] = [
  { id: '9700-57', ...of('4.4'), cause: 'the answer of a provider names another issuer',            ask: answering({ errors: () => ({ answer: { iss: 'https://login.example.org' } }) }), answer: 403 },
  { id: '9700-58', ...of('4.4'), cause: 'the answer of a provider leaves its issuer out',           ask: answering({ errors: () => ({ answer: { iss: undefined } }) }),                   answer: 403 },
  { id: '9700-59', ...of('4.5'), cause: 'a code of nobody comes back from a provider',              ask: answering({ errors: () => ({ answer: { code: 'another' } }) }),                  answer: 403 },
  { id: '9700-60', ...of('4.5'), cause: 'the identity token of another sign-in is injected',        ask: answering({ errors: () => ({ claims: { nonce: 'another' } }) }),                 answer: 403 },
  { id: '9700-61', ...of('4.5'), cause: 'an identity token is of no sign-in',                       ask: answering({ errors: () => ({ claims: { nonce: undefined } }) }),                 answer: 403 },
  { id: '9700-62', ...of('4.7'), cause: 'a browser is led to the answer that another one got',      ask: elsewhere,                                                                       answer: 400 },
  { id: '9700-63', ...of('4.7'), cause: 'an answer has a state that nobody made',                   ask: inventedState,                                                                   answer: 400 },
  { id: '9700-64', ...of('4.7'), cause: 'the answer of a provider comes back a second time',        ask: twice,                                                                           answer: 400, writes: true },
  { id: '9700-65', ...of('4.7'), cause: 'who came back is taken for whoever asks in another browser', ask: otherInteraction,                                                              answer: 400, writes: true },
  { id: '9700-66', ...of('4.7'), cause: 'a page of another site begins an enrolment',               ask: (w) => enrolledFrom(w, { Origin: 'https://elsewhere.example' }),                 answer: 403 },
  { id: '9700-67', ...of('4.7'), cause: 'a form of another site begins an enrolment',               ask: (w) => enrolledFrom(w, { 'Content-Type': 'application/x-www-form-urlencoded' }), answer: 403 },
]

// biome-ignore format: one row a line
const ofIdentityTokens: readonly Attack<World>[] = [
  { id: 'API10-17', ...unsafe, cause: 'an identity token is for another client',                    ask: answering({ errors: () => ({ claims: { aud: 'another' } }) }),                   answer: 403 },
  { id: 'API10-18', ...unsafe, cause: 'an identity token was given to another client',              ask: answering({ errors: () => ({ claims: { aud: ['banksia', 'another'], azp: 'another' } }) }), answer: 403 },
  { id: 'API10-19', ...unsafe, cause: 'an identity token is of another issuer',                     ask: answering({ errors: () => ({ claims: { iss: 'https://login.example.org' } }) }), answer: 403 },
  { id: 'API10-20', ...unsafe, cause: 'an identity token has expired',                              ask: answering({ errors: () => ({ claims: { iat: now() - 120, exp: now() - 60 } }) }), answer: 403 },
  { id: 'API10-21', ...unsafe, cause: 'an identity token never expires',                            ask: answering({ errors: () => ({ claims: { exp: undefined } }) }),                   answer: 403 },
  { id: 'API10-22', ...unsafe, cause: 'an identity token is signed by nobody',                      ask: answering({ errors: () => ({ sign: 'none' }) }),                                 answer: 403 },
  { id: 'API10-23', ...unsafe, cause: 'an identity token is signed by the secret of the client',    ask: answering({ errors: () => ({ sign: 'HS256' }) }),                                answer: 403 },
  { id: 'API10-24', ...unsafe, cause: 'an identity token is signed by another key',                 ask: answering({ errors: () => ({ sign: 'other-key' }) }),                            answer: 403 },
  { id: 'API10-25', ...unsafe, cause: 'an earlier sign-in counts where the app wants a new one',    ask: answering({ asked: { prompt: 'login' }, person: () => ({ ...victimThere, auth_time: now() - 100 }) }), answer: 403 },
  { id: 'API10-26', ...unsafe, cause: 'a provider does not say when somebody signed in',            ask: answering({ asked: { max_age: '60' } }),                                         answer: 403 },
  { id: 'API10-27', ...unsafe, cause: 'an address of e-mail that nobody has verified signs in',     ask: answering({ at: byMail, person: () => ({ ...victimThere, sub: 'attacker', email_verified: false }) }), answer: 403 },
  { id: 'API10-28', ...unsafe, cause: 'a person of the hospital whom nobody has invited signs in',  ask: answering({ person: () => ({ sub: 'nobody-here' }) }),                           answer: 403 },
  { id: 'API10-29', ...unsafe, cause: 'a person whom the provider knows was disabled here',         ask: disabled,                                                                        answer: 403, writes: true },
  { id: 'API10-30', ...unsafe, cause: 'a person enrols by the session of a colleague',              ask: ofColleague,                                                                     answer: 403 },
  { id: 'API10-31', ...unsafe, cause: 'a second user is bound to one person of the hospital',       ask: boundTwice,                                                                      answer: 403 },
  { id: 'API10-32', ...unsafe, cause: 'an enrolment at a provider begins with a guessed link',      ask: guessedLink,                                                                     answer: 403 },
]

export const upstreamAttacks: readonly Attack<World>[] = [...ofAnswers, ...ofIdentityTokens]
