/** artifacts:generate: queues the drafting of an artifact. Spec 4.1, 4.2; hub-contract "Artifact lifecycle". */
import { z } from 'zod'
import { accepted, ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { hubContent, hubPlace } from '../store/hub-resources.ts'
import { type Job, listJobs, putJob, readJob } from '../store/jobs.ts'
import type { Tx } from '../store/transaction.ts'
import { checkGeneration } from './consents.ts'
import { uuid } from './fields.ts'
import type { Hub } from './hub.ts'
import { cutPage, pageQuery, readCursor, writeCursor } from './paging.ts'
import { readPublishedVersion } from './templates.ts'
import { checkTranscripts } from './transcripts.ts'

export const generation = z.strictObject({
  templateId: uuid,
  templateVersionId: uuid.optional(),
  transcriptIds: z.array(uuid).min(1).max(20).optional(),
})

export async function generateArtifact(
  { caller, params, body }: HandlerRequest<'encounterId', z.output<typeof generation>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const encounter = hubContent('Encounter', await tx.read(hubPlace('Encounter', params.encounterId)))
    const version = await readPublishedVersion(tx, body.templateId, body.templateVersionId)
    await checkGeneration(tx, encounter.patientId, version.artifactType)
    const job = await putJob(tx, {
      kind: 'generate',
      encounterId: params.encounterId,
      templateId: body.templateId,
      templateVersionId: version.id,
      transcriptIds: await readTranscriptIds(tx, params.encounterId, body.transcriptIds),
    })
    return accepted(presentJob(job), `/v1/jobs/${job.id}`)
  })
}

const maxTranscripts = 20

/** The transcripts that are named, which must be this encounter's; else all that it has. */
async function readTranscriptIds(
  tx: Tx,
  encounterId: string,
  named: readonly string[] | undefined,
): Promise<readonly string[]> {
  if (named === undefined) {
    const where = [{ parameter: 'encounterId', values: [encounterId] }]
    const page = await tx.search({ space: 'hub', type: 'Transcript', where, limit: maxTranscripts, order: 'oldest' })
    return page.items.map((stored) => stored.id)
  }
  await checkTranscripts(tx, encounterId, named)
  return named
}

const presentJob = ({
  id,
  kind,
  state,
  reason,
  encounterId,
  templateId,
  templateVersionId,
  artifactId,
  attempts,
  createdAt,
  updatedAt,
}: Job) => ({
  id,
  kind,
  state,
  reason,
  encounterId,
  templateId,
  templateVersionId,
  artifactId,
  attempts,
  createdAt,
  updatedAt,
})

export async function readJobStatus({ caller, params }: HandlerRequest<'jobId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => ok(presentJob(await readJob(tx, params.jobId))))
}

export const jobQuery = pageQuery.extend({ encounterId: uuid.optional() })

export async function listJobStatuses(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof jobQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const before = readCursor(tx, 'jobs', query)?.key
    const jobs = await listJobs(tx, {
      limit: query.limit + 1,
      ...(before === undefined ? {} : { before }),
      ...(query.encounterId === undefined ? {} : { encounterId: query.encounterId }),
    })
    const { items, next } = cutPage(jobs, query.limit)
    return ok({ items: items.map(presentJob), nextCursor: writeCursor(tx, 'jobs', next) })
  })
}
