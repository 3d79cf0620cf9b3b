/** What schemas of the API's bodies are made of: a name, an example, and the members that many answers have. hub-contract "Requests and answers". */
import { z } from 'zod'

/**
 * A schema under the name that it has in the OpenAPI document, with an example that a test holds to it.
 * The answer to a read and to a change of the same thing share one; what is sent has a name of its own (`NewEncounter`).
 */
export const named = <Schema extends z.ZodType>(id: string, schema: Schema, example: z.input<Schema>): Schema =>
  schema.meta({ id, examples: [example] })

/** RFC 3339, UTC, milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 })

export const identifier = z.uuid()

/** What every stored thing says of itself; the ETag is `W/"version"`. */
export const storedMembers = {
  id: identifier,
  version: z.int().min(1),
  createdAt: timestamp,
  updatedAt: timestamp,
} as const

/** For examples. */
export const exampleStored = {
  id: '0198f2a0-0000-7000-8000-0000000000e1',
  version: 1,
  createdAt: '2026-03-14T02:45:00.000Z',
  updatedAt: '2026-03-14T02:45:00.000Z',
} as const

/** A page of a list: `nextCursor` is null on the last one. Its example holds the item's. */
export function listOf<Item extends z.ZodType>(item: Item) {
  const { id, examples = [] } = item.meta() ?? {}
  if (id === undefined) throw new TypeError('the item of a list has a name')
  const page = z.strictObject({ items: z.array(item), nextCursor: z.string().nullable() })
  return page.meta({ id: `${id}List`, examples: [{ items: examples, nextCursor: null }] })
}
