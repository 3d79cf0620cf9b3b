/** What the answer of an application does to a delivery, for every state and attempt. D197. */
import { expect, test } from '@jest/globals'
import { judgeAnswer } from '../../../queues/delivery/application-answer.ts'
import { answerTable } from '../../../src/channels/hl7-acknowledgement.ts'
import { deliveryStates } from '../../../src/store/transitions.ts'

const receiptOf = (code: string) => {
  const row = answerTable.find((candidate) => candidate.code === code)
  if (row === undefined) throw new TypeError('no such code')
  return row.receipt
}
const retry = { attempts: 5, baseMs: 10, maxMs: 10 }
const states = deliveryStates.map((state) => [state] as const)

type Row = readonly [code: string, outcome: Readonly<Record<string, string>>]

/** The answer to the last attempt, by the state of the delivery. A state that is missing stays. */
const toLast: readonly Row[] = [
  [
    'AA',
    {
      ...{ held: 'confirm', queued: 'confirm', sending: 'confirm', sent: 'confirm', committed: 'confirm' },
      ...{ rejected: 'confirm', dead: 'confirm', expired: 'confirm', cancelled: 'confirm' },
    },
  ],
  ['AE', { sending: 'return', sent: 'return', committed: 'return' }],
  ['AR', { held: 'refuse', queued: 'refuse', sending: 'refuse', sent: 'refuse', committed: 'refuse', dead: 'refuse' }],
  ['CA', {}],
]

describeAll(toLast, 'the last attempt', { attempts: 2, tries: 2 }, 2)

/** A later attempt gets its own answer; but the document has arrived. */
const toEarlier: readonly Row[] = [
  ['AA', toLast[0]?.[1] ?? {}],
  ['AE', {}],
  ['AR', {}],
]

describeAll(toEarlier, 'an earlier attempt', { attempts: 2, tries: 2 }, 1)

/** A replay goes out, whatever an attempt before it is answered. */
const { queued: _queued, sending: _sending, ...ended } = toLast[0]?.[1] ?? {}
const beforeReplay: readonly Row[] = [
  ['AA', ended],
  ['AE', {}],
  ['AR', {}],
]

describeAll(beforeReplay, 'an attempt before a replay', { attempts: 3, tries: 1 }, 2)

function describeAll(
  rows: readonly Row[],
  name: string,
  counts: { readonly attempts: number; readonly tries: number },
  number: number,
): void {
  for (const [code, outcome] of rows)
    test.each(states)(`D197: ${code} to ${name} of a delivery that is %s`, (state) => {
      expect(judgeAnswer({ state, ...counts }, { number, receipt: receiptOf(code), retry })).toBe(outcome[state])
    })
}

test('D197: AE to the last attempt that the rule allows, and where no rule is left: nothing more is tried', () => {
  const standing = { state: 'committed', attempts: 5, tries: 5 } as const
  const answered = { number: 5, receipt: receiptOf('AE') }

  expect(judgeAnswer(standing, { ...answered, retry })).toBe('abandon')
  expect(judgeAnswer({ ...standing, tries: 4 }, { ...answered, retry })).toBe('return')
  expect(judgeAnswer({ ...standing, tries: 1 }, { ...answered, retry: undefined })).toBe('abandon')
})

test('D197: a replay that waits for its turn is not ended by an answer to what was sent before', () => {
  const standing = { state: 'queued', attempts: 2, tries: 0 } as const

  for (const code of ['AA', 'AE', 'AR'])
    expect(judgeAnswer(standing, { number: 2, receipt: receiptOf(code), retry })).toBeUndefined()
})
