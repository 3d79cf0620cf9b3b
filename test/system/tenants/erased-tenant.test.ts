/** A tenant that is erased while work of it is under way. D78, D93. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { eraseTenant } from '../../../src/store/tenants/erase-tenant.ts'
import { waitFor } from '../../patience.ts'
import { useRunning } from '../../use-running.ts'
import { exportMuch, readAll, startDownload } from './downloads.ts'

const [own, other] = developmentTenants
const server = useRunning()

test('D78: a file that is being fetched ends whole or breaks off, and never looks whole without being it', async () => {
  const { path, ids } = await exportMuch(server)
  const begun = await Promise.all([startDownload(server, path), startDownload(server, path)])
  const erased = await eraseTenant(server.site.pool, own, { isForced: true, onRows: () => undefined })

  const read = await Promise.allSettled(begun.map(readAll))
  const whole = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value.toString().trimEnd().split('\n')] : []))

  expect(erased.kind).toBe('erased')
  for (const lines of whole) expect(lines.map((line) => JSON.parse(line).id).sort()).toEqual(ids.toSorted())
  const refused = await waitFor(
    () => server.call('GET', path),
    ({ status }) => status !== 200,
  )
  expect(refused.status).toBe(403)
  expect(await server.call('GET', '/v1/spokes/whoami')).toMatchObject({ status: 403, problem: 'tenant-unknown' })
  expect(await server.call('GET', '/v1/spokes/whoami', { as: { tenant: other } })).toMatchObject({ status: 200 })
})
