/** docs/users.md as it stands: its commands invite a person, and change whether and by what they sign in. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { practitionerRoleId } from '../consultation.ts'
import { openAuthenticator } from '../identity/users/authenticator.ts'
import {
  base,
  beginSignIn,
  enrolWith,
  openUserSite,
  signInWith,
  tenant,
  type UserSite,
} from '../identity/users/user-site.ts'
import { waitUntil } from '../patience.ts'
import { type RunningServer, urlOf } from '../running-server.ts'
import { checkout, endAll, run } from './processes.ts'

const page = readFileSync(join(checkout, 'docs/users.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')

let users: UserSite
let server: RunningServer
beforeAll(async () => {
  users = await openUserSite()
  server = await users.start()
  // Where nobody can sign in, there is no page to sign in.
  const { token } = await users.invite()
  expect((await enrolWith(server, token)).status).toBe(200)
})
afterAll(async () => {
  await server?.stop()
  await endAll()
  await users?.remove()
})

/** As the operator of the production server runs it. */
const bash = async (text: string, more: Readonly<Record<string, string>>) => {
  const { site, key } = users
  const env = {
    ...{ BANKSIA_MODE: 'production', BANKSIA_ISSUER: 'embedded', BANKSIA_BASE_URL: base, BANKSIA_KEY: key },
    ...{ BANKSIA_DATA_DIR: site.dataDir, DATABASE_URL: urlOf(site.database.config), ...more },
  }
  const { code, output, errors } = await run(['bash', '-euc', text], { env })
  expect([code, errors]).toEqual([0, ''])
  return output
}

const linkOf = (output: string): string => /^link (\S+)$/m.exec(output)?.[1] ?? ''
const tokenOf = (link: string): string => new URL(link).hash.slice(1)

test('docs/users.md: its commands invite a person, and each does to passkeys what the table says', async () => {
  const [invite = '', later = ''] = blocks
  const invited = await bash(invite, { TENANT: tenant, PRACTITIONER_ROLE: practitionerRoleId })
  const USER_ID = /^user (\S+)$/m.exec(invited)?.[1] ?? ''
  const said = new Map<string, string>()
  const act = async (name: string): Promise<string> => {
    const line = later.split('\n').find((one) => one.includes(`user ${name}`)) ?? ''
    said.set(name, await bash(line, { USER_ID }))
    return said.get(name) ?? ''
  }
  const [first, further, newer] = [openAuthenticator(base), openAuthenticator(base), openAuthenticator(base)]
  const signIn = async (authenticator: typeof first) => (await signInWith(users, server, { authenticator })).status
  const enrol = async (link: string, authenticator: typeof first) =>
    (await enrolWith(server, tokenOf(link), { authenticator })).status

  expect(linkOf(invited)).toMatch(new RegExp(`^${base}/oidc/enrol#[\\w-]{43}$`))
  expect(await enrol(linkOf(invited), first)).toBe(200)
  await waitUntil(() =>
    beginSignIn(users, server).then(
      ({ options }) => options !== undefined,
      () => false,
    ),
  )
  expect(await signIn(first)).toBe(303)
  expect(await act('list')).toContain(USER_ID)
  await act('set')
  expect(await signIn(first)).toBe(303)
  expect(await enrol(linkOf(await act('link')), further)).toBe(200)
  expect([await signIn(first), await signIn(further)]).toEqual([303, 303])
  const reset = linkOf(await act('reset'))
  expect([await signIn(first), await signIn(further)]).toEqual([403, 403])
  expect(await enrol(reset, newer)).toBe(200)
  await act('disable')
  expect(await signIn(newer)).toBe(403)
  await act('enable')
  expect(await signIn(newer)).toBe(303)
  expect(later.trim().split('\n')).toHaveLength(said.size)
})
