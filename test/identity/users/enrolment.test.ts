/** How an invited person makes a passkey, and who does not. D168, D169. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { RunningServer } from '../../running-server.ts'
import { type Manner, openAuthenticator } from './authenticator.ts'
import { base, enrolWith, openUserSite, optionsOf, post, signInWith, tenant, type UserSite } from './user-site.ts'

let users: UserSite
let server: RunningServer
let other: RunningServer
beforeAll(async () => {
  users = await openUserSite()
  ;[server, other] = await Promise.all([users.start(), users.start()])
})
afterAll(async () => {
  await Promise.all([server.stop(), other.stop()])
  await users.remove()
})

const stateOf = async (id: string) => (await users.issuer.users.find(id))?.state

test('D168: an invited person enrols by the link, once, and signs in with the passkey', async () => {
  const { id, token } = await users.invite()
  const authenticator = openAuthenticator(base)
  const before = await stateOf(id)
  const enrolled = await enrolWith(server, token, { authenticator })
  const again = await enrolWith(server, token)
  const signed = await signInWith(users, server, { authenticator })

  expect([before, enrolled.status, await stateOf(id)]).toEqual(['invited', 200, 'active'])
  expect(enrolled.text).toContain('Your passkey is set up')
  expect(again).toMatchObject({ status: 403, text: expect.stringContaining('no longer works') })
  expect(signed).toMatchObject({ status: 303, at: expect.stringContaining('/oidc/auth/') })
})

test('D169: what the page asks of the browser: a passkey that names its person and verifies them, for this server', async () => {
  const { token } = await users.invite({ name: 'Mary "<b>" Example' })
  const page = await (await post(server, '/oidc/enrol', { token })).text()
  const options = optionsOf(page)

  expect(options).toMatchObject({
    rp: { id: new URL(base).hostname },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
  expect(page).toContain('Mary &quot;&lt;b&gt;&quot; Example')
})

test('D169: a link begun in one process ends in another', async () => {
  const { id, token } = await users.invite()
  const authenticator = openAuthenticator(base)
  const options = optionsOf(await (await post(server, '/oidc/enrol', { token })).text())
  const answered = await post(other, '/oidc/enrol', { token, passkey: authenticator.create(options) })

  expect([answered.status, await stateOf(id)]).toEqual([200, 'active'])
})

test('D169: of a hundred passkeys at once by one link one is kept', async () => {
  const { id, token } = await users.invite()
  const pages = await Promise.all(Array.from({ length: 100 }, () => post(server, '/oidc/enrol', { token })))
  const answers = await Promise.all(
    pages.map(async (page, at) => {
      const passkey = openAuthenticator(base).create(optionsOf(await page.text()))
      return (await post(at % 2 === 0 ? server : other, '/oidc/enrol', { token, passkey })).status
    }),
  )

  expect(answers.filter((status) => status === 200)).toHaveLength(1)
  expect(answers.filter((status) => status === 403)).toHaveLength(99)
  expect(await users.issuer.credentials.listOf('passkey', id)).toHaveLength(1)
})

test.each<[string, Manner]>([
  ['of another origin', { origin: 'https://hub.example.net' }],
  ['of a page within a page of another site', { crossOrigin: true }],
  ['for another server', { rpId: 'example.net' }],
  ['that did not verify the person', { isUnverified: true }],
  ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['that is a sign-in', { type: 'webauthn.get' }],
  ['attested by a certificate', { format: 'packed', statement: new Map([['x5c', [Buffer.alloc(4)]]]) }],
  ['attested in a way nobody knows', { format: 'other' }],
])('D169: a passkey %s is not taken, and the link goes on', async (_name, manner) => {
  const { id, token } = await users.invite()
  const refused = await enrolWith(server, token, { manner })
  const state = await stateOf(id)
  const taken = await enrolWith(server, token)

  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('was not accepted') })
  expect([state, taken.status]).toEqual(['invited', 200])
})

test('D169: an answer counts once, and for the link of its question alone', async () => {
  const [mine, theirs] = [await users.invite(), await users.invite()]
  const options = optionsOf(await (await post(server, '/oidc/enrol', { token: mine.token })).text())
  const passkey = openAuthenticator(base).create(options)
  const asTheirs = await post(server, '/oidc/enrol', { token: theirs.token, passkey })
  const asMine = await post(server, '/oidc/enrol', { token: mine.token, passkey })

  expect([asTheirs.status, asMine.status]).toEqual([400, 200])
  expect([await stateOf(theirs.id), await stateOf(mine.id)]).toEqual(['invited', 'active'])
})

test('D169: an expired link, an older one, one of a disabled person and an invented one answer alike', async () => {
  const [late, older, disabled] = [await users.invite(), await users.invite(), await users.invite()]
  await users.site.pool.query(`update issuer_state set expires_at = now() - interval '1 second' where model = 'Enrolment'
    and account_key = (select account_key from issuer_user where id = '${late.id}')`)
  const newer = await users.linkOf(older.id)
  await users.issuer.users.disable(disabled.id)
  const tokens = [late.token, older.token, disabled.token, 'invented', '']
  const answers = await Promise.all(tokens.map((token) => enrolWith(server, token)))

  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(403)
  expect((await enrolWith(server, newer)).status).toBe(200)
})

test('D169: a person who is disabled while they make a passkey stays out', async () => {
  const { id, token } = await users.invite()
  const options = optionsOf(await (await post(server, '/oidc/enrol', { token })).text())
  await users.issuer.users.disable(id)
  const answered = await post(server, '/oidc/enrol', { token, passkey: openAuthenticator(base).create(options) })

  expect([answered.status, await stateOf(id)]).toEqual([403, 'disabled'])
})

test('D169: a person has several passkeys, until a reset takes all of them', async () => {
  const { id, token } = await users.invite()
  const [first, second, third] = [openAuthenticator(base), openAuthenticator(base), openAuthenticator(base)]
  await enrolWith(server, token, { authenticator: first })
  await enrolWith(server, await users.linkOf(id), { authenticator: second })
  const both = [
    await signInWith(users, server, { authenticator: first }),
    await signInWith(users, other, { authenticator: second }),
  ]
  await users.issuer.users.reset(id)
  const none = [
    await signInWith(users, server, { authenticator: first }),
    await signInWith(users, other, { authenticator: second }),
  ]
  const state = await stateOf(id)
  await enrolWith(server, await users.linkOf(id), { authenticator: third })

  expect(both.map(({ status }) => status)).toEqual([303, 303])
  expect([...none.map(({ status }) => status), state]).toEqual([403, 403, 'invited'])
  expect((await signInWith(users, server, { authenticator: third })).status).toBe(303)
})

test('D169: another site enrols nobody, and no address holds the token', async () => {
  const { token } = await users.invite()
  const cross = await post(server, '/oidc/enrol', { token }, { 'Sec-Fetch-Site': 'cross-site' })
  const foreign = await post(server, '/oidc/enrol', { token }, { Origin: 'https://elsewhere.example' })
  const inAddress = await fetch(`${server.base}/oidc/enrol?token=${token}`)
  const script = await fetch(`${server.base}/oidc/passkey.js`)

  expect([cross.status, foreign.status]).toEqual([403, 403])
  expect(await inAddress.text()).not.toContain(token)
  expect(inAddress.headers.get('Content-Security-Policy')).toMatch(
    /default-src 'none'.*script-src 'self'.*form-action 'self'/,
  )
  expect(script.headers.get('Content-Type')).toMatch(/^text\/javascript/)
})

const long = 'a'.repeat(7_000)

test.each([
  ['nothing', ''],
  ['an empty object', '{}'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['numbers', '{"id":1,"rawId":1,"type":1,"response":null}'],
  [
    'client data that is null',
    '{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"bnVsbA","attestationObject":"AA"}}',
  ],
  ['a long text', `{"id":"${long}"}`],
])('D169: an answer that is none (%s) is refused as such', async (_name, passkey) => {
  const { token } = await users.invite()

  expect((await post(server, '/oidc/enrol', { token, passkey })).status).toBe(400)
})

test('D168: what is known of a person lies sealed, and their links and passkeys under keyed hashes', async () => {
  const { id, token } = await users.invite({ name: 'Zebedee Unmistakable', fhirUser: 'PractitionerRole/zebedee-role' })
  const authenticator = openAuthenticator(base)
  await enrolWith(server, token, { authenticator })
  const { rows } = await users.site.pool.query(`select (select json_agg(u)::text from issuer_user u) as users,
    (select json_agg(c)::text from issuer_credential c) as credentials, (select json_agg(s)::text from issuer_state s) as state`)
  const text = JSON.stringify(rows)
  const hex = (bytes: Buffer) => bytes.toString('hex')

  for (const secret of ['Zebedee', 'zebedee-role', hex(Buffer.from('Zebedee')), hex(Buffer.from(token)), token])
    expect(text).not.toContain(secret)
  expect(text).not.toContain(hex(authenticator.passkeys[0]?.id ?? Buffer.from('none')))
  expect(text).toContain(id)
  expect(tenant).toBeDefined()
})
