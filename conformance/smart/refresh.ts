/** Offline access: tokens that are refreshed. SMART App Launch 2.2 app-launch.html#refresh-access-token, RFC 9700 2.2.2. */
import { type Check, expect, skipUnless } from '../check.ts'
import { isObject, type JsonObject, textOf } from '../json.ts'
import type { Answer, Server } from '../server.ts'
import { expectRefusal, type Launch, launchAgain, needRobot, readWith } from './app.ts'
import { ifClaimed, smartCheck } from './discovery.ts'
import { listWider } from './scopes.ts'
import { askToken } from './token-endpoint.ts'

/** The newest refresh token, and the scopes of the first answer. */
type Held = { token?: string; scope: string }

export function buildRefreshChecks(launch: Launch): Check[] {
  const held: Held = { scope: '' }
  const checks = [
    smartCheck(
      'offline',
      'SHALL',
      ['offline_access gives a token to refresh with', 'conformance.html#capabilities, row 365'],
      (server) => checkOffline(server, launch, held),
    ),
    smartCheck(
      'refresh',
      'SHALL',
      ['A refresh gives a token for the same scopes', 'app-launch.html#response-7, rows 101, 109 to 114'],
      (server) => checkRefresh(server, launch, held),
    ),
    smartCheck(
      'refresh-client',
      'SHALL',
      ['A refresh token serves its own client alone', 'app-launch.html#refresh-access-token, row 103'],
      async (server) =>
        expectRefusal(await refresh(server, launch, { token: needHeld(held), client_id: crypto.randomUUID() })),
    ),
    smartCheck(
      'refresh-wider',
      'SHALL',
      ['A refresh gives no scope that was not granted', 'app-launch.html#refresh-access-token, row 104'],
      (server) => checkWider(server, launch, held),
    ),
    smartCheck(
      'refresh-reuse',
      'SHALL',
      ['A refresh token of a public app that was replaced serves no longer', 'best-practices.html: RFC 9700 2.2.2'],
      (server) => checkReuse(server, launch, held),
    ),
  ]
  return checks.map((check) => ifClaimed(launch.discovered, 'permission-offline', check))
}

function needHeld({ token }: Held): string {
  skipUnless(token !== undefined, 'There was no refresh token')
  return token
}

type Refreshed = { readonly token: string } & Readonly<Record<string, string>>

function refresh(server: Server, launch: Launch, { token, ...more }: Refreshed): Promise<Answer> {
  const { clientId } = needRobot(launch)
  const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more }
  return askToken(server, launch.discovered, form)
}

/** A token that was rotated has taken its place. */
function keepNewest(held: Held, body: JsonObject, used: string): void {
  held.token = textOf(body['refresh_token']) ?? used
}

async function checkOffline(server: Server, launch: Launch, held: Held): Promise<void> {
  const { scope } = needRobot(launch)
  const body = await launchAgain(server, launch, { scope: `${scope} offline_access`, prompt: 'consent' })
  const token = textOf(body['refresh_token'])
  expect(token !== undefined, 'refresh_token')
  held.token = token
  held.scope = textOf(body['scope']) ?? ''
}

async function checkRefresh(server: Server, launch: Launch, held: Held): Promise<void> {
  const used = needHeld(held)
  const { status, body, headers } = await refresh(server, launch, { token: used })
  expect(status === 200, `Status 200 (it was ${status})`)
  const token = isObject(body) ? textOf(body['access_token']) : undefined
  expect(isObject(body) && token !== undefined, 'access_token')
  keepNewest(held, body, used)
  expect(/^bearer$/i.test(textOf(body['token_type']) ?? ''), 'token_type Bearer')
  expect(Number(body['expires_in']) > 0, 'expires_in')
  const scope = textOf(body['scope'])
  expect(scope !== undefined, 'scope')
  expect(listWider(scope, held.scope).length === 0, 'No scope beside those of the first token')
  expect(listWider(held.scope, scope).length === 0, 'The scopes of the first token')
  expect(/no-store/.test(headers.get('cache-control') ?? ''), 'Cache-Control: no-store')
  const read = await readWith(server, token, 'Patient?_count=1')
  expect(read !== 401, 'The new token is taken')
}

async function checkWider(server: Server, launch: Launch, held: Held): Promise<void> {
  const used = needHeld(held)
  const scope = `${held.scope} user/*.cruds system/*.cruds`
  const { status, body } = await refresh(server, launch, { token: used, scope })
  if (status === 400) return
  expect(status === 200 && isObject(body), `Status 200 or 400 (it was ${status})`)
  keepNewest(held, body, used)
  const granted = textOf(body['scope']) ?? scope
  expect(listWider(granted, held.scope).length === 0, 'No scope beside those of the first token')
}

async function checkReuse(server: Server, launch: Launch, held: Held): Promise<void> {
  const before = needHeld(held)
  const { status, body } = await refresh(server, launch, { token: before })
  skipUnless(status === 200 && isObject(body), 'The token could not be refreshed again')
  const after = textOf(body['refresh_token'])
  expect(after !== undefined && after !== before, 'A new refresh_token at each refresh')
  expectRefusal(await refresh(server, launch, { token: before }))
}
