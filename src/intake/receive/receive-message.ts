/**
 * What becomes of one message of a known sender: it is read, applied and kept in one transaction, and answered after the commit. The same MSH-10 of
 * a sender is stored once and answered alike. docs/inbound.md#reception; D211, D212.
 */
import { errorFields, type Log } from '../../core/log.ts'
import { Problem } from '../../core/problems.ts'
import { type InboundProblem, InboundRefused } from '../../inbound/message/inbound-refused.ts'
import { nameMessageType } from '../../inbound/message/message-types.ts'
import { type InboundReading, readInbound } from '../../inbound/read-inbound.ts'
import { keepReceived, type ReceivedMessage, settleReceived } from '../../store/messages/received-messages.ts'
import { findUnavailable } from '../../store/postgres/unavailable.ts'
import { findSenderRow } from '../../store/senders/senders.ts'
import type { Store } from '../../store/store.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Decision } from '../apply/applied.ts'
import { applyMessage } from '../apply/apply-message.ts'
import type { KnownSender } from './known-senders.ts'
import { listIdentifiers } from './message-names.ts'
import type { QualityCounts } from './quality-counts.ts'
import { senderCaller } from './sender-caller.ts'
import {
  acceptedVerdict,
  buildReason,
  reasonOf,
  repeatedVerdict,
  type Verdict,
  type VerdictReason,
  verdictOf,
  verdictRow,
} from './verdicts.ts'

export type Receiving = { readonly store: Pick<Store, 'transact'>; readonly log: Log; readonly quality: QualityCounts }

/** What its header says; both are empty texts where it says nothing. */
export type Said = { readonly controlId: string; readonly type: string }

export type Received = {
  readonly sender: KnownSender
  readonly said: Said
  readonly bytes: Uint8Array
  /** The time at which the message was complete, by `performance.now()`. */
  readonly arrivedMs: number
}

/** The sender has changed since it was found: it is to be found again. */
export class SenderChanged extends Error {}

type Unread = { readonly kind: 'refused'; readonly problems: readonly InboundProblem[] }
export type ReadOrNot = InboundReading | Unread

/** As `readInbound`, but a refusal is an answer. */
export async function readOrRefuse(
  bytes: Uint8Array,
  sender: Pick<KnownSender, 'id' | 'content'>,
  receivedAt: string,
): Promise<ReadOrNot> {
  const { characterSet, timeZone } = sender.content
  const own = {
    ...(characterSet === undefined ? {} : { characterSet }),
    ...(timeZone === undefined ? {} : { timeZone }),
  }
  try {
    return await readInbound(bytes, { receivedAt, sender: sender.id, ...own })
  } catch (error) {
    if (error instanceof InboundRefused) return { kind: 'refused', problems: error.problems }
    throw error
  }
}

/** Throws SenderChanged; every other failure is a verdict. */
export async function receiveMessage(receiving: Receiving, received: Received, receivedAt: string): Promise<Verdict> {
  const { store, log, quality } = receiving
  const { sender } = received
  try {
    const reading = await readOrRefuse(received.bytes, sender, receivedAt)
    const settled = await store.transact(senderCaller(sender), (tx) => keepAndApply(tx, received, reading))
    if (settled.isNew) quality.add(sender, notesOf(reading))
    return settled.verdict
  } catch (error) {
    if (error instanceof SenderChanged) throw error
    log.warn('message.not-applied', { senderId: sender.id, ...errorFields(error) })
    return keepApart(receiving, received, error)
  }
}

const notesOf = (reading: ReadOrNot) =>
  reading.kind === 'refused'
    ? reading.problems.map(({ place }) => ({ rule: 'refused', place, count: 1 }))
    : reading.report

type Settled = { readonly verdict: Verdict; readonly isNew: boolean }

async function keepAndApply(tx: Tx, received: Received, reading: ReadOrNot): Promise<Settled> {
  const { sender, arrivedMs } = received
  await checkSender(tx, sender)
  return keepOnce(tx, received, reading, (id) => settle(tx, { id, reading, sender, arrivedMs }))
}

/** Keeps the message, and settles it unless an earlier copy has its outcome. D212 */
async function keepOnce(
  tx: Tx,
  received: Received,
  reading: ReadOrNot,
  settleKept: (id: string) => Promise<Verdict>,
): Promise<Settled> {
  const { id, isNew, isSame, earlier } = await keepReceived(tx, describeMessage(received, reading))
  if (!isNew && !isSame) return { verdict: await keepOther(tx, received), isNew: true }
  // A message that a repetition may mend is tried again.
  if (earlier !== undefined && earlier.answer !== 'AE') return { verdict: repeatedVerdict(earlier), isNew: false }
  return { verdict: await settleKept(id), isNew }
}

async function checkSender(tx: Tx, { id, version }: KnownSender): Promise<void> {
  const row = await findSenderRow(tx, id)
  if (row?.state !== 'active' || row.version !== version) throw new SenderChanged()
}

const describeMessage = ({ sender, said, bytes }: Received, reading: ReadOrNot): ReceivedMessage => ({
  senderId: sender.id,
  controlId: said.controlId === '' ? undefined : said.controlId,
  bytes,
  type: nameMessageType(said.type),
  identifiers: reading.kind === 'clinical' ? listIdentifiers(reading) : [],
})

/** Its MSH-10 is that of another message: neither replaces the other. HL7 v2.4 2.16.9.10; D212. */
async function keepOther(tx: Tx, { sender, said, bytes, arrivedMs }: Received): Promise<Verdict> {
  const { id } = await keepReceived(tx, {
    ...{ senderId: sender.id, controlId: undefined, bytes, type: nameMessageType(said.type) },
    identifiers: [{ kind: 'control', value: said.controlId }],
  })
  const problems = [problemAt('repeated-id', 'MSH-10')]
  return settleApart(tx, id, { reason: 'repeated-id', problems, arrivedMs })
}

const problemAt = (reason: VerdictReason, place: string): InboundProblem => ({
  place,
  message: verdictRow(reason).text,
})

type Refused = { readonly reason: VerdictReason; readonly problems: readonly InboundProblem[] }
type Arrived = Partial<Pick<Received, 'arrivedMs'>>

const timeOf = ({ arrivedMs }: Arrived) =>
  arrivedMs === undefined ? {} : { tookMs: Math.round(performance.now() - arrivedMs) }

async function settleApart(tx: Tx, id: string, { reason, problems, ...arrived }: Refused & Arrived): Promise<Verdict> {
  const { outcome, answer } = verdictRow(reason)
  await settleReceived(tx, id, { outcome, answer, reason: buildReason(reason, problems), ...timeOf(arrived) })
  return verdictOf(reason, problems)
}

/** `arrivedMs` is absent for a message that is run again. */
type Settling = Arrived & {
  readonly id: string
  readonly reading: ReadOrNot
  readonly sender: { readonly id: string; readonly content: { readonly name: string } }
  /** For a message that is run again. */
  readonly decision?: Decision | undefined
}

/** Applies it and writes what became of it. Throws what `applyMessage` throws. */
export async function settle(tx: Tx, { id, reading, sender, decision, ...arrived }: Settling): Promise<Verdict> {
  if (reading.kind === 'refused')
    return settleApart(tx, id, { reason: reasonOf(reading.problems), problems: reading.problems, ...arrived })
  if (reading.kind === 'acknowledgement')
    return settleApart(tx, id, { reason: 'acknowledgement', problems: [], ...arrived })
  if (reading.header.processing !== 'P')
    return settleApart(tx, id, { reason: 'for-training', problems: [problemAt('for-training', 'MSH-11')], ...arrived })
  const applied = await applyMessage(tx, reading, { id: sender.id, name: sender.content.name }, decision)
  const verdict = acceptedVerdict(applied.outcome)
  await settleReceived(tx, id, { ...applied, answer: verdict.answer, ...timeOf(arrived) })
  return verdict
}

/** After the transaction that was to apply it is gone. */
async function keepApart({ store, log }: Receiving, received: Received, error: unknown): Promise<Verdict> {
  if (findUnavailable(error) !== undefined) return verdictOf('unavailable')
  const refused = explain(error)
  try {
    const { sender, arrivedMs } = received
    const settled = await store.transact(senderCaller(sender), (tx) =>
      keepOnce(tx, received, { kind: 'refused', problems: [] }, (id) => settleApart(tx, id, { ...refused, arrivedMs })),
    )
    return settled.verdict
  } catch (failure) {
    log.error('message.not-kept', { senderId: received.sender.id, ...errorFields(failure) })
    return verdictOf('unavailable')
  }
}

/** The segment that a resource is made from. A document, an order or a person is made from several segments: for these the place is the whole message. */
const segments: Readonly<Record<string, string>> = {
  Patient: 'PID',
  RelatedPerson: 'NK1',
  Encounter: 'PV1',
  AllergyIntolerance: 'AL1',
  Coverage: 'IN1',
  Condition: 'DG1',
  Procedure: 'PR1',
  Specimen: 'SPM',
  DiagnosticReport: 'OBR',
  Observation: 'OBX',
}

/** The place of a refusal: the segment of the first resource that the record refuses. */
const placeOf = ({ errors: [first] }: Problem): string => {
  const [type = ''] = /^[A-Za-z]+/.exec(first?.field ?? '') ?? []
  return Object.hasOwn(segments, type) ? (segments[type] ?? 'MSH') : 'MSH'
}

/** Why the record did not take it. The record's own refusals come again with the same bytes; a fault may not. */
export function explain(error: unknown): Refused {
  if (error instanceof InboundRefused) return { reason: reasonOf(error.problems), problems: error.problems }
  if (error instanceof Problem && !error.row.retry && error.row.status < 500)
    return { reason: 'not-valid', problems: [problemAt('not-valid', placeOf(error))] }
  return { reason: 'fault', problems: [problemAt('fault', 'MSH')] }
}
