/** Schemas of `/v1/messages`. docs/channels.md#messages. */
import { z } from 'zod'
import { identifier, listOf, named, timestamp } from '../../http/reply/answers.ts'
import { attemptAnswer } from '../deliveries/attempt-answer.ts'
import { exportMediaTypes } from '../exports/exports.ts'
import { fhirId, uuid } from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { messageParts, unknownMediaType } from './message-content.ts'

/** An attempt as operators see it, with one member more than in `/v1/deliveries`. */
const attempt = attemptAnswer.extend({ prunedAt: timestamp.optional() })

const masked = z.strictObject({
  message: z.string().optional(),
  reply: z.string().optional(),
  answer: z.string().optional(),
})

export const messageAnswer = named(
  'Message',
  z.strictObject({
    id: identifier,
    direction: z.enum(['sent', 'received']),
    at: timestamp,
    channelId: identifier.optional(),
    senderId: identifier.optional(),
    artifactId: identifier.optional(),
    documentId: identifier.optional(),
    kind: z.enum(['original', 'recall']).optional(),
    format: z.string(),
    preset: z.string().optional(),
    type: z.string().optional(),
    state: z.string(),
    reason: z.string().optional(),
    acknowledgement: z.string().optional(),
    attempts: z.int().optional(),
    bytes: z.int().optional(),
    resources: z.array(z.string()).optional(),
    settledAt: timestamp.optional(),
    legalHold: z.boolean(),
    prunedAt: timestamp.optional(),
    attemptList: z.array(attempt).optional(),
    masked: masked.optional(),
  }),
  {
    ...{ id: '0198f2a0-0000-7000-8000-0000000000d1', direction: 'received', at: '2026-03-14T03:20:00.000Z' },
    ...{ senderId: '0198f2a0-0000-7000-8000-0000000000b1', format: 'hl7v2', type: 'ADT^A08', state: 'stored' },
    ...{
      acknowledgement: 'AA',
      bytes: 412,
      resources: ['Patient/0198f2a0-0000-7000-8000-000000000001'],
      legalHold: false,
    },
    masked: { message: 'MSH|^~\\&|**|***|||***||**^**|**|*|**\nPID|*||**^^^**||***^**||**|*' },
  },
)
export const messageList = listOf(messageAnswer)

const text = z.string().min(1).max(250)
const filters = {
  direction: z.enum(['sent', 'received']).optional(),
  channelId: uuid.optional(),
  senderId: uuid.optional(),
  state: z.string().max(40).optional(),
}

const isHeldText = z.enum(['true', 'false']).transform((text) => text === 'true')

/** No number of a patient: an address is written down in many places. */
export const messageQuery = pageQuery.extend({
  ...{ identifier: text.optional(), ...filters },
  legalHold: isHeldText.optional(),
})

export const messageSearch = named(
  'MessageSearch',
  pageQuery.extend({ identifier: text, ...filters, legalHold: z.boolean().optional() }),
  {
    identifier: 'http://ns.electronichealth.net.au/id/hi/ihi/1.0|8003608833357361',
  },
)

/** Whose record it is, if a person has decided: that of a patient, or of nobody who is here. */
export const messageRun = named(
  'MessageRun',
  z
    .strictObject({ patientId: fhirId.optional(), isNew: z.literal(true).optional() })
    .refine(({ patientId, isNew }) => patientId === undefined || isNew === undefined, 'names a patient or is new'),
  {},
)

/** The media types of contents: a message has that of a document's format; an answer may have any form. */
export const messageMediaTypes = [...new Set([...exportMediaTypes, unknownMediaType])]

const attemptNumber = z.coerce.number().int().min(1).max(1_000_000).optional()

export const messageReadQuery = z.strictObject({ attempt: attemptNumber })

export const messageContentQuery = z.strictObject({
  attempt: attemptNumber,
  part: z.enum(messageParts).default('message'),
})
