/** The file of a recipient: the members of `DocumentRecipient` as JSON. docs/exports.md#recipient. */
import { JsonError, parseJsonBytes } from '../../core/json.ts'
import type { DocumentRecipient } from '../../documents/recipient.ts'
import { documentRecipient } from '../../hub/recipient-fields.ts'
import { UsageError } from '../subcommand.ts'

/** Throws UsageError with the member. */
export function parseRecipient(bytes: Uint8Array): DocumentRecipient {
  const parsed = documentRecipient.safeParse(parseText(bytes))
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'is no recipient' }
  throw new UsageError(`--recipient: ${['recipient', ...path.map(String)].join('.')}: ${message}`)
}

function parseText(bytes: Uint8Array): unknown {
  try {
    return parseJsonBytes(bytes)
  } catch (error) {
    if (error instanceof JsonError) throw new UsageError(`--recipient: ${error.message}`, { cause: error })
    throw error
  }
}
