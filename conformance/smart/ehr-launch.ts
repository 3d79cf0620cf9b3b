/** An EHR launches the app. SMART App Launch 2.2 app-launch.html#launch-app-ehr-launch. */
import { type Check, expect, skipUnless } from '../check.ts'
import { isObject, textOf } from '../json.ts'
import type { Server } from '../server.ts'
import { askForCode, type Changes, challenge, exchange, type Launch, launchAgain, needRobot, newSecret } from './app.ts'
import { ifClaimed, smartCheck } from './discovery.ts'

const section = 'app-launch.html#launch-app-ehr-launch'

export function buildEhrLaunchChecks(launch: Launch): Check[] {
  const held: { launch?: string } = {}
  const needLaunch = (): string => {
    needMade(launch)
    skipUnless(held.launch !== undefined, 'There was no launch')
    return held.launch
  }
  const checks = [
    smartCheck(
      'ehr-launch',
      'SHALL',
      ['An app that an EHR launches gets the context of the launch', `${section}, rows 168 to 170, 352, 361`],
      async (server) => {
        const made = await makeLaunch(server, launch)
        held.launch = made.launch
        const body = await launchAgain(server, launch, { scope: scopeOf(launch), launch: made.launch })
        expect(textOf(body['patient']) === made.patient, 'patient: the one of the launch')
      },
    ),
    smartCheck('ehr-launch-spent', 'SHOULD', ['A launch serves once', section], (server) =>
      expectNoContext(server, launch, { scope: scopeOf(launch), launch: needLaunch() }),
    ),
    smartCheck(
      'ehr-launch-unknown',
      'SHALL',
      ['A launch that no EHR made gives no context', `${section}, rows 168, 352`],
      (server) => {
        needMade(launch)
        return expectNoContext(server, launch, { scope: scopeOf(launch), launch: newSecret() })
      },
    ),
  ]
  return checks.map((check) => ifClaimed(launch.discovered, 'launch-ehr', check))
}

const scopeOf = (launch: Launch): string =>
  [
    'launch',
    ...needRobot(launch)
      .scope.split(' ')
      .filter((scope) => !scope.startsWith('launch')),
  ].join(' ')

function needMade(launch: Launch): string {
  const { launchEndpoint } = needRobot(launch)
  skipUnless(launchEndpoint !== undefined, 'Give --launch-endpoint, and a token that may make launches')
  return launchEndpoint
}

type Made = { readonly launch: string; readonly patient: string }

/** For the patient whom the sign-in page is given. */
async function makeLaunch(server: Server, launch: Launch): Promise<Made> {
  const endpoint = needMade(launch)
  const { clientId, signIn } = needRobot(launch)
  const patient = signIn.find(({ name }) => name === 'patient')?.value ?? launch.launched.patient
  skipUnless(patient !== undefined, 'Give a patient: --sign-in patient=ID')
  const { status, body } = await server.ask(endpoint, {
    ...{ method: 'POST', isNamed: true, text: JSON.stringify({ client_id: clientId, patient }) },
    headers: { accept: 'application/json', 'content-type': 'application/json' },
  })
  const made = isObject(body) ? textOf(body['launch']) : undefined
  expect(status === 201 || status === 200, `Status 201 for a launch (it was ${status})`)
  expect(made !== undefined, 'launch')
  return { launch: made, patient }
}

async function expectNoContext(server: Server, launch: Launch, changes: Changes): Promise<void> {
  const verifier = newSecret()
  const { code } = await askForCode(server, launch, { changes: { ...challenge(verifier), ...changes } })
  if (code === undefined) return
  const { body } = await exchange(server, launch, { code, verifier })
  expect(!isObject(body) || body['patient'] === undefined, 'No code, or no patient')
}
