/** A person confirms a merge, or undoes it: the links go, and what was held goes on. D217; docs/inbound.md#merges. */
import type { JsonObject } from '../../core/json.ts'
import { hubAddress, hubContent, wholeAddress } from '../../store/hub-resources.ts'
import { listMerging, type MergeOperation, moveMerge, type PatientMerge } from '../../store/intake/patient-merges.ts'
import { laneName, listHeldFor } from '../../store/operations/deliveries.ts'
import { moveDeliveries } from '../../store/operations/delivery-moves.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { withoutLink } from './plan-merge.ts'

/** The two records stay linked: messages with a number of the merged one enter the other one from now on. */
export async function confirmMerge(tx: Tx, id: string): Promise<PatientMerge> {
  const merge = await moveMerge(tx, id, 'confirm')
  recordMove(tx, merge, 'confirm')
  await releaseDeliveries(tx, merge)
  return merge
}

/** Both records are again as they were. What has entered one of them since stays there. */
export async function undoMerge(tx: Tx, id: string): Promise<PatientMerge> {
  const merge = await moveMerge(tx, id, 'undo')
  const { survivorId, mergedId, wasActive } = merge
  await change(tx, survivorId, (record) => withoutLink(tx, record, mergedId))
  await change(tx, mergedId, (record) => {
    const { active: _, ...rest } = withoutLink(tx, record, survivorId)
    return wasActive === undefined ? rest : { ...rest, active: wasActive }
  })
  recordMove(tx, merge, 'undo')
  await releaseDeliveries(tx, merge)
  return merge
}

const events = { confirm: 'patient.merge-confirmed', undo: 'patient.merge-undone' } as const

function recordMove(tx: Tx, { id, survivorId, mergedId, state }: PatientMerge, operation: MergeOperation): void {
  for (const patientId of [survivorId, mergedId])
    tx.record(events[operation], { resourceType: 'PatientMerge', resourceId: id, patientId, toState: state })
}

/** A record that was deleted since needs no change. */
async function change(tx: Tx, id: string, build: (record: JsonObject) => JsonObject): Promise<void> {
  const stored = await tx.find(wholeAddress('Patient', id), 'update')
  if (stored === undefined) return
  const record = { kind: 'fhir.update', fields: { patientId: id } } as const
  await tx.put({
    ...wholeAddress('Patient', id),
    content: build(readResource(stored)),
    expected: stored.version,
    record,
  })
}

/** Unless another merge holds them. Each is checked again before it goes out. */
async function releaseDeliveries(tx: Tx, { survivorId, mergedId }: PatientMerge): Promise<void> {
  const held = await listHeldFor(tx, 'patient_merge')
  const artifacts = await tx.findAllCurrent(
    held.map(({ artifactId }) => hubAddress('Artifact', artifactId)),
    'share',
  )
  const merging = await listMerging(tx, [survivorId, mergedId])
  const own = held.filter((_, at) => {
    const patientId = patientOf(artifacts[at])
    return (patientId === survivorId || patientId === mergedId) && !merging.has(patientId)
  })
  const moved = await moveDeliveries(
    tx,
    own.map(({ id }) => ({ id, operation: 'replay' })),
  )
  for (const { id, artifactId, channelId, lane, state } of moved.values()) {
    const fields = { fromState: 'held', toState: state, reason: 'merge-decided' }
    tx.record('delivery.replayed', { resourceType: 'Delivery', resourceId: id, artifactId, ...fields })
    tx.enqueue('delivery.queued', laneName({ channelId, lane }))
  }
}

const patientOf = (artifact: Stored | undefined): string | undefined =>
  artifact === undefined || artifact.deleted ? undefined : hubContent('Artifact', artifact).patientId
