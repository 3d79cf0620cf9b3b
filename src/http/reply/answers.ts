/** Parts for the schemas of bodies: a name, an example, and members that many answers have. docs/design/hub.md#requests-and-answers. */
import { z } from 'zod'

/**
 * A schema with its name in the OpenAPI document, and with an example that a test checks.
 * The answers of a read and of a change share one schema; a request body has a name of its own (`NewEncounter`).
 */
export const named = <Schema extends z.ZodType>(id: string, schema: Schema, example: z.input<Schema>): Schema =>
  schema.meta({ id, examples: [example] })

/** RFC 3339, UTC, milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 })

export const identifier = z.uuid()

/** Members of every stored thing; the ETag is `W/"version"`. */
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
