/** npm `openid-client` in the page of a single-page app, at an origin of its own: its modules as they are, with the keys of WebCrypto. RFC 6749, 7636, 9449. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { register } from '../../../test/identity/issuer/register.ts'
import { waitUntil } from '../../../test/patience.ts'
import { type AppFile, type AppServer, asPage, script, startApp } from '../app-server.ts'
import { type Page, waitForTrue } from '../browser.ts'
import { isLetIn, readResult } from '../fhirclient-app.ts'
import type { Served, SmartJudge } from '../judge.ts'
import { signIn } from '../sign-in.ts'

const scope = 'launch/patient openid fhirUser offline_access patient/Patient.rs'

const library = fileURLToPath(import.meta.resolve('openid-client'))
const { resolve: resolveFromLibrary } = createRequire(library)

/** Where the modules lie that the library imports. */
const files: Readonly<Record<string, string>> = {
  'openid-client': library,
  ...Object.fromEntries(
    ['oauth4webapi', 'jose/jwe/compact/decrypt', 'jose/errors'].map((name) => [name, resolveFromLibrary(name)]),
  ),
}

const nearest = (path: string): number => path.lastIndexOf('/node_modules/')
/** By package: `/modules/jose/dist/webapi/util/errors.js`. */
const addressOf = (path: string): string => path.slice(nearest(path)).replace('/node_modules/', '/modules/')
const imports = Object.fromEntries(Object.entries(files).map(([name, path]) => [name, addressOf(path)]))
const roots = new Map(
  Object.values(files).map((path) => [
    addressOf(path).split('/')[2],
    path.slice(0, nearest(path) + '/node_modules/'.length),
  ]),
)

/** The text of a module, if it is one of these packages. */
function findModule(path: string): AppFile | undefined {
  const [, place, name = '', ...rest] = path.split('/')
  const root = place === 'modules' && !rest.includes('..') ? roots.get(name) : undefined
  const file = root === undefined ? '' : join(root, name, ...rest)
  return file.endsWith('.js') && existsSync(file) ? script(file) : undefined
}

/** What the page does with the library; `settings` come with the page. */
const appScript = `import * as client from 'openid-client'
const { issuer, fhir, patient, scope } = settings
const discover = async (id, proof = client.None()) => {
  const config = await client.discovery(new URL(issuer), id, {}, proof, { execute: [client.allowInsecureRequests] })
  client.enableNonRepudiationChecks(config)
  return config
}
const read = (config, token, DPoP) => client
  .fetchProtectedResource(config, token, new URL(fhir + '/Patient/' + patient), 'GET', undefined, undefined, { DPoP })
  .then(async (answer) => (await answer.json()).name[0].family, (error) => error.cause?.[0]?.parameters?.error ?? error.message)

async function begin(id, isBound) {
  const config = await discover(id)
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(), expectedState: client.randomState(), expectedNonce: client.randomNonce(),
  }
  sessionStorage.setItem('begun', JSON.stringify({ id, isBound, checks }))
  location.assign(client.buildAuthorizationUrl(config, {
    redirect_uri: location.origin + '/callback', scope, aud: fhir, state: checks.expectedState, nonce: checks.expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier), code_challenge_method: 'S256',
  }))
}

async function finish() {
  const { id, isBound, checks } = JSON.parse(sessionStorage.getItem('begun'))
  const config = await discover(id)
  const keys = isBound ? await client.randomDPoPKeyPair('ES256') : undefined
  const DPoP = keys && client.getDPoPHandle(config, keys)
  const tokens = await client.authorizationCodeGrant(config, new URL(location.href), checks, undefined, { DPoP })
  const family = await read(config, tokens.access_token, DPoP)
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token, undefined, { DPoP })
  const other = isBound ? client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256')) : undefined
  return {
    family, again: await read(config, refreshed.access_token, DPoP), type: tokens.token_type, patient: tokens.patient,
    fhirUser: tokens.claims().fhirUser, isSecret: keys?.privateKey.extractable === false,
    stolen: isBound ? [await read(config, refreshed.access_token), await read(config, refreshed.access_token, other)] : [],
  }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-384' }
async function makeKeys() {
  window.keys = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  return crypto.subtle.exportKey('jwk', window.keys.publicKey)
}

async function serve(id, kid) {
  const proof = client.PrivateKeyJwt({ key: window.keys.privateKey, kid }, {
    [client.modifyAssertion]: (_header, payload) => { payload.aud = issuer + '/token' },
  })
  const config = await discover(id, proof)
  const tokens = await client.clientCredentialsGrant(config, { scope: 'system/Patient.rs' })
  const family = await read(config, tokens.access_token)
  await client.tokenRevocation(config, tokens.access_token)
  return { family, scope: tokens.scope, after: (await client.tokenIntrospection(config, tokens.access_token)).active }
}

const tell = (promise) => promise.then((result) => { window.result = result }, (error) => { window.result = { error: error.error ?? error.message } })
Object.assign(window, { act: { begin: (...given) => tell(begin(...given)), serve: (...given) => tell(serve(...given)), makeKeys } })
if (location.pathname === '/callback') tell(finish())
`

/** Serves the page, its script, and the modules of npm as they lie there. */
function openPage({ server, records }: Served): Promise<AppServer> {
  const settings = { issuer: `${server.base}/oidc`, fhir: `${server.base}/fhir/R4`, patient: records.patient, scope }
  const page = asPage(
    `<script>const settings = ${JSON.stringify(settings)}</script><script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module" src="/app.js"></script>`,
  )
  return startApp((path) => {
    if (path === '/' || path === '/callback') return page
    if (path === '/app.js') return { type: 'text/javascript', text: appScript }
    return findModule(path)
  })
}

async function withPage<T>(served: Served, act: (page: Page, app: AppServer) => Promise<T>): Promise<T> {
  const app = await openPage(served)
  try {
    return await served.browser.asPerson(async (page) => {
      await page.goto(`${app.origin}/`)
      await waitForTrue(page, 'window.act')
      return act(page, app)
    })
  } finally {
    await app.stop()
  }
}

/** `origins`: of whose pages the client is registered to be. */
const launching =
  (isBound: boolean, origins = (own: string): readonly string[] => [own]) =>
  (served: Served): Promise<void> =>
    withPage(served, async (page, app) => {
      const { server, records } = served
      const members = { type: 'public', scope, redirect_uris: [`${app.origin}/callback`], origins: origins(app.origin) }
      const id = await register(server.site.pool, { ...members, dpop_bound_access_tokens: isBound })
      if (origins(app.origin).length > 0) await waitUntil(() => isLetIn(server.base, app.origin))
      await page.evaluate(`void act.begin(${JSON.stringify(id)}, ${isBound})`)
      await signIn(page, '/callback', records.patient)
      const { fhirUser, ...told } = await readResult(page)
      assert.match(fhirUser, /\/fhir\/R4\/PractitionerRole\//)
      assert.deepEqual(told, {
        ...{ family: records.family, again: records.family, patient: records.patient },
        ...{ type: isBound ? 'dpop' : 'bearer', isSecret: isBound },
        stolen: isBound ? ['invalid_token', 'invalid_dpop_proof'] : [],
      })
    })

const serveInPage = (served: Served): Promise<void> =>
  withPage(served, async (page, app) => {
    const { server, records } = served
    const jwk = await page.evaluate<object>('act.makeKeys()')
    const kid = newId()
    const members = {
      type: 'backend',
      tenant: developmentTenants[0],
      scope: 'system/Patient.rs',
      origins: [app.origin],
    }
    const id = await register(server.site.pool, { ...members, jwks: { keys: [{ ...jwk, kid, alg: 'ES384' }] } })
    await waitUntil(() => isLetIn(server.base, app.origin))
    await page.evaluate(`void act.serve(${JSON.stringify(id)}, ${JSON.stringify(kid)})`)
    assert.deepEqual(await readResult(page), { family: records.family, scope: 'system/Patient.rs', after: false })
  })

export const openidPage: SmartJudge = {
  name: 'openid-client 6.8.9 in Chromium',
  cases: [
    { name: 'the code flow of a page signs in, reads and refreshes', run: launching(false) },
    {
      name: 'a page binds its tokens by DPoP to a key that it cannot read, and a thief gets nothing',
      run: launching(true),
    },
    { name: 'a service proves itself by a key of WebCrypto, reads, revokes and introspects', run: serveInPage },
  ],
  wrong: {
    name: 'the page of an origin that is not registered',
    run: launching(false, () => []),
    says: /fetch/i,
  },
}
