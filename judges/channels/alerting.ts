/** Alerts of a running Banksia, and what their messages may say. docs/channels.md#alerts */
import assert from 'node:assert/strict'
import type { Alert, Artifact, NewAlert } from '../../client/hub-types.ts'
import { findPort } from '../../test/ports.ts'
import type { Served } from './judge.ts'

export type DeadLetter = { readonly channelId: string; readonly artifact: Artifact }

/** Releases a document to an address where nothing listens, until its delivery is dead. */
export async function makeDeadLetter({ practice }: Served): Promise<DeadLetter> {
  const destination = { host: '127.0.0.1', port: await findPort() }
  const retry = { attempts: 1, baseMs: 100, maxMs: 1000 }
  const channelId = await practice.openChannel({ name: 'Nobody listens', destination, retry })
  const artifact = await practice.release('SOAP note')
  const [delivery] = await practice.awaitDeliveries(artifact.id, [channelId])
  assert.equal(delivery?.state, 'dead')
  await practice.closeChannel(channelId)
  return { channelId, artifact }
}

export const openDeadLetterAlert = (
  { practice }: Served,
  { channelId }: DeadLetter,
  target: NewAlert['target'],
): Promise<Alert> =>
  practice.operator.call('POST', '/v1/alerts', {
    body: { name: 'Dead letters', rule: 'dead-letter', channelId, target },
  })

const facts = ['id', 'alertId', 'name', 'rule', 'state', 'subject', 'figure', 'threshold', 'unit', 'since'] as const

/** Checks what an alert of one dead letter says, and that it says nothing else. */
export function checkMessage(
  message: Readonly<Record<string, unknown>>,
  alert: Alert,
  { channelId }: DeadLetter,
): void {
  assert.deepEqual(Object.keys(message).sort(), [...facts].sort())
  const { rule, state, subject, alertId, name, figure, threshold } = message
  assert.deepEqual(
    { rule, state, subject, alertId, name, figure: Number(figure), threshold: Number(threshold) },
    {
      ...{ rule: 'dead-letter', state: 'firing', subject: channelId, alertId: alert.id, name: 'Dead letters' },
      ...{ figure: 1, threshold: 1 },
    },
  )
}

type Patient = {
  readonly identifier: readonly { readonly value: string }[]
  readonly name: readonly { readonly family: string; readonly given: readonly string[] }[]
  readonly birthDate: string
}

/** Throws if a text has a name, a number, the birth date or an identifier of the patient or of the document. */
export async function checkNothingOfPatient(
  { practice }: Served,
  { artifact }: DeadLetter,
  text: string,
): Promise<void> {
  const { patientId, clinician } = practice
  const { identifier, name, birthDate } = await clinician.fhir<Patient>('GET', `/Patient/${patientId}`)
  const words = [
    ...identifier.map(({ value }) => value),
    ...name.flatMap(({ family, given }) => [family, ...given]),
    ...[birthDate, patientId, artifact.id, artifact.documentId ?? artifact.id],
  ]
  const said = words.filter((word) => text.toLowerCase().includes(word.toLowerCase()))
  assert.deepEqual(said, [])
}
