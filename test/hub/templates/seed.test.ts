/** The built-in templates of a tenant that an earlier release began. D267. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import { builtInTemplates } from '../../../src/hub/templates/built-in-templates.ts'
import { seedTenant } from '../../../src/hub/templates/seed.ts'
import { asJson, hubAddress, hubContent, type TemplateContent } from '../../../src/store/hub-resources.ts'
import type { Tx } from '../../../src/store/transaction.ts'
import { type AuditWorld, openAuditWorld, tenantA, tenantB } from '../../store/audit-world.ts'

let world: AuditWorld

beforeAll(async () => {
  world = await openAuditWorld()
})
afterAll(async () => {
  await world.close()
})

const changed = builtInTemplates.filter(({ replaces }) => replaces !== undefined)
const inTenant = <T>(tenant: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  world.store.transactAsSystem(tenant, work, newId())

/** As an earlier release left it. */
const begin = (tenant: string, current: (before: string) => Partial<TemplateContent>): Promise<void> =>
  inTenant(tenant, async (tx) => {
    for (const { id, template, version, replaces, schema, policy } of builtInTemplates) {
      const { currentVersionId, ...rest } = template
      const before = replaces ?? currentVersionId ?? ''
      const rows = [
        ['Template', id, { ...rest, ...current(before) }],
        ['TemplateVersion', before, { ...version, label: '1.0.0' }],
        ['ArtifactSchema', id, schema],
        ['ValidationPolicy', id, policy],
      ] as const
      for (const [type, rowId, content] of rows)
        await tx.put({ ...hubAddress(type, rowId), content: asJson(content), expected: 0 })
    }
  })

const readCurrent = (tenant: string, id: string): Promise<string | undefined> =>
  inTenant(tenant, async (tx) => hubContent('Template', await tx.read(hubAddress('Template', id))).currentVersionId)

test('D267: a tenant of an earlier release gets the new versions once, and the earlier ones stay', async () => {
  await begin(tenantA, (currentVersionId) => ({ currentVersionId }))

  await seedTenant(world.store, tenantA)
  await seedTenant(world.store, tenantA)

  expect(changed.length).toBeGreaterThan(5)
  for (const { id, versionId, version, replaces = '' } of changed) {
    expect(await readCurrent(tenantA, id)).toBe(versionId)
    const [now, before] = await inTenant(tenantA, async (tx) => [
      await tx.read(hubAddress('TemplateVersion', versionId)),
      await tx.read(hubAddress('TemplateVersion', replaces)),
    ])
    expect([now?.version, now && hubContent('TemplateVersion', now)]).toEqual([1, version])
    expect(before && hubContent('TemplateVersion', before)).toMatchObject({ label: '1.0.0', status: 'published' })
  }
})

test('D267: a template keeps the version that an operator chose, or that alone meets the rules of the tenant', async () => {
  const own = newId()
  const [chosen, retired, ruled] = changed
  await begin(tenantB, (before) => {
    if (before === chosen?.replaces) return { currentVersionId: own }
    return before === retired?.replaces ? {} : { currentVersionId: before }
  })
  await inTenant(tenantB, async (tx) => {
    const stored = await tx.read(hubAddress('ArtifactSchema', ruled?.id ?? ''))
    const content = asJson({ ...ruled?.schema, requiredFields: ['title', 'sections.own'] })
    await tx.put({ ...hubAddress('ArtifactSchema', stored.id), content, expected: stored.version })
  })

  await seedTenant(world.store, tenantB)

  expect(await readCurrent(tenantB, chosen?.id ?? '')).toBe(own)
  expect(await readCurrent(tenantB, retired?.id ?? '')).toBeUndefined()
  expect(await readCurrent(tenantB, ruled?.id ?? '')).toBe(ruled?.replaces)
  const made = await inTenant(tenantB, (tx) => tx.find(hubAddress('TemplateVersion', ruled?.versionId ?? '')))
  expect(made).toBeUndefined()
})
