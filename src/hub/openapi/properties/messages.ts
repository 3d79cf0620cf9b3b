/** Properties of messages that were sent and received. */
import type { PropertyTexts } from '../describe.ts'

export const messageTexts: PropertyTexts = {
  'Message.id': 'The identifier of the message, a UUID. That of a sent message is its delivery.',
  direction: 'Whether it was sent or received.',
  'Message.at': 'When it was queued or received. RFC 3339, UTC, milliseconds.',
  'Message.channelId': ['The channel of a sent message, a UUID.', '0198f2a0-0000-7000-8000-0000000000c1'],
  'Message.senderId': ['The sender of a received message, a UUID.', '0198f2a0-0000-7000-8000-0000000000b1'],
  'Message.artifactId': ['The artifact of a sent message, a UUID.', '0198f2a0-0000-7000-8000-0000000000a1'],
  'Message.documentId': ['The identity of its document, a UUID.', '0198f2a0-0000-7000-8000-0000000000d2'],
  'Message.kind': ['Whether a sent message brings a document (original) or takes one back (recall).', 'original'],
  'Message.format': 'The form of the message.',
  'Message.preset': ['The layout of the form of a sent message.', 'default'],
  'Message.type': 'Type and event of a received message (MSH-9); missing if HL7 defines no such type.',
  'Message.state':
    'The state of the delivery, or what became of a received message: stored, unchanged, older, held, apart, refused, answered.',
  'Message.reason': [
    'Why it is in this state: a code, or the place in the message. It holds no value of a patient.',
    'PID-7',
  ],
  'Message.acknowledgement': 'The code of the acknowledgement that the receiver gave, or that the sender got.',
  'Message.attempts': ['How many times it was sent.', 1],
  'Message.bytes': 'The size of the message.',
  resources: 'The resources that a received message has written, as Type/id.',
  'Message.settledAt': ['When it was decided what becomes of a received message.', '2026-03-14T03:20:00.000Z'],
  'Message.legalHold': 'While it is true, nothing of the message is pruned.',
  'Message.prunedAt': ['When the content of a received message was removed.', '2033-03-14T03:20:00.000Z'],
  'Message.attemptList': [
    'Each attempt of a sent message.',
    [{ number: 1, startedAt: '2026-03-14T03:20:00.000Z', controlId: '5d1f0c7b9a3e4c21aa07' }],
  ],
  masked: 'What was sent and answered, each value as asterisks. Absent parts were pruned or never came.',
  'masked.message': 'What was sent or received, line by line.',
  'masked.reply': ['The first answer to it.', 'MSH|^~\\&|**\nMSA|**|***'],
  'masked.answer': ['The later answer of the application.', 'MSH|^~\\&|**\nMSA|**|***'],
  'attemptList.prunedAt': [
    'When the content of this attempt was removed, with the answers to it.',
    '2033-03-14T03:20:00.000Z',
  ],
  'MessageHold.reason': 'Why the message must be kept.',
  'MessageHoldEnd.reason': 'Why it need not be kept any longer.',
  'MessageRun.patientId': [
    'The id of the Patient whose record it is, as a clinician has decided. Without it and isNew, the numbers of the message decide.',
    '0198f2a0-0000-7000-8000-000000000001',
  ],
  'MessageRun.isNew': ['That the patient is nobody who is here, as a clinician has decided.', true],
  'MessageSearch.identifier':
    'A control id (MSH-10), a document id or the number of a patient: system|value, or the value alone. Only the whole number finds anything.',
  'MessageSearch.direction': ['Only messages of this direction.', 'received'],
  'MessageSearch.channelId': ['Only messages of this channel, a UUID.', '0198f2a0-0000-7000-8000-0000000000c1'],
  'MessageSearch.senderId': ['Only messages of this sender, a UUID.', '0198f2a0-0000-7000-8000-0000000000b1'],
  'MessageSearch.state': ['Only messages in this state.', 'held'],
  'MessageSearch.limit': ['The most messages of the page, 1 to 200.', 50],
  'MessageSearch.cursor': ['nextCursor of the page before.', 'eyJkIjoiIn0'],
}
