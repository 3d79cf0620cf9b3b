/** A public app is launched by itself: the user opens an address, signs in, and comes back with a code. SMART App Launch 2.2 app-launch.html, RFC 7636. */
import { type Check, expect, skipUnless } from '../check.ts'
import { isObject, textOf } from '../json.ts'
import type { Server } from '../server.ts'
import { authorize, exchange, expectRefusal, type Launch, needOptions, newSecret } from './app.ts'
import { smartCheck } from './discovery.ts'

export function buildLaunchChecks(launch: Launch): Check[] {
  const { launched } = launch
  return [
    smartCheck(
      'authorize',
      'SHALL',
      [
        'The user comes back with a code and the state that was sent',
        'app-launch.html#request-4, rows 48, 53, 56, 57, 59',
      ],
      async (server) => {
        launched.code = await authorize(server, launch, launched.verifier)
      },
    ),
    smartCheck(
      'exchange',
      'SHALL',
      [
        'The code is exchanged for a token that is not cached',
        'app-launch.html#response-5, rows 73 to 75, 78, 85, 86, 164',
      ],
      (server) => checkExchange(server, launch),
    ),
    smartCheck(
      'access',
      'SHALL',
      ['The token gives what its scopes and context say', 'app-launch.html#response-6, rows 95, 361, 363, 368'],
      (server) => checkAccess(server, launch),
    ),
    smartCheck(
      'replay',
      'SHALL',
      ['A code serves once', 'app-launch.html#response-4: RFC 6749 4.1.2'],
      async (server) => {
        needToken(launch)
        expectRefusal(await exchange(server, launch, { code: launched.code, verifier: launched.verifier }))
      },
    ),
    smartCheck(
      'forged-verifier',
      'SHALL',
      ['A code does not serve with another verifier', 'app-launch.html#request-4, row 31: RFC 7636 4.6'],
      async (server) => {
        needToken(launch)
        const code = await authorize(server, launch, newSecret())
        expectRefusal(await exchange(server, launch, { code, verifier: newSecret() }))
      },
    ),
  ]
}

/** Where even the right code gave no token, a refusal says nothing of a wrong one. */
function needToken(launch: Launch): void {
  needOptions(launch)
  skipUnless(launch.launched.token !== undefined, 'There was no token')
}

async function checkExchange(server: Server, launch: Launch): Promise<void> {
  const { launched } = launch
  const { status, body, headers } = await exchange(server, launch, { code: launched.code, verifier: launched.verifier })
  expect(status === 200, `Status 200 (it was ${status})`)
  const token = isObject(body) ? textOf(body['access_token']) : undefined
  expect(isObject(body) && token !== undefined, 'access_token')
  launched.token = token
  const patient = textOf(body['patient'])
  if (patient !== undefined) launched.patient = patient
  expect(/^bearer$/i.test(textOf(body['token_type']) ?? ''), 'token_type Bearer')
  const scope = textOf(body['scope'])
  expect(scope !== undefined, 'scope')
  launched.scopes = scope.split(' ')
  expect(/no-store/.test(headers.get('cache-control') ?? ''), 'Cache-Control: no-store')
  expect(patient !== undefined || !needsPatient(launched), 'patient: the scopes that were granted need one')
}

/** SMART App Launch 2.2 scopes-and-launch-context.html: `launch/patient`, and `patient/` scopes, which are about that patient. */
const needsPatient = ({ scopes = [] }: Launch['launched']): boolean =>
  scopes.some((scope) => scope === 'launch/patient' || scope.startsWith('patient/'))

const readsPatients = ({ scopes = [] }: Launch['launched']): boolean =>
  scopes.some((scope) =>
    /^(?:patient|user|system)\/(?:\*|Patient)\.(?:read|\*|[cruds]*[rs][cruds]*(?:\?.*)?)$/.test(scope),
  )

/** The patient in context is read; where none is, patients are searched for. */
async function checkAccess(server: Server, launch: Launch): Promise<void> {
  const { launched } = launch
  const { token, patient } = launched
  if (token === undefined) needOptions(launch)
  skipUnless(token !== undefined, 'There was no token')
  skipUnless(patient !== undefined || !needsPatient(launched), 'The answer with the token had no patient')
  skipUnless(readsPatients(launched), 'No scope for patients was granted')
  const path = patient === undefined ? 'Patient?_count=1' : `Patient/${patient}`
  const { status } = await server.ask(path, { isAnonymous: true, headers: { authorization: `Bearer ${token}` } })
  expect(
    status === 200,
    `Status 200 for ${patient === undefined ? 'a search of patients' : 'the patient in context'} (it was ${status})`,
  )
}
