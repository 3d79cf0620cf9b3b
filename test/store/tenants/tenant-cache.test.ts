/** A process that changes a tenant knows of it at once, whatever it was reading meanwhile. docs/design/store.md#tenants-and-keys. */
import { expect, test } from '@jest/globals'
import type { Tenant } from '../../../src/store/tenants/tenant.ts'
import { TenantCache } from '../../../src/store/tenants/tenant-cache.ts'

const id = 't'
// The cache looks at these members alone.
const tenantOf = (generation: string): Tenant =>
  ({ id, generation, keys: { current: { id: 'k', uses: { count: 0 } } } }) as unknown as Tenant

/** A database whose answers come when the test says so, each as it was when the question came. */
function openSource() {
  const state = { generation: '1', waits: false }
  const waiting: (() => void)[] = []
  const answer = <T>(value: T): Promise<T> =>
    state.waits ? new Promise((resolve) => waiting.push(() => resolve(value))) : Promise.resolve(value)
  const cache = new TenantCache({
    find: () => answer(tenantOf(state.generation)),
    readGeneration: () => answer(state.generation),
    listGone: async () => [],
    forget: () => undefined,
  })
  const change = (generation: string) => {
    Object.assign(state, { generation, waits: false })
    cache.markChanged(id)
  }
  const release = () => {
    for (const go of waiting.splice(0)) go()
  }
  return { cache, state, change, release }
}

/** Later by the clock of the cache. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 2))

test('D77: a look that began before the change does not make the tenant current again', async () => {
  const { cache, state, change, release } = openSource()
  await cache.read(id)
  await tick()
  cache.markChanged(id)
  await tick()
  state.waits = true
  const early = cache.read(id)
  await tick()
  change('2')
  await tick()
  const late = cache.read(id)
  release()

  expect([(await early).generation, (await late).generation]).toEqual(['1', '2'])
  expect((await cache.read(id)).generation).toBe('2')
})

test('D77: a tenant that was being read before the change is read again, and takes no newer one’s place', async () => {
  const { cache, state, change, release } = openSource()
  state.waits = true
  const early = cache.read(id)
  await tick()
  change('2')
  await tick()
  const late = cache.read(id)
  release()
  await early

  expect((await late).generation).toBe('2')
  await tick()
  expect((await cache.read(id)).generation).toBe('2')
})
