/** What becomes of a message that is not applied, and how it is answered. docs/inbound.md#answers; HL7 v2.4 2.9.2, table 0357; D211. */
import type { InboundProblem } from '../../inbound/message/inbound-refused.ts'
import type { ReceivedOutcome } from '../../store/messages/received-messages.ts'

export type VerdictRow = {
  readonly reason: string
  readonly outcome: ReceivedOutcome['outcome']
  readonly answer: 'AA' | 'AE' | 'AR'
  /** Whether it is in safe storage: CA, else CR, or CE where a repetition may mend it. */
  readonly commit: 'CA' | 'CE' | 'CR'
  /** Table 0357. */
  readonly code: string
  readonly text: string
}

/** AE where a repetition of the same bytes may be taken, AR where it will not. */
// biome-ignore format: one row a line
export const verdictRows = [
  { reason: 'not-read',      outcome: 'refused',   answer: 'AR', commit: 'CR', code: '200', text: 'names a message that is not read' },
  { reason: 'no-control-id', outcome: 'apart',     answer: 'AR', commit: 'CR', code: '101', text: 'is missing' },
  { reason: 'repeated-id',   outcome: 'apart',     answer: 'AR', commit: 'CR', code: '205', text: 'is that of another message' },
  { reason: 'no-message',    outcome: 'apart',     answer: 'AR', commit: 'CR', code: '100', text: 'does not begin one message' },
  { reason: 'not-readable',  outcome: 'apart',     answer: 'AR', commit: 'CA', code: '102', text: 'cannot be read' },
  { reason: 'not-valid',     outcome: 'apart',     answer: 'AR', commit: 'CA', code: '102', text: 'is not what the record takes' },
  { reason: 'fault',         outcome: 'apart',     answer: 'AE', commit: 'CA', code: '207', text: 'was not stored: send it again' },
  { reason: 'unavailable',   outcome: 'apart',     answer: 'AE', commit: 'CE', code: '207', text: 'was not stored: send it again' },
  { reason: 'no-sender',     outcome: 'refused',   answer: 'AR', commit: 'CR', code: '207', text: 'is of no sender that is known' },
  { reason: 'too-large',     outcome: 'refused',   answer: 'AR', commit: 'CR', code: '207', text: 'is larger than its sender may send' },
  { reason: 'for-training',  outcome: 'unchanged', answer: 'AA', commit: 'CA', code: '0',   text: 'says that the message is not for the record' },
  { reason: 'acknowledgement', outcome: 'answered', answer: 'AA', commit: 'CA', code: '0',  text: 'answers a message' },
] as const satisfies readonly VerdictRow[]

export type VerdictReason = (typeof verdictRows)[number]['reason']

export const verdictRow = (reason: VerdictReason): VerdictRow =>
  // Every reason has its row.
  verdictRows.find((row) => row.reason === reason) as VerdictRow

export type MessageError = InboundProblem & {
  /** Table 0357. */
  readonly code: string
}

/** How a message is answered. */
export type Verdict = {
  readonly answer: 'AA' | 'AE' | 'AR'
  readonly commit: 'CA' | 'CE' | 'CR'
  /** Places and fixed texts, never a value. */
  readonly errors: readonly MessageError[]
  /** For figures. repeated: an earlier copy had its outcome; unavailable: nothing was stored. */
  readonly outcome: ReceivedOutcome['outcome'] | 'repeated' | 'unavailable'
}

/** For what was taken, whatever became of it in the record. */
export const acceptedVerdict = (outcome: Verdict['outcome']): Verdict => ({
  ...{ answer: 'AA', commit: 'CA', errors: [] },
  outcome,
})

export function verdictOf(reason: VerdictReason, problems: readonly InboundProblem[] = []): Verdict {
  const { answer, commit, code, text, outcome } = verdictRow(reason)
  const given = problems.length > 0 ? problems : [{ place: 'MSH', message: text }]
  const errors = answer === 'AA' ? [] : given.map((problem) => ({ ...problem, code }))
  return { answer, commit, errors, outcome: reason === 'unavailable' ? 'unavailable' : outcome }
}

/** The rows of what the header lacks, by place; any other place is one that cannot be read. */
const byPlace: Readonly<Record<string, VerdictReason>> = {
  'MSH-9': 'not-read',
  'MSH-10': 'no-control-id',
  MSH: 'no-message',
  'MSH-1': 'no-message',
  'MSH-2': 'no-message',
  'MSH[2]': 'no-message',
  BHS: 'no-message',
  FHS: 'no-message',
}

/** Of a message that the mapper refuses. */
export const reasonOf = ([first]: readonly InboundProblem[]): VerdictReason =>
  byPlace[first?.place ?? ''] ?? 'not-readable'

/** The reason in its stored form: `not-readable PID-3`. */
export const buildReason = (reason: VerdictReason, [first]: readonly InboundProblem[]): string =>
  `${reason} ${first?.place ?? 'MSH'}`

function parseReason(text: string): { readonly row: VerdictRow; readonly place: string } {
  const [name, place = 'MSH'] = text.split(' ')
  return { row: verdictRows.find(({ reason }) => reason === name) ?? verdictRow('fault'), place }
}

/** The answer to a repetition, from the stored outcome of the earlier message. */
export function repeatedVerdict({ answer, reason }: Pick<ReceivedOutcome, 'answer' | 'reason'>): Verdict {
  if (answer === 'AA') return acceptedVerdict('repeated')
  const { row, place } = parseReason(reason ?? '')
  return { ...verdictOf(row.reason as VerdictReason, [{ place, message: row.text }]), outcome: 'repeated' }
}
