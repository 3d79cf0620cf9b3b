/** A record of `/v1` that four callers may not read, and the operations that name something of it. docs/security.md#what-may-not-be-read; D180. */
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import type { DevelopmentTokenOptions } from '../../src/identity/development-token.ts'
import { createPatient, giveConsent, practitionerRoleId } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { type Operation, operations } from './every-operation.ts'
import { type Filling, fillWorld, type Ids } from './operation-world.ts'

/** Operations that name something of a patient. */
export const namingOperations: readonly Operation[] = operations.filter(({ title }) =>
  / \/v1.*\{(?!template|version|gate|spoke|request|practitioner|event|channel|mappingTable)/.test(title),
)

export type HubWorld = {
  /** The ids of the record, by the names of paths, and as many that nobody has. */
  readonly hidden: Ids
  readonly absent: Ids
  /** By the reason for which the caller may not read the record. */
  readonly reasons: Readonly<Record<'denied' | 'tenant' | 'patient' | 'carer', DevelopmentTokenOptions>>
}

/** Names of the record for which nobody has anything. */
export const absentIds = (hidden: Ids): Ids =>
  Object.fromEntries(Object.entries(hidden).map(([name, id]) => [name, name === 'gateName' ? id : newId()]))

export async function openHubWorld(server: Filling): Promise<HubWorld> {
  const filled = await fillWorld(server)
  // One patient has all of it, but for the draft.
  const hidden: Ids = { ...filled, ...(filled['ofPatient'] && { patientId: filled['ofPatient'] }) }
  const patient = await createPatient(server.call)
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
  return {
    hidden,
    absent: absentIds(hidden),
    reasons: {
      denied: {},
      tenant: { tenant: developmentTenants[1] },
      patient: { role: 'patient', patient },
      carer: { role: 'carer', patient },
    },
  }
}

export type Sent = { readonly body: unknown; readonly headers: Readonly<Record<string, string>> }

/** The ways of sending an operation: as it should be, without its version, with another one, and with a body that is wrong. */
export const variantsOf = ({ body, headers, method }: Operation): readonly [Sent, ...Sent[]] => [
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

export type HubRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

type Sending = { readonly operation: Operation; readonly sent: Sent; readonly ids: Ids }

/** The request of an operation with these ids, by this caller, but for the token. */
export function hubRequestOf(
  { tenant = developmentTenants[0] }: DevelopmentTokenOptions,
  { operation, sent, ids }: Sending,
): HubRequest {
  const { body, headers } = sent
  const payload = body instanceof Uint8Array ? body : JSON.stringify(body)
  return {
    method: operation.method,
    path: operation.pathOf(ids),
    headers: {
      'x-tenant-id': tenant,
      'x-spoke-id': 'connect',
      ...(operation.method === 'GET' ? {} : { 'x-idempotency-key': newId() }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload as string | Uint8Array<ArrayBuffer> }),
  }
}
