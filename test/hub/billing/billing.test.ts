/** Billing events, claim readiness and evidence: by reference and hash, of released artifacts. R3.3. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { examplePatient } from '../../builders.ts'
import {
  approveOne,
  createPatient,
  draftByHand,
  draftVerified,
  giveConsent,
  must,
  openEncounter,
  practitionerRoleId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import type { Answer } from '../../running-server.ts'
import { useRunning } from '../../use-running.ts'

const { call } = useRunning()

const billing = { role: 'billing' } as const

const get = async (path: string): Promise<Answer['body']> => (await must(200, call('GET', path, { as: billing }))).body

const readiness = async (
  encounterId: string,
): Promise<{ ready: boolean; scheme: string; checks: Record<string, string> }> => {
  const { ready, scheme, checks } = await get(`/v1/billing/claim-readiness/${encounterId}`)
  const byCode = checks.map((check: { code: string; ready: boolean; reason?: string }) => [
    check.code,
    check.ready ? 'ready' : check.reason,
  ])
  return { ready, scheme, checks: Object.fromEntries(byCode) }
}

const provide = (value: string | undefined) =>
  call('GET', `/fhir/R4/PractitionerRole/${practitionerRoleId}`).then(async ({ body }) => {
    const system = 'http://ns.electronichealth.net.au/id/medicare-provider-number'
    const type = { coding: [{ system: 'http://terminology.hl7.org.au/CodeSystem/v2-0203', code: 'UPIN' }] }
    const others = (body.identifier ?? []).filter((one: { system: string }) => one.system !== system)
    const identifier = [...others, ...(value === undefined ? [] : [{ type, system, value }])]
    const headers = { 'content-type': 'application/fhir+json' }
    const { identifier: _, ...rest } = body
    await must(
      200,
      call('PUT', `/fhir/R4/PractitionerRole/${practitionerRoleId}`, {
        body: { ...rest, ...(identifier.length === 0 ? {} : { identifier }) },
        headers,
      }),
    )
  })

test('docs/design/hub.md#routes: each check comes to ready by itself, and all of them make a claim ready', async () => {
  await provide('2458671W')
  const { encounterId, artifactId } = await draftVerified(call)
  const before = await readiness(encounterId)
  const funding = { scheme: 'medicare', identifier: '29529364811' }
  await must(200, call('PATCH', `/v1/encounters/${encounterId}`, { body: { status: 'finished', funding } }))
  const finished = await readiness(encounterId)
  await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
  const approved = await readiness(encounterId)

  expect(before).toEqual({
    ready: false,
    scheme: 'none',
    checks: {
      'funding-scheme': 'missing',
      'provider-number': 'ready',
      'encounter-finished': 'missing',
      'approved-artifact': 'missing',
      consent: 'ready',
    },
  })
  expect(finished.checks).toMatchObject({
    'medicare-number': 'ready',
    'encounter-finished': 'ready',
    'approved-artifact': 'missing',
  })
  expect(approved).toMatchObject({ ready: true, scheme: 'medicare' })
})

test.each([
  ['medicare', '29529364811', 'medicare-number', 'ready'],
  ['medicare', '29529364711', 'medicare-number', 'invalid'],
  ['dva', 'NBUR9080', 'dva-file-number', 'ready'],
  ['dva', 'XBUR9080', 'dva-file-number', 'invalid'],
  ['private', 'A 12345', 'membership-number', 'ready'],
])('docs/design/hub.md#routes: a %s number such as %s makes %s %s', async (scheme, identifier, code, expected) => {
  const patientId = await createPatient(call, { identifier: examplePatient.identifier?.slice(0, 1) })
  const encounterId = await openEncounter(call, patientId, { funding: { scheme, identifier } })

  const { checks } = await readiness(encounterId)

  expect(checks).toMatchObject({ 'funding-scheme': 'ready', [code]: expected })
})

test('docs/design/hub.md#routes: without a number in the encounter the only one of the record counts; without any it is missing', async () => {
  const funding = { scheme: 'medicare' }
  const known = await openEncounter(call, await createPatient(call), { funding })
  const identifier = examplePatient.identifier?.slice(0, 1)
  const unknown = await openEncounter(call, await createPatient(call, { identifier }), { funding })

  expect((await readiness(known)).checks).toMatchObject({ 'medicare-number': 'ready' })
  expect((await readiness(unknown)).checks).toMatchObject({ 'medicare-number': 'missing' })
})

test('docs/design/hub.md#routes: a provider number is checked by its check character', async () => {
  const encounterId = await openEncounter(call, await createPatient(call))
  await provide('2458671X')
  const wrong = await readiness(encounterId)
  await provide(undefined)
  const none = await readiness(encounterId)
  await provide('2458671W')

  expect([wrong.checks['provider-number'], none.checks['provider-number']]).toEqual(['invalid', 'missing'])
  expect((await readiness(encounterId)).checks).toMatchObject({ 'provider-number': 'ready' })
})

test('D57: a consent that is revoked, and an artifact that is recalled, no longer count', async () => {
  const { encounterId, artifactId, patientId } = await approveOne(call)
  const before = await readiness(encounterId)
  const { items } = (await must(200, call('GET', `/v1/consents?patientId=${patientId}`))).body
  for (const { id } of items) await must(200, call('POST', `/v1/consents/${id}:revoke`))
  await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }))

  expect(before.checks).toMatchObject({ consent: 'ready', 'approved-artifact': 'ready' })
  expect((await readiness(encounterId)).checks).toMatchObject({ consent: 'missing', 'approved-artifact': 'missing' })
  await giveConsent(call, patientId)
  expect((await readiness(encounterId)).checks).toMatchObject({ consent: 'ready' })
})

test('R3.3: evidence is identifiers, hashes, times and roles of what is released, and its state alone of anything else', async () => {
  const text = 'Sore throat for 4 days.'
  const { encounterId, artifactId } = await draftByHand(call, text)
  const inReview = await get(`/v1/billing/evidence/${encounterId}`)
  await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))
  const { body: approved } = await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
  const rendered = await waitFor(
    () => get(`/v1/billing/evidence/${encounterId}`),
    ({ artifacts }) => artifacts[0].renderings.length > 1,
  )
  await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }))

  expect(inReview).toEqual({ encounterId, artifacts: [{ artifactId, state: 'in_review' }] })
  expect(rendered.artifacts).toMatchObject([
    {
      artifactId,
      state: 'approved',
      version: approved.version,
      artifactType: approved.artifactType,
      contentHash: approved.contentHash,
      documentId: approved.documentId,
      verification: { outcome: 'passed', contentHash: approved.contentHash, policyVersion: expect.any(String) },
      approvals: [
        {
          roles: ['clinician'],
          contentHash: approved.contentHash,
          practitionerRole: `PractitionerRole/${practitionerRoleId}`,
        },
      ],
      renderings: [
        { format: 'bundle', sha256: expect.stringMatching(/^[\da-f]{64}$/) },
        { format: 'pdf', bytes: expect.any(Number) },
      ],
      deliveries: [],
    },
  ])
  expect(JSON.stringify(rendered)).not.toContain(text)
  expect(await get(`/v1/billing/evidence/${encounterId}`)).toEqual({
    encounterId,
    artifacts: [{ artifactId, state: 'recalled' }],
  })
})

test('spec 4.4: billable events are found by encounter, spoke and time; each is a record of the releasing transaction', async () => {
  const { encounterId, artifactId } = await approveOne(call)
  const { items, nextCursor } = await get(`/v1/billing/events?encounterId=${encounterId}`)
  const [event] = items
  const list = async (query: string): Promise<string[]> =>
    (await get(`/v1/billing/events?encounterId=${encounterId}&${query}`)).items.map(({ id }: { id: string }) => id)

  expect(nextCursor).toBeNull()
  expect(items).toHaveLength(1)
  expect(event).toMatchObject({ kind: 'artifact.approved', artifactId, encounterId, spokeId: 'connect' })
  expect(await get(`/v1/billing/events/${event.id}`)).toEqual(event)
  expect(await list(`from=${event.at}&to=2126-01-01T00:00:00Z&spokeId=connect`)).toEqual([event.id])
  expect(await list('spokeId=triage')).toEqual([])
  expect(await list('from=2126-01-01T00:00:00Z')).toEqual([])
  expect(await list('to=2016-01-01T00:00:00Z')).toEqual([])
  for (const [query, field] of [
    ['from=yesterday', 'from'],
    ['spokeId=nobody', 'spokeId'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
    ['kind=artifact.approved', 'kind'],
  ]) {
    const refused = await call('GET', `/v1/billing/events?${query}`, { as: billing })
    expect([refused.problem, refused.fields]).toEqual(['validation', [field]])
  }
})

test('spec 4.4: billable events are listed page by page, each once', async () => {
  for (let at = 0; at < 2; at += 1) await approveOne(call)
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { items, nextCursor } = await get(`/v1/billing/events?limit=1${cursor}`)
    ids.push(...items.map(({ id }: { id: string }) => id))
    if (nextCursor === null) break
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`
  }

  expect(ids).toEqual((await get('/v1/billing/events?limit=200')).items.map(({ id }: { id: string }) => id))
  expect(ids.length).toBeGreaterThanOrEqual(2)
})

test('spec 4.3: the usage summary breaks down as asked; what names no group is refused', async () => {
  await approveOne(call)
  const { usage, breakdown } = await get('/v1/usage/summary?groupBy=spoke, artifactType,state')
  const total = (counter: string): number =>
    breakdown.reduce((sum: number, part: { usage: Record<string, number> }) => sum + (part.usage[counter] ?? 0), 0)

  expect(usage.artifactsApproved).toBeGreaterThan(0)
  for (const counter of Object.keys(usage)) expect([counter, total(counter)]).toEqual([counter, usage[counter]])
  expect(breakdown).toContainEqual(
    expect.objectContaining({ spokeId: 'connect', artifactType: 'note', state: 'approved' }),
  )
  expect(await get('/v1/usage/summary')).not.toHaveProperty('breakdown')
  for (const [query, field] of [
    ['groupBy=patient', 'groupBy'],
    ['groupBy=state,state', 'groupBy'],
    ['periodDays=0', 'periodDays'],
    ['periodDays=367', 'periodDays'],
  ]) {
    const refused = await call('GET', `/v1/usage/summary?${query}`, { as: billing })
    expect([refused.problem, refused.fields]).toEqual(['validation', [field]])
  }
})

test('docs/design/hub.md#access: readiness and evidence are the billing role’s, of its own tenant alone, and on record', async () => {
  const { encounterId } = await approveOne(call)
  const other = { role: 'billing', tenant: developmentTenants[1] }
  for (const part of ['claim-readiness', 'evidence']) {
    const path = `/v1/billing/${part}/${encounterId}`
    expect((await call('GET', path, { as: { role: 'clinician' } })).problem).toBe('role-required')
    expect((await call('GET', path, { as: other })).problem).toBe('not-found')
    expect((await call('GET', `/v1/billing/${part}/${newId()}`, { as: billing })).problem).toBe('not-found')
    await get(path)
  }
  const { items } = (
    await must(
      200,
      call('GET', `/v1/audit/events?encounterId=${encounterId}&kind=billing.read`, { as: { role: 'auditor' } }),
    )
  ).body
  expect(items).toHaveLength(2)
})

test('D83: an amendment is about the service that was billed, and a recall takes it back', async () => {
  const { artifactId, encounterId } = await approveOne(call)
  const { body: second } = await must(201, call('POST', `/v1/artifacts/${artifactId}:amend`))
  await must(200, call('POST', `/v1/artifacts/${second.id}:verify`))
  await must(200, call('POST', `/v1/artifacts/${second.id}:approve`))
  const { body: third } = await must(201, call('POST', `/v1/artifacts/${second.id}:amend`))
  await must(200, call('POST', `/v1/artifacts/${third.id}:verify`))
  await must(200, call('POST', `/v1/artifacts/${third.id}:approve`))
  await must(200, call('POST', `/v1/artifacts/${third.id}:recall`, { body: { reasonCode: 'clinical_error' } }))

  const { items } = await get(`/v1/billing/events?encounterId=${encounterId}`)
  const service = items.find(({ type }: { type: string }) => type === 'service')
  const told = items.map((item: Record<string, string>) => [item['artifactId'], item['type'], item['serviceEventId']])

  expect(told).toEqual([
    [third.id, 'reversal', service.id],
    [third.id, 'amendment', service.id],
    [second.id, 'amendment', service.id],
    [artifactId, 'service', undefined],
  ])
  for (const item of items) expect(await get(`/v1/billing/events/${item.id}`)).toEqual(item)
})
