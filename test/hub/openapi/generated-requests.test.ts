/** Requests made from the route table alone: the examples, and each of their members left out, of another type, or too much. */
import { expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import type { Route } from '../../../src/http/route.ts'
import type { Hub } from '../../../src/hub/hub.ts'
import { hubRoutes } from '../../../src/hub/routes.ts'
import { useRunning } from '../../use-running.ts'

const { call } = useRunning()

/** A stream does not end. */
const rows = hubRoutes(1_000_000)
  .filter(({ gives = [] }) => !gives.includes('text/event-stream'))
  .map((row) => ({ ...row, title: `${row.method} ${row.path}` }))

const pathOf = ({ path, params = {} }: Route<Hub>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (params[name] === undefined ? newId() : 'link'))

const exampleOf = ({ body }: Route<Hub>): unknown => (body?.meta()?.['examples'] as readonly unknown[] | undefined)?.[0]

/** Copies of a value with one place changed, down to the members of its members. */
function listWrong(value: unknown): unknown[] {
  if (Array.isArray(value)) return [{ not: 'a list' }, ...listWrong(value[0]).map((item) => [item])]
  if (typeof value !== 'object' || value === null) return [{ not: 'a scalar' }, [value]]
  const changed = Object.entries(value).flatMap(([name, member]) =>
    listWrong(member).map((wrong) => ({ ...value, [name]: wrong })),
  )
  return ['no object', [value], { ...value, unheardOf: 1 }, ...changed]
}

test.each(rows)('spec 7: $title answers what its row says, to its own example', async (row) => {
  const [role = 'clinician'] = row.roles

  const answer = await call(row.method, pathOf(row), { as: { role }, body: exampleOf(row) })

  // That the problem, or the body, is one of the row's is checked for every call.
  expect(answer.status).toBeLessThan(500)
  expect(answer.status).not.toBe(405)
})

test.each(rows.filter(({ body }) => body !== undefined))(
  'spec 7: $title refuses its example with any one place of another type, and is never at a loss',
  async (row) => {
    const [role = 'clinician'] = row.roles
    const isFree = (body: unknown): boolean => row.body?.safeParse(body).success === true
    const wrong = listWrong(exampleOf(row)).filter((body) => !isFree(body))

    const statuses = new Set<number>()
    for (const body of wrong) {
      statuses.add((await call(row.method, pathOf(row), { as: { role }, body })).status)
    }

    expect(wrong.length).toBeGreaterThan(2)
    expect([...statuses]).toEqual([400])
  },
)

test.each(rows.filter(({ query }) => query !== undefined))(
  'spec 7: $title refuses a query that it does not know',
  async (row) => {
    const [role = 'clinician'] = row.roles

    const answer = await call(row.method, `${pathOf(row)}?unheardOf=1`, { as: { role } })

    expect([answer.status, answer.fields]).toEqual([400, ['unheardOf']])
  },
)
