/** The way of a person in production: an invitation, a passkey of Chromium's virtual authenticator, the patient, and consent with one scope refused. docs/users.md. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { developmentTenants } from '../../src/core/caller.ts'
import { developmentPractitionerRole } from '../../src/identity/development-accounts.ts'
import { findPort } from '../../test/ports.ts'
import { type RunningServer, urlOf } from '../../test/running-server.ts'
import type { Page } from './browser.ts'
import { openApp, readResult } from './fhirclient-app.ts'
import type { Served, SmartJudge } from './judge.ts'
import { putRecords, type Records } from './records.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

type Production = { readonly server: RunningServer; readonly records: Records; readonly invite: () => Promise<string> }

/** Over the records of a development server with the same key. */
async function startProduction({ startAnother, folder, certificate }: Served): Promise<Production> {
  const key = randomBytes(32).toString('base64')
  const keyFile = join(folder, `key-${key.slice(0, 6).replaceAll('/', '-')}`)
  writeFileSync(keyFile, `${key}\n`, { mode: 0o600 })
  const development = await startAnother({ BANKSIA_KEY: key })
  const records = await putRecords(development)
  const port = await findPort()
  const base = `https://banksia.test:${port}`
  const env = {
    ...{ PORT: String(port), BANKSIA_MODE: 'production', BANKSIA_ISSUER: 'embedded', BANKSIA_BASE_URL: base },
    ...{ BANKSIA_KEY_FILE: keyFile },
    ...{ BANKSIA_TLS_CERT_FILE: certificate.certFile, BANKSIA_TLS_KEY_FILE: certificate.keyFile },
  }
  const { site } = development
  const running = await startAnother(env, site)
  const settings = { ...env, DATABASE_URL: urlOf(site.database.config), BANKSIA_DATA_DIR: site.dataDir }
  return {
    server: { ...running, base },
    records,
    invite: async () => {
      const role = developmentPractitionerRole.replace('PractitionerRole/', '')
      const person = ['--name', 'Dr Mary Example', '--roles', 'clinician', '--practitioner-role', role]
      const args = ['--no-warnings', 'src/cli.ts', 'user', 'invite', '--tenant', developmentTenants[0], ...person]
      const { stdout } = await run(process.execPath, args, { cwd: root, env: settings })
      return /^link (\S+)$/m.exec(stdout)?.[1] ?? stdout
    },
  }
}

/** Web Authentication 11.2: one that is part of the device, and knows its person. */
async function addAuthenticator(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  const kind = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true }
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...kind, isUserVerified: true, automaticPresenceSimulation: true },
  })
}

const waitForTitle = (page: Page, title: string): Promise<void> => page.locator(`h1:has-text("${title}")`).waitFor()

async function enrol(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await waitForTitle(page, 'Make a passkey')
  await page.locator('form[data-passkey] button').click()
  await waitForTitle(page, 'Your passkey is set up')
}

/** From the page of sign-in to the app. `refused`: the scope whose tick is taken away. */
async function passPages(page: Page, family: string, refused: string | undefined): Promise<void> {
  await waitForTitle(page, 'Sign in')
  await page.locator('form[data-passkey] button').click()
  await waitForTitle(page, 'Choose a patient')
  await page.locator('input[name=name]').fill(family)
  await page.locator('button:has-text("Search")').click()
  await page.locator('button[name=patient]').click()
  await waitForTitle(page, 'Allow this app?')
  if (refused !== undefined) await page.locator(`input[value="${refused}"]`).uncheck()
  await page.locator('button[value=allow]').click()
  await page.waitForURL(({ pathname }) => pathname === '/app.html')
}

const launchRefusing =
  (refused?: string) =>
  async (served: Served): Promise<void> => {
    const { server, records, invite } = await startProduction(served)
    const app = await openApp({ server }, {})
    const link = await invite()
    try {
      const result = await served.browser.asPerson(async (page) => {
        await addAuthenticator(page)
        await enrol(page, link)
        await page.goto(`${app.origin}/start.html`)
        await passPages(page, records.family, refused)
        return readResult(page)
      })
      const forbidden = 403
      const read = { family: records.family, observations: forbidden }
      assert.deepEqual({ family: result.family, observations: result.observations }, read)
      assert.deepEqual(result.again, read)
      assert.deepEqual([result.patient, result.fhirUser], [records.patient, developmentPractitionerRole])
      assert.ok(!result.scope.split(' ').includes('patient/Observation.rs'))
    } finally {
      await app.stop()
    }
  }

export const production: SmartJudge = {
  name: 'Chromium in production',
  cases: [
    {
      name: 'an invited clinician makes a passkey, picks a patient and refuses a scope, and the app reads the rest',
      run: launchRefusing('patient/Observation.rs'),
    },
  ],
  wrong: { name: 'all is allowed, and the app is to read less', run: launchRefusing(), says: /403/ },
}
