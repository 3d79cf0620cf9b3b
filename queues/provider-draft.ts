/** A draft by an outside provider: with consent, within the budget, recorded before it is sent. docs/design/drafting.md#providers; D55. */

import type { Note } from '../src/core/clinical-note.ts'
import { isExternalConsented, recordDisclosure } from '../src/domain/consent/provider-disclosure.ts'
import { readIdentifying } from '../src/domain/encounter/identifying.ts'
import type { Drafter, ProviderDraftInput } from '../src/drafting/providers/drafter.ts'
import { ProviderError } from '../src/drafting/providers/provider-error.ts'
import { type EncounterContent, hubAddress, hubContent } from '../src/store/hub-resources.ts'
import { countTokens, type ProviderBudget } from '../src/store/operations/provider-use.ts'
import { isOffForAny } from '../src/store/platforms.ts'
import { JobError } from './job-failure.ts'
import { checkWanted, type JobRunner, type Underway } from './run-job.ts'

export type ProviderDrafting = {
  /** Absent without configuration. */
  readonly drafter: Drafter | undefined
  readonly budget: ProviderBudget
  /** True if the embedded drafter replaces a provider that gives nothing. */
  readonly fallsBack: boolean
}

export type Drafted = { readonly note: Note; readonly drafter: string }

type Asked = {
  readonly underway: Underway
  readonly encounterId: string
  readonly input: Omit<ProviderDraftInput, 'identifying'>
}

/** Undefined if the embedded drafter is to draft. */
export async function draftOutside(
  { store, log, drafter, budget, fallsBack }: Pick<JobRunner, 'store' | 'log'> & ProviderDrafting,
  { underway, encounterId, input }: Asked,
): Promise<Drafted | undefined> {
  if (drafter === undefined) return undefined
  const { job, caller, signal } = underway
  const encounter = await store.transact(caller, async (tx): Promise<EncounterContent | undefined> => {
    const found = hubContent('Encounter', await tx.read(hubAddress('Encounter', encounterId)))
    if (isOffForAny(tx.tenant, { feature: 'external_drafter', spokes: [job.spoke, found.spoke] })) return undefined
    if (fallsBack && !(await isExternalConsented(tx, found.patientId, drafter.host))) return undefined
    return found
  })
  if (encounter === undefined) return undefined
  try {
    const { patientId } = encounter
    const identifying = drafter.redacts
      ? await store.transact(caller, (tx) => readIdentifying(tx, encounter))
      : undefined
    const prepared = drafter.prepare({ ...input, ...(identifying === undefined ? {} : { identifying }) })
    const disclosure = {
      purpose: 'draft',
      host: drafter.host,
      patientId,
      encounterId,
      resourceType: 'Job',
      resourceId: job.id,
      hash: prepared.sha256,
      count: prepared.segments,
    } as const
    if (!(await store.transact(caller, (tx) => recordDisclosure(tx, disclosure, budget))))
      throw new JobError({ reason: 'budget-exhausted', isFinal: true })
    checkWanted(underway)
    const { note, tokens } = await prepared.send(signal)
    await store.transact(caller, (tx) => countTokens(tx, 'draft', tokens))
    return { note, drafter: `http:${drafter.model}` }
  } catch (error) {
    const hasNothing = error instanceof ProviderError || error instanceof JobError
    if (!fallsBack || !hasNothing || signal.aborted) throw error
    log.warn('drafter.fell-back', {
      jobId: job.id,
      reason: error instanceof ProviderError ? error.reason : error.failure.reason,
    })
    return undefined
  }
}
