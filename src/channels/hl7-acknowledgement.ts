/** HL7 v2 acknowledgements, both ways. HL7 v2.4 2.9, 2.16.8 (MSA), 11.3 (RRI); ADRM 00045, 00047. */
import { type Hl7Message, parseMessage } from './hl7-message.ts'
import { failedReceipt, type Receipt, rejectedReceipt, withReply } from './transport.ts'

export type AcknowledgementCode = 'AA' | 'AE' | 'AR'
export type CommitCode = 'CA' | 'CE' | 'CR'

type Row = { readonly code: AcknowledgementCode | CommitCode; readonly by: Answerer; readonly receipt: Receipt }
type Answerer = 'application' | 'receiver'

/** Table 0008: the meaning of each code for a delivery. A commit (CA) is no acceptance yet; a refusal (R) is final, an error (E) is not. D14 */
// biome-ignore format: one row a line
export const answerTable: readonly Row[] = [
  { code: 'AA', by: 'application', receipt: { state: 'accepted', retry: false, unknown: false } },
  { code: 'AE', by: 'application', receipt: failedReceipt('error-at-receiver', false) },
  { code: 'AR', by: 'application', receipt: rejectedReceipt('refused-by-receiver') },
  { code: 'CA', by: 'receiver',    receipt: { state: 'committed', retry: false, unknown: false } },
  { code: 'CE', by: 'receiver',    receipt: failedReceipt('error-at-receiver', false) },
  { code: 'CR', by: 'receiver',    receipt: rejectedReceipt('refused-by-receiver') },
]

export type Acknowledgement = {
  /** MSA-2: MSH-10 of the message that is answered. */
  readonly controlId: string
  readonly by: Answerer
  readonly receipt: Receipt
}

/** MSA stands at the beginning. To parse 16 MiB of segments takes a second, in which nothing else runs. */
const maxParsedBytes = 64 * 1024

/** `undefined` for anything that is no acknowledgement. Only MSA-1 and MSA-2 are read: MSA-3 and ERR may quote the patient. */
export function parseAcknowledgement(bytes: Uint8Array): Acknowledgement | undefined {
  const message = parseMessage(bytes.subarray(0, maxParsedBytes))
  const code = message?.raw('MSA.1')
  const row = answerTable.find((candidate) => candidate.code === code)
  if (message === undefined || row === undefined) return undefined
  return {
    controlId: message.raw('MSA.2'),
    by: row.by,
    receipt: withReply({ ...row.receipt, acknowledgement: row.code }, bytes),
  }
}

export type AwaitedAnswers = {
  /** The sender waits on the connection for the first answer. */
  readonly first: boolean
  /** After a commit, the answer of the application is still to come. */
  readonly application: boolean
}

/**
 * The answers that a message asks for. Without MSH-15 and MSH-16 (original mode) the one answer is that of the application. Table 0155: `SU`
 * asks for it on success alone, so silence is no success; `ER` on failure alone, so silence is none. HL7 v2.4 2.9.2, 2.9.3.
 */
export function listAwaited({ raw }: Hl7Message): AwaitedAnswers {
  const [accept, application] = [raw('MSH.15'), raw('MSH.16')]
  if (accept === '' && application === '') return { first: true, application: true }
  const isAsked = (value: string): boolean => ['AL', 'SU', 'ER'].includes(value)
  return { first: isAsked(accept) || isAsked(application), application: ['AL', 'SU'].includes(application) }
}

/** Why a message is not taken: a place in it with a fixed text, and the code of table 0357. */
export type AcknowledgedError = { readonly place: string; readonly message: string; readonly code: string }

export type AcknowledgementInput = {
  readonly header: Hl7Message
  /** The segments RF1, PRD and PID of a referral as they were sent: RRI^I12 repeats them. A general acknowledgement has none. */
  readonly referral?: readonly string[]
  readonly code: AcknowledgementCode | CommitCode
  /** MSA-3 has the first, ERR each. */
  readonly errors?: readonly AcknowledgedError[]
  /** HL7 time stamp with zone. */
  readonly at: string
  /** MSH-10 of the acknowledgement, at most 20 characters. */
  readonly controlId: string
}

/** HL7 v2.4 table 0155: whether the sender wants the answer of the application too. Without MSH-15 and MSH-16 it wants that alone (2.9.2). */
export function wantsApplicationAnswer({ raw }: Hl7Message, code: AcknowledgementCode | CommitCode): boolean {
  const [accept, application] = [raw('MSH.15'), raw('MSH.16')]
  if (accept === '' && application === '') return true
  return application === 'AL' || application === (code === 'AA' ? 'SU' : 'ER')
}

/**
 * The segments of a referral that its answer repeats: RF1, PRD and PID before the first report, one after the other. Empty for any other
 * message, and for a referral without a provider or a patient, which an RRI^I12 needs. HL7 v2.4 11.3.3; ADRM 00045.4.
 */
export function listReferralSegments({ separator, raw }: Hl7Message, message: Uint8Array): readonly string[] {
  if (raw('MSH.9.1') !== 'REF') return []
  const lines = Buffer.from(message.subarray(0, maxParsedBytes))
    .toString('latin1')
    .split(/[\r\n]+/)
  // The last line of a part may be a part of a segment.
  if (message.length > maxParsedBytes) lines.pop()
  const end = lines.findIndex((line) => /^(?:OBR|PV1)/.test(line))
  const segments = lines.slice(0, end === -1 ? lines.length : end).filter(isAnswered(separator))
  const names = new Set(segments.map((line) => line.slice(0, 3)))
  return names.has('PRD') && names.has('PID') ? segments : []
}

const isAnswered =
  (separator: string) =>
  (line: string): boolean =>
    ['RF1', 'PRD', 'CTD', 'PID'].some((name) => line.startsWith(name + separator))

/** ADRM 00045.8, .9: repeats the sender's whole application and facility; version, country and language are the sender's. */
export function buildAcknowledgement({
  header,
  referral = [],
  errors = [],
  code,
  at,
  controlId,
}: AcknowledgementInput): Uint8Array {
  const { separator, raw } = header
  const field = (number: number): string => raw(`MSH.${number}`)
  const delimiters = field(2)
  const msh = [
    'MSH',
    delimiters,
    ...[field(5), field(6), field(3), field(4)],
    at,
    '',
    (referral.length > 0 ? ['RRI', 'I12', 'RRI_I12'] : ['ACK', raw('MSH.9.2'), 'ACK']).join(delimiters[0] ?? '^'),
    controlId,
    field(11),
    field(12),
    ...['', '', 'NE', 'NE'],
    ...[field(17), field(18), field(19)],
  ]
  const [first] = errors
  const msa = [
    'MSA',
    code,
    field(10),
    ...(first === undefined ? [] : [plain(`${first.place} ${first.message}`, header)]),
  ]
  const told = errors.map((error) => buildError(error, header))
  const segments = [msh.join(separator), msa.join(separator), ...told, ...referral]
  const text = segments.map((segment) => `${segment}\r`).join('')
  return Buffer.from(text, 'latin1')
}

/** A fixed text has no sign that this sender separates by. */
const plain = (text: string, { separator, raw }: Hl7Message): string =>
  [...text].map((sign) => (`${separator}${raw('MSH.2')}`.includes(sign) ? ' ' : sign)).join('')

/** `PID-7`, `PID[2]-3`, `OBX`. */
const placePattern = /^([A-Z][A-Z0-9]{2})(?:\[(\d{1,6})\])?(?:-(\d{1,3}))?/

/** ERR: the place and the code in ERR-1 until version 2.4, in ERR-2 and ERR-3 since 2.5. HL7 v2.4 2.16.5; v2.5 2.15.5. */
function buildError({ place, message, code }: AcknowledgedError, header: Hl7Message): string {
  const { separator, raw } = header
  const [component = '^', , , subcomponent = '&'] = raw('MSH.2')
  const [, segment = place.slice(0, 3), number = '1', field = ''] = placePattern.exec(place) ?? []
  const meaning = plain(message, header)
  const isLater = Number.parseFloat(raw('MSH.12.1')) >= 2.5
  if (!isLater)
    return ['ERR', [segment, number, field, [code, meaning, 'HL70357'].join(subcomponent)].join(component)].join(
      separator,
    )
  const location = [segment, number, ...(field === '' ? [] : [field])].join(component)
  return ['ERR', '', location, [code, meaning, 'HL70357'].join(component), 'E'].join(separator)
}
