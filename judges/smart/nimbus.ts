/** Java: Nimbus OAuth 2.0 SDK, fetched by Maven. Backend services, and the code flow with its ID token. RFC 7523; OpenID Connect Core 1.0 section 3.1. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { developmentTenants } from '../../src/core/caller.ts'
import { register } from '../../test/identity/issuer/register.ts'
import { javaPrograms, listLacking, prepareJava } from '../programs.ts'
import { asPage, startApp } from './app-server.ts'
import { converse } from './converse.ts'
import type { Served, SmartJudge } from './judge.ts'
import { type Alg, generateKeys } from './keys.ts'
import { signIn } from './sign-in.ts'

/** Compiled once, when the first case runs. */
function openNimbus(): () => string {
  let classPath: string | undefined
  return () => {
    classPath ??= prepareJava({
      cache: 'nimbus',
      pom: join(import.meta.dirname, 'nimbus.xml'),
      sources: [join(import.meta.dirname, 'NimbusClient.java')],
    })
    return classPath
  }
}

const prepareNimbus = openNimbus()

type Settings = Readonly<Record<string, unknown>>

const run = (way: 'serve' | 'launch', settings: Settings, comeBack?: (address: string) => Promise<string>) =>
  converse({
    command: 'java',
    args: ['-Xmx256m', '-cp', prepareNimbus(), 'NimbusClient', way],
    firstLine: JSON.stringify(settings),
    ...(comeBack === undefined ? {} : { comeBack }),
  })

const issuerOf = ({ server }: Served): string => `${server.base}/oidc`

/** Answers what the service reads. */
async function serve(served: Served, alg: Alg, changes: Settings = {}): Promise<Record<string, unknown>> {
  const { server, records } = served
  const { privateJwk, publicJwk } = await generateKeys(alg)
  const kid = 'service-key'
  const scope = 'system/Patient.rs'
  const members = { type: 'backend', jwks: { keys: [{ ...publicJwk, kid }] }, tenant: developmentTenants[0], scope }
  return run('serve', {
    ...{ issuer: issuerOf(served), client: await register(server.site.pool, members), scope },
    ...{ key: { ...privateJwk, key_ops: undefined, kid }, audience: `${issuerOf(served)}/token`, times: 1 },
    read: `${server.base}/fhir/R4/Patient/${records.patient}`,
    ...changes,
  })
}

const serveBy =
  (alg: Alg) =>
  async (served: Served): Promise<void> =>
    assert.deepEqual(await serve(served, alg), { status: 200, scope: 'system/Patient.rs', lifetime: 300 })

const refuse =
  (changes: Settings) =>
  async (served: Served): Promise<void> =>
    assert.deepEqual(await serve(served, 'ES384', changes), { status: 401, error: 'invalid_client' })

/** `audience`: whom the ID token has to be for, if not for the app. */
async function launch(served: Served, audience?: string): Promise<void> {
  const { server, browser, records } = served
  const { patient } = records
  const app = await startApp((path) => (path === '/callback' ? asPage('') : undefined))
  const redirect = `${app.origin}/callback`
  const scope = 'launch/patient openid fhirUser patient/Patient.rs'
  try {
    const client = await register(server.site.pool, { type: 'public', redirect_uris: [redirect], scope })
    const base = `${server.base}/fhir/R4`
    const settings = { issuer: issuerOf(served), client, redirect, scope, base, audience: audience ?? client }
    const read = await run('launch', { ...settings, read: `${base}/Patient/${patient}` }, (address) =>
      browser.asPerson(async (page) => {
        await page.goto(address)
        await signIn(page, '/callback', patient)
        return page.url()
      }),
    )
    const { fhirUser, scope: granted, ...rest } = read
    assert.deepEqual(rest, { status: 200, patient })
    assert.match(String(fhirUser), /\/fhir\/R4\/PractitionerRole\//)
    assert.deepEqual(String(granted).split(' ').sort(), scope.split(' ').sort())
  } finally {
    await app.stop()
  }
}

export const nimbus: SmartJudge = {
  name: 'Nimbus 11.30.1',
  listMissing: () => listLacking(...javaPrograms),
  cases: [
    { name: 'a backend service with an RS384 key reads', run: serveBy('RS384') },
    { name: 'a backend service with an ES384 key reads', run: serveBy('ES384') },
    { name: 'an assertion for another server is refused', run: refuse({ audience: 'https://elsewhere.example.org' }) },
    { name: 'an assertion serves once', run: refuse({ times: 2 }) },
    { name: 'the code flow gives a token that reads, and an ID token that is valid', run: (served) => launch(served) },
  ],
  wrong: {
    name: 'an ID token for another app',
    run: (served) => launch(served, 'another-app'),
    says: /Unexpected JWT audience/,
  },
}
