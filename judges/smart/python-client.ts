/** PyPI `fhirclient`: standalone launch, a launch from an EHR, and a backend service, whose assertion it is given. It reads `oauth-uris` of the CapabilityStatement. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { developmentTenants } from '../../src/core/caller.ts'
import { register } from '../../test/identity/issuer/register.ts'
import { makeService, postLaunch } from '../../test/identity/issuer/smart-app.ts'
import { asPage, startApp } from './app-server.ts'
import { converse } from './converse.ts'
import type { Served, SmartJudge } from './judge.ts'
import { signIn } from './sign-in.ts'

const version = '4.4.0'
const program = join(import.meta.dirname, 'python_client.py')

type Settings = Readonly<Record<string, unknown>>

const runClient = (way: 'launch' | 'serve', settings: Settings, comeBack?: (address: string) => Promise<string>) =>
  converse({
    command: 'python3',
    args: [program, way, JSON.stringify(settings)],
    ...(comeBack === undefined ? {} : { comeBack }),
  })

const scope = 'openid fhirUser offline_access patient/Patient.read patient/Observation.read'

async function launchApp(served: Served, { isEhr, secret }: { readonly isEhr?: true; readonly secret?: string } = {}) {
  const { server, records, browser } = served
  const app = await startApp((path) => (path === '/callback' ? asPage('') : undefined))
  const redirect = `${app.origin}/callback`
  const members = { type: secret === undefined ? 'public' : 'symmetric', redirect_uris: [redirect] }
  const id = await register(server.site.pool, { ...members, scope: `launch launch/patient ${scope}` }, secret)
  const { patient } = records
  const launched = isEhr && (await postLaunch(server, await server.token(), { client_id: id, patient }))
  const settings = {
    ...{ app_id: id, api_base: `${server.base}/fhir/R4`, redirect_uri: redirect, scope },
    ...(secret === undefined ? {} : { app_secret: secret }),
    ...(launched ? { launch_token: launched.body.launch } : {}),
  }
  try {
    const read = await runClient('launch', settings, (address) =>
      browser.asPerson(async (page) => {
        await page.goto(address)
        await signIn(page, '/callback', isEhr ? undefined : patient)
        return page.url()
      }),
    )
    const all = readAll(served)
    assert.deepEqual(read, { patient, first: all, again: all, isNew: true })
  } finally {
    await app.stop()
  }
}

const readAll = ({ records: { family, observations } }: Served) => ({ family, observations })

const serveBy =
  (alg: 'RS384' | 'ES384', claims: Settings = {}) =>
  async (served: Served): Promise<void> => {
    const { server, records } = served
    const service = await makeService(alg)
    const system = 'system/Patient.read system/Observation.read'
    const members = { type: 'backend', jwks: service.jwks, tenant: developmentTenants[0], scope: system }
    await register(server.site.pool, { client_id: service.id, ...members })
    const read = await runClient('serve', {
      ...{ app_id: service.id, api_base: `${server.base}/fhir/R4`, scope: system, patient: records.patient },
      jwt_token: await service.assert(server, claims),
    })
    assert.deepEqual(read, { first: readAll(served) })
  }

const isInstalled = (): boolean => {
  const asked = `from importlib.metadata import version; import fhirclient; assert version('fhirclient') == '${version}'`
  return spawnSync('python3', ['-c', asked]).status === 0
}

export const pythonClient: SmartJudge = {
  name: `Python fhirclient ${version}`,
  listMissing: () => (isInstalled() ? [] : [`fhirclient==${version} of PyPI on PYTHONPATH`]),
  cases: [
    { name: 'a standalone launch reads, refreshes and reads again', run: (served) => launchApp(served) },
    { name: 'an app with a secret launches', run: (served) => launchApp(served, { secret: 'of-one-run-alone' }) },
    { name: 'an EHR launches for a patient', run: (served) => launchApp(served, { isEhr: true }) },
    { name: 'a backend service with an RS384 key reads', run: serveBy('RS384') },
    { name: 'a backend service with an ES384 key reads', run: serveBy('ES384') },
  ],
  wrong: {
    name: 'an assertion for another server',
    run: serveBy('ES384', { aud: 'https://elsewhere.example.org/token' }),
    says: /FHIRUnauthorizedException/,
  },
}
