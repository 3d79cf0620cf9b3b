/** Reads a provider's answer with the one reader of untrusted JSON, and checks it against the request: refused, never repaired. */
import type { z } from 'zod'
import { parseJsonBytes } from '../../core/json.ts'
import { ProviderError } from './provider-error.ts'

export function parseAnswer<Schema extends z.ZodType>(schema: Schema, body: Uint8Array): z.output<Schema> {
  try {
    return schema.parse(parseJsonBytes(body))
  } catch {
    // The cause would name values.
    throw new ProviderError('provider-answer-invalid')
  }
}
