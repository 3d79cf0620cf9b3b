/** Drafts an artifact from an encounter's transcripts. Spec 4.2; hub-contract "Artifact lifecycle". */
import { systemCaller } from '../src/caller.ts'
import { withholdUnsupported } from '../src/drafting/withhold.ts'
import { newId } from '../src/ids.ts'
import { errorFields, type Log } from '../src/log.ts'
import type { Note } from '../src/note.ts'
import { Problem } from '../src/problems.ts'
import { isConsented } from '../src/store/consent-check.ts'
import {
  type ArtifactContent,
  asJson,
  hubContent,
  hubPlace,
  type TemplateVersionContent,
} from '../src/store/hub-resources.ts'
import { type Job, moveJob } from '../src/store/jobs.ts'
import { noteHash } from '../src/store/note-hash.ts'
import { type RecordFact, readRecordFacts } from '../src/store/record-facts.ts'
import { readSpokenTranscripts, type SpokenTranscript } from '../src/store/segments.ts'
import type { Store } from '../src/store/store.ts'
import type { Tx } from '../src/store/transaction.ts'
import type { WakeUp } from './queues.ts'
import { ThreadTimeout } from './thread-pool.ts'
import type { Threads } from './threads.ts'

export type Generation = {
  readonly store: Store
  readonly log: Log
  readonly threads: Pick<Threads, 'draft' | 'verify'>
}

/** Longer than waiting for a thread, drafting and verifying may take together. */
const leaseMs = 300_000
const maxAttempts = 3
const retryMs = 2_000

/** Runs a job once however often it is woken: the artifact and the job's end commit together. */
export async function runGeneration(generation: Generation, { tenant, subject: id }: WakeUp): Promise<void> {
  const { store, log, threads } = generation
  const job = await store.transactAsSystem(tenant, (tx) => moveJob(tx, id, 'start', { delayMs: leaseMs }))
  if (job === undefined) return
  const caller = { ...systemCaller(tenant, job.requestId), spoke: job.spoke }
  // Its worker has died with it so often: it would take the next one along.
  if (job.attempts > maxAttempts) return store.transact(caller, (tx) => endFailed(tx, job, true, 'internal'))
  try {
    const sources = await store.transact(caller, (tx) => readSources(tx, job))
    const note = await generate(threads, sources)
    await store.transact(caller, (tx) => putArtifact(tx, job, note))
  } catch (error) {
    const reason = reasonOf(error)
    const isRefusal = reason !== 'internal'
    const fields = { jobId: id, reason, attempt: job.attempts, ...errorFields(error) }
    if (isRefusal) log.warn('job.refused', fields)
    else log.error('job.error', fields)
    await store.transact(caller, (tx) => endFailed(tx, job, isRefusal, reason))
  }
}

/** A refusal, or a draft that would take as long again, is final. */
function reasonOf(error: unknown): string {
  if (error instanceof ThreadTimeout) return 'drafting-timeout'
  return error instanceof Problem ? error.slug : 'internal'
}

type Sources = {
  readonly template: TemplateVersionContent
  readonly transcripts: readonly SpokenTranscript[]
  readonly record: readonly RecordFact[]
}

async function readConsented(tx: Tx, job: Job) {
  const { patientId } = hubContent('Encounter', await tx.read(hubPlace('Encounter', job.encounterId)))
  const template = hubContent('TemplateVersion', await tx.read(hubPlace('TemplateVersion', job.templateVersionId)))
  const question = { patientId, permit: 'generate', artifactType: template.artifactType } as const
  if (!(await isConsented(tx, question))) throw new Problem('consent-required')
  return { patientId, template }
}

async function readSources(tx: Tx, job: Job): Promise<Sources> {
  const { patientId, template } = await readConsented(tx, job)
  const transcripts = await readSpokenTranscripts(tx, job.transcriptIds)
  return { template, transcripts, record: await readRecordFacts(tx, { patientId, encounterId: job.encounterId }) }
}

/** Away from the main loop, and outside of any transaction. */
async function generate(threads: Generation['threads'], sources: Sources): Promise<Note> {
  const { template, transcripts, record } = sources
  const note = await draftAll(threads, sources)
  const verdict = await threads.verify({ note, template, transcripts, record, threshold: template.policy.threshold })
  return withholdUnsupported(note, verdict)
}

/** Asks again for consent, which may have been revoked while it was drafted. */
async function putArtifact(tx: Tx, job: Job, note: Note): Promise<void> {
  const { patientId, template } = await readConsented(tx, job)
  const artifactId = newId()
  const content: ArtifactContent = {
    encounterId: job.encounterId,
    patientId,
    templateId: job.templateId,
    templateVersionId: job.templateVersionId,
    artifactType: template.artifactType,
    title: note.title,
    state: 'in_review',
    gate: template.gate,
    spoke: job.spoke,
    documentId: newId(),
    note,
    transcriptIds: job.transcriptIds,
    ...(job.practitioner === undefined ? {} : { author: job.practitioner }),
    drafter: 'embedded',
    contentHash: noteHash(note),
  }
  await tx.put({ ...hubPlace('Artifact', artifactId), content: asJson(content), expected: 0 })
  // Another worker has ended the job: its artifact stands, this one is rolled back.
  if ((await moveJob(tx, job.id, 'succeed', { artifactId })) === undefined) throw new Problem('conflict')
  const about = { resourceType: 'Artifact', resourceId: artifactId, artifactId, encounterId: job.encounterId }
  const statements = note.sections.reduce((sum, section) => sum + section.statements.length, 0)
  tx.record('artifact.generated', {
    ...about,
    patientId,
    hash: content.contentHash,
    count: statements,
  })
  tx.record('job.succeeded', { ...about, resourceType: 'Job', resourceId: job.id })
}

/** One note of all transcripts, in their order, and of the record once; statement ids stay distinct. */
async function draftAll({ draft }: Pick<Threads, 'draft'>, { template, transcripts, record }: Sources): Promise<Note> {
  const [first = { id: '', segments: [] }, ...rest] = transcripts
  const note = await draft({ template, transcriptId: first.id, segments: first.segments, record })
  if (rest.length === 0) return note
  const others: Note[] = []
  // One after the other: a job holds one thread.
  for (const { id, segments } of rest) others.push(await draft({ template, transcriptId: id, segments, record: [] }))
  const sections = note.sections.map((section) => ({
    ...section,
    statements: [...section.statements, ...others.flatMap((other, at) => renamed(other, section.key, at + 2))],
  }))
  return { ...note, sections, openQuestions: [note, ...others].flatMap(({ openQuestions }) => openQuestions) }
}

const renamed = (note: Note, key: string, transcript: number) =>
  (note.sections.find((section) => section.key === key)?.statements ?? []).map((statement) => ({
    ...statement,
    id: `t${transcript}-${statement.id}`,
  }))

/** A refusal is final; a fault is tried again, a bounded number of times. */
async function endFailed(tx: Tx, job: Job, isRefusal: boolean, reason: string): Promise<void> {
  if (!isRefusal && job.attempts < maxAttempts) {
    await moveJob(tx, job.id, 'retry', { reason, delayMs: retryMs })
    return
  }
  const failed = await moveJob(tx, job.id, 'fail', { reason })
  if (failed === undefined) return
  tx.record('job.failed', { resourceType: 'Job', resourceId: job.id, encounterId: job.encounterId, reason })
}
