/** Production servers over the records of a development server, with users who enrol and sign in as a browser does it. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { developmentTenants } from '../../../src/core/caller.ts'
import { makeEnrolment } from '../../../src/identity/users/enrolments.ts'
import { IssuerStore } from '../../../src/store/issuer/issuer-store.ts'
import type { NewUser } from '../../../src/store/issuer/issuer-users.ts'
import { parseMasterKey } from '../../../src/store/keys/keys.ts'
import { productionBase } from '../../outside-issuer.ts'
import { createSite, type RunningServer, type Site, startRunning } from '../../running-server.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'
import { register } from '../issuer/register.ts'
import { authorization, type Browse, openBrowser, redirectUri, type Server } from '../issuer/smart-app.ts'
import { type Authenticator, type Manner, type Options, openAuthenticator } from './authenticator.ts'

export const base = productionBase
export const [tenant] = developmentTenants

export type UserSite = {
  readonly site: Site
  /** The key-encryption key, in base64. */
  readonly key: string
  readonly issuer: IssuerStore
  readonly client: string
  readonly start: () => Promise<RunningServer>
  /** Answers the subject and the token of the link. */
  readonly invite: (user?: Partial<NewUser>) => Promise<{ readonly id: string; readonly token: string }>
  readonly linkOf: (id: string) => Promise<string>
  readonly remove: () => Promise<void>
}

export async function openUserSite(): Promise<UserSite> {
  const site = await createSite()
  const key = randomBytes(32).toString('base64')
  const keyFile = join(makeScratchFolder('users'), 'key')
  writeFileSync(keyFile, `${key}\n`, { mode: 0o600 })
  // It makes the tenants.
  await (await startRunning({ site, env: { BANKSIA_KEY: key } })).stop()
  const issuer = new IssuerStore(site.pool, async () => parseMasterKey(key))
  const client = await register(site.pool, {
    type: 'public',
    name: 'Growth chart',
    redirect_uris: [redirectUri],
    scope: 'openid fhirUser offline_access launch launch/patient user/*.rs patient/*.rs',
  })
  const linkOf = async (id: string) => new URL(await makeEnrolment(issuer, { baseUrl: base }, id)).hash.slice(1)
  const env = {
    BANKSIA_MODE: 'production',
    BANKSIA_ISSUER: 'embedded',
    BANKSIA_BASE_URL: base,
    BANKSIA_KEY_FILE: keyFile,
  }
  return {
    ...{ site, key, issuer, client, linkOf },
    start: () => startRunning({ site, env }),
    invite: async (user = {}) => {
      const id = await issuer.users.insert({
        name: 'Dr Mary Example',
        tenants: [tenant],
        roles: ['clinician'],
        ...user,
      })
      return { id, token: await linkOf(id) }
    },
    remove: site.remove,
  }
}

export const post = (server: Server, path: string, form: Readonly<Record<string, string>>, headers = {}) =>
  fetch(`${server.base}${path}`, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' })

/** What a page asks the authenticator for. */
export function optionsOf(page: string): Options {
  const text = /data-options="([^"]*)"/.exec(page)?.[1]
  return text === undefined ? undefined : JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

export type Told = { readonly status: number; readonly text: string }

export const enrolWith = async (
  server: Server,
  token: string,
  {
    authenticator = openAuthenticator(base),
    manner,
  }: { readonly authenticator?: Authenticator; readonly manner?: Manner } = {},
): Promise<Told> => {
  const asked = await (await post(server, '/oidc/enrol', { token })).text()
  const options = optionsOf(asked)
  if (options === undefined) return { status: 403, text: asked }
  const answered = await post(server, '/oidc/enrol', { token, passkey: authenticator.create(options, manner) })
  return { status: answered.status, text: await answered.text() }
}

export type Begun = { readonly browse: Browse; readonly path: string; readonly options: Options; readonly text: string }

/** The page on which an app has a person sign in. */
export async function beginSignIn({ client }: UserSite, server: Server, browse = openBrowser(server)): Promise<Begun> {
  const asked = { client_id: client, aud: `${base}/fhir/R4`, scope: 'openid fhirUser offline_access user/Patient.rs' }
  const begun = await browse(`/oidc/auth?${authorization(server, asked)}`)
  const path = new URL(begun.headers.get('Location') ?? '', server.base).pathname
  const text = await (await browse(path)).text()
  return { browse, path, options: optionsOf(text), text }
}

/** Posts the page; `at`: where the browser goes then. */
export async function answerPage(
  { browse, path }: Pick<Begun, 'browse' | 'path'>,
  passkey: string,
): Promise<Told & { readonly at: string | null }> {
  const response = await browse(path, { method: 'POST', body: new URLSearchParams({ passkey }) })
  return { status: response.status, text: await response.text(), at: response.headers.get('Location') }
}

export const signInWith = async (
  of: UserSite,
  server: Server,
  { authenticator, manner }: { readonly authenticator: Authenticator; readonly manner?: Manner },
) => {
  const begun = await beginSignIn(of, server)
  return { ...begun, ...(await answerPage(begun, authenticator.get(begun.options, manner))) }
}
