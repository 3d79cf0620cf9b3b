/** Records each refusal of a known caller in the audit: who, in which role, why, and for which type. D30. */
import type { Caller } from '../../core/caller.ts'
import { errorFields, type Log } from '../../core/log.ts'
import { attempt } from '../../core/maybe-promise.ts'
import { Problem } from '../../core/problems.ts'
import type { Store } from '../../store/store.ts'
import type { Layer } from '../request/request-state.ts'

export type Recorder = { readonly store: Pick<Store, 'view'>; readonly log: Log }

const forbidden = 403

/** If it cannot be recorded, the refusal stays a refusal. */
export async function recordRefusal({ store, log }: Recorder, caller: Caller, refused: Refused): Promise<void> {
  const { error, resourceType } = refused
  if (!(error instanceof Problem)) return
  const reason = error.row.status === forbidden ? error.slug : undefined
  if (reason === undefined) return
  const fields = { reason, ...(resourceType === undefined ? {} : { resourceType }) }
  await store
    .view(caller, async (view) => view.record('access.refused', fields))
    .catch((failure: unknown) => log.error('refusal-unrecorded', errorFields(failure), failure))
}

type Refused = { readonly error: unknown; readonly resourceType?: string | undefined }

/** Comes after authentication. The type comes from the route's template. */
export const recordRefusals =
  (recorder: Recorder): Layer =>
  (ctx, next) =>
    attempt(next, async (error) => {
      const { caller, route = '' } = ctx.state
      const resourceType = /^\/fhir\/R4\/([A-Z][A-Za-z]+)/.exec(route)?.[1]
      if (caller !== undefined) await recordRefusal(recorder, caller, { error, resourceType })
      throw error
    })
