/** API2:2023, broken authentication: links of enrolment and passkeys that are forged, borrowed, repeated or of another place. Web Authentication Level 3; D168, D169. */
import { expect } from '@jest/globals'
import { newId } from '../../src/core/ids.ts'
import { openBrowser } from '../identity/issuer/smart-app.ts'
import { type Manner, openAuthenticator } from '../identity/users/authenticator.ts'
import {
  answerPage,
  base,
  beginSignIn,
  enrolWith,
  optionsOf,
  type Told as PageTold,
  post,
  signInWith,
} from '../identity/users/user-site.ts'
import type { Attack } from './attack.ts'
import type { PeopleWorld as World } from './people-world.ts'
import type { Told } from './world.ts'

const source = 'API2:2023'

const tell = ({ status, text, at = null }: PageTold & { readonly at?: string | null }): Told => ({
  status,
  text,
  headers: new Headers(at === null ? {} : { Location: at }),
})
const read = async (response: Response): Promise<Told> => ({
  status: response.status,
  text: await response.text(),
  headers: response.headers,
})

/** The victim's device answers the page of a sign-in in this manner. */
const signing =
  (manner: Manner) =>
  async (w: World): Promise<Told> =>
    tell(await signInWith(w.users, w.server, { authenticator: w.victim.authenticator, manner }))

/** A device makes a passkey for a fresh link in this manner. */
const making =
  (manner: Manner) =>
  async (w: World): Promise<Told> =>
    tell(await enrolWith(w.server, (await w.users.invite()).token, { manner }))

const askAbout = async (w: World, token: string) =>
  optionsOf(await (await post(w.server, '/oidc/enrol', { token })).text())

async function madeForOtherLink(w: World): Promise<Told> {
  const [own, others] = [await w.users.invite(), await w.users.invite()]
  const passkey = openAuthenticator(base).create(await askAbout(w, own.token))
  return read(await post(w.server, '/oidc/enrol', { token: others.token, passkey }))
}

async function usedTwice(w: World): Promise<Told> {
  const { token } = await w.users.invite()
  expect((await enrolWith(w.server, token)).status).toBe(200)
  return tell(await enrolWith(w.server, token))
}

async function manyByOneLink(w: World): Promise<readonly Told[]> {
  const { token } = await w.users.invite()
  const pages = await Promise.all(Array.from({ length: 12 }, () => askAbout(w, token)))
  const answers = await Promise.all(
    pages.map(async (options) => {
      const passkey = openAuthenticator(base).create(options)
      return read(await post(w.server, '/oidc/enrol', { token, passkey }))
    }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  return answers.filter(({ status }) => status !== 200)
}

async function olderLink(w: World): Promise<Told> {
  const { id, token } = await w.users.invite()
  await w.users.linkOf(id)
  return tell(await enrolWith(w.server, token))
}

async function expiredLink(w: World): Promise<Told> {
  const { id, token } = await w.users.invite()
  await w.users.site.pool.query(
    `update issuer_state s set expires_at = now() - interval '1 second' from issuer_user u
     where s.model = 'Enrolment' and s.account_key = u.account_key and u.id = $1`,
    [id],
  )
  return tell(await enrolWith(w.server, token))
}

/** The page was opened before. */
async function disabledMeanwhile(w: World): Promise<Told> {
  const { id, token } = await w.users.invite()
  const options = await askAbout(w, token)
  await w.users.issuer.users.disable(id)
  return read(await post(w.server, '/oidc/enrol', { token, passkey: openAuthenticator(base).create(options) }))
}

const enrolledFrom =
  (headers: Readonly<Record<string, string>>) =>
  async (w: World): Promise<Told> => {
    const { token } = await w.users.invite()
    const passkey = openAuthenticator(base).create(await askAbout(w, token))
    return read(await post(w.server, '/oidc/enrol', { token, passkey }, headers))
  }

async function answeredTwice(w: World): Promise<readonly Told[]> {
  const begun = await beginSignIn(w.users, w.server)
  const passkey = w.victim.authenticator.get(begun.options)
  const answers = await Promise.all([1, 2, 3].map(() => answerPage(begun, passkey)))
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  return answers.filter(({ status }) => status !== 303).map(tell)
}

async function answeredElsewhere(w: World): Promise<Told> {
  const [asked, other] = [await beginSignIn(w.users, w.server), await beginSignIn(w.users, w.server)]
  return tell(await answerPage(other, w.victim.authenticator.get(asked.options)))
}

/** The attacker has the victim answer the page of the attacker's browser, and goes on in another one. */
async function borrowedPage(w: World): Promise<Told> {
  const begun = await beginSignIn(w.users, w.server)
  const passkey = w.victim.authenticator.get(begun.options)
  return tell(await answerPage({ ...begun, browse: openBrowser(w.server) }, passkey))
}

const postedFrom =
  (site: string) =>
  async (w: World): Promise<Told> => {
    const begun = await beginSignIn(w.users, w.server)
    const body = new URLSearchParams({ passkey: w.victim.authenticator.get(begun.options) })
    return read(await begun.browse(begun.path, { method: 'POST', body, headers: { 'Sec-Fetch-Site': site } }))
  }

async function copiedKey(w: World): Promise<Told> {
  const { authenticator } = await w.enrolOne()
  const first = await signInWith(w.users, w.server, { authenticator, manner: { counter: 7 } })
  expect(first.status).toBe(303)
  return tell(await signInWith(w.users, w.server, { authenticator, manner: { counter: 5 } }))
}

async function disabledPerson(w: World): Promise<Told> {
  const { id, authenticator } = await w.enrolOne()
  await w.users.issuer.users.disable(id)
  return tell(await signInWith(w.users, w.server, { authenticator }))
}

/** The person has made another passkey since then. */
async function resetPasskey(w: World): Promise<Told> {
  const { id, authenticator } = await w.enrolOne()
  await w.users.issuer.users.reset(id)
  expect((await enrolWith(w.server, await w.users.linkOf(id))).status).toBe(200)
  return tell(await signInWith(w.users, w.server, { authenticator }))
}

async function unknownPasskey(w: World): Promise<Told> {
  const stranger = openAuthenticator(base)
  const user = { id: Buffer.from(w.victim.id.replaceAll('-', ''), 'hex').toString('base64url') }
  stranger.create({ rp: { id: new URL(base).hostname }, user })
  return tell(await signInWith(w.users, w.server, { authenticator: stranger }))
}

const namedOnly = async (w: World): Promise<Told> => {
  const { browse, path } = await beginSignIn(w.users, w.server)
  const fields = { account: w.victim.id, accountId: w.victim.id, login: w.victim.id }
  return read(await browse(path, { method: 'POST', body: new URLSearchParams(fields) }))
}

const staysHere: NonNullable<Attack<World>['also']> = (_w, told) => {
  for (const { headers } of told) expect(headers.get('Location')).toBeNull()
}

// biome-ignore format: one row a line
const ofLinks: readonly Attack<World>[] = [
  { id: 'API2-49', source, cause: 'a link of enrolment is guessed',                             ask: async (w) => tell(await enrolWith(w.server, `${newId()}${newId()}`.slice(0, 43))), answer: 403 },
  { id: 'API2-50', source, cause: 'a link of enrolment is used a second time',                  ask: usedTwice,                                                          answer: 403, writes: true },
  { id: 'API2-51', source, cause: 'one link makes many passkeys at once',                       ask: manyByOneLink,                                                      answer: 403, writes: true },
  { id: 'API2-52', source, cause: 'a link counts after a newer one of its person',              ask: olderLink,                                                          answer: 403 },
  { id: 'API2-53', source, cause: 'a link counts after its time',                               ask: expiredLink,                                                        answer: 403 },
  { id: 'API2-54', source, cause: 'a person who was disabled makes a passkey',                  ask: disabledMeanwhile,                                                  answer: 403 },
  { id: 'API2-55', source, cause: 'a page of another site makes a browser enrol',               ask: enrolledFrom({ 'Sec-Fetch-Site': 'cross-site' }),                   answer: 403 },
  { id: 'API2-56', source, cause: 'a page of another origin makes an older browser enrol',      ask: enrolledFrom({ Origin: 'https://elsewhere.example' }),              answer: 403 },
  { id: 'API2-57', source, cause: 'the passkey for one link is handed in by another',           ask: madeForOtherLink,                                                   answer: 400 },
  { id: 'API2-58', source, cause: 'a passkey is made at another origin',                        ask: making({ origin: 'https://hub.example.net' }),                      answer: 400 },
  { id: 'API2-59', source, cause: 'a passkey is made in a page within a page of another site',  ask: making({ crossOrigin: true }),                                      answer: 400 },
  { id: 'API2-60', source, cause: 'a passkey is made for another server',                       ask: making({ rpId: 'example.net' }),                                    answer: 400 },
  { id: 'API2-61', source, cause: 'a passkey is made by a device that did not verify its person', ask: making({ isUnverified: true }),                                   answer: 400 },
  { id: 'API2-62', source, cause: 'a passkey is made for a challenge of its own',               ask: making({ challenge: Buffer.alloc(32).toString('base64url') }),      answer: 400 },
  { id: 'API2-63', source, cause: 'a sign-in is shown as the making of a passkey',              ask: making({ type: 'webauthn.get' }),                                   answer: 400 },
  { id: 'API2-64', source, cause: 'an attestation of a passkey names certificates to fetch',    ask: making({ format: 'packed', statement: new Map([['x5c', [Buffer.alloc(4)]]]) }), answer: 400 },
]

// biome-ignore format: one row a line
const ofPasskeys: readonly Attack<World>[] = [
  { id: 'API2-65', source, cause: 'a person is named, and shows no passkey',                    ask: namedOnly,                                                          answer: 200, also: staysHere },
  { id: 'API2-66', source, cause: 'a passkey answers at another origin',                        ask: signing({ origin: 'https://hub.example.net' }),                     answer: 403 },
  { id: 'API2-67', source, cause: 'a passkey answers in a page within a page of another site',  ask: signing({ crossOrigin: true }),                                     answer: 403 },
  { id: 'API2-68', source, cause: 'a passkey answers for another server',                       ask: signing({ rpId: 'example.net' }),                                   answer: 403 },
  { id: 'API2-69', source, cause: 'a passkey answers without a look at its person',             ask: signing({ isUnverified: true }),                                    answer: 403 },
  { id: 'API2-70', source, cause: 'another key signs for a passkey',                            ask: signing({ isForged: true }),                                        answer: 403 },
  { id: 'API2-71', source, cause: 'the making of a passkey is shown as a sign-in',              ask: signing({ type: 'webauthn.create' }),                               answer: 403 },
  { id: 'API2-72', source, cause: 'a passkey answers a challenge of its own',                   ask: signing({ challenge: Buffer.alloc(32).toString('base64url') }),     answer: 403 },
  { id: 'API2-73', source, cause: 'a passkey answers for somebody else',                        ask: (w) => signing({ userHandle: Buffer.from(w.attacker.id.replaceAll('-', ''), 'hex').toString('base64url') })(w), answer: 403 },
  { id: 'API2-74', source, cause: 'one answer of a passkey is used many times at once',         ask: answeredTwice,                                                      answer: [400, 403], writes: true },
  { id: 'API2-75', source, cause: 'the answer to one sign-in is used for another',              ask: answeredElsewhere,                                                  answer: 403 },
  { id: 'API2-76', source, cause: 'the answer of a passkey comes from another browser',         ask: borrowedPage,                                                       answer: 400 },
  { id: 'API2-77', source, cause: 'a page of another site sends the answer of a passkey',       ask: postedFrom('cross-site'),                                           answer: 403 },
  { id: 'API2-78', source, cause: 'a page of a neighbouring site sends the answer of a passkey', ask: postedFrom('same-site'),                                           answer: 403 },
  { id: 'API2-79', source, cause: 'a security key was copied',                                  ask: copiedKey,                                                          answer: 403, writes: true },
  { id: 'API2-80', source, cause: 'a person who was disabled shows their passkey',              ask: disabledPerson,                                                     answer: 403, writes: true },
  { id: 'API2-85', source, cause: 'a passkey counts after a reset has taken it away',           ask: resetPasskey,                                                       answer: 403, writes: true },
  { id: 'API2-86', source, cause: 'a passkey that nobody has enrolled names a user',            ask: unknownPasskey,                                                     answer: 403 },
]

export const passkeyAttacks: readonly Attack<World>[] = [...ofLinks, ...ofPasskeys]
