/** The store over a real database: versions, tokens, sealing, idempotency, state machines. docs/design/store.md. */

import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type pg from 'pg'
import { type Caller, roles } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { type JsonObject, parseJson } from '../../src/core/json.ts'
import { indexHubResource } from '../../src/hub/index-rows.ts'
import { listAudit } from '../../src/store/audit/audit.ts'
import { asJson, hubAddress, wholeAddress } from '../../src/store/hub-resources.ts'
import { openStore } from '../../src/store/open-store.ts'
import { moveArtifact } from '../../src/store/operations/artifact-moves.ts'
import { putBlob, readBlob } from '../../src/store/operations/blobs.ts'
import { relayOutbox } from '../../src/store/outbox.ts'
import { readContent, resourceText } from '../../src/store/resources/content.ts'
import { wholeScope } from '../../src/store/resources/search/access-scope.ts'
import { listAll } from '../../src/store/resources/search/whole-search.ts'
import type { Store } from '../../src/store/store.ts'
import type { Tx } from '../../src/store/transaction.ts'
import { type ArtifactOperation, artifactStates, artifactTransitions } from '../../src/store/transitions.ts'
import { createDatabase, openOwner, type TestDatabase } from '../database.ts'
import { waitUntil } from '../patience.ts'

const tenantA = '00000000-0000-7000-8000-0000000000aa'
const tenantB = '00000000-0000-7000-8000-0000000000bb'

const callerOf = (tenant: string, roles: Caller['roles'] = ['clinician']): Caller => ({
  tenant,
  spoke: 'connect',
  issuer: 'https://login.example.org',
  subject: 'tester',
  client: 'test',
  roles,
  scopes: [],
  fhirUser: 'PractitionerRole/x',
  requestId: newId(),
  proof: 'internal',
})

let database: TestDatabase
let store: Store
let owner: pg.Pool
const masterKey = createSecretKey(randomBytes(32))

const settings = (id: string) =>
  ({ id, requiredProfiles: 'base', references: 'enforce', timeZone: 'Australia/Perth' }) as const

const open = (key = masterKey) =>
  openStore({
    connection: { ...database.config, max: 40 },
    masterKey: key,
    tenants: [settings(tenantA), settings(tenantB)],
    index: (_tenant, resource) => {
      if (resource.space === 'hub') return indexHubResource(resource)
      const { identifier, code } = resource.content
      const tokens = [identifier, code].flatMap((value, at) =>
        typeof value === 'string' ? [{ parameter: at === 0 ? 'identifier' : 'code', value }] : [],
      )
      return { tokens }
    },
    check: (_settings, resource) => ({
      findings:
        resource['bad'] === true
          ? [{ severity: 'error', code: 'value', expression: 'Basic.bad', message: 'is bad' }]
          : [],
      pending: {
        references:
          typeof resource['refers'] === 'string' ? [{ expression: 'Basic.refers', reference: resource['refers'] }] : [],
      },
    }),
  })

beforeAll(async () => {
  database = await createDatabase()
  store = await open()
  owner = openOwner(database)
})
afterAll(async () => {
  await owner.end()
  await store.close()
  await database.drop()
})

const putBasic = (tx: Tx, id: string, content: JsonObject, expected?: number) =>
  tx.put({
    ...wholeAddress('Basic', id),
    content: { resourceType: 'Basic', ...content },
    ...(expected === undefined ? {} : { expected }),
  })

test('docs/design/store.md#resources: a resource reads back as it was written, with number text, member order and its own columns in front', async () => {
  const id = newId()
  const text =
    '{"resourceType":"Basic","meta":{"profile":["http://x"]},"z":1.00,"a":{"d":-0.50,"e":[1.10,2]},"text":"é\\u0022"}'
  await store.transact(callerOf(tenantA), (tx) =>
    tx.put({ ...wholeAddress('Basic', id), content: parseJson(text) as JsonObject }),
  )

  const stored = await store.transact(callerOf(tenantA), (tx) => tx.read(wholeAddress('Basic', id)))

  expect(resourceText(stored)).toBe(
    `{"resourceType":"Basic","id":"${id}","meta":{"versionId":"1","lastUpdated":"${stored.updatedAt}","profile":["http://x"]},` +
      '"z":1.00,"a":{"d":-0.50,"e":[1.10,2]},"text":"é\\""}',
  )
})

test('docs/design/store.md#resources: content is sealed, and a sealed row moved to another id does not open', async () => {
  const [first, second] = [newId(), newId()]
  await store.transact(callerOf(tenantA), async (tx) => {
    await putBasic(tx, first, { note: 'CANARY-SEALED' })
    await putBasic(tx, second, { note: 'other' })
  })

  const { rows } = await owner.query<{ content: Buffer }>('select content from resource where id = $1', [first])
  expect(rows[0]?.content.includes('CANARY')).toBe(false)
  await owner.query('update resource set content = (select content from resource where id = $1) where id = $2', [
    first,
    second,
  ])
  await expect(store.transact(callerOf(tenantA), (tx) => tx.read(wholeAddress('Basic', second)))).rejects.toThrow()
})

test('docs/design/store.md#resources: another key-encryption key is refused at once', async () => {
  await expect(open(createSecretKey(randomBytes(32)))).rejects.toThrow('does not open this database')
})

test("docs/design/store.md#tenants-and-keys: another tenant's resource is not found, by id or by search", async () => {
  const id = newId()
  await store.transact(callerOf(tenantA), (tx) => putBasic(tx, id, { identifier: 'tenant-a-only' }))

  const search = (tx: Tx) =>
    tx.search({
      space: 'fhir',
      scope: wholeScope,
      type: 'Basic',
      where: [{ parameter: 'identifier', values: ['tenant-a-only'] }],
      limit: 10,
    })
  const seen = await store.transact(callerOf(tenantB), async (tx) => [
    await tx.find(wholeAddress('Basic', id)),
    await search(tx),
  ])

  expect(seen).toEqual([undefined, { items: [], next: undefined }])
  expect((await store.transact(callerOf(tenantA), search)).items).toHaveLength(1)
})

test('docs/design/store.md#writes: superseded versions are kept, and tokens follow the current one', async () => {
  const id = newId()
  await store.transact(callerOf(tenantA), (tx) => putBasic(tx, id, { identifier: 'old-name', code: 'kept' }))
  await store.transact(callerOf(tenantA), (tx) => putBasic(tx, id, { identifier: 'new-name', code: 'kept' }, 1))

  const found = await store.transact(callerOf(tenantA), async (tx) => {
    const count = async (value: string, parameter = 'identifier') =>
      (
        await tx.search({
          space: 'fhir',
          type: 'Basic',
          scope: wholeScope,
          where: [{ parameter, values: [value] }],
          limit: 10,
        })
      ).items.length
    const first = await tx.readVersion(wholeAddress('Basic', id), 1)
    return [
      await count('old-name'),
      await count('new-name'),
      await count('kept', 'code'),
      readContent(first)['identifier'],
    ]
  })

  expect(found).toEqual([0, 1, 1, 'old-name'])
})

test('docs/design/store.md#writes: parallel updates of one version: one wins, the others conflict, no version is lost', async () => {
  const id = newId()
  await store.transact(callerOf(tenantA), (tx) => putBasic(tx, id, { n: 0 }))
  const outcomes = await Promise.allSettled(
    Array.from({ length: 16 }, (_, n) => store.transact(callerOf(tenantA), (tx) => putBasic(tx, id, { n }, 1))),
  )

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await store.transact(callerOf(tenantA), (tx) => tx.read(wholeAddress('Basic', id)))).version).toBe(2)
})

test('docs/design/store.md#writes: 32 parallel conditional creates on one identifier make one resource', async () => {
  const value = `conditional-${newId()}`
  const outcomes = await Promise.all(
    Array.from({ length: 32 }, () =>
      store.transact(callerOf(tenantA), (tx) =>
        tx.putWhere(
          { space: 'fhir', type: 'Basic', scope: wholeScope, token: { parameter: 'identifier', value } },
          (existing) =>
            existing === undefined
              ? {
                  ...wholeAddress('Basic', newId()),
                  content: { resourceType: 'Basic', identifier: value },
                  expected: 0,
                }
              : undefined,
        ),
      ),
    ),
  )

  expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(1)
  expect(new Set(outcomes.map(({ stored }) => stored.id)).size).toBe(1)
})

test('docs/design/store.md#search: a page sequence holds each row once, newest and oldest first, while others write', async () => {
  const code = `paged-${newId()}`
  const ids = Array.from({ length: 25 }, () => newId())
  for (const id of ids) await store.transact(callerOf(tenantA), (tx) => putBasic(tx, id, { code }))
  const pageThrough = async (order: 'newest' | 'oldest'): Promise<string[]> => {
    const seen: string[] = []
    let after: { d: string; key: string } | undefined
    do {
      const page = await store.transact(callerOf(tenantA), (tx) =>
        tx.search({
          space: 'fhir',
          scope: wholeScope,
          type: 'Basic',
          where: [{ parameter: 'code', values: [code] }],
          limit: 7,
          order,
          ...(after ? { after } : {}),
        }),
      )
      seen.push(...page.items.map((item) => item.id))
      after = page.next
      if (order === 'newest') await store.transact(callerOf(tenantA), (tx) => putBasic(tx, newId(), { code }))
    } while (after !== undefined)
    return seen
  }

  expect(await pageThrough('newest')).toEqual(ids.toReversed())
  expect((await pageThrough('oldest')).slice(0, 25)).toEqual(ids)
})

test.each([1, 2, 3, 4])('docs/design/store.md#search: all results of a search, by pages of %i', async (pageSize) => {
  const code = `whole-${newId()}`
  const ids = Array.from({ length: 3 }, () => newId())
  for (const id of ids) await store.transact(callerOf(tenantA), (tx) => putBasic(tx, id, { code }))
  const where = [{ parameter: 'code', values: [code] }]
  const search = { space: 'fhir', scope: wholeScope, type: 'Basic', where, order: 'oldest', pageSize } as const

  const found = await store.transact(callerOf(tenantA), (tx) => listAll(tx, search))

  expect(found.map(({ id }) => id)).toEqual(ids)
})

test('docs/design/store.md#writes: a refused resource, or a reference to nothing, leaves nothing behind', async () => {
  const [bad, dangling, good] = [newId(), newId(), newId()]
  const refused = store.transact(callerOf(tenantA), async (tx) => {
    await putBasic(tx, good, {})
    await putBasic(tx, bad, { bad: true })
  })
  await expect(refused).rejects.toMatchObject({
    slug: 'resource-invalid',
    errors: [{ field: 'Basic.bad', code: 'value' }],
  })
  const missing = store.transact(callerOf(tenantA), (tx) => putBasic(tx, dangling, { refers: `Basic/${newId()}` }))
  await expect(missing).rejects.toMatchObject({
    slug: 'resource-invalid',
    errors: [{ field: 'Basic.refers', code: 'not-found' }],
  })

  const found = await store.transact(callerOf(tenantA), async (tx) =>
    Promise.all([good, bad, dangling].map((id) => tx.find(wholeAddress('Basic', id)))),
  )
  expect(found).toEqual([undefined, undefined, undefined])
})

test('docs/design/store.md#writes: a URN that nothing resolves is a reference to nothing', async () => {
  const put = store.transact(callerOf(tenantA), (tx) => putBasic(tx, newId(), { refers: `urn:uuid:${newId()}` }))

  await expect(put).rejects.toMatchObject({
    slug: 'resource-invalid',
    errors: [{ field: 'Basic.refers', code: 'not-found' }],
  })
})

test('docs/design/store.md#writes: a reference to what the same transaction writes later is no dangling one', async () => {
  const [from, to] = [newId(), newId()]

  await store.transact(callerOf(tenantA), async (tx) => {
    await putBasic(tx, from, { refers: `Basic/${to}` })
    await putBasic(tx, to, {})
  })
})

test('R5.4: one key, one effect: replayed, refused for another request, and not kept after a failure', async () => {
  const caller = callerOf(tenantA)
  const id = newId()
  const request = { key: newId(), method: 'POST', path: '/v1/x', body: Buffer.from('{}') }
  let runs = 0
  const run = () =>
    store.idempotent(caller, request, async (view) => {
      runs += 1
      await view.transact(caller, (tx) => putBasic(tx, id, { runs }, 0))
      return { status: 201, body: { id }, headers: { Location: '/x' } }
    })

  const first = await run()
  const second = await run()

  expect([first.headers, second.headers, second.body, runs]).toEqual([
    { Location: '/x' },
    { Location: '/x', 'Idempotent-Replayed': 'true' },
    { id },
    1,
  ])
  const other = store.idempotent(caller, { ...request, body: Buffer.from('[]') }, async () => ({ status: 200 }))
  await expect(other).rejects.toMatchObject({ slug: 'idempotency-key-reused' })
  const asJson = { ...request, body: Buffer.from('{ }'), json: {} }
  expect((await store.idempotent(caller, asJson, async () => ({ status: 200 }))).status).toBe(201)
  // As keys were kept before bodies were compared as JSON: by the bytes of a body that is not in canonical form.
  const byBytes = { ...request, key: newId(), body: Buffer.from('{ }') }
  await store.idempotent(caller, byBytes, async () => ({ status: 201 }))
  expect((await store.idempotent(caller, { ...byBytes, json: {} }, async () => ({ status: 200 }))).status).toBe(201)
  const failing = { ...request, key: newId() }
  await expect(store.idempotent(caller, failing, async () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect((await store.idempotent(caller, failing, async () => ({ status: 200 }))).headers).toBeUndefined()
})

test('R5.4: the transaction of a key works for the caller of the key, and for nobody else', async () => {
  const caller = callerOf(tenantA)
  const request = { key: newId(), method: 'POST', path: '/v1/x', body: Buffer.from('{}') }
  const asAnother = store.idempotent(caller, request, async (view) => {
    await view.transact({ ...caller, subject: 'another' }, (tx) => putBasic(tx, newId(), {}))
    return { status: 200 }
  })

  await expect(asAnother).rejects.toThrow('one caller')
})

test('R5.4: the same key at once runs once; the others are told to wait', async () => {
  const caller = callerOf(tenantA)
  const request = { key: newId(), method: 'POST', path: '/v1/x', body: Buffer.from('{}') }
  let runs = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      store.idempotent(caller, request, async () => {
        runs += 1
        await new Promise((resolve) => setTimeout(resolve, 100))
        return { status: 200 }
      }),
    ),
  )

  expect(runs).toBe(1)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.every(({ reason }) => reason.slug === 'idempotency-in-progress')).toBe(true)
})

test('R5.4: a key of another tenant or subject is another key', async () => {
  const request = { key: newId(), method: 'POST', path: '/v1/x', body: Buffer.from('{}') }
  const run = (caller: Caller) => store.idempotent(caller, request, async () => ({ status: 200 }))
  await run(callerOf(tenantA))

  const others = [await run(callerOf(tenantB)), await run({ ...callerOf(tenantA), subject: 'someone else' })]

  expect(others.map(({ headers }) => headers)).toEqual([undefined, undefined])
})

const draft = () =>
  asJson({
    ...{ encounterId: newId(), patientId: newId(), templateId: newId(), artifactType: 'note' },
    ...{ contentHash: '0', gate: 'clinical_review', spoke: 'connect' },
  })

const operations = [...new Set(artifactTransitions.map(({ operation }) => operation))]
const cross = ['none', ...artifactStates].flatMap((from) => operations.map((operation) => [operation, from] as const))

/** The moves that lead there from nothing. */
const ways = {
  none: [],
  in_review: ['draft'],
  rejected: ['draft', 'reject'],
  approved: ['draft', 'approve'],
  exported: ['draft', 'approve', 'export'],
  shared: ['draft', 'approve', 'share'],
  superseded: ['draft', 'approve', 'supersede'],
  recalled: ['draft', 'approve', 'recall'],
} as const satisfies Readonly<Record<string, readonly ArtifactOperation[]>>

test.each(cross)(
  'R3.1: %s from %s is open exactly where the table says so, and to its roles',
  async (operation, from) => {
    const place = hubAddress('Artifact', newId())
    const move = (step: ArtifactOperation, as: Caller['roles'] = ['clinician']) =>
      store.transact(callerOf(tenantA, as), async (tx) => {
        const stored = await tx.find(place)
        return stored === undefined ? moveArtifact(tx, place, step, draft()) : moveArtifact(tx, stored, step)
      })
    for (const step of ways[from as keyof typeof ways]) await move(step)
    const row = artifactTransitions.find((candidate) => candidate.operation === operation && candidate.from === from)

    if (row === undefined) return expect(move(operation)).rejects.toMatchObject({ slug: 'invalid-transition' })
    const strangers = roles.filter((role) => !(row.roles as readonly string[]).includes(role))
    await expect(move(operation, strangers)).rejects.toMatchObject({ slug: 'role-required' })
    expect(readContent(await move(operation, ['senior_clinician']))['state']).toBe(row.to)
  },
)

test('R3.1: nothing but move writes an artifact', async () => {
  const place = hubAddress('Artifact', newId())
  const put = () => store.transact(callerOf(tenantA), (tx) => tx.put({ ...place, content: draft() }))

  await expect(put()).rejects.toThrow('by move alone')
  await store.transact(callerOf(tenantA), (tx) => moveArtifact(tx, place, 'draft', draft()))
  await expect(put()).rejects.toThrow('by move alone')
})

test('docs/design/store.md#audit: the record commits with the change, or not at all', async () => {
  const caller = callerOf(tenantA)
  await store.transact(caller, async (tx) => tx.record('fhir.create', { resourceType: 'Basic', resourceId: 'x' }))
  const failed = callerOf(tenantA)
  await expect(
    store.transact(failed, async (tx) => {
      tx.record('fhir.create')
      throw new Error('x')
    }),
  ).rejects.toThrow('x')

  const list = (requestId: string) =>
    store.transact(caller, (tx) =>
      listAudit(tx.client, tx.tenant, { where: [{ by: 'requestId', any: [requestId] }], limit: 10 }),
    )

  expect(await list(caller.requestId)).toMatchObject([
    { kind: 'fhir.create', resourceType: 'Basic', subject: 'tester' },
  ])
  expect(await list(failed.requestId)).toEqual([])
})

test('docs/design/store.md#writes: outbox rows are relayed once in order, and again after a failure', async () => {
  await relayOutbox(store.system, 1000, async () => undefined)
  const subjects = [newId(), newId(), newId()]
  for (const subject of subjects)
    await store.transact(callerOf(tenantA), async (tx) => tx.enqueue('job.queued', subject))
  const down = () => Promise.reject(new Error('down'))
  // Rows show once every older transaction of the server has ended, also one of another database.
  await waitUntil(async () => (await relayOutbox(store.system, 1000, down).catch(() => 'down')) === 'down')
  const seen: string[] = []

  await waitUntil(async () => {
    await relayOutbox(store.system, 1000, async (item) => {
      seen.push(item.subject)
    })
    return seen.length >= subjects.length
  })

  expect(seen).toEqual(subjects)
  expect(await relayOutbox(store.system, 1000, async () => undefined)).toEqual({ count: 0, isLeft: false })
})

test('docs/design/store.md#tables: a blob of several chunks reads back, and is sealed', async () => {
  const bytes = Buffer.concat([Buffer.from('CANARY-BLOB'), randomBytes(700_000)])

  const read = await store.transact(callerOf(tenantA), async (tx) => readBlob(tx, await putBlob(tx, bytes)))

  expect(read.equals(bytes)).toBe(true)
  const { rows } = await owner.query<{ content: Buffer }>('select content from blob order by seq')
  expect(rows).toHaveLength(3)
  expect(rows.some(({ content }) => content.includes('CANARY'))).toBe(false)
})
