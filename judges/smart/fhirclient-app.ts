/** An app whose pages use npm `fhirclient`, at an origin of its own. */
import { join } from 'node:path'
import { register } from '../../test/identity/issuer/register.ts'
import { waitUntil } from '../../test/patience.ts'
import { type AppServer, asPage, script, startApp } from './app-server.ts'
import { judgeModules, type Page, waitForTrue } from './browser.ts'
import type { Served } from './judge.ts'

export const standaloneScope = 'launch/patient openid fhirUser offline_access patient/Patient.rs patient/Observation.rs'
const ehrScope = 'launch openid fhirUser patient/Patient.rs patient/Observation.rs'

export type Settings = Readonly<Record<string, unknown>>

/** A script of the app's first page. What a launch adds to the address, the library reads itself. */
const startScript = (settings: Settings): string =>
  `FHIR.oauth2.authorize(${JSON.stringify({ redirectUri: 'app.html', pkceMode: 'required', ...settings })})
    .catch((error) => { window.result = { error: error.message } })`

const appScript = `FHIR.oauth2.ready().then(async (client) => {
  const read = async () => ({
    family: (await client.patient.read()).name[0].family,
    observations: await client.request('Observation?patient=' + client.patient.id, { flat: true })
      .then((found) => found.length, (error) => error.status ?? error.message),
  })
  const first = await read()
  const { access_token, refresh_token, scope } = client.state.tokenResponse
  const mayRefresh = refresh_token !== undefined
  if (mayRefresh) await client.refresh()
  const again = mayRefresh ? await read() : undefined
  return {
    ...first, again, scope, patient: client.patient.id, fhirUser: client.user.fhirUser,
    isNew: client.state.tokenResponse.access_token !== access_token,
    isRotated: mayRefresh && client.state.tokenResponse.refresh_token !== refresh_token,
    banner: client.state.tokenResponse.need_patient_banner,
  }
}).then((result) => { window.result = result }, (error) => { window.result = { error: error.message } })`

// biome-ignore lint/suspicious/noExplicitAny: a judge looks into answers of any shape
export type Result = any

export type App = AppServer & { readonly clientId: string }

/** An app whose pages are at an origin of its own; `settings` go to the library. */
export async function openApp(
  { server }: Pick<Served, 'server'>,
  members: Settings,
  { settings = {}, secret }: { readonly settings?: Settings; readonly secret?: string } = {},
): Promise<App> {
  const library = script(join(judgeModules, 'fhirclient/build/fhir-client.min.js'))
  const withLibrary = (text: string) => asPage(`<script src="fhir-client.js"></script><script>${text}</script>`)
  const texts = new Map<string, string>()
  const app = await startApp((path) => {
    if (path === '/fhir-client.js') return library
    const text = texts.get(path)
    return text === undefined ? undefined : withLibrary(text)
  })
  const clientId = await register(
    server.site.pool,
    {
      ...{ type: 'public', name: 'Growth chart', scope: `${standaloneScope} launch` },
      ...{ redirect_uris: [`${app.origin}/app.html`], origins: [app.origin], launch_uri: `${app.origin}/launch.html` },
      ...members,
    },
    secret,
  )
  // A server by TLS has one app alone here, and this process does not trust its certificate.
  if (server.base.startsWith('http:')) await waitUntil(() => isLetIn(server.base, app.origin))
  const iss = `${server.base}/fhir/R4`
  texts.set('/start.html', startScript({ clientId, iss, scope: standaloneScope, ...settings }))
  texts.set('/launch.html', startScript({ clientId, scope: ehrScope, ...settings }))
  texts.set('/app.html', appScript)
  return { ...app, clientId }
}

/** A running server knows a new client, and the origin of its pages, within two seconds. */
export async function isLetIn(base: string, origin: string): Promise<boolean> {
  const headers = { origin, 'access-control-request-method': 'POST' }
  const { headers: answered } = await fetch(`${base}/oidc/token`, { method: 'OPTIONS', headers })
  return answered.get('access-control-allow-origin') === origin
}

export async function readResult(at: Page): Promise<Result> {
  await waitForTrue(at, 'window.result')
  const result = await at.evaluate<Result>('window.result')
  if (result.error !== undefined) throw new Error(result.error)
  return result
}
