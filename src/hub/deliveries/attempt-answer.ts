/** One attempt of a delivery, as `/v1/deliveries` and `/v1/messages` show it. */
import { z } from 'zod'
import { timestamp } from '../../http/reply/answers.ts'

export const attemptAnswer = z.strictObject({
  number: z.int(),
  startedAt: timestamp,
  finishedAt: timestamp.optional(),
  outcome: z.string().optional(),
  reason: z.string().optional(),
  acknowledgement: z.string().optional(),
  answer: z.string().optional(),
  answeredAt: timestamp.optional(),
  controlId: z.string(),
})
