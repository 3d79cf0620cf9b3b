/** The launch of a public app against the development issuer, with a browser that the test plays. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { findPort } from '../ports.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../running-server.ts'

let site: Site
let server: RunningServer
const folder = mkdtempSync(join(tmpdir(), 'banksia-test-launch-'))

beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site })
})

afterAll(async () => {
  await server.stop()
  await site.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Signs in as the first clinician, and follows every redirect back to the app. */
async function signIn(url: string): Promise<void> {
  const cookies = new Map<string, string>()
  const browse = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, server.base), { redirect: 'manual', ...init, headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return response
  }
  const page = (await browse(url)).headers.get('location') ?? ''
  let next = await browse(page, { method: 'POST', body: new URLSearchParams({ account: 'clinician-1' }) })
  for (let hop = 0; hop < 5 && next.headers.get('location') !== null; hop += 1)
    next = await browse(next.headers.get('location') ?? '')
}

test('docs/conformance.md: an app is launched with PKCE, and codes serve once and by their verifier alone', async () => {
  const port = String(await findPort())
  const main = join(import.meta.dirname, '../../conformance/main.ts')
  const scope = 'openid user/Patient.rs'
  const launch = ['--launch-client-id', 'development-app', '--launch-port', port, '--launch-scope', scope]
  const child = spawn(
    process.execPath,
    ['--no-warnings', main, '--base-url', `${server.base}/fhir/R4`, '--suite', 'smart', ...launch, '--report', folder],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NODE_OPTIONS: '' } },
  )
  let told = ''
  child.stderr.on('data', (chunk) => {
    told += chunk
    const found = /^http\S+$/m.exec(told)?.[0]
    if (found === undefined || !told.endsWith('\n')) return
    told = ''
    void signIn(found)
  })
  const [code] = await once(child, 'exit')

  const { suites } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  const [, , group] = suites[0].groups
  expect(group.checks.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    ['smart-authorize', 'passed'],
    ['smart-exchange', 'passed'],
    ['smart-access', 'passed'],
    ['smart-replay', 'passed'],
    ['smart-forged-verifier', 'passed'],
  ])
  expect(code).toBe(0)
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).not.toContain('code_verifier')
})
