/** A message that comes by MLLP or HTTPS: whose it is, what becomes of it, and the acknowledgements that it asks for. docs/inbound.md#reception. */
import type { X509Certificate } from 'node:crypto'
import { type AcknowledgementCode, type CommitCode, parseAcknowledgement } from '../../channels/hl7-acknowledgement.ts'
import { type Hl7Message, parseFirstSegment } from '../../channels/hl7-message.ts'
import { acknowledge, type MessageIntake } from '../../channels/mllp-listener.ts'
import { describeCertificate, type VerifiedCertificate } from '../../core/certificate/verified-certificate.ts'
import type { Clock } from '../../core/clock.ts'
import { eventRows, knownTypes } from '../../inbound/events.ts'
import type { Origin } from './claims.ts'
import type { KnownSender, KnownSenders } from './known-senders.ts'
import { type Match, matchSender } from './match-sender.ts'
import { type Received, type Receiving, receiveMessage, SenderChanged } from './receive-message.ts'
import { type Verdict, verdictOf } from './verdicts.ts'

/** Counts a message that has its outcome: only words of closed lists, and numbers. */
export type NoteMessage = (message: {
  /** Type and event of MSH-9 if messages of that type are read, or else `other`. */
  readonly type: string
  readonly outcome: string
  readonly bytes: number
  /** Milliseconds from its last byte to its answer. */
  readonly durationMs: number
}) => void

export type Intake = Receiving & { readonly senders: KnownSenders; readonly clock: Clock; readonly note: NoteMessage }

/** Of a message, whole or not. */
export type Arrived = {
  readonly message: Uint8Array
  readonly isWhole: boolean
  /** Undefined for bytes that do not begin with a header. */
  readonly header: Hl7Message | undefined
}

/** As `senders` are now, or as they were a second ago. */
export type FindSender = (isFresh: boolean) => Promise<Match>

const attempts = 3

/** Decides the verdict on a message, and counts the message. */
export async function judgeMessage(intake: Intake, arrived: Arrived, find: FindSender): Promise<Verdict> {
  const arrivedMs = performance.now()
  let outcome: Verdict['outcome'] = 'unavailable'
  try {
    const verdict = await judge(intake, { ...arrived, arrivedMs }, find)
    outcome = verdict.outcome
    return verdict
  } finally {
    const { type } = saidOf(arrived.header)
    intake.note({
      type: knownTypes.includes(type) ? type : 'other',
      outcome,
      bytes: arrived.message.length,
      durationMs: performance.now() - arrivedMs,
    })
  }
}

type Judging = Arrived & Pick<Received, 'arrivedMs'>

/** Searches the sender again if its record changes meanwhile. */
async function judge(intake: Intake, arrived: Judging, find: FindSender): Promise<Verdict> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const sender = await find(attempt > 1)
    if (typeof sender === 'string') {
      intake.log.warn('message.no-sender', { reason: sender })
      return verdictOf('no-sender')
    }
    try {
      return await judgeOf(intake, arrived, sender)
    } catch (error) {
      if (!(error instanceof SenderChanged)) throw error
    }
  }
  return verdictOf('unavailable')
}

async function judgeOf(
  intake: Intake,
  { message, isWhole, header, arrivedMs }: Judging,
  sender: KnownSender,
): Promise<Verdict> {
  if (!isWhole || message.length > sender.content.maxBytes) {
    intake.log.warn('message.too-large', { senderId: sender.id })
    return verdictOf('too-large')
  }
  const received = { sender, said: saidOf(header), bytes: message, arrivedMs }
  return receiveMessage(intake, received, intake.clock().toISOString())
}

const readField =
  (header: Hl7Message | undefined) =>
  (place: string): string =>
    header?.raw(place).trim() ?? ''

const saidOf = (header: Hl7Message | undefined) => {
  const of = readField(header)
  const [type, event] = [of('MSH.9.1').toUpperCase(), of('MSH.9.2').toUpperCase()]
  return { controlId: of('MSH.10'), type: event === '' ? type : `${type}^${event}` }
}

export function originOf(header: Hl7Message | undefined, from: Pick<Origin, 'address' | 'certificate'>): Origin {
  const of = readField(header)
  return { ...from, application: of('MSH.3.1'), facility: of('MSH.4.1') }
}

/** For bytes that have none. */
const noHeader = Buffer.from('MSH|^~\\&|||||||||P|2.4\r')

/** The acknowledgements, in their order: of the commit, then of the application. HL7 v2.4 2.9.2, 2.9.3, table 0155; D211. */
export function buildAnswers(
  header: Hl7Message | undefined,
  { answer, commit, errors }: Verdict,
  clock: Clock,
): readonly Uint8Array[] {
  const asked = header ?? parseFirstSegment(noHeader)
  if (asked === undefined) throw new TypeError('the header of ours is one')
  const codes = listCodes(asked, answer, commit)
  return codes.map((code) => acknowledge({ header: asked, code, errors }, clock))
}

function listCodes({ raw }: Hl7Message, answer: AcknowledgementCode, commit: CommitCode) {
  const [accept, application] = [raw('MSH.15').trim(), raw('MSH.16').trim()]
  if (accept === '' && application === '') return [answer]
  return [
    ...(isAsked(accept, commit === 'CA') ? [commit] : []),
    // What is not in storage has no answer of an application after its commit was refused.
    ...(isAsked(application, answer === 'AA') && (commit === 'CA' || !isAsked(accept, false)) ? [answer] : []),
  ]
}

const isAsked = (value: string, isGood: boolean): boolean => value === 'AL' || value === (isGood ? 'SU' : 'ER')

/** Types that are read for the record. An answer to what we sent has another. */
const types: ReadonlySet<string> = new Set(
  eventRows.filter(({ kind }) => kind !== 'acknowledgement').map(({ type }) => type),
)

const describePeer = (certificate: X509Certificate | undefined): VerifiedCertificate | undefined =>
  certificate === undefined ? undefined : describeCertificate(certificate)

/** For the port of MLLP. */
export const openMllpIntake = (intake: Intake): MessageIntake => ({
  async limitOf(head, { address, certificate }) {
    const origin = originOf(parseFirstSegment(head), { address, certificate: describePeer(certificate) })
    // Few messages are so large; the operator may have raised the limit for this one just now.
    const sender = matchSender(await intake.senders.list(true), origin)
    return typeof sender === 'string' ? head.length : sender.content.maxBytes
  },
  async take(message, { address, certificate }, isWhole) {
    const header = parseFirstSegment(message)
    if (!types.has(header?.raw('MSH.9.1') ?? '') && parseAcknowledgement(message) !== undefined) return undefined
    const origin = originOf(header, { address, certificate: describePeer(certificate) })
    const find: FindSender = async (isFresh) => matchSender(await intake.senders.list(isFresh), origin)
    const verdict = await judgeMessage(intake, { message, isWhole, header }, find).catch((error: unknown) => {
      intake.log.error('message.failed', {}, error)
      return verdictOf('unavailable')
    })
    return buildAnswers(header, verdict, intake.clock)
  },
})
