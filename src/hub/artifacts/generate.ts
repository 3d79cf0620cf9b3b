/** artifacts:generate: queues the drafting of an artifact. docs/design/hub.md#artifact-lifecycle. */
import { z } from 'zod'
import { checkGeneration } from '../../domain/consent/consent-check.ts'
import { checkExternal } from '../../domain/consent/provider-disclosure.ts'
import { readOpenEncounter } from '../../domain/encounter/open-encounter.ts'
import { checkRecordings } from '../../domain/recording/recordings.ts'
import { named } from '../../http/reply/answers.ts'
import { accepted } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { quarantined } from '../../store/audio/sessions.ts'
import { type EncounterContent, hubContent } from '../../store/hub-resources.ts'
import { putJob } from '../../store/operations/jobs.ts'
import { checkSwitches, isOffForAny } from '../../store/platforms.ts'
import type { Tx } from '../../store/transaction.ts'
import { uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { presentJob } from '../jobs/jobs.ts'
import { readPublishedVersion } from '../templates/templates.ts'
import { checkTranscripts } from '../transcripts/transcripts.ts'
import { evidence, type NamedEvidence, readEvidence } from './evidence.ts'

export const generation = named(
  'Generation',
  z.strictObject({
    templateId: uuid,
    templateVersionId: uuid.optional(),
    transcriptIds: z.array(uuid).min(1).max(20).optional(),
    evidence: evidence.optional(),
  }),
  { templateId: '00000000-0000-7000-8000-0000000050a1' },
)

export async function generateArtifact(
  { caller, params, body, feature }: HandlerRequest<'encounterId', z.output<typeof generation>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { encounterId } = params
    const { patientId, spoke } = await readOpenEncounter(tx, encounterId)
    checkSwitches(tx, feature, spoke)
    const version = await readPublishedVersion(tx, body.templateId, body.templateVersionId)
    await checkGeneration(tx, patientId, version.artifactType)
    await checkOutside(tx, hub, { patientId, spoke })
    const named = await readEvidence(tx, { patientId, encounterId }, body.evidence)
    const transcriptIds = await readTranscriptIds(tx, encounterId, { ...body, ...named })
    await checkRecordings(tx, patientId, transcriptIds)
    const job = await putJob(tx, {
      kind: 'generate',
      encounterId,
      templateId: body.templateId,
      templateVersionId: version.id,
      transcriptIds,
      ...named,
    })
    return accepted(presentJob(job, caller), `/v1/jobs/${job.id}`)
  })
}

/** An outside drafter gets nothing without consent. If the embedded drafter may stand in, it drafts instead. */
async function checkOutside(
  tx: Tx,
  { config }: Hub,
  { patientId, spoke }: Pick<EncounterContent, 'patientId' | 'spoke'>,
): Promise<void> {
  const { drafter, drafterUrl, drafterFallback } = config
  if (drafter !== 'http' || drafterUrl === undefined || drafterFallback === 'embedded') return
  if (isOffForAny(tx.tenant, { feature: 'external_drafter', spokes: [tx.caller.spoke, spoke] })) return
  await checkExternal(tx, patientId, new URL(drafterUrl).host)
}

const maxTranscripts = 20

type Drawn = Pick<NamedEvidence, 'audioSessionIds'> & { readonly transcriptIds?: readonly string[] | undefined }

/** The named transcripts, which must belong to this encounter; without a named recording all transcripts of the encounter. */
async function readTranscriptIds(
  tx: Tx,
  encounterId: string,
  { transcriptIds: named, audioSessionIds }: Drawn,
): Promise<readonly string[]> {
  if (named === undefined && audioSessionIds.length > 0) return []
  if (named === undefined) {
    const where = [{ parameter: 'encounterId', values: [encounterId] }]
    const page = await tx.search({ space: 'hub', type: 'Transcript', where, limit: maxTranscripts, order: 'oldest' })
    const readable = page.items.filter((stored) => hubContent('Transcript', stored).quarantinedAt === undefined)
    if (readable.length < page.items.length && readable.length === 0) throw quarantined()
    return readable.map((stored) => stored.id)
  }
  await checkTranscripts(tx, encounterId, named)
  return named
}
