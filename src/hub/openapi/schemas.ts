/** The schemas of bodies and parameters as JSON Schema 2020-12; named ones appear once. OpenAPI 3.1 4.8.24. */
import { z } from 'zod'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { describeSchema } from './describe.ts'
import { propertyTexts } from './properties/properties.ts'

export type Direction = 'input' | 'output'

export type SchemaCatalogue = {
  /** The schema, or a reference to it if it has a name. */
  readonly add: (schema: z.ZodType, direction: Direction) => JsonObject
  /** Every named schema, by name, with descriptions. */
  readonly components: () => JsonObject
  /** The example of a schema from `add`; undefined if it has none. */
  readonly exampleOf: (schema: JsonObject) => JsonValue | undefined
}

export function openSchemaCatalogue(): SchemaCatalogue {
  const named = new Map<string, string>()

  const addNamed = (id: string, schema: unknown): void => {
    const text = JSON.stringify(schema)
    if ((named.get(id) ?? text) !== text) throw new TypeError(`two schemas have the name ${id}`)
    named.set(id, text)
  }

  const readNamed = (id: string): JsonObject => JSON.parse(named.get(id) ?? '{}') as JsonObject

  return {
    add(schema, direction) {
      const { $schema: _dialect, $defs, ...root } = toJsonSchema(schema, direction)
      for (const [id, definition] of Object.entries($defs ?? {})) addNamed(id, definition)
      return root
    },
    components: () => {
      const described = new Map<string, JsonObject>()
      const find = (id: string): JsonObject => {
        const schema = described.get(id) ?? describeSchema(readNamed(id), [id], { texts: propertyTexts, find })
        described.set(id, schema)
        return schema
      }
      return Object.fromEntries([...named.keys()].sort().map((id) => [id, find(id)]))
    },
    exampleOf(schema) {
      const { $ref } = schema
      const { examples } = typeof $ref === 'string' ? readNamed($ref.split('/').at(-1) ?? '') : schema
      return Array.isArray(examples) ? examples[0] : undefined
    },
  }
}

const uuidPattern = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$'

/** Each schema is rendered once: it stands in several routes, and rendering takes most of the time. */
const texts: Readonly<Record<Direction, WeakMap<z.ZodType, string>>> = { input: new WeakMap(), output: new WeakMap() }

function toJsonSchema(schema: z.ZodType, direction: Direction): JsonObject {
  const text = texts[direction].get(schema) ?? renderJsonSchema(schema, direction)
  texts[direction].set(schema, text)
  const placed: unknown = JSON.parse(text)
  return isJsonObject(placed) ? placed : {}
}

function renderJsonSchema(schema: z.ZodType, direction: Direction): string {
  const made = z.toJSONSchema(schema, {
    io: direction,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // A client must accept unknown members: a later release may add some.
      if (direction === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (jsonSchema.format === 'uuid') jsonSchema.pattern = uuidPattern
      if (jsonSchema.format !== 'date-time') return
      // The format says the same.
      delete jsonSchema.pattern
      delete jsonSchema.allOf
    },
  })
  return JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')
}
