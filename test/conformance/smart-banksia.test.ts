/** The whole SMART suite against Banksia, which signs in by itself: every check is run, and passes. docs/conformance.md. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { exportJWK, generateKeyPair } from 'jose'
import { developmentTenants } from '../../src/core/caller.ts'
import { createPatient } from '../consultation.ts'
import { register } from '../identity/issuer/register.ts'
import { findPort } from '../ports.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { useRunning } from '../use-running.ts'

const server = useRunning()
const folder = makeScratchFolder('test-smart')

type Reported = { readonly id: string; readonly status: string; readonly message?: string }

async function runSuite(options: Readonly<Record<string, string | readonly string[]>>) {
  const program = join(import.meta.dirname, '../../src/cli.ts')
  const given = Object.entries(options).flatMap(([name, values]) =>
    [values].flat().flatMap((one) => [`--${name}`, one]),
  )
  const args = ['conformance', '--base-url', `${server.base}/fhir/R4`, '--suite', 'smart', '--report', folder]
  const child = spawn(process.execPath, ['--no-warnings', program, ...args, ...given], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CONFORMANCE_TOKEN: await server.token(), NODE_OPTIONS: '' },
  })
  const [code] = await once(child, 'exit')
  const { suites, verdict } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  const checks: readonly Reported[] = suites[0].groups.flatMap(({ checks }: { checks: Reported[] }) => checks)
  return { code, verdict, checks }
}

test('D187: Banksia passes each check of launches, services, refresh, revocation and introspection', async () => {
  const patient = await createPatient(server.call)
  const { privateKey, publicKey } = await generateKeyPair('ES384', { extractable: true })
  const named = { kid: 'service-key' }
  const client = await register(server.site.pool, {
    ...{
      type: 'backend',
      tenant: developmentTenants[0],
      jwks: { keys: [{ ...(await exportJWK(publicKey)), ...named }] },
    },
    scope: 'system/Patient.rs banksia/introspect',
  })
  const app = await register(server.site.pool, {
    ...{ type: 'public', redirect_uris: ['http://127.0.0.1/callback'] },
    scope: 'openid fhirUser offline_access launch launch/patient patient/Patient.rs',
  })
  writeFileSync(join(folder, 'key.json'), JSON.stringify({ ...(await exportJWK(privateKey)), ...named }))
  writeFileSync(join(folder, 'sign-in.txt'), `account=clinician-1\npatient=${patient}\n`)
  const { code, verdict, checks } = await runSuite({
    'launch-client-id': app,
    'launch-port': String(await findPort()),
    'launch-outside-scope': 'patient/Observation.rs',
    'launch-endpoint': `${server.base}/oidc/launch`,
    'sign-in': `@${join(folder, 'sign-in.txt')}`,
    'backend-client-id': client,
    'backend-key': join(folder, 'key.json'),
    'backend-outside-scope': 'system/Observation.rs',
    'introspect-scope': 'banksia/introspect',
  })

  expect(checks.filter(({ status }) => status !== 'passed')).toEqual([])
  expect(checks.length).toBeGreaterThan(50)
  expect([code, verdict.kind]).toEqual([0, 'met'])
})
