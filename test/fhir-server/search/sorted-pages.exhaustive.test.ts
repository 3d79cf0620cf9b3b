/** The bounds of sorted searches: 10,000 matches, and 10,000 changes between two pages. D112. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type FhirApp, startFhir } from '../fhir-app.ts'

const bound = 10_000
const as = { tenant: 2 } as const

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
  await write(0, bound, 0)
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const codeOf = (index: number): string => `c${String((index * 7919) % 997).padStart(3, '0')}`

async function write(from: number, to: number, shift: number): Promise<void> {
  for (let at = from; at < to; at += 1000) {
    const entry = Array.from({ length: Math.min(1000, to - at) }, (_, index) => ({
      resource: {
        resourceType: 'Basic',
        id: `b${at + index}`,
        code: { coding: [{ code: codeOf(at + index + shift) }] },
      },
      request: { method: 'PUT', url: `Basic/b${at + index}` },
    }))
    const { status } = await app.send('POST', '', { body: { resourceType: 'Bundle', type: 'batch', entry }, as })
    expect(status).toBe(200)
  }
}

type Page = { entry?: { resource: { id: string } }[]; link: { relation: string; url: string }[] }

const nextOf = (body: Page): string | undefined =>
  body.link.find(({ relation }) => relation === 'next')?.url.slice(app.base.length)

async function walk(path: string): Promise<string[]> {
  const seen: string[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, body } = await app.send('GET', next, { as })
    expect(status).toBe(200)
    seen.push(...((body as Page).entry ?? []).map(({ resource }) => resource.id))
    next = nextOf(body)
  }
  return seen
}

test('D112: 10,000 matches come in the order of what is opened, each once', async () => {
  const seen = await walk('/Basic?_sort=code&_count=1000')

  expect(new Set(seen).size).toBe(bound)
  const codes = seen.map((id) => codeOf(Number(id.slice(1))))
  expect(codes).toEqual(codes.toSorted())
})

test('D112: one more is refused by name, and the orders that an index has go on', async () => {
  await write(bound, bound + 1, 0)

  const { status, body } = await app.send('GET', '/Basic?_sort=code', { as })

  expect([status, body.issue[0].code, body.issue[0].expression]).toEqual([400, 'too-costly', ['_sort']])
  expect(body.issue[0].details.text).toContain('10000')
  for (const sort of ['-_lastUpdated', '_id']) {
    const seen = await walk(`/Basic?_sort=${sort}&_count=1000`)
    expect([seen.length, new Set(seen).size]).toEqual([bound + 1, bound + 1])
  }
})

test('D112: more than 10,000 changes between two pages are refused by name', async () => {
  const { body } = await app.send('GET', '/Basic?_sort=_lastUpdated&_count=1000', { as })
  await write(0, bound + 1, 1)

  const next = await app.send('GET', nextOf(body) ?? '', { as })

  expect([next.status, next.body.issue[0].code, next.body.issue[0].expression]).toEqual([
    400,
    'too-costly',
    ['_cursor'],
  ])
})
