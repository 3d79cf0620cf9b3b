/** The members of a sender, for `/v1/senders` and `banksia sender`. docs/inbound.md#senders. */
import { z } from 'zod'
import { isTimeZone } from '../../core/clock.ts'
import { isNetwork } from '../../core/network/networks.ts'
import { named, storedMembers } from '../../http/reply/answers.ts'
import { characterSets } from '../../inbound/message/character-set.ts'
import { line } from '../fields.ts'

const mebibyte = 1024 * 1024

/** RFC 8705 2.1.2, 3.1. */
const certificateMembers = z
  .strictObject({
    subject: line(500).optional(),
    dns: line(253).optional(),
    uri: line(500).optional(),
    ip: line(45).optional(),
    email: line(254).optional(),
    thumbprint: z
      .string()
      .regex(/^[\w-]{43}$/)
      .optional(),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, 'has exactly one member')

/** HL7 v2.4 2.16.9.3, 2.16.9.4. */
const application = z
  .strictObject({ application: line(227).optional(), facility: line(227).optional() })
  .refine(({ application, facility }) => application !== undefined || facility !== undefined, 'names MSH-3 or MSH-4')

export const senderMembers = {
  name: line(100),
  addresses: z
    .array(z.string().refine(isNetwork, 'must be an address or a network like 10.0.0.0/8'))
    .max(100)
    .default([]),
  certificate: certificateMembers.optional(),
  applications: z.array(application).max(50).default([]),
  characterSet: z.enum(characterSets).optional(),
  timeZone: z.string().refine(isTimeZone, 'must be an IANA time zone like Australia/Sydney').optional(),
  maxBytes: z
    .int()
    .min(1024)
    .max(64 * mebibyte)
    .default(16 * mebibyte),
}

const exampleSender = {
  name: 'Pathology',
  addresses: ['10.20.0.0/16'],
  applications: [{ application: 'LAB', facility: 'HARBOUR' }],
  timeZone: 'Australia/Perth',
} as const

const mutable = {
  ...exampleSender,
  addresses: [...exampleSender.addresses],
  applications: [...exampleSender.applications],
}

export const newSender = named(
  'NewSender',
  z.strictObject({ ...senderMembers, withSecret: z.boolean().default(false) }),
  { ...mutable, withSecret: true },
)

export const senderStatus = z.enum(['active', 'disabled'])

/** `secret` is in the answer that makes one, and in no other. */
export const senderAnswer = named(
  'Sender',
  z.strictObject({
    ...storedMembers,
    ...senderMembers,
    status: senderStatus,
    hasSecret: z.boolean(),
    secret: z.string().optional(),
  }),
  {
    ...{ id: '0198f2a0-0000-7000-8000-0000000000e1', version: 1 },
    ...{ createdAt: '2026-03-14T02:45:00.000Z', updatedAt: '2026-03-14T02:45:00.000Z' },
    ...mutable,
    ...{ maxBytes: 16 * mebibyte, status: 'active', hasSecret: true },
  },
)

export const senderExample = mutable
