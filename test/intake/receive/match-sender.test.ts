/** Whose a message is. D210. */
import { expect, test } from '@jest/globals'
import type { VerifiedCertificate } from '../../../src/core/certificate/verified-certificate.ts'
import type { Origin } from '../../../src/intake/receive/claims.ts'
import { describe as describeSender } from '../../../src/intake/receive/known-senders.ts'
import { matchSender } from '../../../src/intake/receive/match-sender.ts'
import type { SenderContent } from '../../../src/store/senders/sender-content.ts'

const content = (more: Partial<SenderContent>): SenderContent => ({
  ...{ name: 'Ward', status: 'active', addresses: [], applications: [], maxBytes: 1024 },
  ...more,
})
const sender = (id: string, more: Partial<SenderContent>, tenant = 'a') =>
  describeSender({ id, tenant, version: 1, content: content(more), createdAt: '2026-03-01T00:00:00.000Z' })

const certificate: VerifiedCertificate = {
  ...{ thumbprint: 'T', subject: 'CN=lab', encoded: '' },
  names: [{ kind: 'dns', value: 'lab.example' }],
}
const from = (more: Partial<Origin> = {}): Origin => ({
  ...{ address: '10.0.0.7', application: 'LAB', facility: 'HARBOUR' },
  ...more,
})

const near = { addresses: ['10.0.0.0/24'] }
const lab = { applications: [{ application: 'LAB', facility: 'HARBOUR' }] }
const certified = { certificate: { dns: 'lab.example' } }
const off = { status: 'disabled' } as const

// biome-ignore format: one row a line
test.each([
  ['its address',                                            [sender('1', near)], from(), '1'],
  ['another address',                                        [sender('1', near)], from({ address: '10.0.1.7' }), 'unknown'],
  ['its address, MSH-3 and MSH-4',                           [sender('1', { ...near, ...lab })], from(), '1'],
  ['its address, and another MSH-4',                         [sender('1', { ...near, ...lab })], from({ facility: 'CITY' }), 'unknown'],
  ['MSH-3 of letters in another case',                       [sender('1', { ...near, ...lab })], from({ application: 'Lab' }), 'unknown'],
  ['one of two pairs',                                       [sender('1', { ...near, applications: [{ application: 'X' }, { facility: 'HARBOUR' }] })], from(), '1'],
  ['two of one address, told apart by MSH-3',                [sender('1', { ...near, ...lab }), sender('2', { ...near, applications: [{ application: 'PAS' }] })], from(), '1'],
  ['two senders',                                            [sender('1', near), sender('2', { ...near, ...lab })], from(), 'ambiguous'],
  ['two tenants',                                            [sender('1', near), sender('2', near, 'b')], from(), 'ambiguous'],
  ['its certificate',                                        [sender('1', certified)], from({ certificate }), '1'],
  ['no certificate, and its record has one',                 [sender('1', certified)], from(), 'unknown'],
  ['its certificate, from another address',                  [sender('1', { ...certified, addresses: ['10.9.0.0/16'] })], from({ certificate }), 'unknown'],
  ['its certificate, beside one of its address',             [sender('1', certified), sender('2', near)], from({ certificate }), '1'],
  ['another certificate, and its address',                   [sender('1', { ...certified, ...near })], from({ certificate: { ...certificate, names: [] } }), 'unknown'],
  ['a disabled one',                                         [sender('1', { ...near, ...off })], from(), 'disabled'],
  ['a disabled one and one of another tenant',               [sender('1', { ...near, ...off }), sender('2', near, 'b')], from(), 'ambiguous'],
  ['a disabled one and its successor',                       [sender('1', { ...near, ...off }), sender('2', near)], from(), '2'],
  ['one that has a secret alone',                            [sender('1', { secret: 's' })], from(), 'unknown'],
])('D210: %s', (_, senders, origin, expected) => {
  const found = matchSender(senders, origin)

  expect(typeof found === 'string' ? found : found.id).toBe(expected)
})

const first = { claimedAt: '2026-03-01T00:00:00.000Z', coveredAt: '2026-03-01T00:00:00.000Z' }
const second = { claimedAt: '2026-03-02T00:00:00.000Z', coveredAt: '2026-03-02T00:00:00.000Z' }
/** A sender that was first with a larger network, and names a smaller one since the third day. */
const narrowed = { claimedAt: '2026-03-03T00:00:00.000Z', coveredAt: '2026-03-01T00:00:00.000Z' }
const everywhere = { addresses: ['0.0.0.0/0', '::/0'] }
const wide = { addresses: ['10.0.0.0/16'] }
const exact = { addresses: ['10.0.0.7'] }

// biome-ignore format: one row a line
test.each([
  ['a network, before everything',                         { ...near, ...first },                { ...everywhere, ...second },           'a'],
  ['a network, after everything',                          { ...near, ...second },               { ...everywhere, ...first },            'a'],
  ['a certificate, after everything',                      { ...certified, ...second },          { ...everywhere, ...first },            'a'],
  ['everything in halves, and a network',                  { ...near, ...second },               { addresses: ['0.0.0.0/1', '128.0.0.0/1'], ...first }, 'a'],
  ['a network, before a larger one',                       { ...near, ...first },                { ...wide, ...second },                 'a'],
  ['a network, before the same',                           { ...near, ...first },                { ...near, ...second },                 'a'],
  ['a network and MSH-3, before the network alone',        { ...near, ...lab, ...first },        { ...near, ...second },                 'a'],
  ['the same certificate, before another tenant',          { ...certified, ...first },           { ...certified, ...second },            'a'],
  ['a certificate and its network, before the network',    { ...certified, ...near, ...first },  { ...near, ...second },                 'a'],
  ['a network, after a larger one that is no open one',    { ...near, ...second },               { ...wide, ...first },                  undefined],
  ['a network, before one of its addresses',               { ...near, ...first },                { ...exact, ...second },                undefined],
  ['a network, before the network and MSH-3',              { ...near, ...first },                { ...near, ...lab, ...second },         undefined],
  ['a certificate, before a network',                      { ...certified, ...first },           { ...near, ...second },                 undefined],
  ['an address in the same moment',                        { ...exact, ...first },               { ...exact, ...first },                 undefined],
  ['an address at last, and a part of more before',        { ...exact, ...narrowed },            { ...exact, ...second },                undefined],
  ['everything, as another tenant does, but before',       { ...everywhere, ...first },          { ...everywhere, ...second },           'a'],
  ['a network, before the same of a disabled sender',      { ...near, ...first },                { ...near, ...off, ...second },         'a'],
  ['everything twice, beside a network',                   { ...near, ...second },               { ...everywhere, ...off, ...first },    'a'],
])('D253: a tenant that claims %s', (_, one, other, expected) => {
  const senders = [sender('1', one, 'a'), sender('2', other, 'b')]
  const origin = from({ certificate })

  const found = [matchSender(senders, origin), matchSender(senders.toReversed(), origin)]

  const tenants = found.map((match) => (typeof match === 'string' ? undefined : match.tenant))
  expect(tenants).toEqual([expected, expected])
})

test('D244: a message with the certificate of one sender and the address of another of a second tenant is of neither', () => {
  const senders = [sender('1', certified), sender('2', near, 'b')]

  expect(matchSender(senders, from({ certificate }))).toBe('ambiguous')
})
