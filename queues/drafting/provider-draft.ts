/** A draft by an outside provider: with consent, within the budget, recorded before it is sent. docs/design/drafting.md#providers; D55. */

import type { Note } from '../../src/core/clinical-note.ts'
import { Problem } from '../../src/core/problems.ts'
import { isExternalConsented, recordDisclosure } from '../../src/domain/consent/provider-disclosure.ts'
import { redactedFor } from '../../src/domain/encounter/identifying.ts'
import type { Refused } from '../../src/drafting/compose/settle.ts'
import type { PreparedRequest } from '../../src/drafting/providers/chat.ts'
import type { Drafter, OutsideDraft, PreparedDraft } from '../../src/drafting/providers/drafter.ts'
import { ProviderError } from '../../src/drafting/providers/provider-error.ts'
import type { Mended } from '../../src/drafting/providers/repair.ts'
import type { ProviderDraftInput } from '../../src/drafting/providers/sent.ts'
import { type EncounterContent, hubAddress, hubContent } from '../../src/store/hub-resources.ts'
import { countTokens, type ProviderBudget } from '../../src/store/operations/provider-use.ts'
import { isOffForAny } from '../../src/store/platforms.ts'
import type { Tx } from '../../src/store/transaction.ts'
import { JobError } from '../job-failure.ts'
import { checkWanted, type JobRunner, type Underway } from '../run-job.ts'

export type ProviderDrafting = {
  /** Absent without configuration. */
  readonly drafter: Drafter | undefined
  readonly budget: ProviderBudget
  /** True if the embedded drafter replaces a provider that gives nothing. */
  readonly fallsBack: boolean
  /** True if the provider is asked once more for what the verifier refused. */
  readonly repairs: boolean
  /** The longest that one draft may take with all its requests. D303. */
  readonly totalMs: number
}

export type DraftedOutside = {
  readonly note: Note
  readonly drafter: string
  /** Requests that it took to send the whole talk. */
  readonly parts: number
  /** Asks once more for these. Undefined if there is nothing to ask for. A failure gives no statement. D295. */
  readonly repair: (refused: readonly Refused[]) => Promise<Repair | undefined>
}

/** `asked`: the number of statements that were asked for again. */
export type Repair = { readonly asked: number; readonly mended: readonly Mended[] }

type Asked = {
  readonly underway: Underway
  readonly encounterId: string
  readonly input: Omit<ProviderDraftInput, 'identifying'>
}

type Sending = Pick<JobRunner, 'store' | 'log'> &
  Pick<ProviderDrafting, 'budget' | 'repairs'> & {
    readonly drafter: Drafter
    readonly underway: Underway
    /** Aborted when the time for the whole draft is over. */
    readonly late: AbortSignal
    readonly encounterId: string
    readonly encounter: EncounterContent
  }

/** Undefined if the embedded drafter is to draft. D302: nothing more is sent once the consent has ended. */
export async function draftOutside(
  { store, log, drafter, budget, fallsBack, repairs, totalMs }: Pick<JobRunner, 'store' | 'log'> & ProviderDrafting,
  { underway, encounterId, input }: Asked,
): Promise<DraftedOutside | undefined> {
  if (drafter === undefined) return undefined
  const { job, caller, signal } = underway
  const permitted = await store.transact(caller, async (tx) => {
    const found = hubContent('Encounter', await tx.read(hubAddress('Encounter', encounterId)))
    if (isSwitchedOff(tx, underway, found)) return undefined
    if (fallsBack && !(await isExternalConsented(tx, found.patientId, drafter.host))) return undefined
    return { encounter: found, ...(await redactedFor(drafter, tx, found)) }
  })
  if (permitted === undefined) return undefined
  const { encounter, ...redacted } = permitted
  const late = AbortSignal.timeout(totalMs)
  const sending = { store, log, drafter, budget, repairs, underway, late, encounterId, encounter }
  try {
    return await draftBy(sending, { ...input, ...redacted })
  } catch (error) {
    if (!fallsBack || !givesNothing(error) || signal.aborted) throw error
    log.warn('drafter.fell-back', { jobId: job.id, reason: reasonOf(error) })
    return undefined
  }
}

const isSwitchedOff = (tx: Tx, { job }: Underway, { spoke }: Pick<EncounterContent, 'spoke'>): boolean =>
  isOffForAny(tx.tenant, { feature: 'external_drafter', spokes: [job.spoke, spoke] })

type Nothing = ProviderError | JobError | Problem

/** Of the Problems only an ended consent: it forbids the sending, and not the draft. */
const givesNothing = (error: unknown): error is Nothing =>
  error instanceof ProviderError ||
  error instanceof JobError ||
  (error instanceof Problem && error.slug === 'consent-required')

function reasonOf(error: Nothing): string {
  if (error instanceof Problem) return error.slug
  return error instanceof ProviderError ? error.reason : error.failure.reason
}

const tooLate = (cause?: unknown): JobError => new JobError({ reason: 'drafting-timeout', isFinal: true }, cause)

async function draftBy(sending: Sending, input: ProviderDraftInput): Promise<DraftedOutside> {
  const { drafter } = sending
  const prepared = drafter.prepare(input)
  const draft = prepared.join(await sendParts(sending, prepared))
  return {
    note: draft.note,
    drafter: `http:${drafter.model}`,
    parts: prepared.parts.length,
    repair: (refused) => repairDraft(sending, draft, refused),
  }
}

/** One after the other. D294: if one part gives nothing, the talk has no draft. */
async function sendParts(sending: Sending, { parts }: PreparedDraft) {
  const answers = []
  for (const part of parts) answers.push(await sendRecorded(sending, part))
  return answers
}

/** Records the disclosure, then sends. Checks the switch, the consent and the budget each time: a draft may take many requests. */
async function sendRecorded<Answer>(sending: Sending, request: PreparedRequest<Answer>): Promise<Answer> {
  const { store, drafter, budget, underway, late, encounterId, encounter } = sending
  const { job, caller } = underway
  if (late.aborted) throw tooLate()
  const disclosure = {
    purpose: 'draft',
    host: drafter.host,
    patientId: encounter.patientId,
    encounterId,
    resourceType: 'Job',
    resourceId: job.id,
    hash: request.sha256,
    count: request.segments,
  } as const
  await store.transact(caller, async (tx) => {
    if (isSwitchedOff(tx, underway, encounter)) throw new JobError({ reason: 'feature_disabled', isFinal: false })
    if (!(await recordDisclosure(tx, disclosure, budget)))
      throw new JobError({ reason: 'budget-exhausted', isFinal: true })
  })
  checkWanted(underway)
  const { answer, tokens } = await sendInTime(sending, request)
  await store.transact(caller, (tx) => countTokens(tx, 'draft', tokens))
  return answer
}

async function sendInTime<Answer>({ underway, late }: Sending, request: PreparedRequest<Answer>) {
  const { signal } = underway
  try {
    return await request.send(AbortSignal.any([signal, late]))
  } catch (error) {
    throw late.aborted && !signal.aborted && error instanceof ProviderError ? tooLate(error) : error
  }
}

async function repairDraft(
  sending: Sending,
  draft: OutsideDraft,
  refused: readonly Refused[],
): Promise<Repair | undefined> {
  if (!sending.repairs) return undefined
  const { asked, requests } = draft.prepareRepairs(refused)
  if (asked === 0) return undefined
  const mended: Mended[] = []
  for (const prepare of requests) mended.push(...(await mendPart(sending, prepare)))
  return { asked, mended }
}

/** The first draft holds if the consent or the budget has ended, or the provider gives nothing of use. */
async function mendPart(
  sending: Sending,
  prepare: () => PreparedRequest<readonly Mended[]>,
): Promise<readonly Mended[]> {
  const { log, underway } = sending
  try {
    return await sendRecorded(sending, prepare())
  } catch (error) {
    if (underway.signal.aborted || !(givesNothing(error) || error instanceof Problem)) throw error
    log.warn('drafter.not-repaired', { jobId: underway.job.id, reason: reasonOf(error) })
    return []
  }
}
