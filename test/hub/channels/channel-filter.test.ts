/** The filter of a channel, from the approval to what is queued, held or left out. docs/channels.md; D223, D224. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { approveOne, must, organizationId, readHeld, templateId } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let folder: string
const opened: string[] = []

const operator = { role: 'operator' } as const
const auditor = { role: 'auditor' } as const
const recipient = { name: 'Heath Specialists', class: 'organisation' } as const
const isNote = "Bundle.entry[0].resource.ofType(Composition).type.coding.where(code = '11488-4').exists()"
const hasTitle = (title: string) => `Bundle.entry[0].resource.ofType(Composition).title = '${title}'`
/** No document of a release has this member, so there is no boolean. */
const noAnswer = "Bundle.signature.who.display = 'nobody'"

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'banksia-filters-'))
  server = await startRunning({ site: await createSite(), env: { BANKSIA_FILE_FOLDERS: folder } })
  call = server.call
})

/** A later test's release does not go to an earlier one's channel. */
afterEach(async () => {
  for (const id of opened.splice(0)) await must(200, change(id, { templateIds: [] }))
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

const body = (more: object) => ({
  name: 'Specialists',
  templateIds: [templateId],
  recipient: { name: recipient.name },
  purposeOfUse: 'TREAT',
  legalBasis: 'own_organisation',
  format: 'text',
  transport: 'file',
  destination: { directory: folder },
  ...more,
})

async function openChannel(filter: object): Promise<string> {
  const { id } = (await must(201, call('POST', '/v1/channels', { body: body({ filter }), as: operator }))).body
  opened.push(id)
  return id
}

const change = (id: string, more: object) => call('PUT', `/v1/channels/${id}`, { body: body(more), as: operator })
const listDeliveries = async (channelId: string) =>
  (await must(200, call('GET', `/v1/deliveries?channelId=${channelId}`, { as: operator }))).body.items
const readDelivery = async (id: string) => (await must(200, call('GET', `/v1/deliveries/${id}`, { as: operator }))).body
const listAudit = async (artifactId: string) =>
  (await must(200, call('GET', `/v1/audit/events?artifactId=${artifactId}&limit=200`, { as: auditor }))).body.items
const untilSent = (id: string) =>
  waitFor(
    () => readDelivery(id),
    ({ state }) => state === 'sent',
  )

describe('at write', () => {
  test.each([
    ['expression', { expression: 'Bundle.entry.gibt()' }, 'filter.expression'],
    ['artifactTypes', { artifactTypes: [] }, 'filter.artifactTypes'],
    ['script', { script: 'return true' }, 'filter.script'],
  ])('D223: a wrong %s is refused with its place', async (_, filter, field) => {
    const asked = { body: body({ filter }), as: operator }

    expect(await call('POST', '/v1/channels', asked)).toMatchObject({ status: 400, fields: [field] })
  })

  test('D223: the place in an expression is told, at the change as at the creation', async () => {
    const id = await openChannel({ expression: isNote })

    const refused = await change(id, { filter: { expression: 'Bundle.entry.gibt()' } })

    expect(refused).toMatchObject({ status: 400, fields: ['filter.expression'] })
    expect(refused.text).toContain('unknown function at character')
    expect((await must(200, call('GET', `/v1/channels/${id}`, { as: operator }))).body.filter).toEqual({
      expression: isNote,
    })
  })
})

describe('at a release', () => {
  test('D223: what holds goes out, what does not is left out on the record, and what has no answer is held', async () => {
    const lists = { artifactTypes: ['note'], spokes: ['connect'], recipientClasses: ['organisation'] }
    const through = await openChannel({ ...lists, organizationIds: [organizationId], expression: isNote })
    const byType = await openChannel({ artifactTypes: ['referral'] })
    const byExpression = await openChannel({ artifactTypes: ['note'], expression: hasTitle('Nothing like it') })
    const unjudged = await openChannel({ expression: noAnswer })

    const { artifactId } = await approveOne(call)

    const [sent] = await listDeliveries(through)
    const [held] = await listDeliveries(unjudged)
    expect(await untilSent(sent.id)).toMatchObject({ artifactId, attempts: 1 })
    expect(held).toMatchObject({ artifactId, state: 'held', reason: 'filter-failed', attempts: 0 })
    expect([await listDeliveries(byType), await listDeliveries(byExpression)]).toEqual([[], []])
    const filtered = (await listAudit(artifactId)).filter(({ kind }: { kind: string }) => kind === 'delivery.filtered')
    expect(
      filtered.map(({ resourceId, reason }: Record<string, string>) => `${reason} ${resourceId}`).toSorted(),
    ).toEqual([`artifactTypes ${byType}`, `expression ${byExpression}`])
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('D223: what an expression held goes out by a replay, after the filter is mended', async () => {
    const channelId = await openChannel({ expression: noAnswer })
    await approveOne(call)
    const [held] = await listDeliveries(channelId)
    const replay = () => call('POST', `/v1/deliveries/${held.id}:replay`, { as: operator })

    expect(await replay()).toMatchObject({ status: 409, problem: 'business-rule' })
    await must(200, change(channelId, { filter: { artifactTypes: ['referral'] } }))
    expect(await replay()).toMatchObject({ status: 409, problem: 'business-rule' })
    expect(await readDelivery(held.id)).toMatchObject({ state: 'held', attempts: 0 })
    await must(200, change(channelId, { filter: { expression: isNote } }))
    await must(200, replay())

    expect(await untilSent(held.id)).toMatchObject({ attempts: 1 })
  })

  test('D223: a form that a filter leaves out does not hinder the approval', async () => {
    const more = { format: 'cda', preset: 'discharge-summary-3A', filter: { artifactTypes: ['discharge_summary'] } }
    const { id } = (await must(201, call('POST', '/v1/channels', { body: body(more), as: operator }))).body

    await approveOne(call)

    expect(await listDeliveries(id)).toEqual([])
    await must(200, call('PUT', `/v1/channels/${id}`, { body: body({ ...more, templateIds: [] }), as: operator }))
  })
})

describe('by a clinician', () => {
  test.each([
    ['leaves out', { artifactTypes: ['referral'] }],
    ['cannot judge', { expression: noAnswer }],
  ])('D224: a dispatch and a share of what the filter %s are refused', async (_, filter) => {
    const channelId = await openChannel(filter)
    const { artifactId } = await approveOne(call)
    const asked = { artifactId, channelId, recipient, purposeOfUse: 'TREAT' }
    const before = await listDeliveries(channelId)

    const dispatched = await call('POST', '/v1/deliveries', { body: asked })
    const shared = await call('POST', '/v1/shares', { body: { ...asked, legalBasis: 'own_organisation' } })

    expect([dispatched, shared]).toMatchObject([
      { status: 409, problem: 'business-rule' },
      { status: 409, problem: 'business-rule' },
    ])
    expect(await listDeliveries(channelId)).toEqual(before)
  })
})

describe('a correction', () => {
  test('D224: whoever has an edition gets its amendment and its recall, whatever the filter says by then', async () => {
    const channelId = await openChannel({ expression: isNote })
    const { artifactId } = await approveOne(call)
    await untilSent((await listDeliveries(channelId))[0].id)
    await must(200, change(channelId, { filter: { expression: noAnswer } }))

    const { body: amended } = await must(201, call('POST', `/v1/artifacts/${artifactId}:amend`))
    await must(200, call('POST', `/v1/artifacts/${amended.id}:verify`))
    await must(200, call('POST', `/v1/artifacts/${amended.id}:approve`))
    const [amendment] = await listDeliveries(channelId)
    expect(amendment).toMatchObject({ artifactId: amended.id, kind: 'original' })
    await untilSent(amendment.id)
    const held = await readHeld(call, `/v1/artifacts/${amended.id}`)
    await must(
      200,
      call('POST', `/v1/artifacts/${amended.id}:recall`, { body: { reasonCode: 'clinical_error' }, headers: held }),
    )

    expect((await listDeliveries(channelId)).map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'original',
      'original',
      'recall',
      'recall',
    ])
  })
})
