/** A person sees a merge, and confirms or undoes it. D217; docs/inbound.md#merges. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { createPatient, must } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'
import { openMerge } from './open-merge.ts'

const server = useRunning()
const { call } = server
const operator = { role: 'operator' } as const
const billing = { role: 'billing' } as const
const other = { role: 'clinician', tenant: developmentTenants[1] } as const

const merge = async (): Promise<string> => openMerge(server, await createPatient(call), await createPatient(call))

test('D217: a clinician confirms a merge, and undoes it after that; once undone it stays so', async () => {
  const id = await merge()
  const path = `/v1/patient-merges/${id}`

  const confirmed = await must(200, call('POST', `${path}:confirm`))
  const twice = await call('POST', `${path}:confirm`)
  const undone = await must(200, call('POST', `${path}:undo`))
  const again = await call('POST', `${path}:undo`)

  expect(confirmed.body).toMatchObject({ id, state: 'confirmed' })
  expect([twice.status, again.status]).toEqual([409, 409])
  expect(undone.body.state).toBe('undone')
  expect((await must(200, call('GET', path, { as: operator }))).body.state).toBe('undone')
})

test('D217: operators see which merges wait, and decide nothing; others see none', async () => {
  const ids = [await merge(), await merge()]

  const { items, nextCursor } = (
    await must(200, call('GET', '/v1/patient-merges?state=open&limit=1', { as: operator }))
  ).body
  const second = await must(
    200,
    call('GET', `/v1/patient-merges?state=open&limit=1&cursor=${nextCursor}`, { as: operator }),
  )
  const refused = await call('POST', `/v1/patient-merges/${ids[0]}:confirm`, { as: operator })
  const unseen = await call('GET', '/v1/patient-merges', { as: billing })
  const elsewhere = await call('POST', `/v1/patient-merges/${ids[0]}:undo`, { as: other })

  expect([items[0].id, second.body.items[0].id]).toEqual(ids.toReversed())
  expect(Object.keys(items[0]).toSorted()).toEqual([
    'createdAt',
    'id',
    'mergedId',
    'senderId',
    'state',
    'survivorId',
    'updatedAt',
  ])
  expect([refused.status, unseen.status, elsewhere.status]).toEqual([403, 403, 404])
})
