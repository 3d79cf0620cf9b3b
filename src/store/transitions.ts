/** The state machines. hub-contract "Artifact lifecycle", "Deliveries". `tx.move` and the operational writers read these rows and nothing else. */
import { clinicalRoles, type Role } from '../caller.ts'
import { Problem } from '../problems.ts'
import type { EventKind } from './events.ts'

export const artifactStates = [
  'in_review',
  'approved',
  'rejected',
  'exported',
  'shared',
  'recalled',
  'superseded',
] as const
export type ArtifactState = (typeof artifactStates)[number]

/** R3.3: what may go out. */
const releasedStates: readonly string[] = ['approved', 'exported', 'shared'] satisfies readonly ArtifactState[]
export const isReleased = (state: string): boolean => releasedStates.includes(state)

type ArtifactTransition = {
  readonly operation: string
  readonly from: ArtifactState
  readonly to: ArtifactState
  readonly roles: readonly Role[]
  readonly event: EventKind
  readonly spec: string
}

const drafting = [...clinicalRoles, 'system'] as const satisfies readonly Role[]

export const artifactTransitions = [
  {
    operation: 'edit',
    from: 'in_review',
    to: 'in_review',
    roles: clinicalRoles,
    event: 'artifact.edited',
    spec: 'R3.1',
  },
  {
    operation: 'edit',
    from: 'rejected',
    to: 'in_review',
    roles: clinicalRoles,
    event: 'artifact.edited',
    spec: 'R3.1',
  },
  {
    operation: 'verify',
    from: 'in_review',
    to: 'in_review',
    roles: drafting,
    event: 'artifact.verified',
    spec: 'R3.2',
  },
  {
    operation: 'approve',
    from: 'in_review',
    to: 'approved',
    roles: clinicalRoles,
    event: 'artifact.approved',
    spec: 'R3.1',
  },
  {
    operation: 'reject',
    from: 'in_review',
    to: 'rejected',
    roles: clinicalRoles,
    event: 'artifact.rejected',
    spec: 'R3.1',
  },
  {
    operation: 'recall',
    from: 'approved',
    to: 'recalled',
    roles: clinicalRoles,
    event: 'artifact.recalled',
    spec: 'R3.1',
  },
  {
    operation: 'recall',
    from: 'exported',
    to: 'recalled',
    roles: clinicalRoles,
    event: 'artifact.recalled',
    spec: 'R3.1',
  },
  {
    operation: 'recall',
    from: 'shared',
    to: 'recalled',
    roles: clinicalRoles,
    event: 'artifact.recalled',
    spec: 'R3.1',
  },
] as const satisfies readonly ArtifactTransition[]

export type ArtifactOperation = (typeof artifactTransitions)[number]['operation']

/** Throws unless the operation is open from the state; names both. */
export function checkOpen(operation: ArtifactOperation, from: string): ArtifactTransition {
  const transition = artifactTransitions.find((row) => row.operation === operation && row.from === from)
  if (transition === undefined) {
    throw new Problem('invalid-transition', {
      detail: `The operation ${operation} is not open from the state ${from}`,
    })
  }
  return transition
}

export const deliveryStates = [
  'held',
  'queued',
  'sending',
  'sent',
  'committed',
  'accepted',
  'rejected',
  'dead',
  'expired',
  'cancelled',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

type DeliveryTransition = {
  readonly operation: string
  readonly from: readonly DeliveryState[]
  readonly to: DeliveryState
}

/** `retry`: the outcome is not final, so it waits for its turn again. `give-up`: the retries are spent.
 *  `withdraw`: its artifact is no longer released. `postpone`: its channel is paused. */
export const deliveryTransitions = [
  { operation: 'claim', from: ['queued', 'sending'], to: 'sending' },
  { operation: 'hold', from: ['queued', 'sending'], to: 'held' },
  { operation: 'send', from: ['sending'], to: 'sent' },
  { operation: 'commit', from: ['sending'], to: 'committed' },
  { operation: 'accept', from: ['sending'], to: 'accepted' },
  { operation: 'reject', from: ['sending'], to: 'rejected' },
  { operation: 'retry', from: ['sending'], to: 'queued' },
  { operation: 'give-up', from: ['sending'], to: 'dead' },
  { operation: 'replay', from: ['held', 'rejected', 'dead', 'cancelled', 'expired'], to: 'queued' },
  { operation: 'cancel', from: ['held', 'queued', 'dead', 'rejected'], to: 'cancelled' },
  { operation: 'withdraw', from: ['queued', 'sending'], to: 'cancelled' },
  { operation: 'postpone', from: ['queued', 'sending'], to: 'queued' },
] as const satisfies readonly DeliveryTransition[]

export type DeliveryOperation = (typeof deliveryTransitions)[number]['operation']

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

type JobTransition = { readonly operation: string; readonly from: readonly JobState[]; readonly to: JobState }

/** `start` from running: its worker died, so another takes over. */
export const jobTransitions = [
  { operation: 'start', from: ['queued', 'running'], to: 'running' },
  { operation: 'succeed', from: ['running'], to: 'succeeded' },
  { operation: 'retry', from: ['running'], to: 'queued' },
  { operation: 'fail', from: ['queued', 'running'], to: 'failed' },
  { operation: 'cancel', from: ['queued'], to: 'cancelled' },
] as const satisfies readonly JobTransition[]

export type JobOperation = (typeof jobTransitions)[number]['operation']

export const exportStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

type ExportTransition = { readonly operation: string; readonly from: readonly ExportState[]; readonly to: ExportState }

/** `start` from running: its worker died, or is to end. Bulk Data Access 2.0 export.html. */
export const exportTransitions = [
  { operation: 'start', from: ['queued', 'running'], to: 'running' },
  { operation: 'succeed', from: ['running'], to: 'succeeded' },
  { operation: 'retry', from: ['running'], to: 'queued' },
  { operation: 'fail', from: ['running'], to: 'failed' },
  { operation: 'cancel', from: ['queued', 'running', 'succeeded', 'failed'], to: 'cancelled' },
  { operation: 'expire', from: ['succeeded', 'failed'], to: 'expired' },
] as const satisfies readonly ExportTransition[]

export type ExportOperation = (typeof exportTransitions)[number]['operation']

/** The row of an operation in a table of many-to-one transitions. */
export function transitionOf<Row extends { readonly operation: string }>(
  table: readonly Row[],
  operation: Row['operation'],
): Row {
  const row = table.find((candidate) => candidate.operation === operation)
  if (row === undefined) throw new TypeError('unknown operation')
  return row
}
