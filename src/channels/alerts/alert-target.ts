/** Where an alert goes: a signed request or a mail. docs/channels.md#alerts */
import { z } from 'zod'
import { hostName } from '../destination.ts'
import { httpsDestination } from '../https.ts'

const mailAddress = z.email().max(254)

/** Without TLS only on this machine. */
export const emailTarget = z
  .strictObject({
    kind: z.literal('email'),
    host: hostName,
    port: z.int().min(1).max(65_535),
    /** `starttls`: nothing but the greeting goes in the clear. `tls`: from the first byte. */
    security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
    /** PEM: trusted instead of the built-in roots. */
    ca: z.string().startsWith('-----BEGIN ').exactOptional(),
    user: z.string().min(1).max(254).exactOptional(),
    password: z.string().min(1).max(512).exactOptional(),
    from: mailAddress,
    to: z.array(mailAddress).min(1).max(10),
  })
  .refine(({ security, host }) => security !== 'none' || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host), {
    path: ['security'],
    message: 'is needed off this machine',
  })
  .refine(({ user, password }) => (user === undefined) === (password === undefined), { path: ['password'] })
export type EmailTarget = z.output<typeof emailTarget>

export const webhookTarget = httpsDestination.extend({ kind: z.literal('webhook') })
export type WebhookTarget = z.output<typeof webhookTarget>

export const alertTarget = z.union([webhookTarget, emailTarget])
export type AlertTarget = z.output<typeof alertTarget>
