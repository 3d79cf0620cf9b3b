/** The state machines of work in the background: jobs and bulk exports. docs/design/store.md#state-machines */

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

type JobTransition = { readonly operation: string; readonly from: readonly JobState[]; readonly to: JobState }

/** `start` from running: its worker died. `postpone`: something that it needs is not there yet. `stop`: its worker has seen the request to cancel it. `hold`: its feature is off. */
export const jobTransitions = [
  { operation: 'start', from: ['queued', 'running'], to: 'running' },
  { operation: 'succeed', from: ['running'], to: 'succeeded' },
  { operation: 'retry', from: ['running'], to: 'queued' },
  { operation: 'postpone', from: ['running'], to: 'queued' },
  { operation: 'hold', from: ['queued'], to: 'queued' },
  { operation: 'fail', from: ['queued', 'running'], to: 'failed' },
  { operation: 'cancel', from: ['queued'], to: 'cancelled' },
  { operation: 'stop', from: ['running'], to: 'cancelled' },
] as const satisfies readonly JobTransition[]

export type JobOperation = (typeof jobTransitions)[number]['operation']

export const exportStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

type ExportTransition = { readonly operation: string; readonly from: readonly ExportState[]; readonly to: ExportState }

/** `start` from running: its worker died, or is to end. `postpone`: its feature is off. Bulk Data Access 2.0 export.html. */
export const exportTransitions = [
  { operation: 'start', from: ['queued', 'running'], to: 'running' },
  { operation: 'succeed', from: ['running'], to: 'succeeded' },
  { operation: 'retry', from: ['running'], to: 'queued' },
  { operation: 'postpone', from: ['queued'], to: 'queued' },
  { operation: 'fail', from: ['running'], to: 'failed' },
  { operation: 'cancel', from: ['queued', 'running', 'succeeded', 'failed'], to: 'cancelled' },
  { operation: 'expire', from: ['succeeded', 'failed'], to: 'expired' },
] as const satisfies readonly ExportTransition[]

export type ExportOperation = (typeof exportTransitions)[number]['operation']
