/** The route table as data: the members of every row. docs/design/hub.md#requests-and-answers; src/http/route.ts says how to add one. */
import { expect, test } from '@jest/globals'
import type { z } from 'zod'
import { hubRoutes } from '../../../src/hub/routes.ts'

const rows = hubRoutes(1)
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

test('spec 4: every route says what it does, once', () => {
  expect(rows.filter(({ summary }) => summary === undefined).map(nameOf)).toEqual([])
  expect(rows.map(({ summary }) => summary)).toEqual([...new Set(rows.map(({ summary }) => summary))])
})

test('spec 4: every route has the schema of its answer, or says of which media type it is', () => {
  const silent = rows.filter(({ response, gives, success }) => !response && !gives && success !== 204)

  expect(silent.map(nameOf)).toEqual([])
})

test('spec 4: every body and answer has a name, and an example that keeps to it', () => {
  const schemas = rows.flatMap((row) =>
    [row.body, row.response].flatMap((schema) => (schema === undefined ? [] : [{ row: nameOf(row), schema }])),
  )

  const wrong = schemas.filter(({ schema }) => {
    const { id, examples } = schema.meta() ?? {}
    return id === undefined || !Array.isArray(examples) || !examples.every((one) => isValid(schema, one))
  })

  expect(wrong.map(({ row }) => row)).toEqual([])
})

const isValid = (schema: z.ZodType, example: unknown): boolean => schema.safeParse(example).success
