/** Each reason of a delivery has a class that says what to do. docs/channels.md#reasons. */
import { expect, test } from '@jest/globals'
import type { ReceiptReason } from '../../../src/channels/transport.ts'
import { classOfReason, deliveryReasons, reasonClasses } from '../../../src/domain/delivery/reason-classes.ts'

/** The compiler asks for each reason of a receipt. */
const receiptReasons: Readonly<Record<ReceiptReason, true>> = {
  'refused-by-policy': true,
  dns: true,
  connect: true,
  tls: true,
  timeout: true,
  'too-large': true,
  closed: true,
  cancelled: true,
  authentication: true,
  'host-key': true,
  'not-found': true,
  'rate-limited': true,
  redirected: true,
  'error-at-receiver': true,
  'refused-by-receiver': true,
  'garbled-answer': true,
  'answer-too-large': true,
  'bad-destination': true,
  'bad-message': true,
  'name-refused': true,
  'name-taken': true,
  'directory-unavailable': true,
  'told-by-hand': true,
  'no-form': true,
  'patient-not-found': true,
  'over-max-bytes': true,
}

test('docs/channels.md#reasons: each reason of a receipt stands once in the table, and each class has reasons or is the rest', () => {
  const named = deliveryReasons.map(({ reason }) => reason as string)
  const empty = reasonClasses
    .map(({ name }) => name)
    .filter((name) => !deliveryReasons.some((row) => row.class === name))

  expect(Object.keys(receiptReasons).filter((reason) => !named.includes(reason))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
  expect(empty).toEqual(['fault'])
  expect([classOfReason('consent_required'), classOfReason('nobody-knows')]).toEqual(['consent', 'fault'])
  // What the receiver finds too large is one thing; what it answers is another.
  expect([classOfReason('too-large'), classOfReason('answer-too-large')]).toEqual(['limited', 'unclear'])
})
