/** npm `fhirclient` in Chromium, as an app of another origin: standalone launch, launch from an EHR, refresh. SMART App Launch 2.2 app-launch.html. */
import assert from 'node:assert/strict'
import { postLaunch } from '../../test/identity/issuer/smart-app.ts'
import { asPage, startApp } from './app-server.ts'
import { type App, openApp, type Result, readResult, type Settings, standaloneScope } from './fhirclient-app.ts'
import type { Served, SmartJudge } from './judge.ts'
import { generateKeys } from './keys.ts'
import { signIn } from './sign-in.ts'

async function launchStandalone(served: Served, app: App): Promise<Result> {
  try {
    return await served.browser.asPerson(async (page) => {
      await page.goto(`${app.origin}/start.html`)
      await signIn(page, '/app.html', served.records.patient)
      return readResult(page)
    })
  } finally {
    await app.stop()
  }
}

function checkRead(result: Result, { records }: Served): void {
  const { patient, family, observations } = records
  assert.equal(result.patient, patient)
  assert.deepEqual([result.family, result.observations], [family, observations])
  assert.match(result.fhirUser, /^PractitionerRole\//)
}

function checkStandalone(result: Result, served: Served): void {
  const { family, observations } = served.records
  checkRead(result, served)
  assert.deepEqual(result.again, { family, observations })
  assert.ok(result.isNew && result.isRotated, 'the refresh brought no new tokens')
  assert.deepEqual(result.scope.split(' ').sort(), standaloneScope.split(' ').sort())
}

async function launchFromEhr(served: Served): Promise<void> {
  const app = await openApp(served, {})
  const { patient } = served.records
  try {
    const asked = { client_id: app.clientId, patient, need_patient_banner: false }
    const { status, body } = await postLaunch(served.server, await served.server.token(), asked)
    assert.equal(status, 201)
    assert.ok(body.launch_url.startsWith(`${app.origin}/launch.html?iss=`))
    const result = await served.browser.asPerson(async (page) => {
      await page.goto(body.launch_url)
      await signIn(page, '/app.html')
      return readResult(page)
    })
    checkRead(result, served)
    assert.equal(result.banner, false)
    assert.equal(result.again, undefined)
  } finally {
    await app.stop()
  }
}

async function launchWithSecret(served: Served): Promise<void> {
  const secret = 'a-secret-of-one-run-alone'
  const settings = { clientSecret: secret }
  checkStandalone(
    await launchStandalone(served, await openApp(served, { type: 'symmetric' }, { settings, secret })),
    served,
  )
}

async function launchWithKey(served: Served, alg: 'RS384' | 'ES384'): Promise<void> {
  const { publicJwk, privateJwk } = await generateKeys(alg)
  const kid = 'app-key'
  const jwks = { keys: [{ ...publicJwk, kid }] }
  const clientPrivateJwk = { ...privateJwk, kid }
  // When it refreshes, the library sends no assertion: such an app has to ask again.
  const settings = { clientPrivateJwk, scope: standaloneScope.replace(' offline_access', '') }
  checkRead(await launchStandalone(served, await openApp(served, { type: 'asymmetric', jwks }, { settings })), served)
}

/** Row 17 of SMART App Launch 2.2: registered origins alone; discovery for everybody. */
async function callFromElsewhere({ server, browser }: Served): Promise<void> {
  const app = await startApp((path) => (path === '/' ? asPage('') : undefined))
  const calls = [
    ['/fhir/R4/.well-known/smart-configuration', '{}', '200'],
    ['/fhir/R4/metadata', '{}', '200'],
    ['/fhir/R4/Patient', "{ headers: { Authorization: 'Bearer x' } }", 'TypeError'],
    ['/oidc/token', "{ method: 'POST', body: new URLSearchParams({ a: '1' }) }", 'TypeError'],
  ] as const
  try {
    await browser.asPerson(async (page) => {
      await page.goto(`${app.origin}/`)
      for (const [path, init, expected] of calls) {
        const call = `fetch('${server.base}${path}', ${init})`
        const said = await page.evaluate<string>(
          `${call}.then((answer) => String(answer.status), (error) => error.name)`,
        )
        assert.equal(said, expected, path)
      }
    })
  } finally {
    await app.stop()
  }
}

const launchBy =
  (members: Settings, settings: Settings = {}) =>
  async (served: Served): Promise<void> =>
    checkStandalone(await launchStandalone(served, await openApp(served, members, { settings })), served)

export const fhirclient: SmartJudge = {
  name: 'fhirclient 2.6.3 in Chromium',
  cases: [
    { name: 'a standalone launch reads, refreshes and reads again', run: launchBy({}) },
    { name: 'an EHR launches for a patient', run: launchFromEhr },
    { name: 'an app with a secret launches', run: launchWithSecret },
    { name: 'an app with an RS384 key launches', run: (served) => launchWithKey(served, 'RS384') },
    { name: 'an app with an ES384 key launches', run: (served) => launchWithKey(served, 'ES384') },
    { name: 'a page of an origin that is not registered reads discovery alone', run: callFromElsewhere },
  ],
  wrong: { name: 'no PKCE', run: launchBy({}, { pkceMode: 'disabled' }), says: /PKCE|code_challenge/i },
}
