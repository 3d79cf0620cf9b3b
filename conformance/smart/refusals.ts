/** Requests of an app that a server has to refuse, and the form that it has to take. SMART App Launch 2.2 app-launch.html, RFC 9700. */
import { type Check, expect, type Level, skipUnless } from '../check.ts'
import { isObject, textOf } from '../json.ts'
import type { Server } from '../server.ts'
import {
  askForCode,
  authorizationEndpoint,
  type Changes,
  challenge,
  exchange,
  expectRefusal,
  type Launch,
  needRobot,
  newSecret,
  readWith,
  redirectOf,
} from './app.ts'
import { ifClaimed, smartCheck } from './discovery.ts'
import { listWider } from './scopes.ts'

export function buildRefusalChecks(launch: Launch): Check[] {
  const check = (id: string, level: Level, texts: readonly [string, string], run: (server: Server) => Promise<void>) =>
    smartCheck(id, level, texts, (server) => {
      needGoodLaunch(launch)
      return run(server)
    })
  return [
    ifClaimed(
      launch.discovered,
      'authorize-post',
      check('authorize-post', 'SHALL', ['A form may be posted', 'app-launch.html#request-4, rows 49, 354'], (server) =>
        checkPosted(server, launch),
      ),
    ),
    check(
      'wrong-aud',
      'SHALL',
      ['A request for another server gives no token for this one', 'app-launch.html#response-6, row 96'],
      (server) => checkAudience(server, launch),
    ),
    check(
      'wrong-redirect',
      'SHALL',
      [
        'The browser is not sent to an address that is not registered',
        'app-launch.html#smart-authorization--fhir-access-overview, row 18: RFC 6749 4.1.2.1',
      ],
      (server) => checkRedirect(server, launch),
    ),
    check(
      'no-challenge',
      'SHALL',
      ['Without PKCE there is no token', 'app-launch.html#request-4, row 31: RFC 9700 2.1.1'],
      (server) => checkChallenge(server, launch, {}),
    ),
    check(
      'plain-challenge',
      'SHALL',
      ['With a challenge by plain there is no token', 'app-launch.html#considerations-for-pkce-support, row 15'],
      (server) => checkChallenge(server, launch, { code_challenge_method: 'plain' }),
    ),
    check(
      'other-redirect',
      'SHALL',
      ['A code serves with its redirect address alone', 'app-launch.html#request-5: RFC 6749 4.1.3'],
      (server) => checkOtherRedirect(server, launch),
    ),
    check(
      'outside-scope',
      launch.options?.outsideScope === undefined ? 'SHOULD' : 'SHALL',
      [
        'A scope that the app is not registered for is not granted',
        'app-launch.html#response-5, row 78: RFC 6749 3.3, RFC 9700 2.3',
      ],
      (server) => checkOutside(server, launch),
    ),
    check(
      'wider-scope',
      'SHOULD',
      [
        'No more is granted than was asked for',
        'scopes-and-launch-context.html#smarts-scopes-are-used-to-delegate-access: RFC 9700 2.3',
      ],
      async () => {
        const granted = launch.launched.scopes?.join(' ') ?? ''
        expect(listWider(granted, needRobot(launch).scope).length === 0, 'No scope beside those that were asked for')
      },
    ),
  ]
}

/** A server at which no launch succeeds refuses wrong ones for other reasons. */
function needGoodLaunch(launch: Launch): void {
  needRobot(launch)
  skipUnless(launch.launched.token !== undefined, 'There was no token')
}

async function checkPosted(server: Server, launch: Launch): Promise<void> {
  const state = newSecret()
  const returned = await askForCode(server, launch, { changes: { state, ...challenge(newSecret()) }, isPosted: true })
  expect(returned.code !== undefined && returned.state === state, 'A code and the state that was sent')
}

/** Either there is no code, or no token for this server comes of it. */
async function checkAudience(server: Server, launch: Launch): Promise<void> {
  const verifier = newSecret()
  const aud = 'https://elsewhere.example/fhir'
  const { code } = await askForCode(server, launch, { changes: { aud, ...challenge(verifier) } })
  if (code === undefined) return
  const { status, body } = await exchange(server, launch, { code, verifier })
  const token = isObject(body) ? textOf(body['access_token']) : undefined
  if (status !== 200 || token === undefined) return
  const read = await readWith(server, token, 'Patient?_count=1')
  expect(read === 401, `No code, no token, or 401 for a token that was asked for by another aud (it was ${read})`)
}

async function checkRedirect(server: Server, launch: Launch): Promise<void> {
  authorizationEndpoint(launch)
  const own = redirectOf(needRobot(launch))
  for (const address of ['https://elsewhere.example/callback', own.replace('/callback', '/other')]) {
    const changes = { redirect_uri: address, ...challenge(newSecret()) }
    const { code, error } = await askForCode(server, launch, { changes })
    expect(code === undefined && error === undefined, 'No redirect to an address that is not registered')
  }
}

/** `more` names the method; the challenge is the verifier itself, as `plain` has it. */
async function checkChallenge(server: Server, launch: Launch, more: Changes): Promise<void> {
  const verifier = newSecret()
  const isPlain = more['code_challenge_method'] !== undefined
  const changes = isPlain ? { code_challenge: verifier, ...more } : {}
  const { code } = await askForCode(server, launch, { changes })
  if (code === undefined) return
  expectRefusal(await exchange(server, launch, { code, verifier: isPlain ? verifier : undefined }))
}

async function checkOtherRedirect(server: Server, launch: Launch): Promise<void> {
  const verifier = newSecret()
  const { code } = await askForCode(server, launch, { changes: challenge(verifier) })
  const redirectUri = `${redirectOf(needRobot(launch))}/other`
  expectRefusal(await exchange(server, launch, { code, verifier, redirectUri }))
}

/** There is no such type, so that no app can be registered for it. */
const nowhere = 'user/NoSuchType.cruds'

async function checkOutside(server: Server, launch: Launch): Promise<void> {
  const { scope, outsideScope = nowhere } = needRobot(launch)
  const verifier = newSecret()
  const changes = { scope: `${scope} ${outsideScope}`, ...challenge(verifier) }
  const { code } = await askForCode(server, launch, { changes })
  if (code === undefined) return
  const { body } = await exchange(server, launch, { code, verifier })
  const granted = isObject(body) ? (textOf(body['scope']) ?? '') : ''
  const wider = outsideScope.split(' ').filter((one) => listWider(one, granted).length === 0)
  expect(wider.length === 0, 'Less than was asked for: the app is not registered for all of it')
}
