/** The same for `/v1`: what is denied, another tenant's, or another patient's answers as what is not there. docs/security.md#what-may-not-be-read; D180. */
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import type { DevelopmentTokenOptions } from '../../src/identity/development-token.ts'
import { createPatient, giveConsent, practitionerRoleId } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { readCounts } from '../running-server.ts'
import { useRunning } from '../use-running.ts'
import { type Operation, operations } from './every-operation.ts'
import { type Neutral, neutral } from './neutral-answer.ts'
import { fillWorld, type Ids } from './operation-world.ts'

const server = useRunning()
const named = operations.filter(({ title }) =>
  / \/v1.*\{(?!template|version|gate|spoke|request|practitioner|event|channel)/.test(title),
)

let hidden: Ids
let absent: Ids
let otherPatient: string

beforeAll(async () => {
  const filled = await fillWorld(server)
  // One patient has all of it, but for the draft.
  hidden = { ...filled, ...(filled['ofPatient'] && { patientId: filled['ofPatient'] }) }
  absent = Object.fromEntries(Object.entries(hidden).map(([name, id]) => [name, name === 'gateName' ? id : newId()]))
  otherPatient = await createPatient(server.call)
  for (const patientId of [filled['patientId'], filled['ofPatient']])
    await giveConsent(server.call, patientId ?? '', {
      decision: 'deny',
      permits: ['share'],
      recipients: [`PractitionerRole/${practitionerRoleId}`],
    })
  await waitFor(
    () => server.call('GET', `/v1/encounters/${hidden['encounterId']}`),
    ({ status }) => status === 404,
  )
})

type Sent = { readonly body: unknown; readonly headers: Readonly<Record<string, string>> }

/** The ways of sending an operation: as it should be, without its version, with another one, and with a body that is wrong. */
const variantsOf = ({ body, headers, method }: Operation): readonly Sent[] => [
  { body, headers: { ...headers, 'if-match': 'W/"1"' } },
  { body, headers },
  { body, headers: { ...headers, 'if-none-match': 'W/"1"' } },
  ...(method === 'GET'
    ? []
    : [
        { body: { zebulon: 1 }, headers },
        { body: undefined, headers: {} },
      ]),
]

async function ask(
  as: DevelopmentTokenOptions,
  operation: Operation,
  { body, headers }: Sent,
  ids: Ids,
): Promise<Neutral> {
  const payload = body instanceof Uint8Array ? body : JSON.stringify(body)
  const answer = await fetch(`${server.base}${operation.pathOf(ids)}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${await server.token(as)}`,
      'x-tenant-id': as.tenant ?? developmentTenants[0],
      'x-spoke-id': 'connect',
      'x-request-id': newId(),
      ...(operation.method === 'GET' ? {} : { 'x-idempotency-key': newId() }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload as string | Uint8Array<ArrayBuffer> }),
  })
  return neutral(answer, [hidden, absent])
}

test.each([
  ['a consent denies it', (): DevelopmentTokenOptions => ({})],
  ['it is another tenant’s', (): DevelopmentTokenOptions => ({ tenant: developmentTenants[1] })],
  ['it is another patient’s', (): DevelopmentTokenOptions => ({ role: 'patient', patient: otherPatient })],
  ['it is another carer’s', (): DevelopmentTokenOptions => ({ role: 'carer', patient: otherPatient })],
])('D180: where %s, each operation of /v1 answers as for nothing, and does nothing', async (_why, callerOf) => {
  const different: object[] = []
  const before = await readCounts(server.site.pool)
  for (const operation of named)
    for (const sent of variantsOf(operation)) {
      const [own, nothing] = [
        await ask(callerOf(), operation, sent, hidden),
        await ask(callerOf(), operation, sent, absent),
      ]
      if (!isDeepStrictEqual(own, nothing))
        different.push({ row: `${operation.title} ${JSON.stringify(sent.headers)}`, own, nothing })
    }

  expect(different).toEqual([])
  expect(await readCounts(server.site.pool)).toEqual(before)
})

test('D180: the table has the operations that name something of a patient', () => {
  expect(named.length).toBeGreaterThan(30)
})
