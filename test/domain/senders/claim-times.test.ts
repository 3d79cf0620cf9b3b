/** The times of a sender's claim. D253. */
import { expect, test } from '@jest/globals'
import { claimTimes } from '../../../src/domain/senders/claim-times.ts'
import type { SenderContent } from '../../../src/store/senders/sender-content.ts'

const [then, now] = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']
const content = (more: Partial<SenderContent>): SenderContent => ({
  ...{
    name: 'Ward',
    status: 'active',
    addresses: ['10.0.0.0/24'],
    applications: [{ application: 'LAB' }],
    maxBytes: 1024,
  },
  ...more,
})
const claimed = { claimedAt: then, coveredAt: then }
const certificate = { dns: 'lab.example' }

test('D253: a new record claims what it names from now on, and one of an earlier release since it was created', () => {
  expect(claimTimes(content({}), now, undefined)).toEqual({ claimedAt: now, coveredAt: now })
  expect(claimTimes(content({}), now, { content: content({}), createdAt: then })).toEqual(claimed)
})

// biome-ignore format: one row a line
test.each<[string, Partial<SenderContent>, Partial<SenderContent>, string, string]>([
  ['another name',                     {},                                      { name: 'Lab', maxBytes: 2048 },                  then, then],
  ['the same network, written anew',   {},                                      { addresses: ['10.0.0.0/24', '10.0.0.9'] },       then, then],
  ['a part of the network',            {},                                      { addresses: ['10.0.0.7'] },                      now,  then],
  ['a larger network',                 {},                                      { addresses: ['10.0.0.0/16'] },                   now,  now],
  ['a network more',                   {},                                      { addresses: ['10.0.0.0/24', '10.1.0.0/24'] },    now,  now],
  ['no network',                       { certificate },                         { addresses: [], certificate },                   now,  now],
  ['a network where there was none',   { addresses: [], certificate },          { certificate },                                  now,  then],
  ['a certificate more',               {},                                      { certificate },                                  now,  then],
  ['another certificate',              { certificate },                         { certificate: { dns: 'pas.example' } },          now,  now],
  ['no certificate',                   { certificate },                         {},                                               now,  now],
  ['MSH-4 too',                        {},                                      { applications: [{ application: 'LAB', facility: 'HARBOUR' }] }, now, then],
  ['another MSH-3',                    {},                                      { applications: [{ application: 'PAS' }] },       now,  now],
  ['any MSH-3',                        {},                                      { applications: [] },                             now,  now],
])('D253: a change to %s', (_, before, after, claimedAt, coveredAt) => {
  const known = { content: content({ ...before, ...claimed }), createdAt: then }

  expect(claimTimes(content(after), now, known)).toEqual({ claimedAt, coveredAt })
})
