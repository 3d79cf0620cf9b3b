/** A page of a gate's queue is walked by the one index that has its filters in front, whatever the statistics say. docs/design/hub.md#routes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { countReviews, listReviews, type ReviewSearch } from '../../src/store/operations/reviews.ts'
import type { Tx } from '../../src/store/transaction.ts'
import { type AuditWorld, openAuditWorld, tenantA } from './audit-world.ts'

let world: AuditWorld
let client: pg.Client
let tenant: Tx['tenant']

const gate = 'clinical_review'
const templates = ['00000000-0000-7000-8000-0000000050a1', '00000000-0000-7000-8000-0000000050a2']
const rows = 3_000

beforeAll(async () => {
  world = await openAuditWorld()
  client = new pg.Client(world.config)
  await client.connect()
  tenant = await world.store.readTenant(tenantA)
  // As the service has it: a plan for any value, that of a filter which nearly nothing fits among them.
  await client.query('set plan_cache_mode = force_generic_plan; set max_parallel_workers_per_gather = 0')
  await client.query(`select set_config('banksia.tenant', $1, false)`, [String(tenant.number)])
  await client.query(
    `insert into review (tenant, artifact_id, gate, spoke, encounter_id, template_id, artifact_type, version, verification, findings)
     select $1, gen_random_uuid(), case when n % 97 = 0 then 'second_reviewer' else $2 end, case when n % 7 = 0 then 'triage' else 'connect' end,
       gen_random_uuid(), ($3::uuid[])[1 + n % 11 / 10], 'note', 1,
       case when n % 13 = 0 then 'failed' when n % 17 = 0 then 'not_run' when n % 19 = 0 then 'none' else 'passed' end, 0
     from generate_series(1, $4::int) as n order by n`,
    [tenant.number, gate, templates, rows],
  )
  await client.query('vacuum analyze review')
})
afterAll(async () => {
  await client.end()
  await world.close()
})

type Filters = Pick<ReviewSearch, 'spokeId' | 'templateId' | 'verification'>

const given: Filters = { spokeId: 'triage', templateId: templates[1], verification: 'failed' }
const names = Object.keys(given) as (keyof Filters)[]
const combinations: readonly Filters[] = Array.from({ length: 8 }, (_, at) =>
  Object.fromEntries(names.filter((_name, bit) => (at >> bit) % 2 === 1).map((name) => [name, given[name]])),
)

const asTx = (own: Pick<pg.ClientBase, 'query'>): Tx => ({ client: own, tenant }) as unknown as Tx

type Plan = { readonly [key: string]: unknown; readonly Plans?: readonly Plan[] }

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The plan of the statement of a page. */
async function explain(search: ReviewSearch): Promise<readonly Plan[]> {
  let found: readonly Plan[] = []
  const runner = {
    async query({ text, values }: { text: string; values: readonly unknown[] }) {
      const literals = values.map((value) => pg.escapeLiteral(String(value))).join(', ')
      await client.query(`set role banksia_app; prepare explained as ${text}`)
      const { rows: lines } = await client.query(`explain (analyze, format json) execute explained (${literals})`)
      await client.query('deallocate explained; reset role')
      found = nodesOf(lines[0]['QUERY PLAN'][0].Plan)
      return { rows: [] }
    },
  }
  await listReviews(asTx(runner as never), search)
  return found
}

async function listNaively({ spokeId, templateId, verification }: Filters): Promise<readonly string[]> {
  const { rows: found } = await client.query<{ id: string }>(
    `select artifact_id as id from review where tenant = $1 and gate = $2 and spoke = coalesce($3, spoke)
       and template_id = coalesce($4, template_id) and verification = coalesce($5, verification) order by seq`,
    [tenant.number, gate, spokeId, templateId, verification],
  )
  return found.map(({ id }) => id)
}

test.each(combinations)(
  'docs/design/hub.md#routes: a queue asked for %j is paged whole, in the order of arrival',
  async (filters) => {
    const paged: string[] = []
    for (let after: string | undefined = '0'; after !== undefined; ) {
      const page: Awaited<ReturnType<typeof listReviews>> = await listReviews(asTx(client), {
        ...filters,
        gate,
        after,
        limit: 200,
      })
      paged.push(...page.map(({ artifactId }) => artifactId))
      after = page.at(-1)?.seq
    }

    expect(paged).toEqual(await listNaively(filters))
    expect(paged.length).toBeGreaterThan(0)
  },
)

test.each(combinations)(
  'docs/design/hub.md#routes: a page asked for %j reads no more than the pages that it merges',
  async (filters) => {
    const limit = 5
    const merged = filters.verification === undefined ? 4 : 1

    const nodes = await explain({ ...filters, gate, after: '100', limit })

    const scans = nodes.filter((node) => node['Relation Name'] === 'review')
    expect(scans.map((node) => node['Node Type'])).toEqual(scans.map(() => 'Index Scan'))
    expect(scans).toHaveLength(merged)
    for (const scan of scans) {
      expect(scan['Actual Rows']).toBeLessThanOrEqual(limit)
      expect(scan['Rows Removed by Filter'] ?? 0).toBe(0)
    }
  },
)

test('docs/design/hub.md#routes: counts are those of the gate, and the oldest is that of all outcomes', async () => {
  await client.query(
    `update review set waiting_since = now() - interval '1 hour' where gate = $1 and seq = (
    select min(seq) from review where gate = $1 and verification = 'none')`,
    [gate],
  )

  const counts = await countReviews(asTx(client), gate)

  expect(counts.total).toBe((await listNaively({})).length)
  expect(counts.byVerification.failed).toBe((await listNaively({ verification: 'failed' })).length)
  expect(counts.oldestAgeMs).toBeGreaterThanOrEqual(3_600_000)
})
