/** Resources whose check takes several turns, by each way of writing. D81. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const count = 6_000
const large = (last: string): JsonObject => ({
  resourceType: 'Basic',
  code: { text: 'large' },
  extension: Array.from({ length: count }, (_, at) => ({ url: 'urn:a', valueCode: at === count - 1 ? last : 'a' })),
})
const small = { resourceType: 'Basic', code: { text: 'small' } }
const as = { tenant: 2 } as const
const post = (resource: JsonObject) => ({ resource, request: { method: 'POST', url: 'Basic' } })
const bundle = (type: string, last: string): JsonObject => ({
  resourceType: 'Bundle',
  type,
  entry: [post(small), post(large(last)), post(small)],
})
const place = `extension[${count - 1}].value`

type Issue = { readonly severity: string; readonly expression?: readonly string[] }
const errorPlaces = (body: { readonly issue?: readonly Issue[] }): readonly string[] =>
  (body.issue ?? []).filter(({ severity }) => severity === 'error').flatMap(({ expression = [] }) => expression)

describe('D81: a large resource is refused for what its last slice finds, and nothing is written', () => {
  test.each([
    ['create', '/Basic', large(' '), 'Basic'],
    ['transaction', '', bundle('transaction', ' '), 'Bundle.entry[1].resource'],
  ] as const)('%s', async (_name, path, body, at) => {
    const { status, body: outcome } = await app.send('POST', path, { body, as })

    expect(status).toBe(422)
    expect(errorPlaces(outcome)).toEqual([expect.stringContaining(`${at}.${place}`)])
    expect((await app.send('GET', '/Basic?_summary=count', { as })).body.total).toBe(0)
  })

  test('$validate', async () => {
    const { status, body } = await app.send('POST', '/Basic/$validate', { body: large(' '), as })

    expect(status).toBe(200)
    expect(errorPlaces(body)).toEqual([expect.stringContaining(`Basic.${place}`)])
  })

  test('$validate of a text of 8 MiB tells the place after it', async () => {
    const text = 'a'.repeat(8 * 1024 * 1024)
    const body = { ...small, code: { text, coding: [{ code: ' ' }] } }

    const reply = await app.send('POST', '/Basic/$validate', { body, as })

    expect(reply.status).toBe(200)
    expect(errorPlaces(reply.body)).toEqual(['Basic.code.text', 'Basic.code.coding[0].code'])
    expect(JSON.stringify(reply.body)).toMatch(new RegExp(`Line 1, column ${text.length + 61}\\D`))
  })

  test('batch: its neighbours are written', async () => {
    const { body } = await app.send('POST', '', { body: bundle('batch', ' '), as })

    const entries = body.entry as readonly { readonly response: { readonly status: string } }[]
    expect(entries.map(({ response }) => response.status.slice(0, 3))).toEqual(['201', '422', '201'])
  })
})

test('D81: a large resource is written whole, and one of a transaction in its place', async () => {
  const created = await app.send('POST', '/Basic', { body: large('b'), as })
  const { status, body } = await app.send('POST', '', { body: bundle('transaction', 'c'), as })

  expect([created.status, status]).toEqual([201, 200])
  const location = String(body.entry[1].response.location)
  const read = await app.send('GET', new URL(location).pathname.replace('/fhir/R4', ''), { as })
  expect(read.body.extension).toHaveLength(count)
  expect(read.body.extension[count - 1].valueCode).toBe('c')
})
