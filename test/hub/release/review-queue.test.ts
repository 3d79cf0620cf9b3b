/** The queues of the release gates: order, filters, counts, claims. docs/design/hub.md#routes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { addColleague, draftByHand, draftVerified, exampleSections, must } from '../../consultation.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let other: { readonly practitionerRole: string }

beforeAll(async () => {
  server = await startRunning({ site: await createSite(), env: { BANKSIA_ROLE: 'web' } })
  call = server.call
  other = { practitionerRole: await addColleague(call) }
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const queue = '/v1/release-gates/clinical_review/queue'
const claim = (artifactId: string, as: object = {}, more: object = {}): Promise<Answer> =>
  call('POST', `${queue}/${artifactId}:claim`, { as, ...more })
const release = (artifactId: string, as: object = {}): Promise<Answer> =>
  call('POST', `${queue}/${artifactId}:release`, { as })
const outcomeOf = ({ status, problem }: Answer): string => (status < 300 ? String(status) : `${status} ${problem}`)
const read = async (query = ''): Promise<Answer['body']> =>
  (await must(200, call('GET', `${queue}?limit=200${query}`))).body

async function findItem(artifactId: string) {
  const { items } = await read()
  return items.find((item: { artifactId: string }) => item.artifactId === artifactId)
}

test('docs/design/hub.md#routes: counts tell what waits, by verification, and how old the oldest is', async () => {
  const before = (await read()).counts
  await draftByHand(call)
  const { artifactId } = await draftVerified(call)

  const { items, counts } = await read()

  expect(counts.total).toBe(before.total + 2)
  expect(counts.byVerification).toEqual({
    ...before.byVerification,
    none: before.byVerification.none + 1,
    passed: before.byVerification.passed + 1,
  })
  expect(counts.oldestAgeMs).toBeGreaterThanOrEqual(items[0].ageMs)
  await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
  expect((await read()).counts).toMatchObject({
    total: before.total + 1,
    byVerification: { passed: before.byVerification.passed },
  })
})

test('docs/design/hub.md#routes: counts are the rows, whatever became of the artifacts', async () => {
  const { rows } = await server.site.pool.query(`select
    (select coalesce(jsonb_object_agg(key, n), '{}') from (select gate || verification as key, count(*) as n from review group by 1) r) as rows,
    (select coalesce(jsonb_object_agg(key, n), '{}') from (select gate || verification as key, sum(waiting) as n from review_count group by 1 having sum(waiting) <> 0) c) as counts`)

  expect(rows[0].counts).toEqual(rows[0].rows)
})

test('docs/design/hub.md#routes: pages follow one another, oldest first; an edit keeps the place, a rejection loses it', async () => {
  const one = await draftByHand(call)
  const two = await draftByHand(call)
  const body = { sections: exampleSections(one.transcriptId) }
  await must(200, call('PATCH', `/v1/artifacts/${one.artifactId}`, { body }))
  const all = (await read()).items.map((item: { artifactId: string }) => item.artifactId)
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer = await must(200, call('GET', `${queue}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`))
    paged.push(...page.body.items.map((item: { artifactId: string }) => item.artifactId))
    cursor = page.body.nextCursor
  }

  expect(paged).toEqual(all)
  expect(all.indexOf(one.artifactId)).toBeLessThan(all.indexOf(two.artifactId))

  await must(200, call('POST', `/v1/artifacts/${one.artifactId}:reject`, { body: { reasonCode: 'style' } }))
  expect(await findItem(one.artifactId)).toBeUndefined()
  await must(200, call('PATCH', `/v1/artifacts/${one.artifactId}`, { body }))
  expect((await read()).items.at(-1).artifactId).toBe(one.artifactId)
})

test('docs/design/hub.md#routes: the queue shows the claimant; another clinician gets a conflict until it is given back', async () => {
  const { artifactId } = await draftByHand(call)

  const claimed = await must(200, claim(artifactId))
  const renewed = await must(200, claim(artifactId))
  const refused = [await claim(artifactId, other), await release(artifactId, other)]
  const shown = await findItem(artifactId)
  const released = await must(200, release(artifactId))
  const next = await must(200, claim(artifactId, other))

  expect(claimed.body).toMatchObject({ artifactId, state: 'in_review', claim: { by: 'development-clinician' } })
  expect(renewed.body.claim.until >= claimed.body.claim.until).toBe(true)
  expect(refused.map(outcomeOf)).toEqual(['409 conflict', '409 conflict'])
  expect(shown.claim).toEqual(renewed.body.claim)
  expect(released.body.claim).toBeUndefined()
  expect(next.body.claim).toMatchObject({ practitionerRole: `PractitionerRole/${other.practitionerRole}` })
})

test('D49: while one reviewer holds it, no other approves, rejects, edits or attests; verifying alone is open', async () => {
  const { artifactId, transcriptId } = await draftVerified(call)
  const path = `/v1/artifacts/${artifactId}`
  await must(200, claim(artifactId, other))
  const attestations = [{ statementId: 'one', reasonCode: 'observed' }]

  const refused = [
    await call('POST', `${path}:approve`),
    await call('POST', `${path}:reject`, { body: { reasonCode: 'other' } }),
    await call('PATCH', path, { body: { sections: exampleSections(transcriptId) } }),
    await call('POST', `${path}:verify`, { body: { attestations } }),
  ]
  const verified = await call('POST', `${path}:verify`)
  const approved = await call('POST', `${path}:approve`, { as: other })

  expect(refused.map(outcomeOf)).toEqual(refused.map(() => '409 conflict'))
  expect([verified, approved].map(outcomeOf)).toEqual(['200', '200'])
})

test('D49: a claim that has run out is nobody’s', async () => {
  const { artifactId } = await draftVerified(call)
  await must(200, claim(artifactId, other))
  await server.site.pool.query(`update review set held_until = now() - interval '1 second' where artifact_id = $1`, [
    artifactId,
  ])

  expect((await findItem(artifactId)).claim).toBeUndefined()
  expect(outcomeOf(await claim(artifactId))).toBe('200')
  expect(outcomeOf(await call('POST', `/v1/artifacts/${artifactId}:approve`))).toBe('200')
})

test('D49: two claims at once: one has it', async () => {
  const { artifactId } = await draftByHand(call)

  const answers = await Promise.all([claim(artifactId), claim(artifactId, other)])

  expect(answers.map(outcomeOf).sort()).toEqual(['200', '409 conflict'])
  const { by, practitionerRole } = answers.find(({ status }) => status === 200)?.body.claim ?? {}
  expect((await findItem(artifactId)).claim).toMatchObject({ by, practitionerRole })
})

test('docs/design/hub.md#requests-and-answers: a claim is of what waits at that gate, of that version, for this tenant and role', async () => {
  const { artifactId } = await draftByHand(call)
  const elsewhere = `/v1/release-gates/second_reviewer/queue/${artifactId}:claim`

  const answers = [
    await call('POST', elsewhere),
    await call('POST', `/v1/release-gates/nowhere/queue/${artifactId}:claim`),
    await claim(newId()),
    await release(newId()),
    await claim(artifactId, { tenant: developmentTenants[1] }),
    await claim(artifactId, { role: 'system' }),
    await release(artifactId, { role: 'operator' }),
    await claim(artifactId, {}, { headers: { 'If-Match': 'W/"7"' } }),
  ]

  const missing = '404 not-found'
  const role = '403 role-required'
  expect(answers.map(outcomeOf)).toEqual([
    missing,
    missing,
    missing,
    missing,
    missing,
    role,
    role,
    '412 precondition-failed',
  ])
  expect((await findItem(artifactId)).claim).toBeUndefined()
})

test('docs/design/hub.md#requests-and-answers: artifacts are listed by their last change, and read at an earlier version', async () => {
  const { artifactId, encounterId, transcriptId } = await draftByHand(call)
  const path = `/v1/artifacts/${artifactId}`
  const first = (await must(200, call('GET', path))).body
  const body = { sections: exampleSections(transcriptId, 'Sore throat, 4 days.') }
  const edited = (await must(200, call('PATCH', path, { body }))).body
  const listSince = async (instant: string): Promise<string[]> => {
    const list = `/v1/encounters/${encounterId}/artifacts?updatedSince=${encodeURIComponent(instant)}`
    return (await must(200, call('GET', list))).body.items.map(({ id }: { id: string }) => id)
  }

  expect(await listSince(edited.updatedAt)).toEqual([artifactId])
  expect(await listSince(new Date(Date.parse(edited.updatedAt) + 1000).toISOString())).toEqual([])
  expect((await must(200, call('GET', `${path}?version=1`))).body).toEqual(first)
  expect((await call('GET', `${path}?version=7`)).status).toBe(404)
})

test('R5.4: a claim that is sent again under its key answers the same', async () => {
  const { artifactId } = await draftByHand(call)
  const key = newId()

  const first = await must(200, claim(artifactId, {}, { key }))
  await must(200, release(artifactId))
  const again = await must(200, claim(artifactId, {}, { key }))

  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await findItem(artifactId)).claim).toBeUndefined()
})
