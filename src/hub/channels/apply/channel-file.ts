/** The members of the file of a channel: those of a new channel, and what it was exported from. docs/channels.md#files */
import { z } from 'zod'
import { newChannel } from '../channels.ts'

export const channelFile = newChannel.extend({
  /** The settings from which it was exported: a hash. */
  base: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
})
