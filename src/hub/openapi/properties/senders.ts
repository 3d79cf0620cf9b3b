/** Properties of senders and of the report of their messages. docs/inbound.md. */
import type { PropertyTexts } from '../describe.ts'

const name = 'The name of the sender, for operators. At most 100 characters.'
const status = 'Whether messages of the sender are taken in (active) or refused (disabled).'

export const senderTexts: PropertyTexts = {
  'NewSender.name': name,
  'Sender.name': name,
  'SenderChange.name': name,
  'Sender.status': status,
  'SenderChange.status': status,
  addresses:
    'The addresses and networks (CIDR) from which it sends; without any, it is known by its certificate or secret.',
  certificate: [
    'The client certificate by which it is known: exactly one of the members. RFC 8705 2.1.2.',
    { dns: 'lab.example.org' },
  ],
  'certificate.subject': ['The subject of the certificate, as RFC 4514 writes it.', 'CN=lab,O=Harbour'],
  'certificate.dns': ['A DNS name in the certificate.', 'lab.example.org'],
  'certificate.uri': ['A URI in the certificate.', 'urn:example:lab'],
  'certificate.ip': ['An address in the certificate.', '10.20.0.7'],
  'certificate.email': ['An e-mail address in the certificate.', 'lab@example.org'],
  'certificate.thumbprint': [
    'The SHA-256 of the certificate in base64url, as x5t#S256 of RFC 8705 3.1.',
    'bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2',
  ],
  applications:
    'The pairs of MSH-3 and MSH-4 that it may name, by their first components; without any, it may name what it likes.',
  'applications.application': 'What MSH-3 has to be; absent: anything.',
  'applications.facility': 'What MSH-4 has to be; absent: anything.',
  characterSet: ['The letters of a message that names none in MSH-18; absent: found from its bytes.', 'latin1'],
  timeZone: 'The IANA time zone of times without a zone; absent: the offset of MSH-7, else the day alone is kept.',
  maxBytes: 'The largest message that is taken, in bytes, up to 67108864; 16777216 if it is left out.',
  withSecret: 'true makes a secret, by which the sender signs what it sends by HTTPS.',
  hasSecret: 'Whether the sender has a secret.',
  'Sender.secret': [
    'The secret, in the answer that makes it and in no other.',
    '7Q1dLq0iVx0kq2cW3mB1n4Zs5tY8u9R6e7D0a1F2g3H',
  ],
  senderId: 'The sender, a UUID.',
  'SenderStatistics.lastAt': 'When its last message came. RFC 3339, UTC, milliseconds.',
  'SenderStatistics.waiting': 'Messages that wait for a person, of any age, each counted up to 100,000.',
  'waiting.held': 'How many are held.',
  'waiting.apart': 'How many are kept apart.',
  'SenderStatistics.recent': 'Figures of the messages that came in the last hours, or of the latest 1,000 of them.',
  'SenderStatistics.recent.bytes': 'The size of all messages together, in bytes.',
  'recent.messages': 'How many messages the figures are about, at most 1,000.',
  'recent.settling':
    'The time from the arrival of a message until its outcome was settled, just before the acknowledgement.',
  'recent.counts': 'How many messages had each type and outcome, the most frequent first.',
  'counts.type': 'Type and event (MSH-9) of a message that is read, or other.',
  'counts.outcome': 'The outcome of these messages.',
  'counts.count': 'How many messages had this type and this outcome.',
  'settling.count': 'How many messages were settled when they came.',
  'settling.p50Ms': ['The median, in milliseconds.', 12],
  'settling.p95Ms': ['The time within which 95 of 100 messages were settled, in milliseconds.', 45],
  notes: 'One entry for each kind of thing that was tolerated and its place, the most frequent first.',
  'notes.code': ['The rule that tolerated it, or refused. docs/inbound.md has all of them.', 'unmapped'],
  'notes.place': 'The segment and field, never its value.',
  'notes.means': 'The rule in words.',
  'notes.count': 'How often it was found.',
  'notes.messages': 'In how many messages it was found.',
  'notes.firstAt': 'When it was found first. RFC 3339, UTC, milliseconds.',
  'notes.lastAt': 'When it was found last. RFC 3339, UTC, milliseconds.',
}
