/** Merges that senders have told of: a person sees them, confirms them or undoes them. D217; docs/inbound.md#merges. */
import { z } from 'zod'
import { identifier, listOf, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { confirmMerge, undoMerge } from '../../intake/apply/merge.ts'
import { listMerges, mergeStates, type PatientMerge, readMerge } from '../../store/intake/patient-merges.ts'
import type { Hub } from '../hub.ts'
import { cutPage, pageQuery, readCursor, writeCursor } from '../paging.ts'

export const mergeQuery = pageQuery.extend({ state: z.enum(mergeStates).optional() })

export const mergeAnswer = named(
  'PatientMerge',
  z.strictObject({
    id: identifier,
    survivorId: z.string(),
    mergedId: z.string(),
    state: z.enum(mergeStates),
    senderId: identifier,
    createdAt: timestamp,
    updatedAt: timestamp,
  }),
  {
    id: '0198f2a0-0000-7000-8000-0000000000e3',
    survivorId: '0198f2a0-0000-7000-8000-0000000000e1',
    mergedId: '0198f2a0-0000-7000-8000-0000000000e2',
    state: 'open',
    senderId: '0198f2a0-0000-7000-8000-0000000000c2',
    createdAt: '2026-03-14T02:45:00.000Z',
    updatedAt: '2026-03-14T02:45:00.000Z',
  },
)

export const mergeList = listOf(mergeAnswer)

const present = ({ seq: _seq, wasActive: _active, ...shown }: PatientMerge) => shown

export async function listPatientMerges(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof mergeQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const before = readCursor(tx, 'patient-merges', query)?.key
    const { limit, state } = query
    const found = await listMerges(tx, { limit: limit + 1, before, state })
    const { items, next } = cutPage(found, limit)
    const denied = caller.deniedPatients ?? []
    const seen = items.filter(({ survivorId, mergedId }) => !denied.includes(survivorId) && !denied.includes(mergedId))
    return ok({ items: seen.map(present), nextCursor: writeCursor(tx, 'patient-merges', next) })
  })
}

export async function readPatientMerge({ caller, params }: HandlerRequest<'mergeId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => ok(present(await readMerge(tx, params.mergeId))))
}

export async function confirmPatientMerge({ caller, params }: HandlerRequest<'mergeId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => ok(present(await confirmMerge(tx, params.mergeId))))
}

export async function undoPatientMerge({ caller, params }: HandlerRequest<'mergeId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => ok(present(await undoMerge(tx, params.mergeId))))
}
