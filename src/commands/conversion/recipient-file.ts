/** The file of a recipient: the members of `DocumentRecipient` as JSON. docs/exports.md#recipient. */
import { z } from 'zod'
import { JsonError, parseJsonBytes } from '../../core/json.ts'
import type { DocumentRecipient } from '../../documents/recipient.ts'
import { isIdentifier, isProviderNumber } from '../../profiles/identifiers.ts'
import { UsageError } from '../subcommand.ts'

const line = z.string().trim().min(1).max(200)
const checked = (isRight: (value: string) => boolean, what: string) => z.string().refine(isRight, `is no ${what}`)

const recipient = z.strictObject({
  name: line,
  person: z.strictObject({ prefix: line.optional(), given: line.optional(), family: line }).optional(),
  organisation: line.optional(),
  providerNumber: checked(isProviderNumber, 'Medicare provider number').optional(),
  hpii: checked((value) => isIdentifier('hpii', value), 'HPI-I').optional(),
  hpio: checked((value) => isIdentifier('hpio', value), 'HPI-O').optional(),
  address: z
    .strictObject({
      line: z.array(line).max(10).optional(),
      city: line.optional(),
      state: line.optional(),
      postalCode: line.optional(),
      country: line.optional(),
    })
    .optional(),
  phone: line.optional(),
  fax: line.optional(),
  email: line.optional(),
  application: line.optional(),
})

/** Throws UsageError with the member. */
export function parseRecipient(bytes: Uint8Array): DocumentRecipient {
  const parsed = recipient.safeParse(parseText(bytes))
  if (parsed.success) return withoutUndefined(parsed.data)
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'is no recipient' }
  throw new UsageError(`--recipient: ${['recipient', ...path.map(String)].join('.')}: ${message}`)
}

/** An absent member is absent, not undefined. */
const withoutUndefined = (value: z.output<typeof recipient>): DocumentRecipient =>
  JSON.parse(JSON.stringify(value)) as DocumentRecipient

function parseText(bytes: Uint8Array): unknown {
  try {
    return parseJsonBytes(bytes)
  } catch (error) {
    if (error instanceof JsonError) throw new UsageError(`--recipient: ${error.message}`, { cause: error })
    throw error
  }
}
