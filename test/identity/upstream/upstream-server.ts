/** An authorisation server with the pages of production, whose people sign in at a provider and consent to all, or leave by a POST, over the rows of a running server. */
import { newId } from '../../../src/core/ids.ts'
import type { Log } from '../../../src/core/log.ts'
import type { Pages } from '../../../src/identity/issuer/accounts.ts'
import { openUpstreamProvider, type UpstreamSettings } from '../../../src/identity/upstream/upstream-provider.ts'
import { openUpstreamSignIn } from '../../../src/identity/upstream/upstream-sign-in.ts'
import { openSignIn } from '../../../src/identity/users/sign-in-page.ts'
import { openUserAccounts } from '../../../src/identity/users/user-accounts.ts'
import { userEndpoints } from '../../../src/identity/users/user-endpoints.ts'
import { enrolmentModel } from '../../../src/store/issuer/issuer-state.ts'
import type { IssuerStore } from '../../../src/store/issuer/issuer-store.ts'
import type { Site } from '../../running-server.ts'
import { type IssuerServer, startIssuer } from '../issuer/issuer-server.ts'
import { authorization, type Browse, openBrowser } from '../issuer/smart-app.ts'

export type UpstreamServer = IssuerServer & {
  readonly store: IssuerStore
  /** Lines of the log. */
  readonly lines: readonly object[]
  /** An invited clinician, and the token of their link. */
  readonly invite: (tenant: string) => Promise<{ readonly user: string; readonly token: string }>
}

type Provider = Pick<UpstreamSettings, 'issuer' | 'clientId' | 'clientSecret'> & Partial<UpstreamSettings>

export async function startUpstream(site: Site, key: string, provider: Provider): Promise<UpstreamServer> {
  const lines: object[] = []
  const note = (event: string, fields?: object) => void lines.push({ event, ...fields })
  const log: Log = { info: note, warn: note, error: note }
  let store: IssuerStore | undefined
  const server = await startIssuer(site, key, new Map(), ({ store: { issuer }, base }) => {
    store = issuer
    const returnAddress = `${base}/oidc/signed-in`
    const settings = { scopes: ['profile'], claim: 'sub', returnAddress, fetchOut: fetch, ...provider }
    const options = { name: 'Example Health', store: issuer, baseUrl: base, log }
    const upstream = openUpstreamSignIn({ provider: openUpstreamProvider(settings), ...options })
    const parts = { config: { baseUrl: base }, store: issuer, log, upstream }
    const answerSignIn = openSignIn(parts)
    const pages: Pages = {
      consent: 'asked',
      answer: async (interacting, request, response) => {
        const open = await interacting.read()
        if (open?.prompt === 'consent' && request.method === 'POST') await interacting.leave()
        else if (open?.prompt === 'consent') await interacting.answer({ consent: { refused: [] } })
        else await answerSignIn(interacting, request, response)
      },
    }
    return { accounts: openUserAccounts(issuer, ['link']), log, upstream, pages, endpoints: userEndpoints(parts) }
  })
  if (store === undefined) throw new TypeError('the server has no store')
  const issuer = store
  return { ...server, lines, store, invite: (tenant) => invite(issuer, tenant) }
}

async function invite({ users, state }: IssuerStore, tenant: string) {
  const user = await users.insert({
    name: 'Dr Example',
    roles: ['clinician'],
    tenants: [tenant],
    fhirUser: 'Practitioner/dr',
  })
  const token = newId()
  await state.put(enrolmentModel, token, { payload: { user }, lifeMs: 60_000, accountId: user })
  return { user, token }
}

export const locationOf = (response: Response): string => {
  const location = response.headers.get('Location')
  if (location === null) throw new Error(`no way on: ${response.status}`)
  return location
}

/** The address of the interaction to which an app sends the browser. */
export const startApp = async (
  server: IssuerServer,
  browse: Browse,
  changes: Record<string, string> = {},
): Promise<string> => locationOf(await browse(`/oidc/auth?${authorization(server, changes)}`))

/** Where the provider sends the browser back to. */
export const throughProvider = async (there: string): Promise<string> =>
  locationOf(await fetch(there, { redirect: 'manual' }))

/** From the app to the provider, and to the address with which the browser comes back. */
export async function goToProvider(
  server: IssuerServer,
  browse: Browse,
  changes: Record<string, string> = {},
): Promise<string> {
  const interaction = await startApp(server, browse, changes)
  return throughProvider(locationOf(await browse(`${interaction}/upstream`)))
}

/** Of the page, or of the app's address at the end. */
export type Ended = { readonly status: number; readonly text: string; readonly app?: URLSearchParams }

/** Follows where the answers lead, as a browser does. */
export async function follow(browse: Browse, from: string): Promise<Ended> {
  let address = from
  for (let hop = 0; hop < 8; hop += 1) {
    const url = new URL(address, 'http://here')
    if (url.pathname === '/callback') return { status: 303, text: '', app: url.searchParams }
    const response = await browse(`${url.pathname}${url.search}`)
    const next = response.headers.get('Location')
    if (next === null) return { status: response.status, text: await response.text() }
    address = next
  }
  throw new Error('too many redirects')
}

/** From the app through the provider and back to the app, or to the page on which it ended. */
export async function signIn(
  server: IssuerServer,
  changes: Record<string, string> = {},
  browse: Browse = openBrowser(server),
): Promise<Ended> {
  return follow(browse, await goToProvider(server, browse, changes))
}

export type Asked = {
  readonly status: number
  readonly body: { readonly location?: string; readonly error?: string; readonly message?: string }
}

/** As the script of the page of enrolment asks. */
export async function askToEnrol(
  server: IssuerServer,
  browse: Browse,
  token: unknown,
  headers: Record<string, string> = {},
): Promise<Asked> {
  const response = await browse('/oidc/enrol/upstream', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.base, ...headers },
    body: JSON.stringify({ token }),
  })
  return { status: response.status, body: (await response.json()) as Asked['body'] } // the test reads it
}

export async function enrol(server: IssuerServer, token: string, browse: Browse = openBrowser(server)): Promise<Ended> {
  const { status, body } = await askToEnrol(server, browse, token)
  // Another browser has spent the link meanwhile.
  if (body.location === undefined) return { status, text: body.message ?? '' }
  return follow(browse, await throughProvider(body.location))
}
