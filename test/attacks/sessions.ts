/** API2:2023 and RFC 9700: the next person at a computer, and a sign-out that somebody else wants. D185, D186. */
import { expect } from '@jest/globals'
import {
  authorization,
  authorize,
  type Browse,
  exchange,
  openBrowser,
  postForm,
  type TokenAnswer,
} from '../identity/issuer/smart-app.ts'
import type { Attack } from './attack.ts'
import type { Told, World } from './world.ts'

const tell = async (response: Response): Promise<Told> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})

type Signed = { readonly browse: Browse; readonly tokens: TokenAnswer['body'] }

/** A clinician at a browser, with tokens of an app that end with the session. */
async function signIn(w: World): Promise<Signed> {
  const browse = openBrowser(w.server)
  const { code } = await authorize(w.server, {}, { browse })
  return { browse, tokens: (await exchange(w.server, code)).body }
}

/** For every session that has not ended. */
const pass = (w: World, column: 'idles_at' | 'ends_at') =>
  w.server.site.pool.query(`update issuer_session set ${column} = now() - interval '1 second' where ends_at > now()`)

/** An app asks in the browser of the person before, without a page. */
const goOn =
  (column: 'idles_at' | 'ends_at') =>
  async (w: World): Promise<Told> => {
    const { browse } = await signIn(w)
    await pass(w, column)
    return tell(await browse(`/oidc/auth?${authorization(w.server, { prompt: 'none' })}`))
  }

async function afterItsSession(w: World): Promise<Told> {
  const { tokens } = await signIn(w)
  await pass(w, 'ends_at')
  return w.bear(tokens.access_token)
}

const askToSignOut = (browse: Browse, query: Readonly<Record<string, string>>): Promise<Response> =>
  browse(`/oidc/sign-out?${new URLSearchParams(query)}`)

const confirm = (browse: Browse, xsrf: string): Promise<Response> =>
  browse('/oidc/sign-out/confirm', { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) })

const secretOf = (page: string): string => /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? ''

async function afterSignOut(w: World): Promise<Told> {
  const { browse, tokens } = await signIn(w)
  const page = await (await askToSignOut(browse, {})).text()
  expect((await confirm(browse, secretOf(page))).status).toBe(303)
  return w.bear(tokens.access_token)
}

/** Another site knows what its own browser was shown. */
async function signedOutByAnother(w: World): Promise<readonly Told[]> {
  const [person, other] = [await signIn(w), await signIn(w)]
  await askToSignOut(person.browse, {})
  const theirs = await (await askToSignOut(other.browse, {})).text()
  const told = [
    await tell(await confirm(person.browse, '')),
    await tell(await confirm(person.browse, secretOf(theirs))),
  ]
  const form = { client_id: 'development-app', token: person.tokens.access_token }
  expect((await postForm(w.server, '/oidc/token/introspection', form)).body.active).toBe(true)
  return told
}

async function byForeignToken(w: World): Promise<Told> {
  const { browse, tokens } = await signIn(w)
  const query = { client_id: w.otherApp, id_token_hint: tokens.id_token }
  return tell(await askToSignOut(browse, { ...query, post_logout_redirect_uri: 'https://elsewhere.example/' }))
}

const goesNowhere: NonNullable<Attack['also']> = (_w, answers) => {
  for (const { headers } of answers) expect(headers.get('Location') ?? '').not.toContain('elsewhere')
}
const getsNoCode: NonNullable<Attack['also']> = (_w, [answer]) => {
  expect(answer?.headers.get('Location')).toMatch(/error=login_required/)
}
const isNotFramed: NonNullable<Attack['also']> = (_w, [page]) => {
  expect(page?.headers.get('X-Frame-Options')).toBe('DENY')
}

// biome-ignore format: one row a line
export const sessionAttacks: readonly Attack[] = [
  { id: 'API2-81', source: 'API2:2023',     cause: 'the next person goes on with a session that was left',       ask: goOn('idles_at'),   answer: 303, writes: true, also: getsNoCode },
  { id: 'API2-82', source: 'API2:2023',     cause: 'the next person goes on with a session whose time is over',  ask: goOn('ends_at'),    answer: 303, writes: true, also: getsNoCode },
  { id: 'API2-83', source: 'API2:2023',     cause: 'a token goes on after the session with which it ends',       ask: afterItsSession,    answer: 401, writes: true },
  { id: 'API2-84', source: 'API2:2023',     cause: 'a token goes on after its person has signed out',            ask: afterSignOut,       answer: 401, writes: true },
  { id: '9700-81', source: 'RFC 9700 4.11', cause: 'a sign-out leads to an address that is not registered',      ask: async (w) => tell(await askToSignOut((await signIn(w)).browse, { client_id: 'development-app', post_logout_redirect_uri: 'https://elsewhere.example/' })), answer: 400, writes: true, also: goesNowhere },
  { id: '9700-82', source: 'RFC 9700 4.11', cause: 'a sign-out leads elsewhere by the ID token of another app',  ask: byForeignToken,     answer: 400, writes: true, also: goesNowhere },
  { id: '9700-83', source: 'RFC 9700 4.7',  cause: 'another site signs a person out',                            ask: signedOutByAnother, answer: 400, writes: true },
  { id: '9700-84', source: 'RFC 9700 4.16', cause: 'the page of signing out is framed',                          ask: async (w) => tell(await askToSignOut((await signIn(w)).browse, {})), answer: 200, writes: true, also: isNotFramed },
]
